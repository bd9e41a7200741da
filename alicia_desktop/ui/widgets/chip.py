"""The chip of one memory under an answer: icon, score, what the score means, and the memory's text.

A chip is a real button, so that the keyboard and screen readers reach it. It paints itself, because one line mixes
several weights and colours. Where the room is short, the text is cut with an ellipsis; the score never is.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import (
    clip_line,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from alicia_desktop.ui.widgets.ground import paint_ground
from alicia_desktop.view.rows import ChipRow, TraceAction

GAP: Final = 6
TRACE_ICON: Final[dict[TraceAction, str]] = {
    "retrieved": "clock-counter-clockwise",
    "stored": "archive-tray",
    "updated": "pencil-simple",
    "unknown": "question",
}
TRACE_COLOUR: Final[dict[TraceAction, str]] = {
    "retrieved": "trace-retrieved",
    "stored": "trace-stored",
    "updated": "trace-updated",
    "unknown": "text-muted",
}
UNREAD_ICON: Final = "magnifying-glass"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Part:
    text: str
    colour: str
    weight: int


class MemoryChip(QAbstractButton):
    """A memory of an answer; pressing it shows the trace in the inspector."""

    menu_requested = Signal(QPoint)
    """Where on the screen the user asks what can be done with it."""

    def __init__(self, row: ChipRow, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row = row
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(theme.height("chip"))
        self.setCheckable(False)
        theme.changed.connect(self._measure)
        self.set_row(row)

    @property
    def row(self) -> ChipRow:
        """The memory that the chip shows."""
        return self._row

    def set_row(self, row: ChipRow) -> None:
        """Show another memory."""
        self._row = row
        words = {
            "retrieved": self.tr("Retrieved memory"),
            "stored": self.tr("Stored memory"),
            "updated": self.tr("Updated memory"),
            "unknown": self.tr("Memory"),
        }
        kind = self.tr("Memory found, not read") if row.unread else words[row.action]
        number = f"{row.score} {row.meaning}".strip()
        set_accessible_name(self, f"{kind}: {row.content}, {number}")
        set_accessible_description(self, row.vote.text)
        voted = row.vote.text or self.tr("Right-click to rate")
        set_tool_tip(self, f"{kind} · {number}\n{row.content}\n{voted}")
        self._measure()

    def _measure(self) -> None:
        self._widths = [self._metrics(part).horizontalAdvance(part.text) + GAP for part in self._parts()]
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room for the whole line."""
        parts = sum(self._widths)
        # Two pixels more, because advances are rounded and an elided content would hide that.
        return QSize(6 + self._theme.icon_size("small") + parts + 8 + 2 + self._thumb_room(), self.height())

    def minimumSizeHint(self) -> QSize:
        """Return the room for icon, number and meaning: those are never cut."""
        parts = sum(self._widths[:-1])
        return QSize(6 + self._theme.icon_size("small") + parts + 40 + self._thumb_room(), self.height())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the context menu, by mouse or by keyboard."""
        self.menu_requested.emit(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        """Repaint with the hover look."""
        super().enterEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, icon and the three parts."""
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # number and meaning keep their order
        colour = self._colour()
        ground = self._theme.colour("muted-soft" if colour == "text-muted" else f"{colour}-soft")
        edge = self._theme.colour(colour) if self._theme.outlined or self.underMouse() or self.isDown() else None
        paint_ground(painter, QRectF(self.rect()), ground, edge, self._theme.radius("control"))
        size = self._theme.icon_size("small")
        top = (self.height() - size) // 2
        icon = UNREAD_ICON if self._row.unread else TRACE_ICON[self._row.action]
        painter.drawPixmap(6, top, self._theme.pixmap(icon, colour, size, self.devicePixelRatioF()))
        x = 6 + size + GAP
        for part in self._parts():
            x += self._paint_part(painter, part, x) + GAP
        if self._row.vote.value:
            thumb = self._theme.pixmap(f"thumbs-{self._row.vote.value}-fill", "text", size, self.devicePixelRatioF())
            painter.drawPixmap(self.width() - 8 - size, top, thumb)
        painter.end()

    def _colour(self) -> str:
        return "text-muted" if self._row.unread else TRACE_COLOUR[self._row.action]

    def _thumb_room(self) -> int:
        return self._theme.icon_size("small") + GAP if self._row.vote.value else 0

    def _paint_part(self, painter: QPainter, part: _Part, x: int) -> int:
        painter.setFont(self._theme.font("small", weight=part.weight))
        painter.setPen(self._theme.colour(part.colour))
        room = self.width() - 8 - self._thumb_room() - x
        text = self._metrics(part).elidedText(part.text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(x, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        return self._metrics(part).horizontalAdvance(text)

    def _parts(self) -> list[_Part]:
        row = self._row
        parts = [_Part(text=row.score, colour=self._colour(), weight=600)] if row.score else []
        parts.append(_Part(text=row.meaning, colour="text-muted", weight=400))
        if row.unread:
            parts.append(_Part(text=self.tr("not read"), colour="text-muted", weight=600))
        return [*parts, _Part(text=clip_line(" ".join(row.content.split())), colour="text", weight=400)]

    def _metrics(self, part: _Part) -> QFontMetrics:
        return QFontMetrics(self._theme.font("small", weight=part.weight))
