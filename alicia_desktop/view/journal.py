"""Keep the journal of a conversation as a growing list: live tail, older rows paged in, filtered by type and text.

Rows that arrive are read from the journal in batches, at most ten times a second, so a burst of thousands costs the
window a few insertions and not one each, and a few paintings of the table, which cost most.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store import journal
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.journal import Flag, JournalFilter
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.stanza_details import StanzaDetails, stanza_details
from alicia_desktop.view.stanzas import StanzaRow, stanza_rows
from alicia_desktop.view.throttle import Throttle

FLUSH_SECONDS: Final = 1 / 10
PAGE_ROWS: Final = 1_000
MAX_ROWS: Final = 200_000
"""Rows kept in the window; more are dropped from its beginning and counted, and can be paged in again."""
STRANGER: Final = "Stranger"
"""Beside the names of types: only what strangers sent."""
BATCH_ROWS: Final = 400
"""Rows formatted at once, in the reading thread; ten times as many in a second can be followed."""


class JournalView:
    """The stanzas of one conversation."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope) -> None:
        self.rows: Rows[StanzaRow] = Rows(lambda row: row.id, limit=MAX_ROWS)
        self.counted: Signal[tuple[int, int]] = Signal()
        """(shown, in all) whenever one of the two changes."""
        self._database = database
        self._filter = JournalFilter()
        self._last: JournalRecord | None = None
        self._start = 1
        """Where the rows begin while there are none."""
        self._seen = 0
        self._total = 0
        self._counted = 0
        """The last `seq` that is in the total."""
        self._late: list[int] = []
        """Numbers that arrived while the tail was being read; they may be in it or not."""
        self._paused = False
        self._appending = Throttle("journal rows", self._append, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._generation = 0
        self._loaded = 0
        self._disconnect = database.changed.connect(self._on_changed)

    async def show(self, conversation_id: str) -> None:
        """Show the tail of another conversation's journal, under the filter that holds."""
        self._filter = replace(self._filter, conversation_id=conversation_id)
        await self._reload()

    async def filter(self, names: Sequence[str], text: str) -> None:
        """Show only stanzas of these names (none: all; also `Unknown`, `Malformed`) that hold the text.

        With `STRANGER` among them, only strangers' of all the others.
        """
        types = tuple(name for name in names if name != STRANGER)
        flags: tuple[Flag, ...] = ("stranger",) if STRANGER in names else ()
        self._filter = replace(self._filter, names=types or None, flags=flags, text=text)
        await self._reload()

    async def load_older(self) -> None:
        """Put the page before the first row in front."""
        generation, first = self._generation, self._first_seq
        if first <= 1 or len(self.rows) >= MAX_ROWS:
            return
        older = await self._database.read(_rows_before, self._filter, first)
        if generation != self._generation or first != self._first_seq or not older:
            return
        self.rows.reset([*older, *(row for row in self.rows if row.number > older[-1].number)])
        self._emit_counts()

    def pause(self, *, paused: bool) -> None:
        """Stand still, or go on and catch up; what arrives meanwhile is journaled all the same."""
        self._paused = paused
        if not paused:
            self._appending.request()

    def clear(self) -> None:
        """Clear the view, never the store: go on from here."""
        self.rows.reset(())
        self._start = self._seen + 1
        self._emit_counts()

    async def details(self, row_id: str) -> StanzaDetails | None:
        """Return tree and bytes of one stanza."""
        return await self._database.read(_details, int(row_id))

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    @property
    def _first_seq(self) -> int:
        return self.rows[0].number if self.rows else self._start

    async def _reload(self) -> None:
        self._generation += 1
        generation = self._generation
        self._late = []
        tail = await self._database.read(_tail, self._filter)
        if generation != self._generation:
            return
        self._loaded = generation
        self._seen = tail.seen
        late = [seq for seq in self._late if seq > tail.seen]
        self._total, self._counted = tail.total + len(late), max([tail.seen, *late])
        self._start = 1
        self._last = tail.last
        self.rows.reset(tail.rows)
        self._emit_counts()
        self._appending.request()  # what came while the tail was read

    def _on_changed(self, changes: Changes) -> None:
        conversation_id = self._filter.conversation_id
        arrived = [
            seq
            for change in changes
            if change.subject == "journal"
            and change.conversation_id == conversation_id
            and ((seq := int(change.id)) > self._counted or self._loaded != self._generation)
        ]
        if self._loaded != self._generation:
            self._late += arrived
        elif arrived:
            self._total += len(arrived)
            self._counted = max(arrived)
            self._appending.request()

    async def _append(self) -> None:
        generation = self._generation
        if self._paused or self._loaded != generation:
            return
        rows, last = await self._database.read(_rows_after, self._filter, self._seen, self._last)
        if generation != self._generation or last is None:
            return
        self._last, self._seen = last, last.seq
        self.rows.extend(rows)
        self._emit_counts()
        if len(rows) == BATCH_ROWS:
            self._appending.request()

    def _emit_counts(self) -> None:
        self.counted.emit((len(self.rows), self._total))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Tail:
    """The end of a journal, read in one snapshot: what comes next is after `seen`, neither twice nor never."""

    rows: list[StanzaRow]
    last: JournalRecord | None
    seen: int
    total: int


# Formatting is done where the rows are read, in the database's thread, so that a page never holds up the loop.


def _details(conn: Connection, seq: int) -> StanzaDetails | None:
    found = journal.get(conn, seq)
    return stanza_details(found) if found is not None else None


def _tail(conn: Connection, which: JournalFilter) -> _Tail:
    records = journal.page(conn, which, limit=PAGE_ROWS)
    return _Tail(
        rows=stanza_rows(records),
        last=records[-1] if records else None,
        seen=journal.last_seq(conn),
        total=journal.count(conn, JournalFilter(conversation_id=which.conversation_id)),
    )


def _rows_before(conn: Connection, which: JournalFilter, first: int) -> list[StanzaRow]:
    """Return the page before a row, and that row again, since now it is known how long after the one before it came."""
    return stanza_rows(journal.page(conn, which, before=first + 1, limit=PAGE_ROWS + 1))


def _rows_after(
    conn: Connection, which: JournalFilter, seen: int, last: JournalRecord | None
) -> tuple[list[StanzaRow], JournalRecord | None]:
    records = journal.page(conn, which, after=seen, limit=BATCH_ROWS)
    return stanza_rows(records, last), records[-1] if records else None
