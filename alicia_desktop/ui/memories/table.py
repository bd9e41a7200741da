"""The list of memories: rows of one height on a table model that knows only their number, painted in two lines.

Many can be selected. A selection is remembered by its keys, so that it stays while the list is read again around it.
"""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QWidget

from alicia_desktop.base.lazy_list import Pages, PagesChange
from alicia_desktop.ui.inspector.canvas import Lettering
from alicia_desktop.ui.inspector.keys import is_plain
from alicia_desktop.ui.inspector.table import CELL_PADDING, Table, TableDelegate
from alicia_desktop.ui.memories.cells import CATEGORY, INSET, STORED, USES, MemoryCells, columns
from alicia_desktop.ui.qt_models import ROW_ROLE, PagesTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.memories_rows import ListedMemory

MAX_RUNS: Final = 500
"""Runs of selected rows that outlive a change of the list; Qt takes seconds for thousands."""
MIN_CONTENT_WIDTH: Final = 300
"""Pixels that the content has before columns come beside it."""
Flag = QItemSelectionModel.SelectionFlag


class MemoryTable(Table):
    """Enter opens a memory, Delete asks to delete what is selected."""

    memory_requested = Signal(str)
    selection_changed = Signal()
    delete_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, name="", parent=parent)
        self.setAccessibleName(self.tr("Memories"))
        lettering = Lettering(theme)
        self._cells = MemoryCells(theme=theme, lettering=lettering)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.verticalHeader().setDefaultSectionSize(theme.height("row-trace"))
        self.setItemDelegate(_Delegate(self._cells.paints(), theme=theme, lettering=lettering, parent=self))
        self._pages: Pages[ListedMemory] = Pages()
        self._model: PagesTableModel[ListedMemory] | None = None
        self._disconnects: tuple[Callable[[], None], ...] = ()
        self._remembered: tuple[set[int], int | None] | None = None
        """Of the rows that are being replaced: what is selected, and what the keyboard is on."""
        self.activated.connect(self._on_activated)
        self.doubleClicked.connect(self._on_activated)
        self.set_pages(self._pages)

    def set_pages(self, pages: Pages[ListedMemory]) -> None:
        """Show these, and follow them."""
        former, self._pages = self._model, pages
        self._model = PagesTableModel(pages, columns(), parent=self)
        for disconnect in self._disconnects:
            disconnect()
        self._disconnects = (
            pages.changing.connect(self._remember),
            pages.changed.connect(self._recall),
        )
        self.setModel(self._model)
        self.selectionModel().selectionChanged.connect(self._on_selection)
        if former is not None:
            former.detach()
            former.deleteLater()
        heads = self.horizontalHeader()
        # Its own, always empty: to paint a head, Qt asks of every row whether its column is selected.
        heads.setSelectionModel(QItemSelectionModel(self._model, heads))
        heads.setStretchLastSection(False)
        heads.setStyleSheet(f"QHeaderView::section:first {{ padding-left: {CELL_PADDING + INSET}px; }}")
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in self._cells.widths().items():
            self.setColumnWidth(column, width)
        self._fit()

    @property
    def selected_count(self) -> int:
        """How many are selected, without naming them."""
        return sum(map(len, self._selected_runs()))

    def selected_keys(self) -> list[int]:
        """Return the keys of what is selected, in the order of the list."""
        keys = self._pages.keys
        return [key for run in self._selected_runs() for key in keys[run.start : run.stop]]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete what is selected; the rest is the table's."""
        if is_plain(event, Qt.Key.Key_Delete) and self.selected_count:
            self.delete_requested.emit()
        else:
            super().keyPressEvent(event)

    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint whole rows anew: Qt does it for the cell alone that the keyboard left."""
        super().currentChanged(current, previous)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Let columns go, the least asked for first, until the content has its room."""
        widths = self._cells.widths()
        for column in (USES, CATEGORY, STORED):
            self.setColumnHidden(column, self.viewport().width() - sum(widths.values()) < MIN_CONTENT_WIDTH)
            if self.isColumnHidden(column):
                del widths[column]

    def _on_activated(self, index: QModelIndex) -> None:
        row: ListedMemory | None = index.data(ROW_ROLE)
        if row is not None:
            self.memory_requested.emit(row.id)

    def _on_selection(self) -> None:
        if self._remembered is None:
            self.selection_changed.emit()

    def _remember(self, change: PagesChange) -> None:
        """Note what is selected among the rows that are replaced; Qt keeps the selection of all others."""
        keys = self._pages.keys
        gone = range(change.first, change.first + change.removed)
        chosen = {keys[place] for run in self._selected_runs() for place in _common(run, gone)}
        row = self.currentIndex().row()
        self._remembered = (chosen, keys[row] if row in gone else None)

    def _recall(self, change: PagesChange) -> None:
        if self._remembered is None:
            return
        chosen, current = self._remembered
        added = range(change.first, change.first + change.added)
        keys = self._pages.keys
        runs = _runs([place for place in added if keys[place] in chosen]) if chosen else []
        selection = QItemSelection()
        last = self.model().columnCount() - 1
        for first, end in runs if len(runs) <= MAX_RUNS else ():
            selection.select(self.model().index(first, 0), self.model().index(end, last))
        self.selectionModel().select(selection, Flag.Select | Flag.Rows)
        if current is not None:
            for place in self._pages.places_of([current]):
                self.selectionModel().setCurrentIndex(self.model().index(place, 0), Flag.NoUpdate)
        self._remembered = None
        self.selection_changed.emit()

    def _selected_runs(self) -> list[range]:
        chosen = self.selectionModel().selection().toList()
        return sorted((range(one.top(), one.bottom() + 1) for one in chosen), key=lambda run: run.start)


class _Delegate(TableDelegate):
    """Leaves a row empty until it is there, and marks the one that the keyboard is on."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if index.data(ROW_ROLE) is not None:
            super().paint(painter, option, index)
        view = self.parent()
        if isinstance(view, MemoryTable) and view.hasFocus() and view.currentIndex().row() == index.row():
            room: QRect = option.rect
            line = QRect(room.left(), room.bottom() - 1, room.width(), 2)
            painter.fillRect(line, self._theme.colour("focus"))


def _common(one: range, other: range) -> range:
    return range(max(one.start, other.start), min(one.stop, other.stop))


def _runs(places: list[int]) -> list[tuple[int, int]]:
    """Return runs of neighbours as first and last place."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and place == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs
