"""Show the journal as a table that follows its tail until the user scrolls away or selects a row; then it counts.

While the user reads, the rows in view stay where they are, whatever is dropped above or paged in there.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from alicia_desktop.base.lazy_list import Pages
from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.ui.inspector.canvas import Lettering
from alicia_desktop.ui.inspector.row_views import FastTable, Selection, TableDelegate, is_plain
from alicia_desktop.ui.inspector.stanzas.stanza_columns import (
    CELLS,
    DELTA,
    DIRECTION,
    SIZE,
    STANZA,
    SUMMARY,
    TIME,
    StanzaCells,
    columns,
)
from alicia_desktop.ui.qt_models import ROW_ROLE, PagesTableModel, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.stanza_conditions import Cell
from alicia_desktop.view.stanza_order import StanzaOrder
from alicia_desktop.view.stanzas import Badge, StanzaRow, StanzaTimes

WIDE_SUMMARY_WIDTH: Final = 200
"""Pixels that the summary has before stanza number and distance in time are shown too."""
NARROW_SUMMARY_WIDTH: Final = 160
"""The same before size and time are."""
MIN_SUMMARY_WIDTH: Final = 120
"""The same before the direction is; chosen columns leave it as much."""
GIVEN_UP: Final = (
    (DELTA, WIDE_SUMMARY_WIDTH),
    (STANZA, WIDE_SUMMARY_WIDTH),
    (SIZE, NARROW_SUMMARY_WIDTH),
    (TIME, NARROW_SUMMARY_WIDTH),
    (DIRECTION, MIN_SUMMARY_WIDTH),
)
"""What is not shown where the summary would have less room than this, in this order; the details have all of it."""


class StanzaTable(FastTable):
    """`unseen` rows came while it did not follow."""

    older_requested = Signal()
    unseen_changed = Signal(int)
    copy_requested = Signal()
    note_requested = Signal()
    comparison_requested = Signal()
    times_requested = Signal()
    """To say times in the next way."""
    cells_moved = Signal(object)
    """The columns in the order into which somebody dragged them."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        self._moving = False
        super().__init__(theme=theme, name="", parent=parent)
        self.setAccessibleName(self.tr("Stanzas"))
        lettering = Lettering(theme)
        self._cells = StanzaCells(theme=theme, lettering=lettering)
        self._widths: list[int] = []
        self._title_width = 0
        """Of the summary, which gets what is left: columns go before it is cut; where none can go it ends with "…"."""
        self.setItemDelegate(TableDelegate(self._cells.paints(), theme=theme, lettering=lettering, parent=self))
        self.selection = Selection(self)
        self._following = True
        self._unseen = 0
        self._chosen: tuple[Cell, ...] = ()
        self._order: StanzaOrder | None = None
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        heads = self.horizontalHeader()
        heads.setSectionsClickable(True)
        heads.setSectionsMovable(True)
        heads.sectionMoved.connect(self._on_head_moved)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        theme.changed.connect(self._on_theme)

    @property
    def following(self) -> bool:
        """Whether new rows scroll into view."""
        return self._following

    @property
    def unseen(self) -> int:
        """How many rows came since it follows no longer."""
        return self._unseen

    def badge_at(self, place: QPoint) -> Badge | None:
        """Return the badge at a place of the viewport."""
        index = self.indexAt(place)
        if index.column() != SUMMARY:
            return None
        room = self.visualRect(index)
        x = room.right() - place.x() if self.isRightToLeft() else place.x() - room.left()
        return self._cells.badge_at(index.data(ROW_ROLE), x)

    def set_rows(self, rows: Rows[StanzaRow]) -> None:
        """Show these, and follow them."""
        self._order = None
        model = RowsTableModel(rows, columns(self._cells.times, self._order), parent=self)
        self.selection.attach(model)
        model.rowsInserted.connect(self._on_inserted)
        model.rowsRemoved.connect(self._on_removed)
        self._fit()
        self._begin()

    def set_pages(self, pages: Pages[StanzaRow], order: StanzaOrder) -> None:
        """Show these in another order than that of their arrival; there is no tail to follow."""
        self._order, self._following = order, False
        self._count(0)
        self.selection.attach(PagesTableModel(pages, columns(self._cells.times, self._order), parent=self))
        self._fit()
        if not self.currentIndex().isValid():
            self.scrollToTop()

    @property
    def times(self) -> StanzaTimes:
        """How times are said."""
        return self._cells.times

    def set_times(self, times: StanzaTimes) -> None:
        """Say times in another way."""
        self._cells.times = times
        self._stanzas.set_columns(columns(times, self._order))
        self._fit()
        self.viewport().update()

    @property
    def shown_cells(self) -> tuple[Cell, ...]:
        """The columns in view, in their order."""
        heads = self.horizontalHeader()
        shown = [number for number in range(len(CELLS)) if not self.isColumnHidden(number)]
        return tuple(CELLS[number] for number in sorted(shown, key=heads.visualIndex))

    def set_cells(self, cells: Sequence[Cell]) -> None:
        """Show these columns in this order; none of them means as many as there is room for."""
        self._chosen = tuple(cells)
        self._fit()

    @property
    def _stanzas(self) -> RowsTableModel[StanzaRow] | PagesTableModel[StanzaRow]:
        model = self.model()
        assert isinstance(model, RowsTableModel | PagesTableModel)
        return model

    def set_marked(self, expression: Expression) -> None:
        """Mark what a filter finds in the summaries."""
        self._cells.marked = expression
        self.viewport().update()

    def jump_to_end(self) -> None:
        """Follow the tail again."""
        self._following = True
        self._count(0)
        self._to_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End follows, c copies, d compares, n writes a note, t says times in another way."""
        if is_plain(event, Qt.Key.Key_End) and self._order is None:
            self.jump_to_end()
            self._choose_last()
        elif is_plain(event, Qt.Key.Key_C):
            self.copy_requested.emit()
        elif is_plain(event, Qt.Key.Key_D):
            self.comparison_requested.emit()
        elif is_plain(event, Qt.Key.Key_T):
            self.times_requested.emit()
        elif is_plain(event, Qt.Key.Key_N):
            self.note_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many columns as there is room for."""
        current = self.currentIndex()
        in_view = self._is_in_view(current, event.oldSize())
        super().resizeEvent(event)
        self._fit()
        if self._following and self._order is None:
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
        if current.row() == self.model().rowCount() - 1 and self._order is None:
            self.jump_to_end()
        else:
            self._following = False

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Begin with the newest row where none is chosen, but by Home with the first."""
        if self.currentIndex().isValid() or action == QAbstractItemView.CursorAction.MoveHome:
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
        """Show the chosen columns, or those that fit; what is wider than the table is scrolled to."""
        if self.model() is None:
            return
        self._measure()
        room = self.viewport().width()
        hidden = {number for number, cell in enumerate(CELLS) if self._chosen and cell not in self._chosen}
        for number, least in () if self._chosen else GIVEN_UP:
            is_sorted_by = self._order is not None and CELLS[number] == self._order.cell
            if not is_sorted_by and room - self._width_without(hidden) < max(least, self._title_width):
                hidden.add(number)
        for number in range(len(CELLS)):  # Qt mislays columns whose neighbours get their width while they are hidden
            self.setColumnHidden(number, False)
        self._arrange()
        left = room - self._width_without(hidden)
        is_last = not self._chosen or self._chosen[-1] == "summary"
        fits = is_last and left >= MIN_SUMMARY_WIDTH
        self.horizontalHeader().setStretchLastSection(fits)  # which makes room for a scroll bar in the same step
        self.set_widths(self._widths)
        if not fits:
            self.setColumnWidth(SUMMARY, max(MIN_SUMMARY_WIDTH, left))
        for number in hidden:
            self.setColumnHidden(number, True)

    def _on_theme(self) -> None:
        self._cells.measure()
        self._fit()

    def _measure(self) -> None:
        """Measure what columns need for what they say and for their titles, which depend on language and order."""
        titles = [column.title for column in columns(self._cells.times, self._order)]
        *self._widths, self._title_width = self._cells.widths(titles)

    def _width_without(self, hidden: Collection[int]) -> int:
        return sum(width for number, width in enumerate(self._widths) if number not in hidden)

    def _arrange(self) -> None:
        """Put the columns into the order in which they were chosen, the others behind them."""
        heads = self.horizontalHeader()
        order = [*self._chosen, *(cell for cell in CELLS if cell not in self._chosen)]
        with QSignalBlocker(heads):
            for place, cell in enumerate(order):
                heads.moveSection(heads.visualIndex(CELLS.index(cell)), place)

    def _on_head_moved(self, _column: int, _before: int, _after: int) -> None:
        self.cells_moved.emit(self.shown_cells)

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
        """Mark scrolling as done by the table, not by the user; such moves may nest."""
        moving, self._moving = self._moving, True
        try:
            yield
        finally:
            self._moving = moving

    def _on_scrolled(self, value: int) -> None:
        if self._moving or self._order is not None:
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
