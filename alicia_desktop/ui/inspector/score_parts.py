"""The parts of a score as the server sent them: value × weight, and the sum that they make."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR
from alicia_desktop.view.inspector_rows import ScorePart, TraceRow

NAME, VALUE, WEIGHTED, GAP = 84, 32, 60, 8
LINE, BAR_HEIGHT, SUM = 20, 6, 24
LEAST_BAR: Final = 48


class ScoreParts(QWidget):
    """A line for each part, and the fused score below a hairline."""

    def __init__(
        self, parts: Sequence[ScorePart], trace: TraceRow | None, *, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lettering = Lettering(theme)
        self._parts = tuple(parts)
        self._trace = trace if trace is not None and trace.score else None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        spoken = [f"{part.name} {part.value}, {part.weighted}" for part in self._parts]
        total = [f"{self._trace.meaning} {self._trace.score}"] if self._trace else []
        self.setAccessibleName("; ".join([*spoken, *total]))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        return QSize(300, len(self._parts) * LINE + (SUM if self._trace else 0))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which every figure still stands."""
        return QSize(NAME + VALUE + WEIGHTED + 3 * GAP + LEAST_BAR, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint names, bars and figures."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        colour = TRACE_COLOUR[self._trace.action] if self._trace else "trace-retrieved"
        for number, part in enumerate(self._parts):
            self._paint_part(canvas, part, number * LINE, colour)
        if self._trace is not None:
            top = len(self._parts) * LINE
            canvas.fill(QRect(0, top + 1, self.width(), 1), "border")
            value = QRect(0, top + 3, self.width() - WEIGHTED - GAP, LINE)
            canvas.words(value, self._trace.score, font="label", colour=colour, align=TRAILING, elide=False)
            value.setRight(value.right() - VALUE - GAP)
            canvas.words(value, self._trace.meaning.capitalize(), font="label")
        painter.end()

    def _paint_part(self, canvas: Canvas, part: ScorePart, top: int, colour: str) -> None:
        canvas.words(QRect(0, top, NAME, LINE), part.name, font="small")
        right = self.width()
        weighted = QRect(right - WEIGHTED, top, WEIGHTED, LINE)
        canvas.words(weighted, part.weighted, font="small", colour="text-muted", align=TRAILING, elide=False)
        value = QRect(weighted.left() - GAP - VALUE, top, VALUE, LINE)
        canvas.words(value, part.value, font="small", align=TRAILING, elide=False)
        width = value.left() - GAP - NAME - GAP
        bar = QRect(NAME + GAP, top + (LINE - BAR_HEIGHT) // 2, width, BAR_HEIGHT)
        canvas.bar(bar, part.fraction, colour, "surface-hover")
