"""Paint the ranking of a trial: the place of each memory, what became of it, why, a bar and its score."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import RowList
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import show_tool_tip
from alicia_desktop.view.what_if import Change, TriedRow

START, END, GAP, PLACE = 8, 8, 8, 20
BAR, BAR_HEIGHT, SCORE = 56, 6, 34
SIGNS: Final[dict[Change, tuple[str, str]]] = {
    "same": ("", "text-muted"),
    "in": ("+ ", "ok"),
    "out": ("− ", "error"),
    "moved": ("↕ ", "accent"),
    "missed": ("", "text-muted"),
}
"""What stands before the words of a change, and their colour."""


def spoken(row: TriedRow) -> str:
    """Return a row as a screen reader reads it."""
    return ". ".join(part for part in (row.rank, row.mark, row.content, row.detail, row.score) if part)


class TriedList(RowList):
    """Rows of one height; Enter asks for the memory's page."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self.setAccessibleName(self.tr("Ranking"))
        self.setUniformItemSizes(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_TriedDelegate(theme=theme, view=self))


class _TriedDelegate(QStyledItemDelegate):
    """Paints a row; the number is never cut."""

    def __init__(self, *, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._lettering = Lettering(theme)

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
        if isinstance(row, TriedRow):
            show_tool_tip(event.globalPos(), f"{row.content}\n{row.detail}", view)
        return True

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint it."""
        row: TriedRow = index.data(ROW_ROLE)
        room: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected, hovered = (
            bool(state & QStyle.StateFlag.State_Selected),
            bool(state & QStyle.StateFlag.State_MouseOver),
        )
        painter.save()
        canvas = Canvas(painter, room, lettering=self._lettering, direction=option.direction)
        canvas.row_ground(selected=selected, hovered=hovered)
        canvas.fill(QRect(room.left(), room.bottom(), room.width(), 1), "border")
        self._paint_row(canvas, row, room, ground="surface-raised" if selected else "surface-hover")
        painter.restore()

    def _paint_row(self, canvas: Canvas, row: TriedRow, room: QRect, *, ground: str) -> None:
        used = row.change in {"same", "in", "moved"}
        place = QRect(room.left() + START, room.top(), self._theme.scaled(PLACE), room.height() - 1)
        canvas.words(place, row.rank, font="small", colour="text-muted", align=TRAILING, elide=False)
        wide = self._theme.scaled(SCORE)
        number = QRect(room.right() + 1 - END - wide, room.top(), wide, room.height() - 1)
        canvas.words(number, row.score, font="ui-strong", align=TRAILING, elide=False)
        bar = QRect(number.left() - GAP - BAR, room.center().y() - BAR_HEIGHT // 2, BAR, BAR_HEIGHT)
        if row.fraction is not None:
            canvas.bar(bar, row.fraction, "trace-retrieved" if used else "text-disabled", ground)
        text = QRect(place.right() + 1 + GAP, room.top() + 4, 0, self._theme.scaled(18))
        text.setRight(bar.left() - GAP)
        canvas.words(text, row.content, weight=500, colour="text" if used else "text-muted")
        self._paint_below(canvas, row, text.translated(0, text.height()))

    def _paint_below(self, canvas: Canvas, row: TriedRow, below: QRect) -> None:
        sign, colour = SIGNS[row.change]
        if row.mark:
            mark = f"{sign}{row.mark}"
            canvas.words(below, mark, font="small", weight=600, colour=colour)
            below.setLeft(below.left() + self._lettering.width(mark, "small", 600) + GAP)
        canvas.words(below, row.detail, font="small", colour="text-muted")
