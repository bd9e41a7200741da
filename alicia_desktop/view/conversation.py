"""The open conversation as rows, kept up to date from the store's changes, at most thirty times a second.

What changed is asked for again in one read and put in its place; a burst of changes becomes one flush, because a window
that paints more often than thirty times a second only gets slower (DESIGN.md §3.3).
"""

from dataclasses import replace
from itertools import count
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.rows import Rows
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session.voice import Interim, VoiceState
from alicia_desktop.store import transcripts
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.transcripts import MessageBundle
from alicia_desktop.view.branches import Branches
from alicia_desktop.view.messages import interim_row, message_row
from alicia_desktop.view.pacing import Paced
from alicia_desktop.view.rows import MessageRow

FLUSH_SECONDS: Final = 1 / 30
INTERIM: Final = "interim "


class ConversationView:
    """The messages of one conversation at a time."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope) -> None:
        self.rows: Rows[MessageRow] = Rows(lambda row: row.id)
        self.conversation_id = ""
        self._database = database
        self._clock = clock
        self._order: dict[str, int] = {}
        self._branches = Branches()
        self._changes: Changes = frozenset()
        self._stale = False
        """Whether the next flush reads the conversation whole."""
        self._revisions = count(1)
        self._flushing = Paced("conversation rows", self._flush, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._interim: Interim | None = None
        self._disconnect = database.changed.connect(self._on_changed)

    async def show(self, conversation_id: str) -> None:
        """Show another conversation, whole."""
        self.conversation_id = conversation_id
        self._branches = Branches()
        self._changes, self._stale = frozenset(), False
        self._interim = None
        await self._read_whole(conversation_id)

    async def reveal(self, message_id: str) -> None:
        """Show the branch that a message of this conversation is in."""
        if self._branches.choose(message_id):
            await self._read_whole(self.conversation_id)

    async def show_newest_branch(self) -> None:
        """Show the newest branch, on which the conversation goes on."""
        if self._branches.choose_newest():
            await self._read_whole(self.conversation_id)

    def adopt(self, old: str, new: str) -> None:
        """The conversation got its real id; what changed under the old one meanwhile is looked for under the new."""
        if self.conversation_id == old:
            self.conversation_id = new
            self._stale = True
            self._flushing.request()

    def hear(self, voice: VoiceState) -> None:
        """Show what is being heard, in place, until the final message takes its place."""
        if voice.interim == self._interim:
            return
        before, self._interim = self._interim, voice.interim
        if before is not None and (self._interim is None or before.id != self._interim.id):
            self._drop_interim(before.id)
        if self._interim is not None and self._interim.id not in self._order:
            self.rows.put(self._revised(interim_row(self._interim, self._clock.now())))

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    def _drop_interim(self, row_id: str) -> None:
        row = self.rows.get(row_id)
        if row is not None and row.interim:
            self.rows.remove(row_id)

    def _on_changed(self, changes: Changes) -> None:
        relevant = frozenset(
            change
            for change in changes
            if change.conversation_id == self.conversation_id and change.subject != "journal"
        )
        if not relevant:
            return
        self._changes |= relevant
        self._flushing.request()

    async def _read_whole(self, conversation_id: str) -> None:
        bundles = await self._database.read(transcripts.whole, conversation_id) if conversation_id else []
        if conversation_id != self.conversation_id:
            return
        for bundle in bundles:
            self._branches.learn(bundle.message)
        bundles = [bundle for bundle in bundles if not self._branches.hides(bundle.message.id)]
        self._order = {bundle.message.id: bundle.message.sequence_number for bundle in bundles}
        heard = [row for row in self.rows if row.interim and self._interim is not None and row.id == self._interim.id]
        shown = [self._row(bundle) for bundle in bundles]
        self.rows.reset([*shown, *(row for row in heard if row.id not in self._order)])

    async def _flush(self) -> None:
        changes, self._changes = self._changes, frozenset()
        conversation_id = self.conversation_id
        if self._stale:
            self._stale = False
            await self._read_whole(conversation_id)
            return
        ids, bundles = await self._database.read(_touched, conversation_id, changes)
        if conversation_id != self.conversation_id:
            return
        for gone in ids - {bundle.message.id for bundle in bundles}:
            if self._order.pop(gone, None) is not None:
                self.rows.remove(gone)
        learnt = [self._branches.learn(bundle.message) for bundle in bundles]
        if any(learnt):
            await self._read_whole(conversation_id)
            return
        for bundle in bundles:
            if not self._branches.hides(bundle.message.id):
                self._put(bundle)

    def _put(self, bundle: MessageBundle) -> None:
        """Replace a row in its place, or insert it where its number says; a late older one moves the numbers."""
        message = bundle.message
        row = self._row(bundle)
        old = self.rows.get(row.id)
        known = self._order.get(message.id)
        self._order[message.id] = message.sequence_number
        if old is not None and known == message.sequence_number:
            self.rows.put(row)
            return
        if old is not None and not old.interim:
            self.rows.remove(row.id)
        elif old is not None:
            self.rows.put(row)
            return
        self.rows.insert(self._place(message.sequence_number), row)

    def _place(self, number: int) -> int:
        place = len(self.rows)
        while place > 0 and self._number(self.rows[place - 1]) > number:
            place -= 1
        return place

    def _number(self, row: MessageRow) -> float:
        return self._order.get(row.id, float("inf"))

    def _row(self, bundle: MessageBundle) -> MessageRow:
        branch = self._branches.branch_of(bundle.message.id)
        row = message_row(bundle)
        return self._revised(replace(row, branch=branch) if branch is not None else row)

    def _revised(self, row: MessageRow) -> MessageRow:
        """Return the row with a revision that no row had before, unless it is the one that is shown."""
        old = self.rows.get(row.id)
        if old is not None and replace(row, revision=old.revision) == old:
            return old
        return replace(row, revision=next(self._revisions))


def _touched(conn: Connection, conversation_id: str, changes: Changes) -> tuple[set[str], list[MessageBundle]]:
    ids = transcripts.touched(conn, conversation_id, changes)
    return ids, transcripts.some(conn, conversation_id, ids)
