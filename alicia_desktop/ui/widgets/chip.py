"""Chips: a memory under an answer (icon, number, its meaning, content), a badge, and the layout that wraps them.

Chips are real buttons, painted, because one line mixes three weights and colours. Contents elide; the number never
does.
"""

from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QEnterEvent, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLayout, QLayoutItem, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import (
    clip_line,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from alicia_desktop.view.rows import ChipRow, TraceAction

GAP: Final = 6
BADGE_HEIGHT: Final = 18
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
BadgeKind = Literal["error", "warn", "info", "ok", "conflict", "plain"]


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


class Badge(QWidget):
    """A state beside a row: icon and word, 18 high, never a button."""

    def __init__(
        self, text: str, *, theme: Theme, kind: BadgeKind, icon: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = text
        self._kind = kind
        self._icon = icon
        set_accessible_name(self, text)
        theme.changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        width = badge_width(self._theme, self._text, icon=bool(self._icon))
        self.setFixedSize(width, self._theme.scaled(BADGE_HEIGHT))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it as delegates do."""
        painter = QPainter(self)
        paint_badge(painter, QRectF(self.rect()), self._text, kind=self._kind, icon=self._icon, theme=self._theme)
        painter.end()


def badge_width(theme: Theme, text: str, *, icon: bool) -> int:
    """Return the width that `paint_badge` needs."""
    return QFontMetrics(theme.font("label")).horizontalAdvance(text) + 14 + (16 if icon else 0)


def paint_badge(painter: QPainter, rect: QRectF, text: str, *, kind: BadgeKind, icon: str = "", theme: Theme) -> None:
    """Paint a badge into `rect`, for widgets and for the delegates of tables."""
    colour = "text-muted" if kind == "plain" else kind
    ground = QColor(Qt.GlobalColor.transparent) if kind == "plain" else theme.colour(f"{kind}-soft")
    edge = theme.colour("border-strong" if kind == "plain" else kind)
    paint_ground(painter, rect, ground, edge, theme.radius("badge"))
    x = rect.left() + 7
    if icon:
        ratio = painter.device().devicePixelRatio()
        painter.drawPixmap(round(x), round(rect.center().y() - 6), theme.pixmap(icon, colour, 12, ratio))
        x += 16
    painter.setFont(theme.font("label"))
    painter.setPen(theme.colour(colour))
    painter.drawText(QRectF(x, rect.top(), rect.right() - x, rect.height()), Qt.AlignmentFlag.AlignVCenter, text)


def paint_ground(painter: QPainter, rect: QRectF, ground: QColor, edge: QColor | None, radius: int) -> None:
    """Paint a rounded ground with a line of 1 px where there is an `edge`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(ground)
    painter.setPen(QPen(edge, 1) if edge is not None else Qt.PenStyle.NoPen)
    inset = 0.5 if edge is not None else 0.0
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)


class FlowLayout(QLayout):
    """Items side by side, then on the next line; from the right in languages that start there."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6, at_end: bool = False) -> None:
        """With `at_end` each line stands at the end of the room, as the user's messages do."""
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._at_end = gap, at_end
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Add `item`; Qt calls this for `addWidget`."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return the item, or None beyond the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return the item, or None beyond the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        """Return true: narrow means high."""
        return True

    def expandingDirections(self) -> Qt.Orientation:
        """Return none: it takes no more height than its lines."""
        return Qt.Orientation(0)

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines in `width`."""
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        """Put the items into `rect`."""
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        """Return the size of one long line."""
        hints = [item.sizeHint() for item in self._shown()]
        width = sum(hint.width() for hint in hints) + self._gap * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() is Qt.LayoutDirection.RightToLeft
        y = rect.top()
        for line in self._lines(rect.width()):
            used = sum(size.width() for _, size in line) + self._gap * (len(line) - 1)
            x = rect.left() + (rect.width() - used if self._at_end else 0)
            for item, size in line if place else ():
                left = rect.left() + rect.right() - x - size.width() + 1 if mirrored else x
                item.setGeometry(QRect(QPoint(left, y), size))
                x += size.width() + self._gap
            y += max(size.height() for _, size in line) + self._gap
        return max(0, y - self._gap - rect.top())

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the items of each line with their sizes in `room` pixels."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used = 0
        for item in self._shown():
            size = QSize(min(item.sizeHint().width(), room), item.sizeHint().height())
            if not lines or used + self._gap + size.width() > room:
                lines.append([])
                used = -self._gap
            lines[-1].append((item, size))
            used += self._gap + size.width()
        return lines
