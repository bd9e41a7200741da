"""A table of the inspector: rows of one fixed height, columns of fixed width but the last, painted by one delegate.

Heights by contents, or a style asked for each cell, would be felt at 200,000 rows and two thousand new ones a second.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from alicia_desktop.ui.inspector.canvas import Canvas, Lettering
from alicia_desktop.ui.inspector.keys import as_arrow
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.theme import Theme

HEAD: Final = 28
CELL_PADDING: Final = 8
Paint = Callable[[Canvas, QRect, Any], None]
"""Paints one cell of a row into the room between its paddings."""


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
        index: QModelIndex | QPersistentModelIndex,
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
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setFixedHeight(round(HEAD * self._theme.scale))
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

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return one height for all."""
        return QSize(0, self._theme.height("row-table"))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the ground and the cell."""
        room: QRect = option.rect
        state: QStyle.StateFlag = option.state
        direction: Qt.LayoutDirection = option.direction
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(room, self._theme.colour("surface-selected"))
        canvas = Canvas(painter, room, lettering=self._lettering, direction=direction)
        inner = room.adjusted(CELL_PADDING, 0, -CELL_PADDING, 0)
        self._paints[index.column()](canvas, inner, index.data(ROW_ROLE))
