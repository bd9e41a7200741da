"""List the parts of a prompt under each other: what each is, its words, and where it leads.

A widget for each of a few hundred parts would hold up the window. So the first are there at once, those behind them
come piece by piece, and a button brings more.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.page_parts import LinkButton, selectable_text
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, rule
from alicia_desktop.view.answer_prompt import Mark, PromptRow

AT_FIRST: Final = 8
A_PIECE: Final = 4
"""Parts of one turn of the loop."""
AT_ONCE: Final = 60
"""Parts until a button asks for more."""
MARK_ICONS: Final[dict[Mark, str]] = {"then": "minus-circle", "now": "plus-circle", "changed": "pencil-simple"}


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
        self._more.setText(self.tr("Show {count} more parts").format(count=min(left, AT_ONCE)))

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
