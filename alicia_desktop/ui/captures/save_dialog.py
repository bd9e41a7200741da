"""Ask what of a conversation is saved, in which format and redacted how; preview, progress and *Stop* stand below."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.memories.transfer_bar import TransferBar
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.ui.untrusted.plain_text import clip, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import EditField, Toggle
from alicia_desktop.ui.widgets.labels import ElidedLabel, ErrorLabel, Label
from alicia_desktop.view.text import data_size

WHOLE: Final = "whole"
FILTERED: Final = "filtered"
MARKED: Final = "marked"


@dataclass(frozen=True, kw_only=True, slots=True)
class SavableStanzas:
    """What there is to save."""

    total: int
    filter_text: str
    """What is typed into the filter; empty where nothing is."""
    marked: int
    sound_bytes: int = 0
    """Of the kept sound."""


class SaveCaptureDialog(QuestionDialog):
    """Stays open while the file is written; `accepted` means that it is."""

    preview_requested = Signal()
    save_requested = Signal()
    stop_requested = Signal()

    def __init__(self, stanzas: SavableStanzas, *, theme: Theme, parent: QWidget | None) -> None:
        heading = translate("Save capture")
        text = translate(
            "A capture has what the inspector shows, and what was said in it. It opens without server or database.",
        )
        super().__init__(heading, text, theme=theme, parent=parent)
        self._is_running = False
        self._stanzas = self._stanza_choice(stanzas)
        self._format = Segments(
            (
                SegmentButton(id="capture", text=self.tr("Capture")),
                SegmentButton(id="jsonl", text=self.tr("JSON lines")),
                SegmentButton(id="otlp", text="OpenTelemetry"),
            ),
            theme=theme,
            name=self.tr("Format"),
        )
        size = data_size(stanzas.sound_bytes)
        self._sound = Toggle(self.tr("With the kept sound ({size}), unless redacted").format(size=size), theme=theme)
        self._sound.setChecked(stanzas.sound_bytes > 0)
        self._has_sound = stanzas.sound_bytes > 0
        self._memories = Toggle(self.tr("Redact memories and their words"), theme=theme)
        self._audio = Toggle(self.tr("Redact sound and what was heard"), theme=theme)
        self._rules = EditField(theme=theme, font="ui", spelled=False)
        self._rules.setFixedHeight(3 * theme.line("ui") + 12)
        self._rules.setAccessibleName(self.tr("Redact these"))
        self._rules.setPlaceholderText(self.tr("One a line: words, /pattern/ or field:body.content"))
        self._shown = QPlainTextEdit()
        self._problem = ErrorLabel(theme=theme, font="ui")
        self._filter = ElidedLabel(stanzas.filter_text, theme=theme, font="code", tone="muted")
        self._bar = TransferBar(theme=theme, cancel=self.tr("Stop"))
        self._preview = Button(self.tr("Preview"), theme=theme, icon="eye", small=True)
        self._build(stanzas)
        self._connect()

    @property
    def selection(self) -> str:
        """`whole`, `filtered` or `marked`."""
        return self._stanzas.value

    @property
    def form(self) -> str:
        """`capture`, `jsonl` or `otlp`."""
        return self._format.value

    @property
    def with_sound(self) -> bool:
        """Whether kept sound is to go along."""
        return self._sound.isChecked()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of redaction, as the command takes them."""
        named = ((self._memories, "memories"), (self._audio, "audio"))
        return (*(name for toggle, name in named if toggle.isChecked()), *self._rules.text.splitlines())

    def choose(self, *, selection: str = "", form: str = "") -> None:
        """Choose what is saved, and how."""
        for segments, value in ((self._stanzas, selection), (self._format, form)):
            if value:
                segments.choose(value)
        self._on_chosen()

    def set_rules(self, *, memories: bool = False, audio: bool = False, text: str = "") -> None:
        """Set the rules of redaction."""
        self._memories.setChecked(memories)
        self._audio.setChecked(audio)
        self._rules.set_text(text)

    def show_preview(self, summary: str, lines: Sequence[str]) -> None:
        """Show what would be replaced."""
        self._shown.setPlainText(clip("\n".join((summary, "", *lines)), MAX_COST))
        self._shown.show()
        self.reveal(self._shown)

    def show_problem(self, sentence: str) -> None:
        """Show why it cannot be saved so."""
        self._problem.show_error(sentence)
        if sentence:
            self.reveal(self._problem)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the writing is."""
        words = self.tr("{done} of {total} stanzas").format(done=format_number(done), total=format_number(total))
        self._bar.progress(words, done, total)

    def set_running(self, *, running: bool) -> None:
        """Hold everything but *Stop* while something is written or looked through."""
        self._is_running = running
        for widget in (
            self._stanzas,
            self._format,
            self._sound,
            self._memories,
            self._audio,
            self._rules,
            self._preview,
            self.save,
        ):
            widget.setEnabled(not running)
        self._bar.setVisible(running)

    def reject(self) -> None:
        """Stop what runs; close where nothing does."""
        if self._is_running:
            self.stop_requested.emit()
        else:
            super().reject()

    def _stanza_choice(self, stanzas: SavableStanzas) -> Segments:
        choices = [SegmentButton(id=WHOLE, text=self.tr("All stanzas"))]
        if stanzas.filter_text:
            choices.append(SegmentButton(id=FILTERED, text=self.tr("Filtered")))
        if stanzas.marked:
            marked = self.tr("{count} marked").format(count=format_number(stanzas.marked))
            choices.append(SegmentButton(id=MARKED, text=marked))
        return Segments(choices, theme=self._theme, name=self.tr("Stanzas"))

    def _build(self, stanzas: SavableStanzas) -> None:
        for name, segments in ((self.tr("Stanzas"), self._stanzas), (self.tr("Format"), self._format)):
            line = QHBoxLayout()
            line.addWidget(Label(name, theme=self._theme, tone="muted"))
            line.addStretch()
            line.addWidget(segments)
            self.column.addLayout(line)
            if segments is self._stanzas:
                set_tool_tip(self._filter, stanzas.filter_text)
                self.column.addWidget(self._filter)
        self._on_chosen()
        self.column.addSpacing(8)
        for widget in (self._sound, self._memories, self._audio, self._rules, self._rules.note):
            self.column.addWidget(widget)
        line = QHBoxLayout()
        line.addStretch()
        line.addWidget(self._preview)
        self.column.addLayout(line)
        self._shown.setReadOnly(True)
        self._shown.setFont(self._theme.font("data"))
        self._shown.setMinimumHeight(8 * self._theme.line("ui"))
        self._shown.setAccessibleName(self.tr("What is replaced"))
        for below in (self._shown, self._problem, self._bar):
            self.column.addWidget(below)
            below.hide()
        self.column.addSpacing(8)
        self.save = self.add_buttons(self.tr("Save…"), reject=self.tr("Cancel"))
        self.save.clicked.disconnect()

    def _connect(self) -> None:
        self.save.clicked.connect(self.save_requested)
        self._preview.clicked.connect(self.preview_requested)
        self._rules.textChanged.connect(lambda: self.show_problem(""))
        self._stanzas.chosen.connect(self._on_chosen)
        self._format.chosen.connect(self._on_chosen)
        self._bar.cancel_requested.connect(self.stop_requested)

    def _on_chosen(self) -> None:
        self._filter.setVisible(self.selection == FILTERED)
        self._sound.setVisible(self._has_sound and self.selection == WHOLE and self.form == "capture")
