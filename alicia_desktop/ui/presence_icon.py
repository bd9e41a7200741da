"""The presence icon: one shape per state, so that it reads without colour. Drawn on a field of 40 × 40."""

import math
from collections.abc import Callable
from typing import Final, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.text_size import FIXED_SIZE
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.view.rows import VoiceStateName

MarkShape = Literal[
    "rest", "connecting", "listening", "hearing", "thinking", "tool", "speaking", "muted", "reconnecting"
]
FIELD: Final = 40
CENTRE: Final = QPointF(20, 20)
MARK_OF_STATE: Final[dict[VoiceStateName, MarkShape]] = {
    "connecting": "connecting",
    "listening": "listening",
    "hearing": "hearing",
    "thinking": "thinking",
    "tool": "tool",
    "speaking": "speaking",
    "muted": "muted",
    "reconnecting": "reconnecting",
    "offline": "reconnecting",
    "off": "rest",
    "preparing": "connecting",
    "unavailable": "muted",
}
COLOUR_OF_STATE: Final[dict[VoiceStateName, str]] = {
    "connecting": "text",
    "listening": "hearing",
    "hearing": "hearing",
    "thinking": "reasoning",
    "tool": "tool",
    "speaking": "speaking",
    "muted": "muted",
    "reconnecting": "warn",
    "offline": "warn",
    "off": "text",
    "preparing": "text",
    "unavailable": "warn",
}
"""The colour of the state's word; shape and word say the same without it."""


