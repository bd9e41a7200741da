"""The journal as a table that follows its tail, until a person scrolls away from it; then it counts what is new.

While somebody reads, the rows under their eyes stay where they are, whatever falls out above or is paged in there.
"""

from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from alicia_desktop.base.rows import Rows
from alicia_desktop.ui.inspector.canvas import Lettering
from alicia_desktop.ui.inspector.keys import is_plain
from alicia_desktop.ui.inspector.selection import Selection
from alicia_desktop.ui.inspector.stanza_cells import DELTA, STANZA, StanzaCells, columns
from alicia_desktop.ui.inspector.table import Table, TableDelegate
from alicia_desktop.ui.qtrows import RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.inspector_rows import StanzaRow

LEAST_SUMMARY: Final = 200
"""Pixels that the summary has before stanza number and distance in time are shown too."""


class StanzaTable(Table):
    """`unseen` rows came while it did not follow."""

    older_requested = Signal()
    unseen_changed = Signal(int)
    copy_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, name="", parent=parent)
        self.setAccessibleName(self.tr("Stanzas"))
        lettering = Lettering(theme)
        cells = StanzaCells(theme=theme, lettering=lettering)
        self._widths = cells.widths()
        self.setItemDelegate(TableDelegate(cells.paints(), theme=theme, lettering=lettering, parent=self))
        self.selection = Selection(self)
        self._following = True
        self._unseen = 0
        self._moving = False
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    @property
    def following(self) -> bool:
        """Whether new rows scroll into view."""
        return self._following

    @property
    def unseen(self) -> int:
        """How many rows came since it follows no longer."""
        return self._unseen

    def set_rows(self, rows: Rows[StanzaRow]) -> None:
        """Show these, and follow them."""
        model = RowsTableModel(rows, columns(), parent=self)
        self.selection.attach(model)
        model.rowsInserted.connect(self._on_inserted)
        model.rowsRemoved.connect(self._on_removed)
        self.set_widths(self._widths)
        self._fit()
        self.jump_to_end()

    def jump_to_end(self) -> None:
        """Follow the tail again."""
        self._following = True
        self._count(0)
        self._to_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End follows, c copies."""
        if is_plain(event, Qt.Key.Key_End):
            self.jump_to_end()
            self._choose_last()
        elif is_plain(event, Qt.Key.Key_C):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        super().resizeEvent(event)
        self._fit()
        if self._following:
            self._to_end()

    def _choose_last(self) -> None:
        rows = self.model().rowCount()
        if rows:
            self.setCurrentIndex(self.model().index(rows - 1, 0))

    def _fit(self) -> None:
        if self.model() is None:
            return
        narrow = sum(self._widths) + LEAST_SUMMARY > self.viewport().width()
        for column in (DELTA, STANZA):
            self.setColumnHidden(column, narrow)

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        count = last - first + 1
        if self._following or count == self.model().rowCount():
            self.jump_to_end()
        elif last == self.model().rowCount() - 1 and first > 0:
            self._count(self._unseen + count)
        else:
            self._shift(count)

    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        if not self._following and first == 0:
            self._shift(first - last - 1)

    def _shift(self, rows: int) -> None:
        """Keep what is in view in its place, though `rows` came or went above."""
        bar = self.verticalScrollBar()
        self._moving = True
        self.updateGeometries()
        bar.setValue(bar.value() + rows * self.verticalHeader().defaultSectionSize())
        self._moving = False

    def _to_end(self) -> None:
        self._moving = True
        self.scrollToBottom()
        self._moving = False

    def _on_scrolled(self, value: int) -> None:
        if self._moving:
            return
        bar = self.verticalScrollBar()
        self._following = value >= bar.maximum()
        if self._following:
            self._count(0)
        elif value == bar.minimum():
            self.older_requested.emit()

    def _count(self, unseen: int) -> None:
        if unseen != self._unseen:
            self._unseen = unseen
            self.unseen_changed.emit(unseen)
