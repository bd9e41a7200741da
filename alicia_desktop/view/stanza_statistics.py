"""Count the stanzas that a filter found: how many, how large and how many a second, by type and direction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from alicia_desktop.base.translation import format_number
from alicia_desktop.store.database import Connection
from alicia_desktop.view import text

if TYPE_CHECKING:
    from alicia_desktop.filtering.columns import Numbers, StanzaColumns, StanzaSums

_SHORTEST: Final = 1_000
"""Microseconds below which nothing is said of a rate."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StatisticRow:
    """What is counted of one type in one direction, of all in one, or of all."""

    id: str
    type: str
    """Empty for all types."""
    direction: Literal["in", "out", ""]
    """Empty for both."""
    count: str
    size: str
    rate: str
    """Stanzas a second."""
    size_rate: str
    """Bytes a second."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaStatistics:
    """The table of counts."""

    rows: tuple[StatisticRow, ...]
    """All, each direction, and each type in each, the most frequent first."""
    seconds: float
    """From the first stanza that was counted to the last."""
    is_filtered: bool
    by_type: Mapping[str, int]
    """Stanzas of each type in both directions."""


def sums_of(
    conn: Connection, columns: StanzaColumns, found: Sequence[int] | Numbers | None
) -> tuple[list[StanzaSums], int]:
    """Sum up, in the thread that reads."""
    del conn
    return columns.sums(found)


def statistics_of(sums: Sequence[StanzaSums], microseconds: int, *, is_filtered: bool) -> StanzaStatistics:
    """Return the table of what was counted in so much time."""
    ways: tuple[Literal["", "in", "out"], ...] = ("", "in", "out")
    rows = []
    for way in ways:
        own = [one for one in sums if not way or one.inwards == (way == "in")]
        if own or not way:
            counted, size = sum(one.count for one in own), sum(one.size for one in own)
            rows.append(_row("", way, counted, size, microseconds))
    rows += [
        _row(one.name, "in" if one.inwards else "out", one.count, one.size, microseconds)
        for one in sorted(sums, key=lambda one: (-one.count, one.name))
    ]
    by_type = Counter[str]()
    for one in sums:
        by_type[one.name] += one.count
    seconds = microseconds / 1_000_000
    return StanzaStatistics(rows=tuple(rows), seconds=seconds, is_filtered=is_filtered, by_type=by_type)


def _row(name: str, way: Literal["", "in", "out"], count: int, size: int, microseconds: int) -> StatisticRow:
    return StatisticRow(
        id=f"{name} {way}",
        type=name,
        direction=way,
        count=text.size(count),
        size=text.size(size),
        rate=_rate(count, microseconds),
        size_rate=_rate(size, microseconds),
    )


def _rate(amount: int, microseconds: int) -> str:
    if microseconds < _SHORTEST:
        return "–"
    rate = amount * 1_000_000 / microseconds
    return format_number(rate, ",.0f") if rate >= 100 else format_number(rate, ".2f")
