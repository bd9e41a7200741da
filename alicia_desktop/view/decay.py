"""The curve of what a memory must score to be used, by the days since it was last used, and its place on it today.

The formula is that of the memory (`memory.retrieval.selection`), so that the picture cannot say something else than
the retrieval does.
"""

from datetime import datetime
from typing import Final

from alicia_desktop.memory.retrieval.selection import decayed_threshold
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_rows import DecayPoint, DecayView

POINTS: Final = 61
MIN_SPAN_DAYS: Final = 365.0
"""Days that the curve shows at least."""
AIR: Final = 1.25
"""The curve goes on this much beyond today."""
SECONDS_A_DAY: Final = 86_400


def decay_view(record: MemoryRecord, *, threshold: float, now: datetime) -> DecayView:
    """Return the curve of one memory; `threshold` is what one that was used just now must score."""
    last = max(record.created_at, record.updated_at, record.last_referenced_at or record.created_at)
    days = max(0.0, round((now - last).total_seconds() / SECONDS_A_DAY, 1))
    span = max(MIN_SPAN_DAYS, days * AIR)

    def at(when: float) -> DecayPoint:
        risen = decayed_threshold(threshold, when, importance=record.importance, uses=record.usage_frequency)
        return DecayPoint(days=when, threshold=risen)

    points = tuple(at(span * place / (POINTS - 1)) for place in range(POINTS))
    here = at(days)
    return DecayView(
        points=points,
        now=here,
        least=points[0].threshold,
        most=points[-1].threshold,
        words=_words(here, points[0].threshold, pinned=record.pinned),
        bypassed=record.pinned,
    )


def _words(here: DecayPoint, fresh: float, *, pinned: bool) -> str:
    unused = f"Last used {text.span(here.days)} ago"
    if pinned:
        return f"{unused}: pinned, so it passes whatever it scores"
    return f"{unused}: needs {here.threshold:.2f} relevance, {fresh:.2f} when fresh"
