"""The frame of the focus ring, drawn outside or inside of the focused widget."""

from typing import Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFocusFrame,
    QListView,
    QPlainTextEdit,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QTabBar,
    QTextEdit,
    QWidget,
)

from alicia_desktop.ui.theme import EDGE_TO_EDGE, OWN_RADIUS, Theme


@runtime_checkable
class CellDelegate(Protocol):
    """Paints more into some cells than the row itself, such as a heading."""

    def row_of(self, index: QModelIndex, cell: QRect) -> QRect:
        """Return where in its cell the row is."""
        ...


class FocusFrame(QFocusFrame):
    """A frame of 2 px around one widget, or within it; in a list around the row that the keys move from."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: QAbstractItemView | None = None
        self._row = QRect()
        border = theme.tokens.border
        self._around = _Margins(border["focus"] + border["focus-gap"])
        self._within = _Margins(-border["focus-gap"])
        self.setStyle(self._around)

    def surround(self, widget: QWidget | None) -> None:
        """Put the frame around `widget`, or inside where it fills a panel from edge to edge; None hides the frame."""
        if self._rows is not None and shiboken6.isValid(self._rows):
            self._rows.viewport().removeEventFilter(self)
        self._rows = widget if isinstance(widget, QAbstractItemView) else None
        self._row = QRect()
        if self._rows is not None:
            self._rows.viewport().installEventFilter(self)
        self.setStyle(self._within if widget is not None and _fills_its_panel(widget) else self._around)
        self.setWidget(widget)  # type: ignore[arg-type] # None is how Qt takes the frame away

    @property
    def row(self) -> QRect:
        """The row of the list that is framed, in the list's viewport; empty where all of the widget is."""
        rows = self._rows
        if rows is None or not shiboken6.isValid(rows) or not rows.currentIndex().isValid():
            return QRect()
        room, row = rows.viewport().rect(), rows.visualRect(rows.currentIndex())
        delegate = rows.itemDelegate()
        if isinstance(delegate, CellDelegate):
            row = delegate.row_of(rows.currentIndex(), row)
        if not isinstance(rows, QListView):  # tables and trees: all cells of the row
            row.setLeft(room.left())
            row.setRight(room.right())
        return row.intersected(room)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the row wherever the list paints it."""
        if event.type() is QEvent.Type.Paint and self.row != self._row:
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        self._row = self.row
        if not self._row.isEmpty() and self._rows is not None:
            self._paint_row(self._row.translated(self.mapFromGlobal(self._rows.viewport().mapToGlobal(QPoint(0, 0)))))
            return
        border = self._theme.tokens.border
        inset = border["focus"] / 2
        widget = self.widget()
        own: int | None = widget.property(OWN_RADIUS)
        radius = (own or self._theme.radius("control")) + border["focus-gap"] + inset
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("focus"), border["focus"]))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.end()

    def _paint_row(self, row: QRect) -> None:
        border = self._theme.tokens.border["focus"]
        radius = self._theme.radius("badge")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("focus"), border))
        inset = border / 2
        row = row.intersected(self.rect())
        painter.drawRoundedRect(QRectF(row).adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.end()


class _Margins(QProxyStyle):
    def __init__(self, margin: int) -> None:
        super().__init__("Fusion")
        self._margin = margin

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """Return the distance of the frame; everything else is Fusion's."""
        if metric in {QStyle.PixelMetric.PM_FocusFrameHMargin, QStyle.PixelMetric.PM_FocusFrameVMargin}:
            return self._margin
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        """Lay the frame over the widget, whole: Fusion lays it below and cuts its round corners off."""
        if hint is QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        if hint is QStyle.StyleHint.SH_FocusFrame_Mask:
            return 0
        return super().styleHint(hint, option, widget, returned)


def _fills_its_panel(widget: QWidget) -> bool:
    """Whether there is no room around it for a ring: lists, tables and tabs reach to the edges."""
    scrolls = isinstance(widget, QAbstractScrollArea) and not isinstance(widget, (QTextEdit, QPlainTextEdit))
    return scrolls or isinstance(widget, QTabBar) or bool(widget.property(EDGE_TO_EDGE))
