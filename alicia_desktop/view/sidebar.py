"""List the conversations in the sidebar, pinned first, then today's, then earlier ones; or the hits of a search."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.base.translation import translate
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations, search
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories.memory_list import MemoryFilter
from alicia_desktop.store.records import SHOWN_UNTITLED, ConversationRecord
from alicia_desktop.view import search as search_results
from alicia_desktop.view import text
from alicia_desktop.view.rows import ConversationRow, ConversationState, Section
from alicia_desktop.view.search import (
    LOOKING,
    MIN_QUERY_CHARACTERS,
    PAUSE_SECONDS,
    MeaningMatches,
    MeaningSearch,
)

FLUSH_SECONDS: Final = 0.2
MAX_TITLE: Final = 200
LIST_SUBJECTS: Final = frozenset({"conversation", "message", "outbox", "sync"})
SEARCH_SUBJECTS: Final = LIST_SUBJECTS | {"tool_use", "commentary", "memory"}
STATE_WORDS: Final[Mapping[ConversationState, str]] = {
    "": "",
    "queued": translate("Queued"),
    "failed": translate("Not sent"),
    "conflict": translate("Conflict"),
}
NO_MATCHES: Final = MeaningMatches(relevance={}, note="")


class SidebarView:
    """The conversations of one account, or the hits of a search in them."""

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        scope: Scope,
        account: Account,
        meaning: MeaningSearch | None = None,
    ) -> None:
        """List those of `account`; `meaning` finds memories by meaning, where that is available."""
        self.rows: Rows[ConversationRow] = Rows(lambda row: row.id)
        self.note = ""
        """The result line of a search; empty when there is none."""
        self.note_changed: Signal[str] = Signal()
        self._database = database
        self._clock = clock
        self._scope = scope
        self._account = account
        self._meaning = meaning
        self._typed = ""
        self._matches = NO_MATCHES
        self._waiting = ""
        """Why what is found by meaning is not there (yet)."""
        self._asked = 0
        """Searches by meaning begun; only the last one counts."""
        self.archived = 0
        """How many conversations are archived."""
        self.archived_changed: Signal[int] = Signal()
        self._archive_shown = False
        self._places: dict[str, search.SearchHit] = {}
        self._refreshing = Throttle("sidebar", self.refresh, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._disconnect = database.changed.connect(self._on_changed)

    async def refresh(self) -> None:
        """Read the list again."""
        typed, now = self._typed, self._clock.now()
        if typed.strip():
            await self._search(typed, now)
            return
        records = await self._database.read(_listed, self._account)
        if typed == self._typed:
            self._places = {}
            shown = [one for one in records if self._archive_shown or one.status != "archived"]
            self.rows.reset(conversation_row(record, now) for record in shown)
            self._set_note("")
            self._set_archived(sum(one.status == "archived" for one in records))

    async def find(self, typed: str) -> None:
        """Show only what fits what was typed (`store.conversations.search`); nothing shows all conversations."""
        if typed.strip() != self._typed.strip():
            self._matches, self._waiting = NO_MATCHES, ""
            self._asked += 1
            words = search_results.query_words(typed)
            if self._meaning is not None and len(words) >= MIN_QUERY_CHARACTERS:
                self._scope.spawn("meaning", self._search_by_meaning(self._meaning, words, self._asked))
        self._typed = typed
        await self.refresh()

    async def show_archived(self, *, shown: bool) -> None:
        """List the archived ones too, below the others; a search finds them anyway."""
        self._archive_shown = shown
        await self.refresh()

    def found(self, row_id: str) -> search.SearchHit | None:
        """Return what stands behind a row of a search; None where it is a conversation."""
        return self._places.get(row_id)

    def adopt(self, old: str, new: str) -> None:
        """Give the row of a conversation the id that the server gave it, at once, so that its neighbours are found."""
        self.rows.reset(replace(row, id=new) if row.id == old else row for row in self.rows)

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    async def _search(self, typed: str, now: datetime) -> None:
        account = self._account
        zone = now.astimezone().tzinfo
        found = await self._database.read(search_results.search_words, typed, account=account, zone=zone)
        relevance = tuple(self._matches.relevance.items())
        matches = (
            await self._database.read(search_results.match_meaning, relevance, found.found, account)
            if relevance
            else []
        )
        if typed != self._typed:
            return
        self._places = {search_results.row_id(one): one for one in (*found.found, *(one.found for one in matches))}
        self.rows.reset(
            [
                *(replace(conversation_row(record, now), section="Conversations") for record in found.titled),
                *(search_results.hit_row(one, now) for one in found.found),
                *(search_results.meaning_row(one, now) for one in matches),
            ]
        )
        self._set_note(" · ".join(filter(None, (search_results.count_text(found, len(matches)), self._waiting))))

    async def _search_by_meaning(self, meaning: MeaningSearch, words: str, asked: int) -> None:
        """Look for the meaning when typing has paused; what is found by words stands there meanwhile."""
        await self._clock.sleep(PAUSE_SECONDS)
        if asked != self._asked:
            return
        self._waiting = meaning.note or LOOKING
        self._refreshing.request()
        matches = await meaning.find(MemoryFilter(text=words))
        if asked == self._asked:
            self._matches, self._waiting = matches, matches.note
            self._refreshing.request()

    def _set_archived(self, archived: int) -> None:
        if archived != self.archived:
            self.archived = archived
            self.archived_changed.emit(archived)

    def _set_note(self, note: str) -> None:
        if note != self.note:
            self.note = note
            self.note_changed.emit(note)

    def _on_changed(self, changes: Changes) -> None:
        followed = SEARCH_SUBJECTS if self._typed.strip() else LIST_SUBJECTS
        if any(change.subject in followed for change in changes):
            self._refreshing.request()


def conversation_row(record: ConversationRecord, now: datetime) -> ConversationRow:
    """Return the line of one conversation."""
    moment = record.last_line_at or record.created_at
    state: ConversationState = (
        "conflict" if record.conflict else "failed" if record.unsent else "queued" if record.queued else ""
    )
    return ConversationRow(
        id=record.id,
        title=text.one_line(record.title or "", MAX_TITLE) or SHOWN_UNTITLED,
        last_line=translate("Uses and stores no memories") if record.private else text.one_line(record.last_line or ""),
        time=text.list_time(moment, now),
        section=_section(record, moment, now),
        state=state,
        state_text=STATE_WORDS[state],
        private=record.private,
        pinned=record.pinned,
        archived=record.status == "archived",
    )


def _section(record: ConversationRecord, moment: datetime, now: datetime) -> Section:
    if record.status == "archived":
        return "Archived"
    if record.pinned:
        return "Pinned"
    return "Today" if moment.astimezone().date() == now.astimezone().date() else "Earlier"


def _listed(conn: Connection, account: Account) -> list[ConversationRecord]:
    listed = conversations.listed(conn, account=account)
    listed.sort(
        key=lambda record: (
            record.status == "archived",
            not record.pinned,
            -(record.last_line_at or record.created_at).timestamp(),
        )
    )
    return listed
