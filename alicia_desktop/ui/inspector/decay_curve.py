"""The decay of a memory, painted: what it must score, by the days since it was last used, and where it stands today."""

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_tool_tip
from alicia_desktop.view import text
from alicia_desktop.view.memory_history import DecayPoint, DecayView

HEIGHT: Final = 84
FOOT: Final = 16
SCALE: Final = 40
"""Pixels of the figures at the start."""
DOT: Final = 4
AIR: Final = 0.4
"""Room above and below the curve, as a share of what it rises; the figures say that the axis does not begin at 0."""


class DecayCurve(QWidget):
    """The curve with its place on it; time goes from left to right in every language."""

    def __init__(self, decay: DecayView, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._decay = decay
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Decay"))
        set_accessible_description(self, decay.words)
        set_tool_tip(self, decay.words)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of curve and axis."""
        return QSize(300, round((HEIGHT + FOOT) * self._theme.scale))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which the axis can still be read."""
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axis, curve and place."""
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering)
        self._paint_axis(canvas)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_curve(painter)
        self._paint_place(painter)
        painter.end()

    def _room(self) -> QRectF:
        foot = round(FOOT * self._theme.scale)
        return QRectF(SCALE, 6, max(1, self.width() - SCALE - DOT), max(1, self.height() - foot - 8))

    def _at(self, point: DecayPoint) -> QPointF:
        room, decay = self._room(), self._decay
        last = decay.points[-1].days or 1.0
        rise = max(decay.most - decay.least, 0.01)
        share = (point.threshold - decay.least + AIR * rise) / (rise * (1 + 2 * AIR))
        return QPointF(room.left() + room.width() * point.days / last, room.bottom() - room.height() * share)

    def _paint_axis(self, canvas: Canvas) -> None:
        room, decay = self._room(), self._decay
        line = round(FOOT * self._theme.scale)
        canvas.fill(QRect(SCALE, round(room.bottom()), round(room.width()), 1), "border")
        marks = [decay.least, *([decay.most] if self._apart() else [])]
        for threshold in marks:
            y = round(self._at(DecayPoint(days=0, threshold=threshold)).y())
            canvas.fill(QRect(SCALE, y, round(room.width()), 1), "border")
            figure = QRect(0, y - line // 2, SCALE - 10, line)
            canvas.words(figure, f"{threshold:.2f}", font="small", colour="text-muted", align=TRAILING, elide=False)
        foot = QRect(SCALE, round(room.bottom()) + 2, round(room.width()), line)
        canvas.words(foot, self.tr("used just now"), font="small", colour="text-muted", align=LEADING)
        last = text.span(decay.points[-1].days)
        canvas.words(
            foot, self.tr("{time} unused").format(time=last), font="small", colour="text-muted", align=TRAILING
        )

    def _apart(self) -> bool:
        """Whether both figures have room beside each other."""
        fresh, most = (self._at(DecayPoint(days=0, threshold=one)).y() for one in (self._decay.least, self._decay.most))
        return fresh - most >= FOOT * self._theme.scale

    def _paint_curve(self, painter: QPainter) -> None:
        path = QPainterPath(self._at(self._decay.points[0]))
        for point in self._decay.points[1:]:
            path.lineTo(self._at(point))
        style = Qt.PenStyle.DashLine if self._decay.bypassed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self._theme.colour("trace-retrieved"), 2, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _paint_place(self, painter: QPainter) -> None:
        place = self._at(self._decay.now)
        painter.setPen(QPen(self._theme.colour("text"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(place.x(), self._room().bottom()), place)
        painter.setPen(QPen(self._theme.colour("surface-raised"), 2))
        painter.setBrush(self._theme.colour("text"))
        painter.drawEllipse(place, DOT + 1, DOT + 1)
