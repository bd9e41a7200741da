"""Statistics: `MemoryStats`, and beside them the memories by category, kind, source, age and use."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from alicia_desktop.memory.api_types import MemoryStats
from alicia_desktop.store.conversations import said_stats
from alicia_desktop.store.conversations.said_stats import SaidCounts
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memory_list
from alicia_desktop.store.memories.memory_list import AGE_DAYS, USES, Count, MemoryCounts

NONE: Final = "none"
"""What has no category, no kind or no source."""


def overview(
    conn: Connection, *, user_ids: Sequence[str], now: datetime, conversation_id: str | None = None
) -> dict[str, Any]:
    """Return the `MemoryStats` of one conversation, or of all, and under `memories` those of the person."""
    counted = said_stats.count(conn, conversation_id=conversation_id, user_ids=user_ids)
    figures = memory_list.figures(conn, tuple(user_ids), now=now)
    return {**msgspec.to_builtins(stats_of(counted)), "memories": memories_of(figures)}


def stats_of(counted: SaidCounts) -> MemoryStats:
    """Return what was counted as `MemoryStats`."""
    return MemoryStats(
        total_messages=counted.messages,
        total_summaries=counted.summaries,
        total_pins=counted.pins,
        oldest_message=_text(counted.oldest),
        newest_message=_text(counted.newest),
        average_importance_score=counted.average_importance,
    )


def memories_of(figures: MemoryCounts) -> dict[str, Any]:
    """Return the figures of the memories as JSON has them."""
    return {
        "total": figures.total,
        "pinned": figures.pinned,
        "archived": figures.archived,
        "byMeaning": figures.by_meaning,
        "tokens": figures.tokens,
        "averageImportance": figures.average_importance,
        "oldest": _text(figures.oldest),
        "newest": _text(figures.newest),
        "byCategory": _named(figures.by_category),
        "byKind": _named(figures.by_kind),
        "bySource": _named(figures.by_source),
        "byAge": dict(zip(_ages(), figures.by_age, strict=True)),
        "byUse": dict(zip(_uses(), figures.by_use, strict=True)),
    }


def _ages() -> list[str]:
    """Return `≤ 1 day`, …, `> 365 days`, as `MemoryCounts.by_age` counts them."""
    return [*(f"≤ {days} day{'s' if days > 1 else ''}" for days in AGE_DAYS), f"> {AGE_DAYS[-1]} days"]


def _uses() -> list[str]:
    """Return `0`, `1`, `2–5`, `6–20`, `≥ 21`, as `MemoryCounts.by_use` counts them."""
    starts = (0, *USES)
    inner = [f"{low}" if low == high - 1 else f"{low}–{high - 1}" for low, high in zip(starts, USES, strict=False)]
    return [*inner, f"≥ {USES[-1]}"]


def _named(counts: Sequence[Count]) -> dict[str, int]:
    return {name or NONE: number for name, number in counts}


def _text(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()
