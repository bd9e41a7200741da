"""Paint the list of traces: rank, action, content, a bar for the score, and the score with what it means."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from alicia_desktop.filtering.expression import EVERYTHING, Condition, Expression
from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine, add_filter_actions
from alicia_desktop.ui.inspector.row_views import RowList
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import show_tool_tip
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR, TRACE_ICON
from alicia_desktop.ui.widgets.link_menu import Follow, add_link_actions
from alicia_desktop.view.references import Reference
from alicia_desktop.view.stanza_conditions import field_hits, text_hits
from alicia_desktop.view.traces import TraceRow

START, END, GAP, CELL = 12, 16, 8, 20
BAR, BAR_HEIGHT, SCORE = 64, 6, 100
PARTS = " · "
"""Between the parts of the line below."""


class TraceList(RowList):
    """Rows of one height; Enter asks for the answer of a trace."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self.setAccessibleName(self.tr("Memory traces"))
        self.setUniformItemSizes(True)
        self._delegate = TraceDelegate(theme=theme, view=self)
        self.setItemDelegate(self._delegate)

    def set_marked(self, expression: Expression) -> None:
        """Mark what a filter finds."""
        self._delegate.marked = expression
        self.viewport().update()

    def row_at(self, place: QPoint) -> TraceRow | None:
        """Return the trace at a place of the viewport, or the chosen one where there is none."""
        index = self.indexAt(place)
        row: TraceRow | None = (index if index.isValid() else self.currentIndex()).data(ROW_ROLE)
        return row


def trace_menu(row: TraceRow | None, filter_line: FilterLine, *, follow: Follow, parent: QWidget) -> QMenu:
    """Return the context menu of a trace: what filters by it, and where it leads."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for key, value in (("action", row.action), ("category", row.category)) if row else ():
        if value:
            add_filter_actions(menu, Condition(key=key, operator=":", value=value), filter_line)
            menu.addSeparator()
    if row is not None:
        add_link_actions(menu, Reference(kind="trace", id=row.id), here="memory", follow=follow)
    return menu


class TraceDelegate(QStyledItemDelegate):
    """Paints a row of 44; the number and its meaning are never cut."""

    def __init__(self, *, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._lettering = Lettering(theme)
        self.marked: Expression = EVERYTHING
        """What is looked for: its finds are marked."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return one height for all."""
        return QSize(0, self._theme.height("row-trace"))

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Show the whole content, which the row may have to cut."""
        row = index.data(ROW_ROLE)
        if isinstance(row, TraceRow):
            show_tool_tip(event.globalPos(), f"{row.content}\n{row.detail}", view)
        return True

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint it."""
        row: TraceRow = index.data(ROW_ROLE)
        room: QRect = option.rect
        state: QStyle.StateFlag = option.state
        direction: Qt.LayoutDirection = option.direction
        selected, hovered = (
            bool(state & QStyle.StateFlag.State_Selected),
            bool(state & QStyle.StateFlag.State_MouseOver),
        )
        painter.save()
        canvas = Canvas(painter, room, lettering=self._lettering, direction=direction)
        canvas.row_ground(selected=selected, hovered=hovered)
        canvas.fill(QRect(room.left(), room.bottom(), room.width(), 1), "border")
        self._paint_row(canvas, row, room, ground="surface-raised" if selected else "surface-hover")
        painter.restore()

    def _paint_row(self, canvas: Canvas, row: TraceRow, room: QRect, *, ground: str) -> None:
        colour, left, side = TRACE_COLOUR[row.action], room.left() + START, self._theme.scaled(CELL)
        cell = QRect(left, room.top(), side, room.height() - 1)
        canvas.words(cell, row.rank, font="small", colour="text-muted", align=TRAILING, elide=False)
        canvas.icon(cell.translated(side + GAP, 0), TRACE_ICON[row.action], colour, self._theme.icon_size())
        end = room.right() + 1 - END - self._paint_score(canvas, row, room)
        if row.fraction is not None:
            bar = QRect(end - BAR, room.center().y() - BAR_HEIGHT // 2, BAR, BAR_HEIGHT)
            canvas.bar(bar, row.fraction, colour, ground)
            end -= BAR + GAP
        text = QRect(left + 2 * (side + GAP), room.top() + 4, 0, self._theme.scaled(18))
        text.setRight(end - GAP)
        canvas.words(text, row.content, weight=500)
        below = text.translated(0, text.height())
        canvas.words(below, row.detail, font="small", colour="text-muted")
        if self.marked != EVERYTHING:
            canvas.mark_words(text, row.content, text_hits(self.marked, row.content), weight=500)
            canvas.mark_words(below, row.detail, self._hits_in_detail(row), font="small")

    def _hits_in_detail(self, row: TraceRow) -> list[tuple[int, int]]:
        """Return what fits in the line below: texts, and its parts where the filter names one, such as its category."""
        hits, start = list(text_hits(self.marked, row.detail)), 0
        for part in row.detail.split(PARTS):
            for key, value in (("action", part.lower()), ("category", part), ("is", part)):
                hits += [(start + a, start + b) for a, b in field_hits(self.marked, value, key=key)]
            start += len(part) + len(PARTS)
        return hits

    def _paint_score(self, canvas: Canvas, row: TraceRow, room: QRect) -> int:
        """Paint number and meaning at the end; return the room that they take."""
        meaning = self._lettering.width(row.meaning, "small")
        number = self._lettering.width(row.score, "ui-strong") + 4 if row.score else 0
        place = QRect(room.left(), room.top(), room.width() - END, room.height() - 1)
        canvas.words(place, row.meaning, font="small", colour="text-muted", align=TRAILING, elide=False)
        if row.score:
            place.setWidth(place.width() - meaning - 4)
            canvas.words(place, row.score, font="ui-strong", align=TRAILING, elide=False)
        return max(self._theme.scaled(SCORE), number + meaning) + GAP
