"""How much a query speaks of each category, as bars with numbers; where it was routed to is marked with its place."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description
from alicia_desktop.view.retrievals import CategoryScore

LINE, BAR_HEIGHT, GAP, SCORE = 20, 6, 8, 32
MIN_BAR_WIDTH: Final = 60


class CategoryScores(QWidget):
    """A line for each category."""

    def __init__(self, scores: Sequence[CategoryScore], *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._scores = tuple(scores)
        self._line = round(LINE * theme.scale)
        self._names = max((self._lettering.width(score.label, "small", 600) + 2 for score in scores), default=0)
        self._marks = max((self._lettering.width(self._mark(score), "small") + 2 for score in scores), default=0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Scores of the categories"))
        set_accessible_description(
            self, "; ".join(f"{one.label} {one.score} {self._mark(one)}".strip() for one in scores)
        )
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        return QSize(self.minimumSizeHint().width() + 60, len(self._scores) * self._line)

    def minimumSizeHint(self) -> QSize:
        """Return the room in which names and numbers still stand."""
        return QSize(self._names + self._marks + SCORE + 3 * GAP + MIN_BAR_WIDTH, len(self._scores) * self._line)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint names, bars, numbers and marks."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        for number, score in enumerate(self._scores):
            self._paint_line(canvas, score, number * self._line)
        painter.end()

    def _paint_line(self, canvas: Canvas, score: CategoryScore, top: int) -> None:
        routed = bool(score.rank)
        name = QRect(0, top, self._names, self._line)
        canvas.words(
            name, score.label, font="small", weight=600 if routed else None, colour="text" if routed else "text-muted"
        )
        mark = QRect(self.width() - self._marks, top, self._marks, self._line)
        canvas.words(mark, self._mark(score), font="small", colour="text-muted", align=TRAILING, elide=False)
        value = QRect(mark.left() - GAP - SCORE, top, SCORE, self._line)
        canvas.words(value, score.score, font="small", align=TRAILING, elide=False)
        left = self._names + GAP
        bar = QRect(left, top + (self._line - BAR_HEIGHT) // 2, value.left() - GAP - left, BAR_HEIGHT)
        canvas.bar(bar, score.fraction, "trace-retrieved" if routed else "text-disabled", "surface-hover")

    def _mark(self, score: CategoryScore) -> str:
        return self.tr("routed {place}").format(place=score.rank) if score.rank else ""
