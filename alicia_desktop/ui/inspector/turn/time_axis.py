"""Lay milliseconds out over pixels: which are spanned, and where the marks stand. Needs no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.view.waterfall import WaterfallRow

FIRST_PART: Final = (-600.0, 2_000.0)
"""Milliseconds of the closer view: a little of what came before zero, and the two seconds that a person waits."""
MARK_ROOM: Final = 52
"""Least pixels from one mark to the next: a figure such as `1,500` and air."""
STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """Milliseconds from `first` to `last` over `width` pixels."""

    first: float
    last: float
    width: float

    def x(self, milliseconds: float) -> float:
        """Return the place of a moment, in pixels; outside of the span it is the nearer end."""
        within = min(max(milliseconds, self.first), self.last)
        return (within - self.first) / (self.last - self.first) * self.width

    def moment(self, x: float) -> float:
        """Return the moment at a place in pixels; outside of the width it is the nearer end."""
        within = min(max(x, 0.0), self.width)
        return self.first + within / max(self.width, 1.0) * (self.last - self.first)

    def marks(self) -> list[float]:
        """Return the round moments that fit, zero among them."""
        step = self._step()
        number = -int(-self.first // step) if self.first >= 0 else -int(-self.first / step)
        found = []
        while number * step <= self.last:
            found.append(float(number * step))
            number += 1
        return found

    def _step(self) -> float:
        least = (self.last - self.first) * MARK_ROOM / max(self.width, MARK_ROOM)
        power = 1.0
        while True:
            for step in STEPS:
                if step * power >= least:
                    return step * power
            power *= 10


def axis_of(rows: Sequence[WaterfallRow], *, whole: bool, width: float) -> Axis:
    """Return the axis for `rows`: the whole turn, or its first part and no more of it than there is."""
    starts = min((row.at_ms for row in rows), default=0.0)
    ends = max((row.end_ms for row in rows), default=0.0)
    first, last = min(starts, 0.0), max(ends, 1.0)
    if not whole:
        first, last = max(first, FIRST_PART[0]), min(last, FIRST_PART[1])
    return Axis(first=first, last=last, width=width)


def first_word_ms(rows: Sequence[WaterfallRow]) -> float | None:
    """Return when the first sentence was there; None while there is none."""
    ends = [row.at_ms + (row.took_ms or 0.0) for row in rows if row.kind == "sentence"]
    return min(ends, default=None)
