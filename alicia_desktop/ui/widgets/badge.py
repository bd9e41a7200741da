"""A badge: a word or two on a coloured ground, with an icon; as a widget, and painted by the delegates of tables."""

from typing import Final, Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.ground import paint_ground

BADGE_HEIGHT: Final = 18
EDGE: Final = 7
"""Pixels at either side of icon and word, at the usual text size."""
ICON: Final = 12
ICON_GAP: Final = 4
BadgeKind = Literal["error", "warn", "info", "ok", "conflict", "plain"]


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
    beside = 2 * EDGE + (ICON + ICON_GAP if icon else 0)
    return QFontMetrics(theme.font("label")).horizontalAdvance(text) + theme.scaled(beside)


def paint_badge(painter: QPainter, rect: QRectF, text: str, *, kind: BadgeKind, icon: str = "", theme: Theme) -> None:
    """Paint a badge into `rect`, for widgets and for the delegates of tables; the word ends with "…" where it must."""
    colour = "text-muted" if kind == "plain" else kind
    ground = QColor(Qt.GlobalColor.transparent) if kind == "plain" else theme.colour(f"{kind}-soft")
    edge = theme.colour("border-strong" if kind == "plain" else kind)
    paint_ground(painter, rect, ground, edge, theme.radius("badge"))
    x = rect.left() + theme.scaled(EDGE)
    if icon:
        ratio = painter.device().devicePixelRatio()
        size = theme.scaled(ICON)
        picture = theme.pixmap(icon, colour, size, ratio)
        painter.drawPixmap(round(x), round(rect.center().y() - size / 2), picture)
        x += size + theme.scaled(ICON_GAP)
    painter.setFont(theme.font("label"))
    painter.setPen(theme.colour(colour))
    if rect.width() < badge_width(theme, text, icon=bool(icon)):
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(rect.right() - x) - ICON_GAP)
    painter.drawText(QRectF(x, rect.top(), rect.right() - x, rect.height()), Qt.AlignmentFlag.AlignVCenter, text)
