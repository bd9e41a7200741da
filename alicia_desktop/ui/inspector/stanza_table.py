"""The journal as a table that follows its tail, until a person scrolls away or chooses a row; then it counts.

While somebody reads, the rows under their eyes stay where they are, whatever falls out above or is paged in there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.canvas import Lettering
from alicia_desktop.ui.inspector.keys import is_plain
from alicia_desktop.ui.inspector.selection import Selection
from alicia_desktop.ui.inspector.stanza_cells import DELTA, STANZA, StanzaCells, columns
from alicia_desktop.ui.inspector.table import Table, TableDelegate
from alicia_desktop.ui.qtrows import RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.stanzas import StanzaRow

MIN_SUMMARY_WIDTH: Final = 200
"""Pixels that the summary has before stanza number and distance in time are shown too."""


class StanzaTable(Table):
    """`unseen` rows came while it did not follow."""

    older_requested = Signal()
    unseen_changed = Signal(int)
    copy_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        self._moving = False
        super().__init__(theme=theme, name="", parent=parent)
        self.setAccessibleName(self.tr("Stanzas"))
        lettering = Lettering(theme)
        cells = StanzaCells(theme=theme, lettering=lettering)
        self._widths = cells.widths()
        self.setItemDelegate(TableDelegate(cells.paints(), theme=theme, lettering=lettering, parent=self))
        self.selection = Selection(self)
        self._following = True
        self._unseen = 0
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
        self._begin()

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
        current = self.currentIndex()
        in_view = self._is_in_view(current, event.oldSize())
        super().resizeEvent(event)
        self._fit()
        if self._following:
            self._to_end()
        elif in_view:
            self.scrollTo(current)

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Choosing a row is reading: only the last one is chosen to follow."""
        super().currentChanged(current, previous)
        if not current.isValid():
            return
        if current.row() == self.model().rowCount() - 1:
            self.jump_to_end()
        else:
            self._following = False

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Begin with the newest row where none is chosen."""
        if self.currentIndex().isValid():
            return super().moveCursor(action, modifiers)
        return self.model().index(self.model().rowCount() - 1, 0)

    def updateGeometries(self) -> None:
        """Take room that comes and goes; nobody has scrolled."""
        with self._by_itself():
            super().updateGeometries()

    def _is_in_view(self, index: QModelIndex, room: QSize) -> bool:
        place = self.visualRect(index)
        return index.isValid() and place.bottom() >= 0 and place.top() < room.height()

    def _begin(self) -> None:
        """Show other rows: the chosen one where it is among them, else their end."""
        current = self.currentIndex()
        if current.isValid() and current.row() < self.model().rowCount() - 1:
            self._following = False
            self._count(0)
            self.scrollTo(current)
        else:
            self.jump_to_end()

    def _choose_last(self) -> None:
        rows = self.model().rowCount()
        if rows:
            self.setCurrentIndex(self.model().index(rows - 1, 0))

    def _fit(self) -> None:
        if self.model() is None:
            return
        narrow = sum(self._widths) + MIN_SUMMARY_WIDTH > self.viewport().width()
        for column in (DELTA, STANZA):
            self.setColumnHidden(column, narrow)

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        count, rows = last - first + 1, self.model().rowCount()
        if count == rows:
            self._begin()
        elif self._following:
            self.jump_to_end()
        elif last < rows - 1:
            self._shift(count)
        elif rows * self.verticalHeader().defaultSectionSize() > self.viewport().height():
            self._count(self._unseen + count)

    def _on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        if not self._following and first == 0:
            self._shift(first - last - 1)

    def _shift(self, rows: int) -> None:
        """Keep what is in view in its place, though `rows` came or went above."""
        bar = self.verticalScrollBar()
        with self._by_itself():
            self.updateGeometries()
            bar.setValue(bar.value() + rows * self.verticalHeader().defaultSectionSize())

    def _to_end(self) -> None:
        with self._by_itself():
            self.scrollToBottom()

    @contextmanager
    def _by_itself(self) -> Iterator[None]:
        """Within it nobody scrolls but the table; one such move may lie in another."""
        moving, self._moving = self._moving, True
        try:
            yield
        finally:
            self._moving = moving

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
