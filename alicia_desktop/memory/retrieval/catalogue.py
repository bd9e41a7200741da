"""Keep what a search needs of every live memory in arrays: who speaks, how long, how old, which turns are beside it.

A turn of a dialogue ("Caroline: I went there yesterday") cannot be read without the turns around it, so neighbours
lend it their words and their meaning; a statement ("User lives in Berlin") stands alone and has none. Derived from
the table, changed by one thread only, and in a time that does not grow with what stays the same. It keeps no objects
of its own a memory, of which there may be 100,000: whatever walks through all of them would hold up the loop.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from alicia_desktop.memory.own_name import names_another
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.quality import fact_density, is_failure, is_hollow, is_pure_question
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.retrieval.needs import MAX_KNOWN_WORDS, known_words
from alicia_desktop.memory.retrieval.routing import CATEGORIES
from alicia_desktop.memory.segmentation import words_of
from alicia_desktop.store.memories.memory_search import IndexEntry

MAX_CONTENT_CHARACTERS: Final = 20_000
"""Characters of a memory that are parsed; the word index has all of it."""
KINDS: Final = ("semantic", "hard", "hybrid")

ROW_DTYPE: Final = np.dtype(
    [
        ("pk", np.int64),
        ("length", np.float32),
        ("day", np.int64),
        ("last_use", np.int64),
        ("category", np.int64),
        ("kind", np.int64),
        ("tokens", np.int64),
        ("source", np.int64),
        ("speaks", np.bool_),
        ("asks", np.bool_),
        ("hollow", np.bool_),
        ("failed", np.bool_),
        ("names_another", np.bool_),
        ("facts", np.float32),
        ("importance", np.float32),
        ("uses", np.float32),
        ("pinned", np.bool_),
        ("known_words", np.int16, (MAX_KNOWN_WORDS,)),
        ("known_length", np.float32),
    ]
)
_SPEAKER: Final = re.compile(r"^(?:\[[^\]]{0,40}\]\s*|\([^)]{0,40}\)\s*)?([^\W\d_][\w .'’-]{0,30}):\s")
_USER_WITHIN: Final = re.compile(r"(?<=\W)User\b")
"""In "Mondays are User's day off", which is about the user, too."""
_CATEGORY_CODES: Final = {name: place for place, name in enumerate(CATEGORIES)}


Marks = tuple[tuple[str, str], ...]
"""Keys that a memory is looked up by: (`name`, speaker or subject), (`about`, a word for whom it is about),
(`known`, `about`) for a statement whose subject is known, (`mention`, a name) for each name in a statement, and
(`known`, `mention`) for one with any."""


class CatalogueEntry(NamedTuple):
    """What the catalogue stores of one memory."""

    pk: int
    id: str
    row: tuple[Any, ...]
    """In the order of `ROW`."""
    marks: Marks


def parse_entry(entry: IndexEntry, sources: dict[tuple[str | None, str | None], int]) -> CatalogueEntry:
    """Parse one memory into a catalogue entry; `sources` numbers where memories come from, and grows."""
    content = entry.content[:MAX_CONTENT_CHARACTERS]
    match = _SPEAKER.match(content)
    speaker = match[1].strip().lower() if match else ""
    meta = msgspec.json.decode(entry.meta) if '"about"' in entry.meta else {}
    row = (
        entry.pk,
        len(words_of(content)),
        _ordinal(entry.created_at),
        max(_ordinal(at) for at in (entry.created_at, entry.updated_at, entry.last_referenced_at) if at),
        _CATEGORY_CODES.get(entry.category or "", len(CATEGORIES)),
        KINDS.index(entry.kind),
        entry.token_count or token_count(entry.content),
        sources.setdefault((entry.source_type, entry.source_chat_id), len(sources)),
        bool(speaker),
        is_pure_question(content),
        is_hollow(content),
        is_failure(content),
        not speaker and names_another(content),
        fact_density(content),
        entry.importance,
        entry.usage_frequency,
        bool(entry.pinned),
        *known_words(content),
    )
    # In a dialogue everybody is named all the time, and the turns beside it tell what a turn means.
    mentioned = () if speaker else names_in(content)
    about = str(meta.get("about", "")).split()
    if about and _USER_WITHIN.search(content):
        about.append("user")
    return CatalogueEntry(pk=entry.pk, id=entry.id, row=row, marks=_marks_of(speaker, meta, about, mentioned))


def _marks_of(speaker: str, meta: dict[str, Any], about: Iterable[str], mentioned: Iterable[str]) -> Marks:
    names = dict.fromkeys(name for name in (speaker, str(meta.get("name", "")).lower()) if name)
    return (
        *(("mention", name.lower()) for name in mentioned if name != "User"),
        *(("name", name) for name in names),
        *(("about", word) for word in about),
        *((("known", "about"),) if about else ()),
        *((("known", "mention"),) if any(name != "User" for name in mentioned) else ()),
    )


def _ordinal(moment: str) -> int:
    return date.fromisoformat(moment[:10]).toordinal()


Positions = NDArray[np.int64]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

NO_NEIGHBOUR: Final = -1
"""In `previous` and `following`: no neighbour."""
_EPOCH_ORDINAL: Final = 719_163
"""The ordinal of 1 January 1970, where NumPy's days begin."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Columns:
    """The memories as arrays of the same length, in the order in which they were stored; an index is a position."""

    pk: Positions
    length: Floats
    previous: Positions
    following: Positions
    day: Positions
    """Proleptic ordinal of the day on which it was said."""
    month: Positions
    """Months since year 0."""
    day_of_month: Positions
    last_use: Positions
    """Ordinal of the day on which it was last used, changed, or stored here."""
    category: Positions
    """Index into `CATEGORIES`; their number for any other."""
    kind: Positions
    tokens: Positions
    asks: Flags
    hollow: Flags
    """It only asks whether something is remembered."""
    failed: Flags
    names_another: Flags
    """It says what somebody or something of the person is called, and not the person."""
    facts: Floats
    importance: Floats
    uses: Floats
    pinned: Flags
    speaks: Flags
    """It is a turn of a dialogue."""
    known_words: NDArray[np.int16]
    """(n, 16): which of the stems that tell what a statement is good for it has (`needs.known_words`)."""
    known_length: Floats

    def __len__(self) -> int:
        return len(self.pk)

    def positions(self, pks: Sequence[int] | Positions) -> tuple[Positions, Flags]:
        """Return the position of each pk, and which of them are here at all (positions of the others mean nothing)."""
        wanted = np.asarray(pks, dtype=np.int64)
        if not len(self):
            return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), bool)
        if len(wanted) == len(self) and np.array_equal(wanted, self.pk):
            return np.arange(len(self)), np.ones(len(self), bool)
        places = np.minimum(np.searchsorted(self.pk, wanted), len(self) - 1)
        return places, self.pk[places] == wanted


