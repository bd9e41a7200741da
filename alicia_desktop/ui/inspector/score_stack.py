"""A score as one stacked bar: what each part adds, one behind the other, what others take away, and what was needed.

Colour says nothing that the lines below do not say: parts stand in the same order, each with its name and number.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, show_tool_tip
from alicia_desktop.view.traces import ScorePartRow

BAR: Final = 12
WORDS: Final = 16
GAP: Final = 1
LEAST: Final = 2
"""Pixels of a part that adds something, however little."""
MARK: Final = 2
TINTS: Final = (1.0, 0.7)
"""Parts alternate between the colour and a paler one, so that two that touch can be told apart."""


def tint(theme: Theme, colour: str, place: int, ground: str = "surface-sunken") -> QColor:
    """Return the colour of the part at `place`."""
    share = TINTS[place % len(TINTS)]
    front, back = theme.colour(colour), theme.colour(ground)

    def mixed(over: int, under: int) -> int:
        return round(share * over + (1 - share) * under)

    return QColor(mixed(front.red(), back.red()), mixed(front.green(), back.green()), mixed(front.blue(), back.blue()))


class ScoreStack(QWidget):
    """Painted from 0 to 1, further where the parts together are more."""

    def __init__(
        self,
        parts: Sequence[ScorePartRow],
        *,
        colour: str,
        threshold: float | None,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._parts = tuple(part for part in parts if part.share > 0)
        self._taken = -sum(part.share for part in parts if part.share < 0)
        self._colour = colour
        self._threshold = threshold
        self._most = max(1.0, sum(part.share for part in self._parts), threshold or 0.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Parts of the score, stacked"))
        set_accessible_description(self, self._spoken())
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of the bar, and of the word at the threshold where one was sent."""
        return QSize(300, BAR + 4 + (round(WORDS * self._theme.scale) if self._threshold is not None else 0))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which parts can still be told apart."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts, what is taken away, and the threshold."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        canvas.bar(QRect(0, 2, self.width(), BAR), 0.0, self._colour, "surface-hover")
        for place, room in enumerate(self._rooms()):
            painter.fillRect(canvas.place(room), tint(self._theme, self._colour, place))
        self._paint_taken(painter, canvas)
        self._paint_threshold(canvas)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Name the part under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            mirrored = self.layoutDirection() is not Qt.LayoutDirection.LeftToRight
            at = self.width() - event.pos().x() if mirrored else event.pos().x()
            pairs = zip(self._parts, self._rooms(), strict=True)
            named = [f"{part.name} {part.weighted}" for part, room in pairs if room.left() <= at <= room.right()]
            show_tool_tip(event.globalPos(), next(iter(named), ""), self)
            return True
        return super().event(event)

    def _rooms(self) -> list[QRect]:
        """Return where each part lies, left to right."""
        rooms, start = [], 0.0
        for part in self._parts:
            left = round(start * self._scale())
            start += part.share
            right = max(left + LEAST, round(start * self._scale()) - GAP)
            rooms.append(QRect(left, 2, right - left, BAR))
        return rooms

    def _scale(self) -> float:
        """Return pixels for a score of 1."""
        return self.width() / self._most

    def _paint_taken(self, painter: QPainter, canvas: Canvas) -> None:
        """Strike out at the end of the bar what other parts take away."""
        if self._taken <= 0:
            return
        end = sum(part.share for part in self._parts) * self._scale()
        width = min(end, self._taken * self._scale())
        room = QRectF(canvas.place(QRect(round(end - width), 2, round(width), BAR)))
        painter.fillRect(room, self._theme.colour("surface-sunken"))
        painter.fillRect(room, QBrush(self._theme.colour("error"), Qt.BrushStyle.BDiagPattern))

    def _paint_threshold(self, canvas: Canvas) -> None:
        if self._threshold is None:
            return
        x = min(self.width() - MARK, round(self._threshold * self._scale()))
        canvas.fill(QRect(x, 0, MARK, BAR + 4), "text")
        words = self._needed()
        width = self._lettering.width(words, "small") + 4
        fits = x + 6 + width <= self.width()
        left = x if fits else x + MARK - width
        room = QRect(max(0, left), BAR + 4, width, round(WORDS * self._theme.scale))
        canvas.words(room, words, font="small", colour="text-muted", align=LEADING if fits else TRAILING, elide=False)

    def _needed(self) -> str:
        return self.tr("needed {threshold}").format(threshold=f"{self._threshold or 0:.2f}")

    def _spoken(self) -> str:
        parts = [f"{part.name} {part.weighted}" for part in self._parts]
        if self._taken > 0:
            parts.append(self.tr("taken away {taken}").format(taken=f"{self._taken:.2f}"))
        if self._threshold is not None:
            parts.append(self._needed())
        return ", ".join(parts)