def paint_mark(painter: QPainter, rect: QRectF, shape: MarkShape, theme: Theme, phase: float = 0.5) -> None:
    """Paint `shape` into `rect`; `phase` (0–1) moves the thinking dots, 0.5 is the still picture."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / FIELD, rect.height() / FIELD)
    if shape == "thinking":
        _thinking(painter, theme, phase)
    else:
        SHAPES[shape](painter, theme)
    painter.restore()


def _pen(colour: QColor, width: float, *, round_ends: bool = False) -> QPen:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if round_ends else Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _ring(painter: QPainter, pen: QPen, radius: float, fill: QColor | None = None) -> None:
    painter.setPen(pen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(CENTRE, radius, radius)


def _dot(painter: QPainter, colour: QColor, x: float, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(x, 20), radius, radius)


def _bars(painter: QPainter, colour: QColor, heights: tuple[int, ...]) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for number, height in enumerate(heights):
        left = 20 - len(heights) * 3 + number * 6 + 1.5
        painter.drawRoundedRect(QRectF(left, 20 - height / 2, 3, height), 1.5, 1.5)


def _rest(painter: QPainter, theme: Theme) -> None:
    colour = theme.colour("assistant-fill")
    painter.setPen(_pen(colour, 5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(18, 20), 9.5, 9.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(QRectF(25, 8, 5, 24), 2.5, 2.5)


def _connecting(painter: QPainter, theme: Theme) -> None:
    pen = _pen(theme.colour("text-muted"), 3)
    pen.setDashPattern([5.4 / 3, 4 / 3])
    _ring(painter, pen, 15)


def _listening(painter: QPainter, theme: Theme) -> None:
    colour = theme.colour("hearing")
    _ring(painter, _pen(colour, 3), 15)
    _dot(painter, colour, 20, 4)


def _hearing(painter: QPainter, theme: Theme) -> None:
    colour = theme.colour("hearing")
    _ring(painter, _pen(colour, 3), 15, theme.colour("hearing-soft"))
    _bars(painter, colour, (8, 16, 10))


def _thinking(painter: QPainter, theme: Theme, phase: float) -> None:
    colour = theme.colour("reasoning")
    _ring(painter, _pen(colour, 2), 15.5, theme.colour("reasoning-soft"))
    for place, x in enumerate((12.5, 20, 27.5)):
        near = 1 - min(1.0, abs(phase * 2 - place))
        _dot(painter, colour, x, 2.5 + 0.5 * near)


def _tool(painter: QPainter, theme: Theme) -> None:
    colour = theme.colour("tool")
    painter.setPen(_pen(colour, 2.5))
    painter.setBrush(theme.colour("tool-soft"))
    painter.drawRoundedRect(QRectF(5, 5, 30, 30), 8, 8)
    ratio = painter.device().devicePixelRatio() * painter.transform().m11()
    painter.drawPixmap(QRectF(10, 10, 20, 20), theme.pixmap("wrench", "tool", 20, max(1.0, ratio)), QRectF())


def _speaking(painter: QPainter, theme: Theme) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("speaking-fill"))
    painter.drawEllipse(CENTRE, 17, 17)
    _bars(painter, theme.colour("mark-ink"), (7, 15, 19, 11))


def _muted(painter: QPainter, theme: Theme) -> None:
    pen = _pen(theme.colour("muted"), 3)
    _ring(painter, pen, 15)
    painter.drawLine(QPointF(9.5, 30.5), QPointF(30.5, 9.5))


def _reconnecting(painter: QPainter, theme: Theme) -> None:
    painter.setPen(_pen(theme.colour("warn"), 3, round_ends=True))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # Two arcs of radius 14.5 about the centre of the field, each ending in the corner of its arrow head.
    circle = QRectF(5.5, 5.5, 29, 29)
    for start, head in ((168.0, ((33, 5), (33, 13), (25, 13))), (348.0, ((7, 35), (7, 27), (15, 27)))):
        painter.drawArc(circle, round(start * 16), -134 * 16)
        path = QPainterPath(QPointF(*head[0]))
        for point in head[1:]:
            path.lineTo(QPointF(*point))
        painter.drawPath(path)


SHAPES: Final[dict[MarkShape, Callable[[QPainter, Theme], None]]] = {
    "rest": _rest,
    "connecting": _connecting,
    "listening": _listening,
    "hearing": _hearing,
    "thinking": lambda painter, theme: _thinking(painter, theme, 0.5),
    "tool": _tool,
    "speaking": _speaking,
    "muted": _muted,
    "reconnecting": _reconnecting,
}


class Mark(QWidget):
    """The presence icon as a widget; it moves only in the state `thinking`."""

    def __init__(
        self, *, theme: Theme, size: int, beside: FontName | None = None, parent: QWidget | None = None
    ) -> None:
        """It stands in the middle of a line of the font that it is `beside`, where that is higher."""
        super().__init__(parent)
        self._theme, self._size, self._beside = theme, size, beside
        self._shape: MarkShape = "rest"
        self._elapsed = 0
        self._timer = QTimer(self, interval=66)
        self._timer.timeout.connect(self._on_tick)
        self.setProperty(FIXED_SIZE, True)
        self._fit()
        theme.changed.connect(self._fit)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.update)

    @property
    def shape(self) -> MarkShape:
        """The shape on screen."""
        return self._shape

    def set_shape(self, shape: MarkShape, name: str = "") -> None:
        """Show `shape`; `name` is what a screen reader says."""
        self.setAccessibleName(name)
        if shape == self._shape:
            return
        self._shape = shape
        if shape == "thinking" and self._theme.motion("pulse"):
            self._timer.start()
        else:
            self._timer.stop()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the shape over the whole widget."""
        painter = QPainter(self)
        pulse = self._theme.motion("pulse")
        phase = 0.5 if not pulse or not self._elapsed else 0.5 - 0.5 * math.cos(2 * math.pi * self._elapsed / pulse)
        square = QRectF(0, (self.height() - self._size) / 2, self._size, self._size)
        paint_mark(painter, square, self._shape, self._theme, phase)
        painter.end()

    def _fit(self) -> None:
        line = 0 if self._beside is None else self._theme.line(self._beside)
        self.setFixedSize(QSize(self._size, max(self._size, line)))

    def _on_tick(self) -> None:
        self._elapsed += self._timer.interval()
        self.update()
