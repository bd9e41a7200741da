"""The list of conversations, pinned first, then today's, then earlier ones; and what is found of a search."""

from dataclasses import replace
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.rows import Rows
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store import conversations, search
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.view import text
from alicia_desktop.view.pacing import Paced
from alicia_desktop.view.rows import ConversationRow

FLUSH_SECONDS: Final = 0.2
UNTITLED: Final = "New conversation"


class SidebarView:
    """The conversations of one server, filtered by words."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope, server: str) -> None:
        self.rows: Rows[ConversationRow] = Rows(lambda row: row.id)
        self._database = database
        self._clock = clock
        self._server = server
        self._words = ""
        self._refreshing = Paced("sidebar", self.refresh, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._disconnect = database.changed.connect(self._on_changed)

    async def refresh(self) -> None:
        """Read the list again."""
        words = self._words
        records = await self._database.read(_listed, self._server, words)
        if words == self._words:
            now = self._clock.now()
            self.rows.reset(conversation_row(record, now) for record in records)

    async def find(self, words: str) -> None:
        """Show only conversations whose title or messages hold these words; nothing shows all."""
        self._words = words.strip()
        await self.refresh()

    def adopt(self, old: str, new: str) -> None:
        """A conversation got its real id: its row has it at once, so that a step from it finds its neighbours."""
        self.rows.reset(replace(row, id=new) if row.id == old else row for row in self.rows)

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    def _on_changed(self, changes: Changes) -> None:
        if any(change.subject in {"conversation", "message"} for change in changes):
            self._refreshing.request()


def conversation_row(record: ConversationRecord, now: datetime) -> ConversationRow:
    """Return the line of one conversation."""
    moment = record.last_line_at or record.created_at
    return ConversationRow(
        id=record.id,
        title=record.title or UNTITLED,
        last_line="Uses and stores no memories" if record.private else text.one_line(record.last_line or ""),
        time=text.list_time(moment, now),
        section=_section(record, moment, now),
        private=record.private,
        pinned=record.pinned,
    )


def _section(record: ConversationRecord, moment: datetime, now: datetime) -> Literal["Pinned", "Today", "Earlier"]:
    if record.pinned:
        return "Pinned"
    return "Today" if moment.astimezone().date() == now.astimezone().date() else "Earlier"


def _listed(conn: Connection, server: str, words: str) -> list[ConversationRecord]:
    listed = conversations.listed(conn, server=server)
    listed.sort(key=lambda record: (not record.pinned, -(record.last_line_at or record.created_at).timestamp()))
    if not words:
        return listed
    found = {hit.message.conversation_id for hit in search.find_messages(conn, words)}
    return [record for record in listed if record.id in found or words.casefold() in record.title.casefold()]
