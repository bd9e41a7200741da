"""Find the stanzas of a conversation that fit a filter: headers at once, bytes a piece at a time from where one looks.

    search = JournalSearch(database=database, conversation_id="ac_1")
    await search.load()                                   # what was journaled since the last time
    async for progress in search.find(expression, around=4_711):
        ...                                               # progress.seqs: those that fit, so far

All of it runs in the database's reading thread and never for long, so that neither the loop nor other readers wait.
Whoever no longer wants to go on leaves the loop.
"""

from __future__ import annotations

import time
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from alicia_desktop.store.conversations import turns
from alicia_desktop.store.database import Connection, RecordSource
from alicia_desktop.store.stanza_marks import marks_of

if TYPE_CHECKING:
    from alicia_desktop.filtering.columns import Numbers, StanzaColumns
    from alicia_desktop.filtering.expression import Expression
    from alicia_desktop.view.stanzas import StanzaRow

HEADERS_AT_ONCE: Final = 10_000
BYTES_AT_ONCE: Final = 1_000
"""Stanzas whose bytes are read together."""
TELLING_SECONDS: Final = 0.1
"""Between two listings of what was found, which take milliseconds of a million stanzas."""
READING_SECONDS: Final = 0.025
"""After which a reading returns, so that others get their turn."""
PAGE_ROWS: Final = 1_000
MAX_AFTER: Final = 20_000
"""Rows after the one that somebody looks at, up to which a filter keeps it in sight; beyond, it shows the end."""
_MAX_SEQ: Final = 2**63 - 1


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchProgress:
    """How far a search is."""

    seqs: Numbers
    """Numbers in the journal of those that fit, in their order."""
    searched: int
    """Stanzas whose bytes were looked into."""
    total: int
    """Stanzas whose bytes decide."""

    @property
    def is_done(self) -> bool:
        """Whether all was searched."""
        return self.searched == self.total


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalProgress:
    """How far the search of a filter is."""

    found: int
    """Stanzas that fit, of which not all need be shown."""
    searched: int
    total: int
    """Stanzas that must be looked into."""
    is_running: bool
    is_far: bool = False
    """Whether the stanza that somebody looked at is not listed, because more than `MAX_AFTER` fit after it."""


class FoundStanzas:
    """Which stanzas a filter found so far, and which of them are listed: those from `first` to the end."""

    def __init__(self, around: int | None = None) -> None:
        """`around` is the number of the stanza that somebody looks at; None for the end."""
        self.seqs: Numbers | array[int] = array("q")
        """Their numbers in the journal, ascending."""
        self.first = 0
        self.around = around

    def place_of(self, seq: int) -> int | None:
        """Return at which place a stanza was found; None where the filter keeps it back."""
        place = bisect_left(self.seqs, seq)
        return place if place < len(self.seqs) and self.seqs[place] == seq else None

    def missing(self, rows: Sequence[StanzaRow], *, more: int = 0) -> tuple[list[int], list[int], list[int]]:
        """Return what is to be listed and is not yet, given the rows that are, and `more` of them wanted in front.

        Returns:
            What belongs before the rows, their first one again (for how long it came after the one before it), and
            what belongs after them.
        """
        seqs, first = self.seqs, self._first_wanted(rows, more)
        low, high = (rows[0].number, rows[-1].number) if rows else (_MAX_SEQ, _MAX_SEQ)
        front = seqs[first : bisect_left(seqs, low)].tolist()
        again = seqs[first + len(front) :][:1].tolist()
        return front, again, seqs[bisect_right(seqs, high) :].tolist()

    def list_last(self, rows: int, *, of: int | None = None) -> None:
        """Take so many rows for listed, the last ones of what is found; `of` so many, where more was found since."""
        self.first = max(0, (len(self.seqs) if of is None else of) - rows)

    def progress(self, search: SearchProgress, *, running: bool) -> JournalProgress:
        """Return how far the search of these is."""
        around, found = self.around, len(self.seqs)
        is_far = around is not None and found - bisect_left(self.seqs, around) > MAX_AFTER
        return JournalProgress(
            found=found, searched=search.searched, total=search.total, is_running=running, is_far=is_far
        )

    def _first_wanted(self, rows: Sequence[StanzaRow], more: int) -> int:
        """Return which of what is found is to be the first row."""
        seqs, found = self.seqs, len(self.seqs)
        if more:
            return max(0, self.first - more)
        around = found if self.around is None else bisect_left(seqs, self.around)
        first = around - PAGE_ROWS if found - around <= MAX_AFTER else found
        shown = found if not rows else bisect_left(seqs, rows[0].number)
        return max(0, min(first, found - PAGE_ROWS, shown if shown < found else first))


