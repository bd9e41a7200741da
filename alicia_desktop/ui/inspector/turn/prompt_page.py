"""Show what the model read of one answer: figures, tokens by source, settings, and the prompt part by part.

The page is shown at once and filled as it comes: what travelled with the answer, then what the server keeps.
`compare_requested` asks for today's prompt, whose differences are marked in the same list.

A widget for each of a few hundred parts would hold up the window. So the first are there at once, those behind them
come piece by piece, and a button brings more.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.inspector.figures import Bars, Figures
from alicia_desktop.ui.inspector.page_parts import (
    EmptyState,
    InspectorSection,
    LinkButton,
    column,
    facts_grid,
    selectable_text,
)
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, rule
from alicia_desktop.view.answer_prompt import Mark, PromptRow, PromptView

AT_FIRST: Final = 8
A_PIECE: Final = 4
"""Parts of one turn of the loop."""
AT_ONCE: Final = 60
"""Parts until a button asks for more."""
MARK_ICONS: Final[dict[Mark, str]] = {"then": "minus-circle", "now": "plus-circle", "changed": "pencil-simple"}
MESSAGE, CONTENT = range(2)


class PromptParts(QWidget):
    """The parts of one prompt."""

    memory_requested = Signal(str)
    message_requested = Signal(str)

    def __init__(self, rows: Sequence[PromptRow], *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._rows = theme, rows
        self._shown, self._wanted = 0, AT_ONCE
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self._more = Button("", theme=theme, kind="link", small=True)
        self._more.clicked.connect(self._on_more)
        self._filling = QTimer(self)
        self._filling.timeout.connect(self._on_due)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._list)
        line = QHBoxLayout()
        line.setContentsMargins(16, 0, 16, 0)
        line.addWidget(self._more)
        line.addStretch()
        layout.addLayout(line)
        self._fill(AT_FIRST)

    def _fill(self, count: int) -> None:
        """Add some of the parts that are wanted; the others follow in the next turns of the loop."""
        last = min(self._shown + count, self._wanted, len(self._rows))
        for row in self._rows[self._shown : last]:
            self._list.addWidget(self._part(row))
        self._shown = last
        left = len(self._rows) - last
        if last < min(self._wanted, len(self._rows)):
            self._filling.start(0)
        else:
            self._filling.stop()
        self._more.setVisible(last >= self._wanted and left > 0)
        self._more.setText(translate_count("Show {count} more part", "Show {count} more parts", min(left, AT_ONCE)))

    def _on_due(self) -> None:
        self._fill(A_PIECE)

    def _on_more(self) -> None:
        self._wanted += AT_ONCE
        self._fill(A_PIECE)

    def _part(self, row: PromptRow) -> QWidget:
        """Return one part: what it is, where it leads, and its words."""
        part = QFrame()
        part.setObjectName(f"prompt part {row.id}")
        spoken = (row.title, row.detail, self._mark_words(row.mark))
        set_accessible_name(part, ", ".join(word for word in spoken if word))
        body = QVBoxLayout(part)
        body.setContentsMargins(16, 8, 16, 8)
        body.setSpacing(4)
        body.addLayout(self._head(row))
        if row.note:
            body.addWidget(Label(row.note, theme=self._theme, font="small", tone="muted", wrap=True))
        if row.text:
            body.addWidget(selectable_text(row.text, theme=self._theme, title=row.title))
        if row.text_now:
            body.addWidget(Label(self.tr("Today"), theme=self._theme, font="label"))
            body.addWidget(selectable_text(row.text_now, theme=self._theme, title=row.title))
        body.addSpacing(2)
        body.addWidget(rule())
        return part

    def _head(self, row: PromptRow) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Label(row.title, theme=self._theme, font="ui-strong"))
        if row.mark:
            head.addWidget(Icon(MARK_ICONS[row.mark], theme=self._theme))
            head.addWidget(Label(self._mark_words(row.mark), theme=self._theme, font="small"))
        head.addWidget(ElidedLabel(row.detail, theme=self._theme, font="small", tone="muted"), 1)
        if row.link:
            head.addWidget(self._link(row))
        return head

    def _link(self, row: PromptRow) -> LinkButton:
        is_memory = row.link == "memory"
        words = self.tr("Show memory") if is_memory else self.tr("Show message")
        link = LinkButton(words, theme=self._theme)
        set_accessible_name(link, f"{words}: {row.text or row.title}")
        link.clicked.connect(lambda: self._follow(row))
        return link

    def _follow(self, row: PromptRow) -> None:
        wanted = self.memory_requested if row.link == "memory" else self.message_requested
        wanted.emit(row.ref)

    def _mark_words(self, mark: Mark) -> str:
        words: dict[Mark, str] = {
            "then": self.tr("Only then"),
            "now": self.tr("Only today"),
            "changed": self.tr("Changed"),
        }
        return words.get(mark, "")


class PromptPage(QWidget):
    """What the model read of one answer."""

    back_requested = Signal()
    compare_requested = Signal(str)
    """The id of an answer whose question is to be put to today's prompt, too."""
    reload_requested = Signal(str)
    """The id of an answer that is to be shown again without today's prompt, or asked for once more."""
    memory_requested = Signal(str)
    message_requested = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answer_id = ""
        self._compared = self._texts = False
        self._back = IconButton("caret-left", self.tr("Back to the turn"), theme=theme, small=True)
        self._title = Label(self.tr("What the model read"), theme=theme, font="ui-strong")
        self._compare = Button(self.tr("Compare with today"), theme=theme, small=True)
        self._again = Button(self.tr("Try again"), theme=theme, small=True)
        self._figures = Figures(theme=theme)
        self._empty = EmptyState("article", "", "", theme=theme)
        self._scroll = QScrollArea()
        self._places = QStackedWidget()
        self._build()
        self._back.clicked.connect(self.back_requested)
        self._compare.clicked.connect(self._on_compare)
        self._again.clicked.connect(lambda: self.reload_requested.emit(self._answer_id))

    @property
    def answer_id(self) -> str:
        """The answer that is shown."""
        return self._answer_id

    @property
    def shows_texts(self) -> bool:
        """Whether words of a prompt are on it."""
        return self._texts and self._places.currentIndex() == CONTENT

    def take_focus(self) -> None:
        """Put the keyboard on the way back, from where Tab goes into the page."""
        self._back.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_loading(self, answer_id: str) -> None:
        """Show that an answer's prompt is on its way; what is shown of the same answer stays meanwhile."""
        if answer_id != self._answer_id or self._places.currentIndex() == MESSAGE:
            self._show_message(self.tr("Loading…"), "")
        self._answer_id = answer_id
        self._compare.setEnabled(False)
        self._again.hide()

    def show_error(self, title: str, sentence: str) -> None:
        """Show why nothing can be shown."""
        self._show_message(title, sentence)
        self._compare.hide()
        self._again.show()

    def set_prompt(self, view: PromptView, *, again: bool = False) -> None:
        """Show a prompt; `again` offers to ask the server once more."""
        same = view.answer_id == self._answer_id
        self._answer_id, self._compared = view.answer_id, bool(view.compared)
        self._texts = any(row.text or row.text_now for row in view.rows)
        self._compare.setText(self.tr("Hide today’s") if self._compared else self.tr("Compare with today"))
        self._compare.setVisible(view.can_compare)
        self._compare.setEnabled(view.can_compare)
        self._again.setVisible(again)
        if not (view.rows or view.figures or view.facts):
            self._show_message(view.note.removesuffix("."), "")
            return
        self._figures.set_figures(view.figures)
        place = self._scroll.verticalScrollBar().value() if same else 0
        self._scroll.setWidget(self._page(view))
        self._scroll.verticalScrollBar().setValue(place)
        self._places.setCurrentIndex(CONTENT)

    def _page(self, view: PromptView) -> QWidget:
        page, body = column(spacing=0, margins=(0, 0))
        if view.note:
            body.addWidget(self._note(view.note, "info"))
        if view.compared:
            words = self.tr("Compared with today’s prompt for the same question: {count}. Tools are left out.")
            body.addWidget(self._note(words.format(count=view.compared), "git-diff"))
        if view.shares.bars:
            body.addWidget(InspectorSection(view.shares.title, view.shares.note, theme=self._theme))
            bars, inner = column(margins=(16, 8))
            inner.addWidget(Bars(view.shares, theme=self._theme))
            body.addWidget(bars)
        if view.facts:
            body.addWidget(rule())
            body.addWidget(InspectorSection(self.tr("Model and settings"), theme=self._theme))
            facts, inner = column(margins=(16, 8))
            inner.addLayout(facts_grid(view.facts, theme=self._theme))
            body.addWidget(facts)
        if view.rows:
            body.addWidget(rule())
            body.addWidget(InspectorSection(self.tr("Prompt"), self.tr("as the model read it"), theme=self._theme))
            parts = PromptParts(view.rows, theme=self._theme)
            parts.memory_requested.connect(self.memory_requested)
            parts.message_requested.connect(self.message_requested)
            body.addWidget(parts)
        if view.more:
            body.addWidget(self._note(view.more, "dots-three"))
        body.addStretch()
        return page

    def _note(self, sentence: str, icon: str) -> QWidget:
        note = QWidget()
        line = QHBoxLayout(note)
        line.setContentsMargins(16, 8, 16, 8)
        line.setSpacing(8)
        line.addWidget(Icon(icon, theme=self._theme), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(Label(sentence, theme=self._theme, font="small", wrap=True), 1)
        return note

    def _show_message(self, title: str, words: str) -> None:
        self._figures.set_figures(())
        self._empty.set_text(title, words)
        self._places.setCurrentIndex(MESSAGE)

    def _on_compare(self) -> None:
        wanted = self.reload_requested if self._compared else self.compare_requested
        wanted.emit(self._answer_id)

    def _build(self) -> None:
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("What the model read"))
        self._again.hide()
        self._compare.hide()
        header = QWidget()
        header.setFixedHeight(self._theme.scaled(48))
        line = QHBoxLayout(header)
        line.setContentsMargins(12, 0, 16, 0)
        line.setSpacing(8)
        line.addWidget(self._back)
        line.addWidget(self._title)
        line.addStretch(1)
        line.addWidget(self._again)
        line.addWidget(self._compare)
        self._places.addWidget(self._empty)
        self._places.addWidget(self._scroll)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(header)
        layout.addWidget(self._figures)
        layout.addWidget(self._places, 1)
