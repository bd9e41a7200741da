"""The rounded rectangle behind the words of a chip or a badge."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen


def paint_ground(painter: QPainter, rect: QRectF, ground: QColor, edge: QColor | None, radius: int) -> None:
    """Paint a rounded ground with a line of 1 px where there is an `edge`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(ground)
    painter.setPen(QPen(edge, 1) if edge is not None else Qt.PenStyle.NoPen)
    inset = 0.5 if edge is not None else 0.0
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
