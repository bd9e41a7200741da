"""Paint the parts of a score as the server sent them: one stacked bar, a line for each, and their sum.

Colour says nothing that the lines do not say: parts stand in the same order, each with its name and number. Parts that
add next to nothing are named on one line below, so that those that do can be read at a glance.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.inspector.canvas import LEADING, TRAILING, Canvas, Lettering
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import (
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
    show_tool_tip,
)
from alicia_desktop.ui.widgets.chip import TRACE_COLOUR
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view import text
from alicia_desktop.view.traces import ScorePartRow, TraceRow

STACK_HEIGHT: Final = 12
WORDS_HEIGHT: Final = 16
PART_GAP: Final = 1
MIN_PART_WIDTH: Final = 2
"""Pixels of a part that adds something, however little."""
MARK_WIDTH: Final = 2
TINTS: Final = (1.0, 0.7)
"""Parts alternate between the colour and a paler one, so that two that touch can be told apart."""

SWATCH, NAME, VALUE, WEIGHTED, GAP = 8, 78, 32, 60, 8

LINE, BAR_HEIGHT, SUM = 20, 6, 24

MIN_BAR_WIDTH: Final = 40

LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT MARK}"
"""Keeps the sign before its number, also in a window that starts at the right."""

LITTLE: Final = 0.005
"""A share that is written as 0.00."""


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
        self.setAccessibleName(self.tr("Score parts, stacked"))
        set_accessible_description(self, self._spoken())
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the room of the bar, and of the word at the threshold where one was sent."""
        return QSize(300, STACK_HEIGHT + 4 + (self._theme.scaled(WORDS_HEIGHT) if self._threshold is not None else 0))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which parts can still be told apart."""
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the parts, what is taken away, and the threshold."""
        painter = QPainter(self)
        canvas = Canvas(painter, self.rect(), lettering=self._lettering, direction=self.layoutDirection())
        canvas.bar(QRect(0, 2, self.width(), STACK_HEIGHT), 0.0, self._colour, "surface-hover")
        for place, room in enumerate(self.rooms()):
            painter.fillRect(canvas.place(room), tint(self._theme, self._colour, place))
        self._paint_taken(painter, canvas)
        self._paint_threshold(canvas)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Name the part under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            mirrored = self.layoutDirection() is not Qt.LayoutDirection.LeftToRight
            at = self.width() - event.pos().x() if mirrored else event.pos().x()
            pairs = zip(self._parts, self.rooms(), strict=True)
            named = [
                f"{part.name} {part.weighted}\n{part.tip}".strip()
                for part, room in pairs
                if room.left() <= at <= room.right()
            ]
            show_tool_tip(event.globalPos(), next(iter(named), ""), self)
            return True
        return super().event(event)

    def rooms(self) -> list[QRect]:
        """Return where each part lies, left to right."""
        rooms, start = [], 0.0
        for part in self._parts:
            left = round(start * self._scale())
            start += part.share
            right = max(left + MIN_PART_WIDTH, round(start * self._scale()) - PART_GAP)
            rooms.append(QRect(left, 2, right - left, STACK_HEIGHT))
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
        room = QRectF(canvas.place(QRect(round(end - width), 2, round(width), STACK_HEIGHT)))
        painter.fillRect(room, self._theme.colour("surface-sunken"))
        painter.fillRect(room, QBrush(self._theme.colour("error"), Qt.BrushStyle.BDiagPattern))

    def _paint_threshold(self, canvas: Canvas) -> None:
        if self._threshold is None:
            return
        x = min(self.width() - MARK_WIDTH, round(self._threshold * self._scale()))
        canvas.fill(QRect(x, 0, MARK_WIDTH, STACK_HEIGHT + 4), "text")
        words = self._needed()
        width = self._lettering.width(words, "small") + 4
        fits = x + 6 + width <= self.width()
        left = x if fits else x + MARK_WIDTH - width
        room = QRect(max(0, left), STACK_HEIGHT + 4, width, self._theme.scaled(WORDS_HEIGHT))
        canvas.words(room, words, font="small", colour="text-muted", align=LEADING if fits else TRAILING, elide=False)

    def _needed(self) -> str:
        return self.tr("threshold {threshold}").format(threshold=format_number(self._threshold or 0, ".2f"))

    def _spoken(self) -> str:
        parts = [f"{part.name} {part.weighted}" for part in self._parts]
        if self._taken > 0:
            parts.append(self.tr("deducted {taken}").format(taken=format_number(self._taken, ".2f")))
        if self._threshold is not None:
            parts.append(self._needed())
        return ", ".join(parts)


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
        negligible = [part for part in parts if part not in shown]
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
            words = self.tr("Sum {total}, capped at {score}")
            cut = words.format(total=format_number(total, ".2f").replace("-", text.MINUS), score=scored.score)
            layout.addWidget(Label(cut, theme=theme, font="small", tone="muted", wrap=True))
        if negligible:
            words = self.tr("Negligible: {parts}").format(parts=", ".join(part.name for part in negligible))
            label = Label(words, theme=theme, font="small", tone="muted", wrap=True)
            set_tool_tip(label, "\n".join(f"{part.name}: {part.tip}" for part in negligible if part.tip))
            layout.addWidget(label)


