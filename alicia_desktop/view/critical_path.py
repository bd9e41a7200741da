"""Find what a stretch of time was spent on, where several things happened at once: the critical path through them.

It is walked from the end: what ended last is what was waited for, and before that began, what ended last until then.
The steps lie one behind another without a gap, so their lengths add up to the whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

ROUNDING: Final = 1e-6
"""Milliseconds; what ends as much later than something begins still ends before it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """Something that lasted, in milliseconds."""

    id: str
    start: float
    end: float


def critical_path(spans: Sequence[Span], *, start: float, end: float) -> tuple[Span, ...]:
    """Return what the time from `start` to `end` was spent on, in order; a step of nothing known has no id.

    Of what lasts at a moment that is looked back from, what ended first is taken: it led to what came next.
    """
    lasting = [span for span in spans if span.end - span.start > ROUNDING and span.end > start and span.start < end]
    steps: list[Span] = []
    until = end
    while until - start > ROUNDING:
        step = _step_before(lasting, until)
        steps.append(Span(id=step.id, start=max(step.start, start), end=until))
        until = step.start
    return tuple(reversed(steps))


def _step_before(spans: Sequence[Span], until: float) -> Span:
    begun = [span for span in spans if span.start < until - ROUNDING]
    open_then = [span for span in begun if span.end >= until - ROUNDING]
    if open_then:
        return min(open_then, key=lambda span: (span.end, -span.start))
    return Span(id="", start=max((span.end for span in begun), default=float("-inf")), end=until)
