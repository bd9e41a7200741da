"""The list of conversations, pinned first, then today's, then earlier ones; and what is found of a search."""

from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final, Literal

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.rows import Rows
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store import conversations, search
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.search_query import SearchQuery, read_query
from alicia_desktop.view import text
from alicia_desktop.view.pacing import Paced
from alicia_desktop.view.rows import ConversationRow

FLUSH_SECONDS: Final = 0.2
HITS: Final = 100
"""Messages that a search brings at most, the newest, for the list of their conversations."""
UNTITLED: Final = "New conversation"


class SidebarView:
    """The conversations of one server, filtered by words."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope, server: str) -> None:
        self.rows: Rows[ConversationRow] = Rows(lambda row: row.id)
        self._database = database
        self._clock = clock
        self._server = server
        self._words = ""
        self._found: dict[str, search.Found] = {}
        self._refreshing = Paced("sidebar", self.refresh, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._disconnect = database.changed.connect(self._on_changed)

    async def refresh(self) -> None:
        """Read the list again."""
        words, now = self._words, self._clock.now()
        records, found = await self._database.read(_listed, self._server, words, now.astimezone().tzinfo)
        if words == self._words:
            self._found = found
            self.rows.reset(_with_find(conversation_row(record, now), found.get(record.id)) for record in records)

    async def find(self, words: str) -> None:
        """Show only conversations that fit what was typed (`store.search_query`); nothing shows all."""
        self._words = words
        await self.refresh()

    def found_in(self, conversation_id: str) -> str:
        """Return the newest message of a conversation that the search has found; empty for none."""
        found = self._found.get(conversation_id)
        return "" if found is None else found.message_id

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


def _with_find(row: ConversationRow, found: search.Found | None) -> ConversationRow:
    """Return the row with the words around the find instead of its last line."""
    if found is None:
        return row
    excerpt = found.excerpt.replace(search.MARK_START, "").replace(search.MARK_END, "")
    return replace(row, last_line=text.one_line(excerpt))


def _listed(
    conn: Connection, server: str, typed: str, zone: tzinfo | None
) -> tuple[list[ConversationRecord], dict[str, search.Found]]:
    """Return the conversations to be shown, and what was found in them."""
    listed = conversations.listed(conn, server=server)
    listed.sort(key=lambda record: (not record.pinned, -(record.last_line_at or record.created_at).timestamp()))
    if not typed.strip() or zone is None:
        return listed, {}
    query = read_query(typed, zone=zone)
    found: dict[str, search.Found] = {}
    for hit in search.find_messages(conn, typed, limit=HITS, zone=zone):
        found.setdefault(hit.conversation_id, hit)
    return [record for record in listed if record.id in found or _is_titled(record.title, query)], found


def _is_titled(title: str, query: SearchQuery) -> bool:
    """Whether the title holds the words, where nothing but words is looked for."""
    wanted = [word.casefold() for word in (*query.words, query.beginning) if word]
    only_words = SearchQuery(words=query.words, beginning=query.beginning, without=query.without) == replace(
        query, in_title=False
    )
    bare = title.casefold()
    unwanted = any(word.casefold() in bare for word in query.without)
    return bool(wanted) and only_words and all(word in bare for word in wanted) and not unwanted