def _is_cut(total: float, trace: TraceRow) -> bool:
    """Return whether the parts add up to more or less than a score can be."""
    return (total > 1 + LITTLE and trace.fraction == 1) or (total < -LITTLE and trace.fraction == 0)


class _Lines(QWidget):
    def __init__(self, parts: Sequence[ScorePartRow], trace: TraceRow | None, *, colour: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lettering = Lettering(theme)
        self._parts = tuple(parts)
        self._trace = trace
        self._colour = colour
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def _line(self) -> int:
        return self._theme.scaled(LINE)

    def sizeHint(self) -> QSize:
        return QSize(300, len(self._parts) * self._line + (self._theme.scaled(SUM) if self._trace else 0))

    def minimumSizeHint(self) -> QSize:
        """Return the room in which every figure still stands."""
        width = SWATCH + GAP + self._names() + self._theme.scaled(VALUE + WEIGHTED) + 3 * GAP + MIN_BAR_WIDTH
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

    def event(self, event: QEvent) -> bool:
        """Explain the part under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = event.pos().y() // self._line
            part = self._parts[number] if 0 <= number < len(self._parts) else None
            show_tool_tip(event.globalPos(), f"{part.name}: {part.tip}" if part is not None and part.tip else "", self)
            return True
        return super().event(event)

    def _paint_part(self, canvas: Canvas, part: ScorePartRow, top: int) -> None:
        start, names = SWATCH + GAP, self._names()
        canvas.words(QRect(start, top, names, self._line), part.name, font="small")
        wide, narrow = self._theme.scaled(WEIGHTED), self._theme.scaled(VALUE)
        weighted = QRect(self.width() - wide, top, wide, self._line)
        share = LEFT_TO_RIGHT + part.weighted
        canvas.words(weighted, share, font="small", colour="text-muted", align=TRAILING, elide=False)
        value = QRect(weighted.left() - GAP - narrow, top, narrow, self._line)
        canvas.words(value, part.value, font="small", align=TRAILING, elide=False)
        left = start + names + GAP
        bar = QRect(left, top + (self._line - BAR_HEIGHT) // 2, value.left() - GAP - left, BAR_HEIGHT)
        canvas.bar(bar, part.fraction, self._colour, "surface-hover")

    def _paint_sum(self, canvas: Canvas, trace: TraceRow) -> None:
        top = len(self._parts) * self._line
        canvas.fill(QRect(0, top + 1, self.width(), 1), "border")
        value = QRect(0, top + 3, self.width(), self._line)
        canvas.words(value, trace.score, font="label", colour=self._colour, align=TRAILING, elide=False)
        value.setRight(value.right() - self._theme.scaled(VALUE) - GAP)
        canvas.words(value, trace.meaning.capitalize(), font="label")

    def _names(self) -> int:
        return max([NAME, *(self._lettering.width(part.name, "small") + 2 for part in self._parts)])
