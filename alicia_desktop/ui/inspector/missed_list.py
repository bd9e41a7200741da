"""What just missed an answer, and why: each with its number, its reason, its page, and *ask again with it*."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.link import LinkButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.retrievals import MissedRow

RANK: Final = 20


class MissedList(QWidget):
    """Two lines a memory: what it says with its score, and why it was not used."""

    page_requested = Signal(str)
    """The id of the memory."""
    with_requested = Signal(str)
    """The memory that the answer is to be asked for with."""

    def __init__(
        self, rows: Sequence[MissedRow], *, can_ask: bool, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._can_ask = can_ask
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for row in rows:
            layout.addLayout(self._row(row))

    def _row(self, row: MissedRow) -> QVBoxLayout:
        lines = QVBoxLayout()
        lines.setSpacing(0)
        lines.addLayout(self._first(row))
        lines.addLayout(self._second(row))
        return lines

    def _first(self, row: MissedRow) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(4)
        rank = Label(row.rank, theme=self._theme, font="small", tone="muted")
        rank.setMinimumWidth(RANK)
        line.addWidget(rank)
        content = LinkButton(row.content, theme=self._theme)
        content.setObjectName(f"missed {row.id}")
        set_accessible_name(content, f"{row.content}. {row.score} {row.meaning}: {row.reason}")
        content.setEnabled(bool(row.id))
        content.clicked.connect(lambda: self.page_requested.emit(row.id))
        line.addWidget(content)
        line.addStretch()
        if row.score:
            line.addWidget(Label(row.score, theme=self._theme, font="label"))
        line.addWidget(Label(row.meaning, theme=self._theme, font="small", tone="muted"))
        return line

    def _second(self, row: MissedRow) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addSpacing(RANK + 6)
        line.addWidget(Label(row.reason, theme=self._theme, font="small", tone="muted", wrap=True), 1)
        if self._can_ask and row.can_be_asked_with:
            ask = Button(self.tr("Ask again with this one"), theme=self._theme, kind="link", small=True)
            ask.setObjectName(f"with {row.id}")
            set_accessible_name(ask, self.tr("Ask again with: {memory}").format(memory=row.content))
            ask.clicked.connect(lambda: self.with_requested.emit(row.id))
            line.addWidget(ask)
        return line
