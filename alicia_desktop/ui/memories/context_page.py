"""Show the context of a conversation's next answer: tokens by source, what is in and what is left out, summaries, pins.

Only the server knows how it would answer, so all of this is asked for; where it cannot be had, the reason is shown.
"""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.inspector.figures import Bars, Figures
from alicia_desktop.ui.inspector.page_parts import SELECTABLE, CollapsibleHeading, EmptyState, InspectorSection
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS, clip_line, set_accessible_name, tool_tip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view.context_window import ContextLine, ContextSection, ContextView, SummariesView
from alicia_desktop.view.memories_rows import FilterChoice

NOTHING, SOMETHING = range(2)
MAX_PIN_CHARACTERS: Final = 2_000
"""Characters; every answer reads it."""
PICKER_WIDTH: Final = 240
PICKER_AIR: Final = 48
"""Pixels of it beside the words: padding and the caret."""


class ContextPage(QWidget):
    """The context of the next answer in a chosen conversation, optionally to a question that might be asked."""

    context_requested = Signal(str, str)
    """A conversation, and the question that the next answer would be to; empty: none in particular."""
    pin_removal_requested = Signal(str, str)
    """A conversation and one of its pins that is to go."""
    pin_requested = Signal(str, str)
    """A conversation and what every answer in it is to know."""
    summary_removal_requested = Signal(str, str)
    """A conversation and one of its summaries that is to go."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.conversation = Picker(theme=theme, name=self.tr("Conversation"))
        self.question = QLineEdit()
        self.question.setMaxLength(MAX_FIELD_CHARACTERS)
        self._ask = Button(self.tr("Preview"), theme=theme)
        self._figures = Figures(theme=theme)
        self._scroll = QScrollArea()
        self.places = QStackedWidget()
        self._empty = EmptyState("stack", "", "", theme=theme)
        self._opened: set[str] = set()
        """Names of what was unfolded, so that it is after the next reading too."""
        self._to_pin = ""
        """What was begun to be pinned."""
        self._build()
        self.conversation.activated.connect(self._on_asked)
        self.question.returnPressed.connect(self._on_asked)
        self._ask.clicked.connect(self._on_asked)
        self.show_message("", "")

    def set_conversations(self, choices: Sequence[FilterChoice], current: str) -> None:
        """Offer these; the one that was chosen stays chosen, at first it is the `current` one."""
        chosen = self.conversation.currentData() or current
        self.conversation.clear()
        metrics, room = self.conversation.fontMetrics(), self.conversation.width() - PICKER_AIR
        for choice in choices:
            shown = metrics.elidedText(clip_line(choice.label), Qt.TextElideMode.ElideRight, room)
            self.conversation.addItem(shown, choice.value)
            self.conversation.setItemData(
                self.conversation.count() - 1, tool_tip(choice.label), Qt.ItemDataRole.ToolTipRole
            )
        self.conversation.setCurrentIndex(max(0, self.conversation.findData(chosen)))

    def choose(self, conversation_id: str) -> None:
        """Look at another conversation, without asking for it."""
        place = self.conversation.findData(conversation_id)
        if place >= 0:
            self.conversation.setCurrentIndex(place)

    def request_context(self) -> None:
        """Ask for what is chosen."""
        self._on_asked()

    def show_message(self, title: str, words: str) -> None:
        """Show why there is nothing to show."""
        self._empty.set_text(title or self.tr("Loading…"), words)
        self.places.setCurrentIndex(NOTHING)

    def set_context(self, context: ContextView | None, kept: SummariesView | None, missing: Sequence[str] = ()) -> None:
        """Show these; `missing` are sentences about what was not sent."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 16)
        column.setSpacing(4)
        for sentence in missing:
            column.addLayout(self._note(sentence))
        self._figures.set_figures(context.headline if context is not None else ())
        if context is not None:
            self._fill_context(column, context)
        if kept is not None:
            self._fill_kept(column, kept)
        column.addStretch()
        place = self._scroll.verticalScrollBar().value()
        self._scroll.setWidget(page)
        self._scroll.verticalScrollBar().setValue(place)
        self.places.setCurrentIndex(SOMETHING)

    def _fill_context(self, column: QVBoxLayout, context: ContextView) -> None:
        if context.note:
            column.addLayout(self._note(context.note))
        column.addWidget(InspectorSection(context.shares.title, context.shares.note, theme=self._theme))
        bars = QVBoxLayout()
        bars.setContentsMargins(16, 0, 16, 8)
        bars.addWidget(Bars(context.shares, theme=self._theme))
        column.addLayout(bars)
        for part in context.parts:
            column.addWidget(rule())
            self._fill_part(column, part)
        if context.prompt:
            column.addWidget(rule())
            column.addWidget(InspectorSection(self.tr("Prompt"), self.tr("what the model reads"), theme=self._theme))
            column.addWidget(self._fold("prompt", context.prompt_words, context.prompt))

    def _fill_part(self, column: QVBoxLayout, part: ContextSection) -> None:
        column.addWidget(InspectorSection(part.title, part.tokens, theme=self._theme))
        if part.kept:
            words = self.tr("{count} included").format(count=len(part.kept))
            column.addWidget(self._fold(f"kept {part.title}", words, part.kept))
        if part.dropped:
            column.addWidget(self._fold(f"dropped {part.title}", part.dropped_words, part.dropped))
        if not part.kept and not part.dropped:
            column.addLayout(self._note(self.tr("None used")))

    def _fill_kept(self, column: QVBoxLayout, kept: SummariesView) -> None:
        if kept.stats:
            column.addWidget(rule())
            column.addWidget(InspectorSection(self.tr("This conversation"), self.tr("statistics"), theme=self._theme))
            figures = Figures(theme=self._theme)
            figures.set_figures(kept.stats)
            column.addWidget(figures)
        nothing = self.tr("None yet. A summary is made when a conversation becomes too long for one answer.")
        remove = self.tr("Remove summary: {text}")
        self._fill_lines(
            column, self.tr("Summaries"), kept.summaries, nothing, remove=remove, removed=self.summary_removal_requested
        )
        nothing = self.tr("None yet. Code, explained terms and important messages are pinned.")
        remove = self.tr("Remove pin: {text}")
        self._fill_lines(column, self.tr("Pins"), kept.pins, nothing, remove=remove, removed=self.pin_removal_requested)
        column.addLayout(self._pinning())

    def _fill_lines(
        self,
        column: QVBoxLayout,
        title: str,
        lines: Sequence[ContextLine],
        nothing: str,
        *,
        remove: str,
        removed: SignalInstance,
    ) -> None:
        column.addWidget(rule())
        column.addWidget(InspectorSection(title, format_number(len(lines)) if lines else "", theme=self._theme))
        if lines:
            column.addWidget(self._lines(lines, side=8, remove=lambda line: self._remove(line, remove, removed)))
        else:
            column.addLayout(self._note(nothing))

    def _fold(self, name: str, title: str, lines: Sequence[ContextLine]) -> CollapsibleHeading:
        fold = CollapsibleHeading(name, title, self._lines(lines), opened=name in self._opened, theme=self._theme)
        fold.toggled.connect(self._on_toggled)
        return fold

    def _pinning(self) -> QHBoxLayout:
        """Return where something is pinned by hand; what is begun there stays when the page is read again."""
        words, pin = QLineEdit(self._to_pin), Button(self.tr("Pin"), theme=self._theme, icon="push-pin", small=True)
        words.setFont(self._theme.font("ui"))
        words.setFixedHeight(self._theme.height("control"))
        words.setMaxLength(MAX_PIN_CHARACTERS)
        words.setPlaceholderText(self.tr("Something every answer in this conversation should know"))
        words.setAccessibleName(self.tr("Pin something to this conversation"))

        def keep(text: str) -> None:
            self._to_pin = text
            pin.setEnabled(bool(text.strip()))

        def add() -> None:
            if content := self._to_pin.strip():
                words.clear()
                self.pin_requested.emit(str(self.conversation.currentData()), content)

        keep(self._to_pin)
        words.textChanged.connect(keep)
        words.returnPressed.connect(add)
        pin.clicked.connect(add)
        line = QHBoxLayout()
        line.setContentsMargins(16, 4, 16, 4)
        line.setSpacing(8)
        line.addWidget(words, 1)
        line.addWidget(pin)
        return line

    def _lines(
        self,
        lines: Sequence[ContextLine],
        *,
        side: int = 0,
        remove: Callable[[ContextLine], Button] | None = None,
    ) -> QWidget:
        box = QWidget()
        box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(box)
        column.setContentsMargins(8 + side, 0, 8 + side, 4)
        column.setSpacing(0)
        for line in lines:
            words = Label(line.text, theme=self._theme, wrap=True)
            words.setTextInteractionFlags(SELECTABLE)
            column.addWidget(words)
            under = QHBoxLayout()
            under.addWidget(Label(line.detail, theme=self._theme, font="small", tone="muted", wrap=True), 1)
            if remove is not None and line.id:
                under.addWidget(remove(line))
            column.addLayout(under)
            column.addSpacing(6)
        return box

    def _remove(self, line: ContextLine, name: str, removed: SignalInstance) -> Button:
        button = Button(self.tr("Remove"), theme=self._theme, kind="link", small=True)
        set_accessible_name(button, name.format(text=line.text))
        button.clicked.connect(lambda: removed.emit(str(self.conversation.currentData()), line.id))
        return button

    def _note(self, sentence: str) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(16, 0, 16, 6)
        line.addWidget(Label(sentence, theme=self._theme, font="small", tone="muted", wrap=True))
        return line

    def _build(self) -> None:
        self.conversation.setFixedWidth(self._theme.scaled(PICKER_WIDTH))
        self.question.setFont(self._theme.font("ui"))
        self.question.setFixedHeight(self._theme.height("control"))
        self.question.setPlaceholderText(self.tr("Your next question (optional)"))
        self.question.setAccessibleName(self.tr("Your next question"))
        self.question.setClearButtonEnabled(True)
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 8)
        head.setSpacing(8)
        head.addWidget(self.conversation)
        head.addWidget(self.question, 1)
        head.addWidget(self._ask)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Context of the next answer"))
        something = QWidget()
        column = QVBoxLayout(something)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._figures)
        column.addWidget(self._scroll, 1)
        self.places.addWidget(self._empty)
        self.places.addWidget(something)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(self.places, 1)

    def _on_asked(self) -> None:
        conversation_id = self.conversation.currentData()
        if conversation_id:
            self.context_requested.emit(conversation_id, self.question.text().strip())

    def _on_toggled(self, name: str, opened: bool) -> None:
        if opened:
            self._opened.add(name)
        else:
            self._opened.discard(name)