class Catalogue:
    """The live memories of one person; changed and read by one thread only."""

    def __init__(self) -> None:
        self._table = np.zeros(0, ROW_DTYPE)
        self._ids: list[str] = []
        self._known: dict[str, tuple[int, Marks]] = {}
        self._sources: dict[tuple[str | None, str | None], int] = {}
        self._marks: dict[tuple[str, str], set[int]] = {}
        self._columns: Columns | None = None
        self._positions: dict[tuple[str, ...], Positions] = {}
        """Cache of marks that were looked up, until something changes."""

    def __len__(self) -> int:
        return len(self._ids)

    def put(self, entries: Iterable[IndexEntry]) -> None:
        """Add memories, or replace those that are here."""
        new: list[CatalogueEntry] = []
        for entry in entries:
            read = parse_entry(entry, self._sources)
            old = self._known.get(entry.id)
            self._known[entry.id] = read.pk, read.marks
            if old is None:
                new.append(read)
                self._mark(read.pk, read.marks)
                continue
            if old[1] != read.marks:
                self._unmark(*old)
                self._mark(read.pk, read.marks)
            self._table[np.searchsorted(self._table["pk"], read.pk)] = read.row
        self._append(new)
        self._columns = None

    def drop(self, ids: Iterable[str]) -> None:
        """Remove memories."""
        gone = [self._known.pop(memory_id) for memory_id in ids if memory_id in self._known]
        if not gone:
            return
        for pk, marks in gone:
            self._unmark(pk, marks)
        stays = ~np.isin(self._table["pk"], [pk for pk, _ in gone])
        self._ids = [memory_id for memory_id, kept in zip(self._ids, stays.tolist(), strict=True) if kept]
        self._table = self._table[stays]
        self._columns = None

    def id_at(self, position: int) -> str:
        """Return the id of the memory at a position of `columns`."""
        return self._ids[position]

    def position_of(self, memory_id: str) -> int | None:
        """Return the position of a memory in `columns`; None for one that is not here."""
        known = self._known.get(memory_id)
        return None if known is None else int(np.searchsorted(self._table["pk"], known[0]))

    def columns(self) -> Columns:
        """Return the arrays, rebuilt after a change."""
        if self._columns is None:
            self._columns, self._positions = _build_columns(self._table), {}
        return self._columns

    def named(self, name: str) -> Positions:
        """Return the positions of memories by or about `name`."""
        return self._marked("name", (name.lower(),))

    def mentioned_at(self, position: int) -> tuple[str, ...]:
        """Return the names, in lower case, that the statement at a position of `columns` mentions."""
        _, marks = self._known[self._ids[position]]
        return tuple(word for kind, word in marks if kind == "mention")

    def mentioning(self, name: str) -> Positions:
        """Return the positions of statements that mention `name`."""
        return self._marked("mention", (name.lower(),))

    def naming(self) -> Positions:
        """Return the positions of statements that mention any name."""
        return self._marked("known", ("mention",))

    def about(self, words: Iterable[str]) -> tuple[Flags, Flags]:
        """Return which statements are about somebody of `words`, and which about somebody else (one bool each)."""
        same, known = np.zeros(len(self), bool), np.zeros(len(self), bool)
        same[self._marked("about", words)] = True
        known[self._marked("known", ("about",))] = True
        return same, known & ~same

    def _append(self, new: list[CatalogueEntry]) -> None:
        if not new:
            return
        behind = self._table["pk"][-1] if len(self._table) else -1
        self._table = np.concatenate([self._table, np.array([read.row for read in new], ROW_DTYPE)])
        self._ids += [read.id for read in new]
        if any(read.pk < behind for read in new) or any(a.pk > b.pk for a, b in pairwise(new)):
            order = np.argsort(self._table["pk"], kind="stable")
            self._table = self._table[order]
            self._ids = [self._ids[place] for place in order.tolist()]

    def _mark(self, pk: int, marks: Marks) -> None:
        for mark in marks:
            self._marks.setdefault(mark, set()).add(pk)

    def _unmark(self, pk: int, marks: Marks) -> None:
        for mark in marks:
            self._marks[mark].discard(pk)

    def _marked(self, kind: str, words: Iterable[str]) -> Positions:
        columns, key = self.columns(), (kind, *words)
        if key not in self._positions:
            found = set[int]().union(*(self._marks.get((kind, word), ()) for word in key[1:]))
            self._positions[key], _ = columns.positions(np.fromiter(sorted(found), np.int64, len(found)))
        return self._positions[key]


