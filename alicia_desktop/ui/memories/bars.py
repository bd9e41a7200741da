"""Bars side by side with what they count: painted, each group one line a bar, its name and values read aloud."""

from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name
from alicia_desktop.view.memories_rows import BarGroup

LINE: Final = 22
BAR_HEIGHT: Final = 8
GAP: Final = 12
MIN_BAR_WIDTH: Final = 40
ROUNDING: Final = 2


class Bars(QWidget):
    """One group of bars; names and figures keep their room, the bars take what is left."""

    def __init__(self, group: BarGroup, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._bars = group.bars
        self._name = max((self._lettering.width(bar.label, "small") for bar in self._bars), default=0) + ROUNDING
        self._value = max((self._lettering.width(bar.value, "small") for bar in self._bars), default=0) + ROUNDING
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_accessible_name(self, group.title)
        set_accessible_description(self, "; ".join(f"{bar.label}: {bar.value}" for bar in self._bars))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        return QSize(self.minimumSizeHint().width() + 160, len(self._bars) * self._line())

    def minimumSizeHint(self) -> QSize:
        """Return the room in which every name and figure still stands."""
        return QSize(self._name + self._value + 2 * GAP + MIN_BAR_WIDTH, len(self._bars) * self._line())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint names, bars and figures."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        for number, bar in enumerate(self._bars):
            room = QRect(0, number * self._line(), self.width(), self._line())
            canvas.words(QRect(0, room.top(), self._name, room.height()), bar.label, font="small")
            value = QRect(room.right() + 1 - self._value, room.top(), self._value, room.height())
            canvas.words(value, bar.value, font="small", colour="text-muted", align=TRAILING, elide=False)
            left = self._name + GAP
            place = QRect(left, room.top() + (room.height() - BAR_HEIGHT) // 2, value.left() - GAP - left, BAR_HEIGHT)
            canvas.bar(place, bar.fraction, "trace-retrieved", "surface-hover")
        painter.end()

    def _line(self) -> int:
        return round(LINE * self._theme.scale)
