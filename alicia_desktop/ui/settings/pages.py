"""The pages of the settings. Each shows its part of the form, and returns the form with that part replaced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QStyle, QStyleOptionSlider, QVBoxLayout, QWidget

from alicia_desktop.config import LocalSettings, Patience
from alicia_desktop.ui.settings.fields import Page, PushToTalkField, TextField
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.sound_test import SoundTest, SoundTestRequest
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import DevicePicker, Toggle
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.meter import Meter

PERCENT: Final = 100
MIN_SENSITIVITY, MAX_SENSITIVITY = 5, 95
"""The sensitivities that the settings file takes, in percent."""
METER_WIDTH: Final = 320
LINES_A_LABEL: Final = 4
"""Of the licences; long names go over two lines."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Licence:
    """A bundled part with its licence."""

    name: str
    licence: str


class SoundPage(Page):
    """Devices, their test, and sensitivity."""

    test_requested = Signal(SoundTestRequest)

    def __init__(self, form: SettingsForm, *, theme: Theme, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("Sound"))
        self._input = _picker(self.tr("Microphone"), form.input_device, theme)
        self._output = _picker(self.tr("Speaker"), form.output_device, theme)
        self.set_devices(inputs, outputs)
        self.add_named(self.tr("Microphone"), self._input)
        self.add_named(self.tr("Speaker"), self._output)
        self._test = SoundTest(theme=theme)
        self._test.microphone_toggled.connect(lambda wanted: self._request_test(microphone=wanted))
        self._test.speaker_requested.connect(lambda: self._request_test(speaker=True))
        self._input.activated.connect(self._follow_choice)
        self._output.activated.connect(self._follow_choice)
        self.add(self._test)
        self.meter = Meter(theme=theme, name=self.tr("Microphone level"), width=METER_WIDTH)
        self.sensitivity = self._sensitivity(form.threshold)
        self.add_named(self.tr("Sensitivity"), _scale(self.sensitivity, self.meter))
        self.add_note(
            self.tr("Sound above the marker counts as speech. The level is shown while the microphone is on or tested.")
        )
        self.patience = self._patience_choice(form.patience, theme)
        self.add_named(self.tr("When you pause"), self.patience)
        self.add_note(
            self.tr(
                "How long Alicia waits for you to go on before she answers. It holds for an Alicia on this computer; "
                "a change restarts the program."
            )
        )
        self.push_to_talk = PushToTalkField(form.global_key, theme=theme)
        self.add(self.push_to_talk)
        self.keep_speech = Toggle(self.tr("Keep recordings of what I say"), theme=theme)
        self.keep_speech.setChecked(form.keep_speech)
        self.add(self.keep_speech)
        self.add_note(
            self.tr(
                "Alicia’s speech can be replayed for seven days; with this, yours too. Recordings stay on this "
                "computer, private conversations are never recorded, and turning this off deletes your recordings."
            )
        )
        self.finish()

    def _sensitivity(self, threshold: float) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(MIN_SENSITIVITY, MAX_SENSITIVITY)
        slider.setAccessibleName(self.tr("Sensitivity"))
        slider.valueChanged.connect(lambda value: self.meter.set_threshold(value / PERCENT))
        slider.setValue(round(threshold * PERCENT))
        return slider

    def _patience_choice(self, chosen: Patience, theme: Theme) -> Segments:
        self._patiences: dict[str, Patience] = {}
        texts = {"quick": self.tr("Quick"), "natural": self.tr("Natural"), "patient": self.tr("Patient")}
        for patience in get_args(Patience):
            self._patiences[patience] = patience
        segments = [SegmentButton(id=patience, text=texts[patience]) for patience in self._patiences]
        choice = Segments(segments, theme=theme, name=self.tr("When you pause"))
        choice.choose(chosen)
        return choice

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Set the devices that can be chosen; an unplugged one stays chosen, since it may come back."""
        for picker, names in ((self._input, inputs), (self._output, outputs)):
            chosen = picker.chosen
            picker.set_names([*names, chosen] if chosen and chosen not in names else names)

    def set_level(self, level: float) -> None:
        """Show the level of the microphone, 0–1."""
        self.meter.set_level(level)
        self._test.set_level(level, threshold=self.sensitivity.value() / PERCENT)

    def set_tested(self, *, microphone: bool, speaker: bool, problem: str) -> None:
        """Show whether the devices of a test are open, and what is wrong with them."""
        self._test.set_tested(microphone=microphone, speaker=speaker, problem=problem)

    def end_test(self) -> None:
        """End a running test."""
        self._test.end()

    def _follow_choice(self) -> None:
        """Test the microphone that was chosen during a test."""
        if self._test.testing:
            self._request_test(microphone=True)

    def _request_test(self, *, microphone: bool = False, speaker: bool = False) -> None:
        self.test_requested.emit(
            SoundTestRequest(
                microphone=microphone,
                speaker=speaker,
                input_device=self._input.chosen,
                output_device=self._output.chosen,
            )
        )

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was chosen here."""
        return replace(
            form,
            input_device=self._input.chosen,
            output_device=self._output.chosen,
            threshold=self.sensitivity.value() / PERCENT,
            patience=self._patiences[self.patience.value],
            global_key=self.push_to_talk.keys,
            keep_speech=self.keep_speech.isChecked(),
        )