class JournalSearch:
    """The columns of one conversation, and searches over them."""

    def __init__(self, *, database: RecordSource, conversation_id: str) -> None:
        """`load_columns` was run before."""
        from alicia_desktop.filtering.columns import StanzaColumns  # noqa: PLC0415 - numpy, which no start waits for

        self.columns: StanzaColumns = StanzaColumns()
        self._database = database
        self._conversation_id = conversation_id

    async def load(self) -> None:
        """Take over what was journaled since; the turns are numbered anew where new ones came."""
        while await self.load_some():
            pass

    async def load_some(self) -> bool:
        """Take over the next of it; whether there may be more."""
        return await self._database.read(_load, self._conversation_id, self.columns)

    async def renumber(self) -> None:
        """Number the turns anew, because a question may have been replaced, and read the marks."""
        self.columns.set_turns(await self._database.read(turns.turn_numbers, self._conversation_id))
        self.columns.set_marks(await self._database.read(marks_of, self._conversation_id))

    async def find(
        self, expression: Expression, *, first: int = 0, around: int | None = None
    ) -> AsyncIterator[SearchProgress]:
        """Yield what fits among the rows from `first` on, at least once; bytes are read from a `seq` outwards."""
        pieces = await self._database.read(_Pieces.begin, self.columns, expression, first, around)
        yield pieces.progress
        while not pieces.is_done:
            await self._database.read(pieces.go_on, self._conversation_id)
            yield pieces.progress


def load_columns(conn: Connection) -> None:
    """Import numpy in the thread that reads: it takes a tenth of a second, which the loop does not have."""
    del conn
    from alicia_desktop.store import journal_search  # noqa: F401, PLC0415 - only to have it


def joined(before: Sequence[int] | Numbers, after: Numbers) -> Numbers:
    """Return what was found before with what was found after it."""
    import numpy as np  # noqa: PLC0415 - no start waits for it

    return np.concatenate((np.asarray(before, np.int64), after))


def _load(conn: Connection, conversation_id: str, columns: StanzaColumns) -> bool:
    """Read the next headers; whether there may be more."""
    from alicia_desktop.store.journal_search import read_headers  # noqa: PLC0415 - numpy, which no start waits for

    last = int(columns.seqs[-1]) if len(columns) else 0
    headers = read_headers(conn, conversation_id, after=last, limit=HEADERS_AT_ONCE)
    columns.extend(headers)
    if len(headers) == HEADERS_AT_ONCE:
        return True
    if not columns.knows_turns():
        columns.set_turns(turns.turn_numbers(conn, conversation_id))
    return False


class _Pieces:
    """A search on its way: what is found, and which runs of open rows lie before and after what was searched."""

    def __init__(self, columns: StanzaColumns, expression: Expression, first: int, around: int | None) -> None:
        import numpy as np  # noqa: PLC0415 - no start waits for it

        selection = columns.select(expression, first)
        self._columns, self._expression, self._first = columns, expression, first
        self._found = selection.sure
        self._open: Numbers = np.flatnonzero(selection.open) + first
        seqs = columns.seqs[self._open]
        place = len(seqs) if around is None else int(np.searchsorted(seqs, around))
        self._low = self._high = place
        """The run of open rows that was searched."""
        self._listed = 0.0
        self.progress = self._progress()

    @classmethod
    def begin(
        cls, conn: Connection, columns: StanzaColumns, expression: Expression, first: int, around: int | None
    ) -> _Pieces:
        """Look at the headers, in the thread that reads."""
        del conn
        return cls(columns, expression, first, around)

    @property
    def is_done(self) -> bool:
        return self._high - self._low == len(self._open)

    def go_on(self, conn: Connection, conversation_id: str) -> None:
        """Search on for a moment, in turn before and after what was searched."""
        begun = time.perf_counter()
        while not self.is_done:
            if self._low > 0:
                self._low, before = max(0, self._low - BYTES_AT_ONCE), self._low
                self._search(conn, conversation_id, self._open[self._low : before])
            if self._high < len(self._open):
                self._high, after = min(len(self._open), self._high + BYTES_AT_ONCE), self._high
                self._search(conn, conversation_id, self._open[after : self._high])
            if time.perf_counter() - begun >= READING_SECONDS:
                break
        if self.is_done or time.perf_counter() - self._listed >= TELLING_SECONDS:
            self.progress = self._progress()
        else:
            self.progress = replace(self.progress, searched=self._high - self._low)

    def _progress(self) -> SearchProgress:
        """List what was found; here and not on the loop, which a million rows would hold for milliseconds."""
        self._listed = time.perf_counter()
        seqs: Numbers = self._columns.seqs[self._first : self._first + len(self._found)][self._found]
        return SearchProgress(seqs=seqs, searched=self._high - self._low, total=len(self._open))

    def _search(self, conn: Connection, conversation_id: str, rows: Numbers) -> None:
        from alicia_desktop.store.journal_search import read_raws  # noqa: PLC0415 - numpy, which no start waits for

        raws = read_raws(conn, conversation_id, self._columns.seqs[rows].tolist())
        self._found[rows[self._columns.resolve(self._expression, rows, raws)] - self._first] = True
