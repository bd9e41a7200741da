"""Show rows as lists and tables of the inspector, with its keys, and select one of them by its id.

Rows of a table have one fixed height: heights by contents, or a style asked for each cell, would be felt at 200,000
rows and five thousand new ones a second. j and k are the arrows, letters never search. A selection is an id: it
outlives rows that are replaced, and may be asked for before its row comes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.ui.inspector.canvas import Canvas, Lettering
from alicia_desktop.ui.qt_models import ID_ROLE, ROW_ROLE, PagesTableModel, RowsListModel, RowsTableModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import show_tool_tip

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
_ARROWS = {Qt.Key.Key_J: Qt.Key.Key_Down, Qt.Key.Key_K: Qt.Key.Key_Up}

HEAD: Final = 28

CELL_PADDING: Final = 8

Index = QModelIndex | QPersistentModelIndex

Paint = Callable[[Canvas, QRect, Any], None]
"""Paints one cell of a row into the room between its paddings."""

Model = RowsListModel[Any] | RowsTableModel[Any] | PagesTableModel[Any]


def as_arrow(event: QKeyEvent) -> QKeyEvent:
    """Return `event`, or the arrow that its letter stands for."""
    arrow = _ARROWS.get(Qt.Key(event.key())) if event.modifiers() == NO_MODIFIER else None
    return event if arrow is None else QKeyEvent(event.type(), arrow, NO_MODIFIER)


def is_plain(event: QKeyEvent, key: Qt.Key) -> bool:
    """Return whether `key` alone was pressed; on the keypad counts too."""
    return event.key() == key and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == NO_MODIFIER


class Table(QTableView):
    """One row is chosen at a time; no grid, no row heads."""

    def __init__(self, *, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName(name)
        self.setProperty("ground", "raised")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self._set_heads()
        theme.changed.connect(self.viewport().update)

    def set_widths(self, widths: Sequence[int]) -> None:
        """Give each column but the last its width in pixels; the last takes what is left."""
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take j and k for arrows; Enter means the same on every platform."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(as_arrow(event))

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Go to the first and the last row by Home and End: a row is chosen as a whole."""
        ends = {QAbstractItemView.CursorAction.MoveHome, QAbstractItemView.CursorAction.MoveEnd}
        control = Qt.KeyboardModifier.ControlModifier
        return super().moveCursor(action, modifiers | control if action in ends else modifiers)

    def keyboardSearch(self, search: str) -> None:
        """Letters are keys here."""

    def updateGeometries(self) -> None:
        """Let it scroll on to a whole row, so that none is cut at the top when the last one is in view."""
        bar = self.verticalScrollBar()
        before = bar.value()
        super().updateGeometries()
        cut_back = bar.value() < before
        bar.setMaximum(self._whole_rows(bar.maximum()))
        if cut_back:
            bar.setValue(before)

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Show a row, and a whole one at the top."""
        bar = self.verticalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if bar.value() != before:
            bar.setValue(self._whole_rows(bar.value()))

    def _whole_rows(self, pixels: int) -> int:
        row = self.verticalHeader().defaultSectionSize()
        return -(-pixels // row) * row

    def _set_heads(self) -> None:
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.hide()
        rows.setAccessibleName(self.tr("Rows"))
        columns.setAccessibleName(self.tr("Columns"))
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(self._theme.height("row-table"))
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setStretchLastSection(True)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setFixedHeight(self._theme.scaled(HEAD))
        columns.setFont(self._theme.font("label"))
        corner = QFrame()
        corner.setProperty("ground", "sunken")
        corner.setProperty("line", "bottom")
        corner.setFixedHeight(columns.height())
        self.addScrollBarWidget(corner, Qt.AlignmentFlag.AlignTop)


class TableDelegate(QStyledItemDelegate):
    """Paints cells with the function of their column."""

    def __init__(self, paints: Mapping[int, Paint], *, theme: Theme, lettering: Lettering, parent: QWidget) -> None:
        super().__init__(parent)
        self._paints = paints
        self._theme = theme
        self._lettering = lettering

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return one height for all."""
        return QSize(0, self._theme.height("row-table"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground and the cell."""
        room: QRect = option.rect
        direction: Qt.LayoutDirection = option.direction
        state: QStyle.StateFlag = option.state
        canvas = self.canvas(painter, direction)
        self.paint_cell(
            canvas, room, index.column(), index.data(ROW_ROLE), is_chosen=bool(state & QStyle.StateFlag.State_Selected)
        )

    def canvas(self, painter: QPainter, direction: Qt.LayoutDirection) -> Canvas:
        """Return what cells are painted on; one does for all of a frame."""
        return Canvas(painter, QRect(), lettering=self._lettering, direction=direction)

    def paint_cell(self, canvas: Canvas, room: QRect, column: int, row: Any, *, is_chosen: bool) -> None:
        """Paint one column of a row, which is None while its page is being read."""
        if is_chosen:
            canvas.painter.fillRect(room, self._theme.colour("surface-selected"))
        if row is not None:
            canvas.bounds = room
            self._paints[column](canvas, room.adjusted(CELL_PADDING, 0, -CELL_PADDING, 0), row)


class FastTable(Table):
    """Paints the rows in view by itself, with the functions of its `TableDelegate`.

    Qt would ask model and delegate half a dozen things for each cell, every time through Python: that is twice the
    work, and so many more moments in which a thread that writes takes its turn in the middle of a frame.
    """

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells that are in view."""
        delegate, model = self.itemDelegate(), self.model()
        if not isinstance(delegate, TableDelegate) or model is None:
            super().paintEvent(event)
            return
        touched, height = event.rect(), self.verticalHeader().defaultSectionSize()
        first, last = self.rowAt(touched.top()), self.rowAt(touched.bottom())
        painter, columns = QPainter(self.viewport()), self._columns_within(touched)
        canvas = delegate.canvas(painter, self.layoutDirection())
        chosen = {index.row() for index in self.selectionModel().selectedRows()}
        for row in range(first, (last if last >= 0 else model.rowCount() - 1) + 1) if first >= 0 else ():
            record, top = model.index(row, 0).data(ROW_ROLE), self.rowViewportPosition(row)
            for column, left, width in columns:
                delegate.paint_cell(canvas, QRect(left, top, width, height), column, record, is_chosen=row in chosen)
        painter.end()

    def _columns_within(self, touched: QRect) -> list[tuple[int, int, int]]:
        """Return number, left edge and width of the columns that are to be painted."""
        shown = [column for column in range(self.model().columnCount()) if not self.isColumnHidden(column)]
        places = [(column, self.columnViewportPosition(column), self.columnWidth(column)) for column in shown]
        return [place for place in places if place[1] <= touched.right() and place[1] + place[2] > touched.left()]


class RowList(QListView):
    """Shows rows in their own way: who derives from it paints them, and says how high they are where that differs."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lettering = Lettering(theme)
        self.marked: Expression = EVERYTHING
        """What is looked for: its finds are marked."""
        self.setUniformItemSizes(True)
        self.setItemDelegate(RowDelegate(self))
        self.setProperty("ground", "raised")
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        theme.changed.connect(self.viewport().update)

    def paint_row(self, canvas: Canvas, index: Index, room: QRect, *, selected: bool) -> None:
        """Paint a row on its ground; each kind of list has its own."""

    def row_height(self, index: Index) -> int:
        """Return how high a row is, in pixels: all alike."""
        return self._theme.height("row-trace")

    def tool_tip(self, index: Index) -> str:
        """Return the words of a row, which it may have to cut."""
        row = index.data(ROW_ROLE)
        return f"{row.content}\n{row.detail}"

    def set_marked(self, expression: Expression) -> None:
        """Mark what a filter finds."""
        self.marked = expression
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take j and k for arrows; Enter means the same on every platform."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(as_arrow(event))

    def keyboardSearch(self, search: str) -> None:
        """Letters are keys here."""


class RowDelegate(QStyledItemDelegate):
    """Paints the ground of each row of a `RowList`, with a line below where all have one height; the list paints on."""

    def __init__(self, rows: RowList) -> None:
        super().__init__(rows)
        self._rows = rows

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height that the list says."""
        return QSize(0, self._rows.row_height(index))

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Show the words of a row."""
        show_tool_tip(event.globalPos(), self._rows.tool_tip(index) if index.isValid() else "", view)
        return True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        room: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        canvas = Canvas(painter, room, lettering=self._rows.lettering, direction=option.direction)
        canvas.row_ground(selected=selected, hovered=bool(state & QStyle.StateFlag.State_MouseOver))
        if self._rows.uniformItemSizes():
            canvas.fill(QRect(room.left(), room.bottom(), room.width(), 1), "border")
        self._rows.paint_row(canvas, index, room, selected=selected)
        painter.restore()


class Selection(QObject):
    """The selected row of one view; `selected` carries its id, once for each change."""

    selected = Signal(str)

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self.view = view
        self._model: Model | None = None
        self._id = ""
        self._wanted = ""

    @property
    def id(self) -> str:
        """What is chosen; empty for nothing."""
        return self._id

    def attach(self, model: Model) -> None:
        """Show `model` in the view; what was chosen stays chosen where it is there too."""
        self._wanted = self._wanted or self._id
        old, self._model = self._model, model
        # Before the view, which would choose a neighbour for a row that is only being replaced.
        model.rowsAboutToBeRemoved.connect(self._on_leaving)
        self.view.setModel(model)
        self.view.setCurrentIndex(QModelIndex())  # else Qt chooses the first row as soon as the keyboard comes
        model.rowsInserted.connect(self._on_inserted)
        self.view.selectionModel().currentRowChanged.connect(self._on_current)
        if old is not None:
            old.detach()
            old.deleteLater()
        self._choose(model.index_of(self._wanted))

    def select(self, row_id: str) -> None:
        """Choose the row with this id, now or when it comes."""
        self._wanted = row_id
        if self._model is not None:
            self._choose(self._model.index_of(row_id))

    def offer(self, row_id: str) -> None:
        """Choose a row where nobody chose one: `selected` says nothing, and what is waited for still is."""
        wanted = self._wanted
        if row_id == wanted or self._model is None:
            return  # it is chosen as what was waited for
        self._id = row_id
        self._choose(self._model.index_of(row_id))
        self._wanted = wanted

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)

    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid():
            return
        self._wanted = ""
        chosen = str(current.data(ID_ROLE))
        if chosen != self._id:
            self._id = chosen
            self.selected.emit(chosen)

    def _on_leaving(self, _parent: QModelIndex, first: int, last: int) -> None:
        current = self.view.currentIndex()
        if current.isValid() and first <= current.row() <= last:
            self.view.setCurrentIndex(QModelIndex())
            self._wanted = self._id

    def _on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Look among the new rows only: finding a key among all would cost each burst."""
        model = self._model
        if not self._wanted or model is None:
            return
        if isinstance(model, PagesTableModel):
            self._choose(model.index_of(self._wanted))
            return
        for row in range(first, last + 1):
            if model.index(row, 0).data(ID_ROLE) == self._wanted:
                self._choose(model.index(row, 0))
                return
