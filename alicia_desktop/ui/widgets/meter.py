"""The level meter: a track, the level, and the sensitivity as a marker.

Under the marker the level is pale, because it is not taken as speech.
"""

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.accessible_roles import LevelInterface
from alicia_desktop.ui.text_size import FIXED_SIZE
from alicia_desktop.ui.theme import Theme

HEIGHT = 16
TRACK = QRectF(0, 5, 0, 6)
SILENCE = 0.004


class Meter(QWidget):
    """A painted level, 0–1. It goes left to right in every language and moves with reduced motion too: it is data."""

    def __init__(
        self,
        *,
        theme: Theme,
        name: str,
        colour: Literal["hearing", "speaking"] = "hearing",
        width: int = 124,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._fill = f"{colour}-fill"
        self._level = 0.0
        self._threshold: float | None = None
        self.setProperty(FIXED_SIZE, True)
        self.setFixedSize(QSize(width, HEIGHT))
        self.setAccessibleName(name)
        theme.changed.connect(self.update)

    def create_interface(self) -> LevelInterface:
        """Return what assistive technology is told of it."""
        return LevelInterface(self, lambda: self._level)

    @property
    def level(self) -> float:
        """The level on screen."""
        return self._level

    @property
    def threshold(self) -> float | None:
        """Where the marker stands; None draws none."""
        return self._threshold

    def set_level(self, level: float) -> None:
        """Show `level`; a change that nobody can see paints nothing."""
        level = min(1.0, max(0.0, level))
        if abs(level - self._level) < 0.5 / max(1, self.width()) and level > SILENCE:
            return
        if level != self._level:
            self._level = level
            self.update()

    def set_threshold(self, threshold: float | None) -> None:
        """Set the marker; a screen reader reads it, but not the moving level."""
        if threshold != self._threshold:
            self._threshold = threshold
            said = (
                "" if threshold is None else self.tr("sensitivity {percent} %").format(percent=round(threshold * 100))
            )
            self.setAccessibleDescription(said)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint track, level and marker."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.55)
        track = QRectF(0, TRACK.top(), self.width(), TRACK.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("surface-hover"))
        painter.drawRoundedRect(track, 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.colour("border-strong"), 1))
        painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5)
        self._paint_level(painter, track)
        self._paint_marker(painter)
        painter.end()

    def _paint_level(self, painter: QPainter, track: QRectF) -> None:
        speech = self._threshold is None or self._level >= self._threshold
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(self._fill if speech else "text-disabled"))
        if self._level > SILENCE:
            painter.drawRoundedRect(QRectF(0, track.top(), max(6.0, self.width() * self._level), track.height()), 3, 3)

    def _paint_marker(self, painter: QPainter) -> None:
        if self._threshold is None:
            return
        x = round(self.width() * min(1.0, max(0.0, self._threshold)))
        painter.setBrush(self._theme.colour("text"))
        painter.drawRect(QRectF(x - 1, 0, 2, HEIGHT))
        painter.drawPolygon(QPolygonF([QPointF(x - 4, 0), QPointF(x + 4, 0), QPointF(x, 5)]))
