"""Paint the memories of a conversation along time: a lane each for stored, updated, used and faded.

A mark is as high as many events fall on its pixel, so ten thousand are painted as quickly as ten. A click chooses the
first event of the nearest mark; the list below has the same events for keys and screen readers.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, show_tool_tip
from alicia_desktop.view.memory_timeline import LANES, Lane, TimelineMark, TimelineRow, binned, spoken_counts

LANE_HEIGHT: Final = 22
FOOT: Final = 18
MARGIN: Final = 16
NAMES: Final = 72
"""Pixels of the lanes' names."""
MARK_WIDTH: Final = 3
MIN_FULL_COUNT: Final = 8
"""As many events on one place fill the lane's height, or as many as the fullest place has, if that is more."""
LANE_COLOUR: Final[dict[Lane, str]] = {
    "stored": "trace-stored",
    "updated": "trace-updated",
    "used": "trace-retrieved",
    "faded": "text-muted",
}


class TimelineBand(QWidget):
    """The picture above the list; time goes from left to right in every language."""

    chosen = Signal(str)
    """The id of an event."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._rows: Sequence[TimelineRow] = ()
        self._marks: dict[Lane, tuple[TimelineMark, ...]] = dict.fromkeys(LANES, ())
        self._full = MIN_FULL_COUNT
        self._chosen: TimelineRow | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Timeline"))
        self.setMouseTracking(True)
        theme.changed.connect(self.update)

    def set_rows(self, rows: Sequence[TimelineRow]) -> None:
        """Paint these events, which are in the order of time."""
        self._rows = rows
        set_accessible_description(self, spoken_counts(rows))
        self._bin()

    def set_chosen(self, row: TimelineRow | None) -> None:
        """Mark the time of an event."""
        self._chosen = row
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of four lanes and the times below."""
        height = (len(LANES) * LANE_HEIGHT + FOOT) * self._theme.scale + 12
        return QSize(300, round(height))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which the marks can still be told apart."""
        return QSize(220, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the marks anew."""
        super().resizeEvent(event)
        self._bin()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the nearest mark of the lane, or of any where the lane has none."""
        mark = self._mark_at(event.position().toPoint())
        if mark is not None:
            self.chosen.emit(self._rows[mark.first].id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show what is under the pointer."""
        mark = self._mark_at(event.position().toPoint())
        if mark is None:
            return
        row = self._rows[mark.first]
        more = self.tr(" · and {count} more").format(count=format_number(mark.count - 1)) if mark.count > 1 else ""
        show_tool_tip(event.globalPosition().toPoint(), f"{row.time} · {row.detail}\n{row.content}{more}", self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lanes, the times, and the place of the chosen event."""
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering)
        for number, lane in enumerate(LANES):
            self._paint_lane(canvas, lane, self._lane_room(number))
        self._paint_times(canvas)
        if self._chosen is not None and self._rows:
            canvas.fill(QRect(self._x(self._place_of(self._chosen)), 4, 1, self._axis()), "accent")
        painter.end()

    def _paint_lane(self, canvas: Canvas, lane: Lane, room: QRect) -> None:
        name = QRect(MARGIN, room.top(), self._theme.scaled(NAMES) - 8, room.height())
        canvas.cell(name, lane_title(lane), font="small", colour="text-muted")
        canvas.fill(QRect(room.left(), room.bottom(), room.width(), 1), "border")
        for mark in self._marks[lane]:
            height = max(6, round((room.height() - 4) * mark.count / self._full))
            bar = QRect(self._x(mark.place) - 1, room.bottom() - height, MARK_WIDTH, height)
            canvas.fill(bar, LANE_COLOUR[lane])

    def _paint_times(self, canvas: Canvas) -> None:
        if not self._rows:
            return
        room = self._lane_room(0)
        foot = QRect(room.left(), 4 + self._axis(), room.width(), self._theme.scaled(FOOT))
        canvas.cell(foot, self._rows[0].time, font="small", colour="text-muted", align=LEADING)
        if self._rows[-1].time != self._rows[0].time:
            canvas.cell(foot, self._rows[-1].time, font="small", colour="text-muted", align=TRAILING)

    def _axis(self) -> int:
        return round(len(LANES) * LANE_HEIGHT * self._theme.scale)

    def _lane_room(self, number: int) -> QRect:
        height = self._theme.scaled(LANE_HEIGHT)
        left = MARGIN + self._theme.scaled(NAMES)
        return QRect(left, 4 + number * height, max(1, self.width() - left - MARGIN), height)

    def _x(self, place: int) -> int:
        return self._lane_room(0).left() + place * MARK_WIDTH

    def _bins(self) -> int:
        return max(1, self._lane_room(0).width() // MARK_WIDTH)

    def _place_of(self, row: TimelineRow) -> int:
        start, span = self._rows[0].at, max(1, self._rows[-1].at - self._rows[0].at)
        return (row.at - start) * (self._bins() - 1) // span

    def _bin(self) -> None:
        self._marks = binned(self._rows, self._bins())
        self._full = max([MIN_FULL_COUNT, *(mark.count for marks in self._marks.values() for mark in marks)])
        self.update()

    def _mark_at(self, place: QPoint) -> TimelineMark | None:
        number = (place.y() - 4) // max(1, self._theme.scaled(LANE_HEIGHT))
        of_lane = self._marks[LANES[number]] if 0 <= number < len(LANES) else ()
        marks = of_lane or tuple(mark for lane in LANES for mark in self._marks[lane])
        return min(marks, key=lambda mark: abs(self._x(mark.place) - place.x()), default=None)


def lane_title(lane: Lane) -> str:
    """Return the name of a lane in the language of the window."""
    titles: dict[Lane, str] = {
        "stored": translate("Stored"),
        "updated": translate("Updated"),
        "used": translate("Used"),
        "faded": translate("Faded"),
    }
    return titles[lane]
