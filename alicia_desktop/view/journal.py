"""Keep the journal of a conversation as a growing list: live tail, older rows paged in, filtered.

Without a filter the rows are paged from the database. Under a filter `JournalSearch` says which stanzas fit, and their
rows are read when they are shown; the rows always reach to the end of what is found.

Rows that arrive are read from the journal in batches, at most five times a second, so a burst of thousands costs the
window a few insertions and not one each, and a few paintings of the table, which cost most.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from msgspec import structs

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.store import stanza_marks
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import RecordSource
from alicia_desktop.store.journal import JournalFilter
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.journal_pages import (
    StanzaCount,
    read_details,
    read_tail,
    rows_after,
    rows_before,
    rows_between,
    rows_of,
)
from alicia_desktop.view.journal_search import (
    MAX_AFTER,
    PAGE_ROWS,
    FoundStanzas,
    JournalProgress,
    JournalSearch,
    joined,
    load_columns,
)
from alicia_desktop.view.stanza_details import StanzaDetails
from alicia_desktop.view.stanza_marks import changed_marks, is_about_marks, neighbour_mark
from alicia_desktop.view.stanza_order import SortedStanzas, StanzaOrder
from alicia_desktop.view.stanza_statistics import StanzaStatistics, statistics_of, sums_of
from alicia_desktop.view.stanzas import NO_MARKS, StanzaRow, microseconds

FLUSH_SECONDS: Final = 1 / 5
MAX_ROWS: Final = 200_000
"""Rows kept in the window; more are dropped from its beginning and counted, and can be paged in again."""
DROPPED_ROWS: Final = 2_000
"""Dropped together: to drop as many rows as come, with each batch, would double what a batch costs."""
RENEW_SECONDS: Final = 1.0
"""Between two readings of all rows: a journal is trimmed in many transactions."""
BATCH_ROWS: Final = 2_000
"""Rows formatted at once, in the reading thread; five times as many in a second can be followed."""


class JournalView:
    """The stanzas of one conversation."""

    def __init__(self, *, database: RecordSource, clock: Clock, scope: Scope) -> None:
        self.rows: Rows[StanzaRow] = Rows(lambda row: row.id, limit=MAX_ROWS, drops=DROPPED_ROWS)
        self.counted: Signal[tuple[int, int]] = Signal()
        """(shown, in all) whenever one of the two changes."""
        self.progressed: Signal[JournalProgress] = Signal()
        """Whenever a search found or searched more; the last one is not running."""
        self.database = database
        self._filter = JournalFilter()
        self._expression: Expression = EVERYTHING
        self._search: JournalSearch | None = None
        """Of the conversation; made with its first filter."""
        self._found = FoundStanzas()
        """Under a filter: all stanzas that fit; the rows are those from its first listed one on."""
        self._filtered_rows = 0
        """Rows of the search's columns that were filtered."""
        self._is_searching = self._stopped = False
        self._last: JournalRecord | None = None
        self._start = 1
        """Where the rows begin while there are none."""
        self._seen = 0
        self._count = StanzaCount()
        self._paused = False
        self._appending = Throttle("journal rows", self._append, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._marks: Mapping[int, str] = NO_MARKS
        """Notes of the marked stanzas of the conversation by their numbers, ascending."""
        self.marked: Signal[int] = Signal()
        """How many stanzas of the conversation are marked, whenever one is or no longer is."""
        self.started: Signal[int | None] = Signal()
        """When the first stanza of the conversation came, in microseconds since 1970, whenever it is read."""
        self.sorted = SortedStanzas(database=database, clock=clock, scope=scope)
        self.order_changed: Signal[StanzaOrder | None] = Signal()
        """The order that holds from now on in `sorted`; None: that of arrival, in `rows`."""
        self.order: StanzaOrder | None = None
        """What the stanzas are sorted by; set before the first conversation is shown, that one is sorted so."""
        self._marking = Throttle("journal marks", self._load_marks, scope=scope, clock=clock, pause=0)
        self._renewing = Throttle("journal again", self._renew, scope=scope, clock=clock, pause=RENEW_SECONDS)
        self._generation = self._loaded = 0
        self._disconnect = database.changed.connect(self._on_changed)

    async def show(self, conversation_id: str) -> None:
        """Show the tail of another conversation's journal, under the filter that holds."""
        if conversation_id != self._filter.conversation_id:
            self._search, self._found.around = None, None
        self._filter = replace(self._filter, conversation_id=conversation_id)
        await self._reload()

    async def filter(self, expression: Expression, *, around: str = "") -> None:
        """Show only stanzas that fit; bytes are searched from the row `around` outwards, without it from the end."""
        self._expression = expression
        self._found.around = int(around) if around else None
        await self._reload()

    def stop_search(self) -> None:
        """Search no further; what was found stays, and what comes is filtered."""
        self._stopped = True
        self.sorted.stop()

    async def load_older(self) -> None:
        """Put the page before the first row in front."""
        generation, first = self._generation, self._first_seq
        if first <= 1 or len(self.rows) >= MAX_ROWS:
            return
        if self._is_filtered:
            await self._show_found(more=PAGE_ROWS)
            return
        older = await self.database.read(rows_before, self._filter, first, self._marks, PAGE_ROWS)
        if generation == self._generation and first == self._first_seq and older:
            self._list_before(older)

    async def reveal(self, row_id: str) -> Literal["listed", "hidden", "far"]:
        """List a stanza of this conversation, with all after it.

        Returns:
            `hidden` where the filter keeps it back, `far` where too many stand after it to be listed.
        """
        if self.rows.get(row_id) is not None:
            return "listed"
        seq, generation = int(row_id), self._generation
        if self._is_filtered:
            return await self._reveal_found(seq)
        if seq >= self._first_seq:
            return "listed"  # it is on its way
        first = self._first_seq
        older = await self.database.read(rows_between, self._filter, (seq, first), self._marks, MAX_AFTER)
        if generation != self._generation or first != self._first_seq:
            return "listed" if self.rows.get(row_id) is not None else "hidden"
        if not older or len(older) + len(self.rows) > MAX_ROWS:
            return "far"
        self._list_before(older)
        return "listed"

    def _list_before(self, older: Sequence[StanzaRow]) -> None:
        self.rows.reset([*older, *(row for row in self.rows if row.number > older[-1].number)])
        self._emit_counts()

    async def settle(self) -> None:
        """Wait until the rows of the filter that was asked for last are there."""
        await asyncio.sleep(0)  # a filter of this very moment begins first
        counted = asyncio.Event()
        disconnect = self.counted.connect(lambda _: counted.set())
        while self._loaded != self._generation:
            counted.clear()
            await counted.wait()
        disconnect()

    async def _reveal_found(self, seq: int) -> Literal["listed", "hidden", "far"]:
        place = self._found.place_of(seq)
        if place is None:
            return "hidden"
        if self._found.first - place > MAX_AFTER:
            return "far"
        await self._show_found(more=self._found.first - place)
        return "listed" if self.rows.get(str(seq)) is not None else "hidden"

    async def sort(self, order: StanzaOrder | None) -> None:
        """Sort all that the filter found, as it is now; None goes back to the order of arrival."""
        self.order = order
        if order is not None:
            search = await self._ensure_search()
            await search.load()
            await self.sorted.sort(search.columns, order, self._found.seqs if self._is_filtered else None, self._marks)
        if order == self.order:
            self.order_changed.emit(order)

    def pause(self, *, paused: bool) -> None:
        """Stand still, or go on and catch up; what arrives meanwhile is journaled all the same."""
        self._paused = paused
        if not paused:
            self._appending.request()

    def clear(self) -> None:
        """Clear the view, never the store: go on from here."""
        self.rows.reset(())
        self._start = self._seen + 1
        self._found.list_last(0)
        self._emit_counts()

    async def details(self, row_id: str) -> StanzaDetails | None:
        """Return tree and bytes of one stanza, and what the filter found in it."""
        return await self.database.read(read_details, int(row_id), self._expression)

    def neighbour_mark(self, row_id: str, step: int) -> str:
        """Return the marked stanza after a row (`step` 1) or before it (−1), of those that the filter found."""
        return neighbour_mark(self._marks, row_id, step, self._found.seqs.tolist() if self._is_filtered else None)

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    async def prepare(self) -> None:
        """Read the headers of the conversation, so that its first filter need not wait for them."""
        search = await self._ensure_search()
        await search.load()

    async def statistics(self, *, filtered: bool = True) -> StanzaStatistics:
        """Count by type and direction what the filter found, or all stanzas of the conversation."""
        search = await self._ensure_search()
        await search.load()
        filtered = filtered and self._is_filtered
        sums, lasted = await self.database.read(sums_of, search.columns, self._found.seqs if filtered else None)
        return statistics_of(sums, lasted, is_filtered=filtered)

    @property
    def conversation_id(self) -> str:
        """The conversation that is shown; empty before the first."""
        return self._filter.conversation_id or ""

    @property
    def _is_filtered(self) -> bool:
        return self._expression != EVERYTHING

    @property
    def _first_seq(self) -> int:
        return self.rows[0].number if self.rows else self._start

    async def _renew(self) -> None:
        """Read as many rows as there are again; a filter finds anew, and the order is made anew."""
        self._search = None
        self._found.around = self._first_seq if self._is_filtered else None
        await self._reload(listed=len(self.rows), start=self._start)

    async def _reload(self, *, listed: int = 0, start: int = 1) -> None:
        self._generation += 1
        generation = self._generation
        self._stopped = False
        self._count.begin()
        limit = 0 if self._is_filtered else max(PAGE_ROWS, listed)
        tail = await self.database.read(read_tail, self._filter, limit)
        if generation != self._generation:
            return
        self._loaded = generation
        self._seen = tail.seen
        self._count.finish(tail.total, tail.seen)
        self._start = start
        self._last = tail.last
        self._marks = tail.marks
        self.started.emit(None if tail.start is None else microseconds(tail.start))
        self.marked.emit(len(tail.marks))
        if self._is_filtered:
            await self._search_all(generation)
        else:
            self._is_searching = False
            self.rows.reset(row for row in tail.rows if row.number >= start)
            self._emit_counts()
        if self.order is not None and generation == self._generation:
            await self.sort(self.order)
        self._appending.request()  # what came while the tail was read

    async def _search_all(self, generation: int) -> None:
        """Search the whole conversation and show what is found while it is."""
        search = await self._ensure_search()
        if generation != self._generation:
            return
        self._is_searching = True
        while await search.load_some():
            loaded = len(search.columns)
            total = max(loaded, self._count.total)
            self.progressed.emit(JournalProgress(found=0, searched=loaded, total=total, is_running=True))
            if generation != self._generation:
                return
        await search.renumber()
        if generation != self._generation:
            return
        self._found, self._filtered_rows = FoundStanzas(self._found.around), len(search.columns)
        self.rows.reset(())
        async for progress in search.find(self._expression, around=self._found.around):
            if generation != self._generation:
                return
            self._found.seqs = progress.seqs
            await self._show_found()
            if generation != self._generation:
                return
            running = not progress.is_done and not self._stopped
            self.progressed.emit(self._found.progress(progress, running=running))
            if not running:
                break
        self._is_searching = False

    async def _ensure_search(self) -> JournalSearch:
        await self.database.read(load_columns)
        if self._search is None:
            self._search = JournalSearch(database=self.database, conversation_id=self.conversation_id)
        return self._search

    async def _show_found(self, *, more: int = 0) -> None:
        """Show the rows of what is found that are not shown yet: to its end, and at its front as many as are wanted."""
        generation, found = self._generation, len(self._found.seqs)
        front, again, end = self._found.missing(self.rows, more=more)
        if front or not self.rows:
            read = await self.database.read(rows_of, [*front, *again], None, self._marks)
            if generation != self._generation:
                return
            rest = [row for row in self.rows if not read or row.number > read[-1].number]
            self.rows.reset([*read, *rest])
        for start in range(0, len(end), BATCH_ROWS):
            read = await self.database.read(rows_of, end[start : start + BATCH_ROWS], self.rows[-1].number, self._marks)
            if generation != self._generation:
                return
            self.rows.extend(read)
        self._found.list_last(len(self.rows), of=found)
        self._emit_counts()

    async def _load_marks(self) -> None:
        """Read the marks again, and show them on their rows."""
        generation = self._generation
        marks = await self.database.read(stanza_marks.marks_of, self.conversation_id)
        if generation != self._generation:
            return
        changed, self._marks = changed_marks(self._marks, marks), marks
        if changed and self._is_filtered and is_about_marks(self._expression):
            await self._reload()
            return
        for seq in changed:
            if (row := self.rows.get(str(seq))) is not None:
                self.rows.put(structs.replace(row, note=marks.get(seq)))
        self.sorted.set_marks(marks, changed)
        self.marked.emit(len(marks))

    def _on_changed(self, changes: Changes) -> None:
        conversation_id = self._filter.conversation_id
        if any(change.subject == "mark" and change.conversation_id in {None, conversation_id} for change in changes):
            self._marking.request()
        if any(one.subject == "journal_edit" and one.conversation_id in {None, conversation_id} for one in changes):
            self._renewing.request()
        arrived = [one for one in changes if one.subject == "journal" and one.conversation_id == conversation_id]
        if self._count.add([int(one.id) for one in arrived]):
            self._appending.request()

    async def _append(self) -> None:
        generation = self._generation
        if self._paused or self._loaded != generation or self._is_searching:
            return
        if self._is_filtered:
            await self._append_found(generation)
            return
        rows, last = await self.database.read(rows_after, self._filter, self._seen, self._last, BATCH_ROWS)
        if last is None or not self._is_following(generation):
            return
        self._last, self._seen = last, last.seq
        self.rows.extend(rows)
        self._emit_counts()
        if len(rows) == BATCH_ROWS:
            self._appending.request()

    async def _append_found(self, generation: int) -> None:
        """Filter what was journaled since, and show what fits."""
        search = self._search
        if search is None:
            return
        await search.load()
        if self._filtered_rows == len(search.columns) or not self._is_following(generation):
            return
        first, last = self._filtered_rows, len(search.columns)
        seqs = self._found.seqs
        async for progress in search.find(self._expression, first=first):
            if generation != self._generation:
                return
            if progress.is_done:
                seqs = joined(self._found.seqs, progress.seqs)
        end = seqs[self._found.first + len(self.rows) :].tolist()
        read = await self.database.read(rows_of, end, self.rows[-1].number if self.rows else None, self._marks)
        if self._is_following(generation):
            self._found.seqs, self._filtered_rows = seqs, last
            self._seen = int(search.columns.seqs[last - 1])
            self.rows.extend(read)
            self._found.list_last(len(self.rows))
            self._emit_counts()

    def _is_following(self, generation: int) -> bool:
        """Return whether what was read since is still to be shown: no other filter came, and no pause."""
        return generation == self._generation and not self._paused

    def _emit_counts(self) -> None:
        self.counted.emit((len(self.rows), self._count.total))