def _build_columns(table: NDArray[np.void]) -> Columns:
    days = table["day"].astype(np.int64)
    as_days = (days - _EPOCH_ORDINAL).astype("datetime64[D]")
    as_months = as_days.astype("datetime64[M]")
    previous, following = _neighbours(table)
    as_they_are = {name: np.ascontiguousarray(table[name]) for name in _COPIED_COLUMNS}
    return Columns(
        previous=previous,
        following=following,
        day=days,
        month=as_months.astype(np.int64) + 1970 * 12,
        day_of_month=(as_days - as_months).astype(np.int64) + 1,
        **as_they_are,
    )


_COPIED_COLUMNS: Final = (
    "pk", "length", "last_use", "category", "kind", "tokens", "asks", "hollow", "failed", "names_another", "facts",
    "importance", "uses", "pinned", "speaks", "known_words", "known_length",
)  # fmt: skip


def _neighbours(table: NDArray[np.void]) -> tuple[Positions, Positions]:
    """Return the turn before and the turn after: of the same source, on the same day, stored one after the other."""
    previous = np.full(len(table), NO_NEIGHBOUR, np.int64)
    following = np.full(len(table), NO_NEIGHBOUR, np.int64)
    one, two = table[:-1], table[1:]
    beside = one["speaks"] & two["speaks"] & (one["source"] == two["source"]) & (one["day"] == two["day"])
    first = np.flatnonzero(beside)
    previous[first + 1], following[first] = first, first + 1
    return previous, following
