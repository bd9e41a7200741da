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
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from alicia_desktop.store.conversations import turns
from alicia_desktop.store.database import Connection, RecordSource
from alicia_desktop.store.stanza_marks import marks_of

if TYPE_CHECKING:
    from alicia_desktop.filtering.columns import Numbers, StanzaColumns
    from alicia_desktop.filtering.expression import Expression

HEADERS_AT_ONCE: Final = 10_000
BYTES_AT_ONCE: Final = 1_000
"""Stanzas whose bytes are read together."""
TELLING_SECONDS: Final = 0.1
"""Between two listings of what was found, which take milliseconds of a million stanzas."""
READING_SECONDS: Final = 0.025
"""After which a reading returns, so that others get their turn."""


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
