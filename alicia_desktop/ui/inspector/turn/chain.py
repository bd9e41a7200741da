"""Paint the chain of a turn, what led to what, from the question to the last sentence, as steps of different heights.

There are few steps in a turn, so heights by contents are cheap here; the long lists of the inspector have one height.
"""

from typing import Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.row_views import RowList
from alicia_desktop.ui.qt_models import ROW_ROLE
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.plain_text import show_tool_tip
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR, TRACE_ICON
from alicia_desktop.view.turns import ChainLine, ChainStep

KINDS: Final[dict[str, tuple[str, str]]] = {
    "question": ("chat-circle", "hearing"),
    "memories": ("brain", "trace-retrieved"),
    "reasoning": ("lightbulb", "reasoning"),
    "tool": ("wrench", "tool"),
    "sentences": ("chat-circle-text", "assistant"),
    "error": ("warning-circle", "error"),
}
LINE: Final = 20
TOP: Final = 4
BOTTOM: Final = 8
DISC: Final = 24
PADDING: Final = 16
TEXT_LEFT: Final = PADDING + DISC + 12
WRAPPED: Final = frozenset({"question", "error"})
"""Kinds whose words are people's own, or tell what to do: they are never cut."""

AIR: Final = 6
"""Pixels over the first step, whose circle would touch the line above."""


class ChainList(RowList):
    """The steps; Enter or a click follows one."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self._theme = theme
        self.setAccessibleName(self.tr("Turn chain"))
        self.setItemDelegate(ChainDelegate(theme=theme, view=self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setViewportMargins(0, AIR, 0, 0)


class ChainDelegate(QStyledItemDelegate):
    """Paints a step: its disc on the line, title and offset, then its lines."""

    def __init__(self, *, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._lettering = Lettering(theme)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of all lines in the view's width."""
        step: ChainStep = index.data(ROW_ROLE)
        width = self._view.viewport().width()
        return QSize(width, TOP + LINE + sum(self._height(step, line, width) for line in step.lines) + BOTTOM)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Show the whole step, whose lines may have been cut."""
        show_tool_tip(event.globalPos(), index.data() or "", view)
        return True

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint it."""
        step: ChainStep = index.data(ROW_ROLE)
        room: QRect = option.rect
        state: QStyle.StateFlag = option.state
        direction: Qt.LayoutDirection = option.direction
        painter.save()
        canvas = Canvas(painter, room, lettering=self._lettering, direction=direction)
        selected, hovered = (
            bool(state & QStyle.StateFlag.State_Selected),
            bool(state & QStyle.StateFlag.State_MouseOver),
        )
        canvas.row_ground(selected=selected, hovered=hovered)
        self._paint_disc(canvas, step, room, last=_is_last(index))
        self._paint_title(canvas, step, room)
        top = room.top() + TOP + LINE
        for line in step.lines:
            height = self._height(step, line, room.width())
            place = QRect(room.left() + TEXT_LEFT, top, room.width() - TEXT_LEFT - PADDING, height)
            self._paint_line(canvas, step, line, place)
            top += height
        painter.restore()

    def _paint_disc(self, canvas: Canvas, step: ChainStep, room: QRect, *, last: bool) -> None:
        icon, colour = KINDS[step.kind]
        if step.kind == "question" and step.detail.startswith("spoken"):
            icon = "microphone"
        disc = canvas.place(QRect(room.left() + PADDING, room.top() + 2, DISC, DISC))
        painter = canvas.painter
        if not last:
            painter.setPen(QPen(self._theme.colour("border-control"), 1))
            x = disc.center().x() + 0.5
            painter.drawLine(QPointF(x, disc.bottom() + 1), QPointF(x, room.bottom() + 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour(colour), 1))
        painter.setBrush(self._theme.colour("surface-raised"))
        painter.drawEllipse(QRectF(disc).adjusted(0.5, 0.5, -0.5, -0.5))
        place = QRect(room.left() + PADDING, room.top() + 2, DISC, DISC)
        canvas.icon(place, icon, colour, self._theme.icon_size("small"))

    def _paint_title(self, canvas: Canvas, step: ChainStep, room: QRect) -> None:
        line = QRect(room.left() + TEXT_LEFT, room.top() + TOP, room.width() - TEXT_LEFT - PADDING, LINE)
        canvas.words(line, step.offset, font="small", colour="text-muted", align=TRAILING, elide=False)
        line.setWidth(line.width() - self._lettering.width(step.offset, "small") - 8)
        start = canvas.words(line, step.title, font="ui-strong") + 8
        canvas.words(line.adjusted(start, 0, 0, 0), step.detail, font="small", colour="text-muted")

    def _paint_line(self, canvas: Canvas, step: ChainStep, line: ChainLine, place: QRect) -> None:
        if step.kind in WRAPPED:
            canvas.paragraph(place, line.text)
        elif line.action is not None:
            self._paint_memory(canvas, line, place)
        else:
            self._paint_numbered(canvas, step, line, place)

    def _paint_memory(self, canvas: Canvas, line: ChainLine, place: QRect) -> None:
        assert line.action is not None
        colour, size = TRACE_COLOUR[line.action], self._theme.icon_size("small")
        canvas.icon(QRect(place.left(), place.top(), size, place.height()), TRACE_ICON[line.action], colour, size)
        left = size + 8
        score = place.adjusted(left, 0, 0, 0)
        canvas.words(score, line.lead, font="small", weight=600, colour=colour, elide=False)
        left += 36 if line.lead else 0
        canvas.words(place.adjusted(left, 0, 0, 0), line.meaning, font="small", colour="text-muted")
        left += max(76 if line.lead else 112, self._lettering.width(line.meaning, "small") + 8)
        canvas.words(place.adjusted(left, 0, 0, 0), line.text, font="small")

    def _paint_numbered(self, canvas: Canvas, step: ChainStep, line: ChainLine, place: QRect) -> None:
        fonts: dict[str, tuple[FontName, str]] = {"tool": ("data", "text-muted"), "reasoning": ("small", "text-muted")}
        font, colour = fonts.get(step.kind, ("ui", "text"))
        room = QRect(place)
        if line.tail:
            canvas.words(room, line.tail, font="small", colour="text-muted", align=TRAILING, elide=False)
            room.setWidth(room.width() - self._lettering.width(line.tail, "small") - 12)
        if line.lead:
            lead = canvas.words(room, line.lead, font=font, colour="text-muted")
            room.setLeft(room.left() + max(lead, 8) + 8)
        canvas.words(room, line.text, font=font, colour=colour)

    def _height(self, step: ChainStep, line: ChainLine, width: int) -> int:
        if step.kind not in WRAPPED:
            return LINE
        return LINE * max(1, self._lettering.paragraph(line.text, width - TEXT_LEFT - PADDING).lineCount())


def _is_last(index: QModelIndex | QPersistentModelIndex) -> bool:
    model: QAbstractItemModel = index.model()
    return index.row() == model.rowCount() - 1
