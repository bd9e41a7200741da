"""The page of her voice: which one, how fast, how loud, a preview, and whether she bridges a long wait."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.settings.fields import Page
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Picker, Toggle
from alicia_desktop.ui.widgets.labels import Label

PERCENT: Final = 100
MIN_SPEED, MAX_SPEED = 50, 200
"""The speeds that the settings file takes, in percent."""
SPEED_STEP, VOLUME_STEP = 5, 5
SLIDER_WIDTH, VALUE_WIDTH = 260, 52


@dataclass(frozen=True, kw_only=True, slots=True)
class VoiceOption:
    """A voice that can be chosen."""

    name: str
    language: str
    """Such as `en-US`."""


class VoicePage(Page):
    """How she speaks."""

    preview_requested = Signal(str, str, float, float)
    """A sentence, and voice, speed and volume to hear it in."""

    def __init__(self, form: SettingsForm, *, theme: Theme) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("Voice"))
        self._chosen = form.voice
        self._voices = Picker(theme=theme, name=self.tr("Voice"))
        self._voices.setFixedWidth(theme.scaled(SLIDER_WIDTH))
        self._voices.setEnabled(False)
        self.add_named(self.tr("Voice"), self._voices)
        self._about = Label(self.tr("Looking for voices…"), theme=theme, font="small", tone="muted", wrap=True)
        self.add(self._about)
        self._others: list[Picker] = []
        """For each further language, its voices."""
        self._last_stop: QWidget = self._voices
        """What Tab reaches before the voices of another language."""
        self._languages_part, self._languages = self._create_languages()
        self._speed = _slider(self.tr("Speed"), MIN_SPEED, MAX_SPEED, SPEED_STEP, form.speed)
        self.add_named(self.tr("Speed"), _with_value(self._speed, theme))
        self._volume = _slider(self.tr("Volume"), 0, PERCENT, VOLUME_STEP, form.volume)
        self.add_named(self.tr("Volume"), _with_value(self._volume, theme))
        self._preview = Button(self.tr("Preview"), theme=theme, icon="speaker-high")
        self._preview.clicked.connect(self._request_preview)
        self.add(_at_the_beginning(self._preview))
        self._bridges = Toggle(self.tr("Say “One moment.” when an answer takes long"), theme=theme)
        self._bridges.setChecked(form.bridges)
        self.add(self._bridges)
        self.add_note(
            self.tr(
                "Said after 1.2 seconds without an answer to a spoken question. A server elsewhere that has a voice of "
                "its own decides by itself how it speaks; the volume is this computer’s."
            )
        )
        self.finish()

    def _create_languages(self) -> tuple[QWidget, QVBoxLayout]:
        """Add the part for voices of further languages; they come later, and so have their place in reading order."""
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        self.add(part)
        part.hide()
        return part, column

    def set_voices(self, voices: Sequence[VoiceOption]) -> None:
        """Set the voices that can be chosen, the default first: one picker a language."""
        groups: dict[str, list[VoiceOption]] = {}
        for voice in voices:
            groups.setdefault(voice.language.split("-")[0].lower(), []).append(voice)
        first, *others = groups.values() if groups else [[]]
        self._fill_picker(self._voices, first)
        self._clear_others()
        for group in others:
            self._add_language(group)
        self._about.setText(self._explanation(len(voices)))

    def set_problem(self, sentence: str) -> None:
        """Say why there is no voice, or no preview."""
        self._about.setText(sentence)
        announce(self, sentence, at_once=True)

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was chosen here; until the voices are known, the voice stays."""
        pickers = (self._voices, *self._others)
        names = [str(picker.currentData()) for picker in pickers if picker.currentIndex() > 0]
        return replace(
            form,
            voice=self._chosen if self._voices.currentIndex() < 0 else " ".join(names),
            speed=self._speed.value() / PERCENT,
            volume=self._volume.value() / PERCENT,
            bridges=self._bridges.isChecked(),
        )

    def _fill_picker(self, picker: Picker, voices: Sequence[VoiceOption]) -> None:
        """Offer the voices of one language, with the chosen one, else the first, selected."""
        picker.clear()
        for voice in voices:
            language = QLocale(voice.language).nativeLanguageName()
            picker.offer(f"{voice.name.capitalize()} · {language or voice.language}", voice.name)
        picker.setEnabled(bool(voices))
        chosen = [number for number, voice in enumerate(voices) if voice.name in self._chosen.split()]
        picker.setCurrentIndex(next(iter(chosen), 0) if voices else -1)

    def _add_language(self, voices: Sequence[VoiceOption]) -> None:
        """Add the picker of a further language, with a preview."""
        locale = QLocale(voices[0].language)
        name = locale.nativeLanguageName() or voices[0].language
        picker = Picker(theme=self._theme, name=self.tr("Voice for {language}").format(language=name))
        picker.setFixedWidth(self._theme.scaled(SLIDER_WIDTH))
        self._fill_picker(picker, voices)
        preview = Button(self.tr("Preview"), theme=self._theme, icon="speaker-high", small=True)
        set_accessible_name(preview, self.tr("Preview: {language}").format(language=name))
        preview.clicked.connect(lambda: self._request(name, str(picker.currentData())))
        self._others.append(picker)
        self._languages.addWidget(_row(Label(name, theme=self._theme, weight=500), picker, preview))
        self._languages_part.show()
        for stop in (picker, preview):
            self.setTabOrder(self._last_stop, stop)
            self._last_stop = stop

    def _clear_others(self) -> None:
        self._others.clear()
        self._last_stop = self._voices
        self._languages_part.hide()
        while (item := self._languages.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()

    def _explanation(self, count: int) -> str:
        if not count:
            return self.tr("No voice is installed: answers appear in writing.")
        if count == 1:
            return self.tr("This is the only voice that is installed. There is none for another language.")
        return self.tr("One voice for each language. What you say in a language without one is answered in writing.")

    def _request_preview(self) -> None:
        voice = str(self._voices.currentData() or "")
        self._request(self.tr("Hello, I am Alicia. This is how I sound."), voice)

    def _request(self, sentence: str, voice: str) -> None:
        self.preview_requested.emit(sentence, voice, self._speed.value() / PERCENT, self._volume.value() / PERCENT)


def _slider(name: str, least: int, most: int, step: int, value: float) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(least, most)
    slider.setSingleStep(step)
    slider.setPageStep(step * 2)
    slider.setFixedWidth(SLIDER_WIDTH)
    slider.setAccessibleName(name)
    slider.setValue(round(value * PERCENT))
    return slider


def _row(*widgets: QWidget) -> QWidget:
    """Return a label above the controls behind it."""
    label, *controls = widgets
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(label)
    line = QHBoxLayout()
    line.setSpacing(8)
    for control in controls:
        line.addWidget(control)
    line.addStretch()
    column.addLayout(line)
    return whole


def _with_value(slider: QSlider, theme: Theme) -> QWidget:
    """Return the slider with its value in percent beside it."""
    whole = QWidget()
    value = Label("", theme=theme, font="small", tone="muted")
    value.setFixedWidth(theme.scaled(VALUE_WIDTH))

    def show(percent: int) -> None:
        value.setText(f"{percent} %")

    slider.valueChanged.connect(show)
    show(slider.value())
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    row.addWidget(slider)
    row.addWidget(value)
    return whole


def _at_the_beginning(widget: QWidget) -> QWidget:
    """Return a line with one widget, no wider than it needs."""
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(widget)
    row.addStretch()
    return line