class LocalPage(Page):
    """The server on this computer: its LiveKit server, how much it reads of its memories, and what it hears with."""

    def __init__(self, form: SettingsForm, *, theme: Theme) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("Local server"))
        self.fields: Mapping[str, TextField] = {
            **self._livekit_fields(form, theme),
            **self._memory_fields(form, theme),
            **self._speech_fields(form, theme),
        }
        for field in self.fields.values():
            self.add(field)
        self.finish()

    def _livekit_fields(self, form: SettingsForm, theme: Theme) -> dict[str, TextField]:
        return {
            "local_livekit_address": TextField(
                self.tr("LiveKit server"),
                theme=theme,
                example="ws://127.0.0.1:7880",
                value=form.local_livekit_address,
                hint=self.tr("Empty: sound uses the server’s own WebSocket"),
            ),
            "local_livekit_key": TextField(self.tr("LiveKit key"), theme=theme, value=form.local_livekit_key),
            "local_livekit_secret": TextField(
                self.tr("LiveKit secret"), theme=theme, secret=True, value=form.local_livekit_secret
            ),
        }

    def _memory_fields(self, form: SettingsForm, theme: Theme) -> dict[str, TextField]:
        """Return the fields of what the memories of an answer are retrieved by."""
        return {
            "memory_tokens": TextField(
                self.tr("Memory token budget"),
                theme=theme,
                example=str(LocalSettings().memory_tokens),
                value=form.memory_tokens,
                hint=self.tr("Maximum tokens of memories in an answer; 0 uses none"),
            ),
            "memory_threshold": TextField(
                self.tr("Memory threshold"),
                theme=theme,
                example=str(LocalSettings().memory_threshold),
                value=form.memory_threshold,
                hint=self.tr("Relevance that a memory needs for an answer, 0 to 1"),
            ),
            "memory_weights": TextField(
                self.tr("Memory weights"),
                theme=theme,
                example="words=0.6 meaning=0.35",
                value=form.memory_weights,
                hint=self.tr(
                    "Of the parts of a score; empty: those that were fitted. Try them in the inspector: What if…"
                ),
            ),
        }

    def _speech_fields(self, form: SettingsForm, theme: Theme) -> dict[str, TextField]:
        """Return the fields of what speech is recognised with."""
        return {
            "speech_model": TextField(
                self.tr("Speech recognition model"),
                theme=theme,
                example="Systran/faster-whisper-base",
                value=form.speech_model,
                hint=self.tr(
                    "Folder of a Whisper model for CTranslate2, or the name of one that was downloaded in Model; empty "
                    "uses the bundled one, for English"
                ),
            ),
            "speech_language": TextField(
                self.tr("Spoken language"),
                theme=theme,
                example="de",
                value=form.speech_language,
                hint=self.tr("Empty: recognised, if the model knows several"),
            ),
        }

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was written here."""
        values = {name: field.value for name, field in self.fields.items()}
        return replace(
            form,
            local_livekit_address=values["local_livekit_address"],
            local_livekit_key=values["local_livekit_key"],
            local_livekit_secret=values["local_livekit_secret"],
            memory_tokens=values["memory_tokens"],
            memory_threshold=values["memory_threshold"],
            memory_weights=values["memory_weights"],
            speech_model=values["speech_model"],
            speech_language=values["speech_language"],
        )


class AboutPage(Page):
    """The version, and the licences of everything bundled."""

    def __init__(self, *, theme: Theme, version: str, licences: Sequence[Licence]) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("About"))
        self.add_note(self.tr("Alicia Desktop {version}").format(version=version))
        lines = [f"{part.name} · {part.licence}" for part in licences]
        parts = QVBoxLayout()  # a label shows some lines at most, and these are to be seen to the last
        parts.setSpacing(0)
        for at in range(0, len(lines), LINES_A_LABEL):
            words = "\n".join(lines[at : at + LINES_A_LABEL])
            parts.addWidget(Label(words, theme=theme, font="small", tone="muted", wrap=True))
        self.column.addLayout(parts)
        self.finish()


def _picker(name: str, chosen: str, theme: Theme) -> DevicePicker:
    picker = DevicePicker(theme=theme, name=name)
    picker.setMinimumWidth(METER_WIDTH)
    if chosen:
        picker.set_names([chosen])
        picker.choose(chosen)
    return picker


def _scale(slider: QSlider, meter: Meter) -> QWidget:
    """Return the slider above the meter, its handle over the marker: both count from the left in every language."""
    scale = QWidget()
    scale.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    handle = _handle_width(slider)
    slider.setFixedWidth(round(METER_WIDTH * (MAX_SENSITIVITY - MIN_SENSITIVITY) / PERCENT) + handle)
    line = QHBoxLayout()
    line.setContentsMargins(round(METER_WIDTH * MIN_SENSITIVITY / PERCENT) - handle // 2, 0, 0, 0)
    line.addWidget(slider)
    line.addStretch()
    column = QVBoxLayout(scale)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(8)
    column.addLayout(line)
    column.addWidget(meter)
    return scale


def _handle_width(slider: QSlider) -> int:
    slider.ensurePolished()
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    handle, whole = QStyle.SubControl.SC_SliderHandle, QStyle.ComplexControl.CC_Slider
    return slider.style().subControlRect(whole, option, handle, slider).width()
