"""The parts of a score as the server sent them: value × weight, and the sum that they make.

Parts that add next to nothing are named on one line below, so that those that do can be read at a glance.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas, Lettering
from alicia_desktop.ui.inspector.score_stack import ScoreStack, tint
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view import text
from alicia_desktop.view.traces import ScorePartRow, TraceRow

SWATCH, NAME, VALUE, WEIGHTED, GAP = 8, 78, 32, 60, 8
LINE, BAR_HEIGHT, SUM = 20, 6, 24
MIN_BAR_WIDTH: Final = 40
LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT MARK}"
"""Keeps the sign before its number, also in a window that starts at the right."""
LITTLE: Final = 0.005
"""A share that is written as 0.00."""


class ScoreParts(QWidget):
    """The stacked bar, a line for each part, and the fused score below a hairline."""

    def __init__(
        self,
        parts: Sequence[ScorePartRow],
        trace: TraceRow | None,
        *,
        threshold: float | None = None,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        counted = any(part.share for part in parts)
        shown = [part for part in parts if not counted or abs(part.share) >= LITTLE]
        silent = [part.name for part in parts if part not in shown]
        scored = trace if trace is not None and trace.score else None
        colour = TRACE_COLOUR[trace.action] if trace is not None else "trace-retrieved"
        spoken = [f"{part.name} {part.value}, {part.weighted}" for part in parts]
        set_accessible_name(self, "; ".join([*spoken, *([f"{scored.meaning} {scored.score}"] if scored else [])]))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        if counted:
            layout.addWidget(ScoreStack(shown, colour=colour, threshold=threshold, theme=theme))
        layout.addWidget(_Lines(shown, scored, colour=colour, theme=theme))
        total = sum(part.share for part in parts)
        if counted and scored is not None and _is_cut(total, scored):
            words = self.tr("They add up to {total}; a score ends at {score}.")
            cut = words.format(total=f"{total:.2f}".replace("-", text.MINUS), score=scored.score)
            layout.addWidget(Label(cut, theme=theme, font="small", tone="muted", wrap=True))
        if silent:
            words = self.tr("Next to nothing from: {parts}").format(parts=", ".join(silent))
            layout.addWidget(Label(words, theme=theme, font="small", tone="muted", wrap=True))


def _is_cut(total: float, trace: TraceRow) -> bool:
    """Tell whether the parts would make more or less than a score can be."""
    return (total > 1 + LITTLE and trace.fraction == 1) or (total < -LITTLE and trace.fraction == 0)


class _Lines(QWidget):
    def __init__(self, parts: Sequence[ScorePartRow], trace: TraceRow | None, *, colour: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lettering = Lettering(theme)
        self._parts = tuple(parts)
        self._trace = trace
        self._colour = colour
        self._line = round(LINE * theme.scale)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(300, len(self._parts) * self._line + (round(SUM * self._theme.scale) if self._trace else 0))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which every figure still stands."""
        width = SWATCH + GAP + self._names() + VALUE + WEIGHTED + 3 * GAP + MIN_BAR_WIDTH
        return QSize(width, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        added = 0
        for number, part in enumerate(self._parts):
            swatch = tint(self._theme, self._colour, added) if part.share > 0 else self._theme.colour("error")
            added += part.share > 0
            top = number * self._line
            painter.fillRect(canvas.place(QRect(0, top + (self._line - SWATCH) // 2, SWATCH, SWATCH)), swatch)
            self._paint_part(canvas, part, top)
        if self._trace is not None:
            self._paint_sum(canvas, self._trace)
        painter.end()

    def _paint_part(self, canvas: Canvas, part: ScorePartRow, top: int) -> None:
        start, names = SWATCH + GAP, self._names()
        canvas.words(QRect(start, top, names, self._line), part.name, font="small")
        weighted = QRect(self.width() - WEIGHTED, top, WEIGHTED, self._line)
        share = LEFT_TO_RIGHT + part.weighted
        canvas.words(weighted, share, font="small", colour="text-muted", align=TRAILING, elide=False)
        value = QRect(weighted.left() - GAP - VALUE, top, VALUE, self._line)
        canvas.words(value, part.value, font="small", align=TRAILING, elide=False)
        left = start + names + GAP
        bar = QRect(left, top + (self._line - BAR_HEIGHT) // 2, value.left() - GAP - left, BAR_HEIGHT)
        canvas.bar(bar, part.fraction, self._colour, "surface-hover")

    def _paint_sum(self, canvas: Canvas, trace: TraceRow) -> None:
        top = len(self._parts) * self._line
        canvas.fill(QRect(0, top + 1, self.width(), 1), "border")
        value = QRect(0, top + 3, self.width(), self._line)
        canvas.words(value, trace.score, font="label", colour=self._colour, align=TRAILING, elide=False)
        value.setRight(value.right() - VALUE - GAP)
        canvas.words(value, trace.meaning.capitalize(), font="label")

    def _names(self) -> int:
        return max([NAME, *(self._lettering.width(part.name, "small") + 2 for part in self._parts)])
