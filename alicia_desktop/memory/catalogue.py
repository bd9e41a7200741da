"""What a search needs of every live memory, at hand in memory: who speaks, how long, how old, what stands beside it.

A turn of a dialogue ("Caroline: I went there yesterday") cannot be read without the turns around it, so neighbours
lend it their words and their meaning; a statement ("User lives in Berlin") stands alone and has none. Derived from
the table, and changed by one thread only.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from alicia_desktop.memory.quality import fact_density, is_failure, is_pure_question
from alicia_desktop.memory.words import words_of
from alicia_desktop.store.memory_search import Entry

Positions = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

NOBODY: Final = -1
"""In `previous` and `following`: no neighbour."""
_SPEAKER: Final = re.compile(r"^(?:\[[^\]]{0,40}\]\s*|\([^)]{0,40}\)\s*)?([^\W\d_][\w .'’-]{0,30}):\s")


class Row(NamedTuple):
    """One memory, read once."""

    pk: int
    id: str
    length: int
    speaker: str
    """Who says it, in lower case; empty for a statement."""
    names: tuple[str, ...]
    """Whom a question about it would name: the speaker, or the subject of the statement."""
    about: frozenset[str]
    """Words of whom a statement is about; empty for a turn, and where nobody knows."""
    source: tuple[str | None, str | None]
    day: int
    """Ordinal of the day on which it was stored or said."""
    asks: bool
    failed: bool
    facts: float
    importance: float
    uses: int
    pinned: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Columns:
    """The rows as arrays, in the order in which they were stored."""

    pk: Positions
    length: Floats
    previous: Positions
    following: Positions
    day: Positions
    month: Positions
    """Months since year 0."""
    day_of_month: Positions
    asks: Flags
    failed: Flags
    facts: Floats
    importance: Floats
    uses: Floats
    pinned: Flags

    def __len__(self) -> int:
        return len(self.pk)

    def positions(self, pks: Sequence[int] | Positions) -> tuple[Positions, Flags]:
        """Return where each pk stands, and which of them are here at all."""
        wanted = np.asarray(pks, dtype=np.int64)
        if not len(self):
            return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), bool)
        places = np.minimum(np.searchsorted(self.pk, wanted), len(self) - 1)
        return places, self.pk[places] == wanted


class Catalogue:
    """All live memories of one person."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}
        self._ordered: list[Row] | None = None
        self._columns: Columns | None = None
        self._named: dict[str, Positions] | None = None

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, entries: Iterable[Entry]) -> None:
        """Add memories, or read them anew."""
        self._rows.update({entry.id: read_entry(entry) for entry in entries})
        self._forget()

    def drop(self, ids: Iterable[str]) -> None:
        """Take memories out."""
        for memory_id in ids:
            self._rows.pop(memory_id, None)
        self._forget()

    def rows(self) -> list[Row]:
        """Return the rows in the order of `columns`."""
        if self._ordered is None:
            self._ordered = sorted(self._rows.values())
        return self._ordered

    def columns(self) -> Columns:
        """Return the arrays, made anew after a change."""
        if self._columns is None:
            self._columns = _columns(self.rows())
        return self._columns

    def named(self, name: str) -> Positions:
        """Return the positions of memories by or about `name`."""
        if self._named is None:
            found: dict[str, list[int]] = {}
            for position, row in enumerate(self.rows()):
                for known in row.names:
                    found.setdefault(known, []).append(position)
            self._named = {known: np.array(positions, np.int64) for known, positions in found.items()}
        return self._named.get(name.lower(), np.zeros(0, np.int64))

    def about(self, words: frozenset[str]) -> tuple[Flags, Flags]:
        """Return which statements are about somebody of `words`, and which are about somebody else."""
        same = np.array([bool(row.about & words) for row in self.rows()], bool)
        known = np.array([bool(row.about) for row in self.rows()], bool)
        return same, known & ~same

    def _forget(self) -> None:
        self._ordered = self._columns = self._named = None


def read_entry(entry: Entry) -> Row:
    """Return what a search needs of one memory."""
    match = _SPEAKER.match(entry.content)
    speaker = match[1].strip().lower() if match else ""
    meta = msgspec.json.decode(entry.meta) if '"about"' in entry.meta else {}
    subject = str(meta.get("name", ""))
    return Row(
        pk=entry.pk,
        id=entry.id,
        length=len(words_of(entry.content)),
        speaker=speaker,
        names=tuple(dict.fromkeys(name for name in (speaker, subject.lower()) if name)),
        about=frozenset(str(meta.get("about", "")).split()),
        source=(entry.source_type, entry.source_chat_id),
        day=date.fromisoformat(entry.created_at[:10]).toordinal(),
        asks=is_pure_question(entry.content),
        failed=is_failure(entry.content),
        facts=fact_density(entry.content),
        importance=entry.importance,
        uses=entry.usage_frequency,
        pinned=bool(entry.pinned),
    )


def _columns(rows: list[Row]) -> Columns:
    days = np.array([row.day for row in rows], np.int64)
    dates = days - date(1970, 1, 1).toordinal()
    as_days = dates.astype("datetime64[D]")
    as_months = as_days.astype("datetime64[M]")
    previous, following = _neighbours(rows)
    return Columns(
        pk=np.array([row.pk for row in rows], np.int64),
        length=np.array([row.length for row in rows], np.float32),
        previous=previous,
        following=following,
        day=days,
        month=as_months.astype(np.int64) + 1970 * 12,
        day_of_month=(as_days - as_months).astype(np.int64) + 1,
        asks=np.array([row.asks for row in rows], bool),
        failed=np.array([row.failed for row in rows], bool),
        facts=np.array([row.facts for row in rows], np.float32),
        importance=np.array([row.importance for row in rows], np.float32),
        uses=np.array([row.uses for row in rows], np.float32),
        pinned=np.array([row.pinned for row in rows], bool),
    )


def _neighbours(rows: list[Row]) -> tuple[Positions, Positions]:
    """Return the turn before and the turn after: of the same source, on the same day, stored one after the other."""
    previous = np.full(len(rows), NOBODY, np.int64)
    following = np.full(len(rows), NOBODY, np.int64)
    for position in range(1, len(rows)):
        one, two = rows[position - 1], rows[position]
        if one.speaker and two.speaker and one.source == two.source and one.day == two.day:
            previous[position], following[position - 1] = position - 1, position
    return previous, following
