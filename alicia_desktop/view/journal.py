"""The journal of a conversation as a growing list: its tail live, older rows paged in, a filter by type and text.

Rows that arrive are read from the journal in batches, at most thirty times a second, so a burst of thousands costs the
window a few insertions and not one each.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.rows import Rows
from alicia_desktop.base.signal import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store import journal
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Database
from alicia_desktop.store.journal import JournalFilter
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.details import stanza_details
from alicia_desktop.view.inspector_rows import StanzaDetails, StanzaRow
from alicia_desktop.view.pacing import Paced
from alicia_desktop.view.stanzas import stanza_row, stanza_rows

FLUSH_SECONDS: Final = 1 / 30
PAGE: Final = 1_000
WINDOW: Final = 200_000
"""Rows kept in the window; more are dropped from its beginning and counted, and can be paged in again."""
BATCH: Final = 200
"""Rows formatted at a stretch, so that the loop is never held up for long."""


class JournalView:
    """The stanzas of one conversation."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope) -> None:
        self.rows: Rows[StanzaRow] = Rows(lambda row: row.id, limit=WINDOW)
        self.counted: Signal[tuple[int, int]] = Signal()
        """(shown, in all) whenever one of the two changes."""
        self._database = database
        self._filter = JournalFilter()
        self._last: JournalRecord | None = None
        self._first_seq = 0
        self._seen = 0
        self._total = 0
        self._paused = False
        self._appending = Paced("journal rows", self._append, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._generation = 0
        self._disconnect = database.changed.connect(self._on_changed)

    async def show(self, conversation_id: str) -> None:
        """Show the tail of another conversation's journal, under the filter that holds."""
        self._filter = replace(self._filter, conversation_id=conversation_id)
        await self._reload()

    async def filter(self, names: Sequence[str], text: str) -> None:
        """Show only stanzas of these names (none: all; also `Unknown`, `Malformed`) that hold the text."""
        self._filter = replace(self._filter, names=tuple(names) or None, text=text)
        await self._reload()

    async def load_older(self) -> None:
        """Put the page before the first row in front."""
        if self._first_seq <= 1:
            return
        generation = self._generation
        older = await self._database.read(journal.page, self._filter, before=self._first_seq, limit=PAGE)
        if generation != self._generation or not older:
            return
        self._first_seq = older[0].seq
        self.rows.reset([*stanza_rows(older), *self.rows])
        self._tell_counts()

    def pause(self, *, paused: bool) -> None:
        """Stand still, or go on and catch up; what arrives meanwhile is journaled all the same."""
        self._paused = paused
        if not paused:
            self._appending.request()

    def clear(self) -> None:
        """Clear the view, never the store: go on from here."""
        self.rows.reset(())
        self._first_seq = self._seen + 1
        self._tell_counts()

    async def details(self, row_id: str) -> StanzaDetails | None:
        """Return tree and bytes of one stanza."""
        found = await self._database.read(journal.get, int(row_id))
        return stanza_details(found) if found is not None else None

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    async def _reload(self) -> None:
        self._generation += 1
        generation = self._generation
        self._seen = await self._database.read(journal.last_seq)
        tail = await self._database.read(journal.page, self._filter, limit=PAGE)
        total = await self._database.read(journal.count, JournalFilter(conversation_id=self._filter.conversation_id))
        if generation != self._generation:
            return
        self._total = total
        self._first_seq = tail[0].seq if tail else 1
        self._last = tail[-1] if tail else None
        self.rows.reset(stanza_rows(tail))
        self._tell_counts()

    def _on_changed(self, changes: Changes) -> None:
        conversation_id = self._filter.conversation_id
        arrived = sum(
            1 for change in changes if change.subject == "journal" and change.conversation_id == conversation_id
        )
        if arrived:
            self._total += arrived
            self._appending.request()

    async def _append(self) -> None:
        generation = self._generation
        if self._paused:
            return
        arrived = await self._database.read(journal.page, self._filter, after=self._seen, limit=BATCH)
        if generation != self._generation or not arrived:
            return
        rows = []
        for record in arrived:
            rows.append(stanza_row(record, self._last))
            self._last = record
        self._seen = arrived[-1].seq
        self.rows.extend(rows)
        self._tell_counts()
        if len(arrived) == BATCH:
            self._appending.request()

    def _tell_counts(self) -> None:
        self.counted.emit((len(self.rows), self._total))
