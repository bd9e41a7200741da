"""Keep the open conversation as rows, updated from the store's changes at most thirty times a second.

Only a part of a long conversation is loaded: its end when it is opened, the surroundings of a message that is revealed,
and more on either side when the view scrolls near an end of what is loaded.

What changed is read again in one query and put in its place; a burst of changes becomes one flush, because a window
that paints more often than thirty times a second only gets slower (docs/architecture.md#the-way-of-a-turn).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import count
from typing import Concatenate, Final, ParamSpec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.session.voice_state import Interim, VoiceState
from alicia_desktop.store.changes import Change, Changes
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.view import message_window
from alicia_desktop.view.branches import Branches
from alicia_desktop.view.message_window import MessageWindow
from alicia_desktop.view.messages import ConnectionPause, interim_row
from alicia_desktop.view.rows import MessageRow

P = ParamSpec("P")

FLUSH_SECONDS: Final = 1 / 30

INTERIM: Final = "interim "

MORE_MESSAGES: Final = 200
"""Messages that are read when the view scrolls near an end of what is loaded."""


def undelivered(rows: Iterable[MessageRow], conversation_id: str) -> Changes:
    """Return queued and sent rows as changes, so that they are read again with the time of the next try."""
    return frozenset(Change("message", conversation_id, row.id) for row in rows if row.state in {"queued", "sending"})


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
        """Whether the next flush reads all that is loaded again."""
        self._revisions = count(1)
        self._flushing = Throttle("conversation rows", self._flush, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._interim: Interim | None = None
        self._pause: ConnectionPause | None = None
        self._scope = scope
        self._above = self._below = False
        """Whether there is more of the conversation before and behind what is loaded."""
        self.more_below: Signal[bool] = Signal()
        self.versions_changed: Signal[tuple[str, ...]] = Signal()
        """The ids in `versions`, after another version was chosen."""
        self.versions: tuple[str, ...] = ()
        """The versions of messages that the user chose to see instead of the newest ones."""
        self._reading = False
        """Whether more is being read."""
        self._disconnect = database.changed.connect(self._on_changed)

    async def show(self, conversation_id: str) -> None:
        """Show another conversation, beginning with its end."""
        self.conversation_id = conversation_id
        self._branches = Branches()
        self._changes, self._stale = frozenset(), False
        self._interim = None
        await self._read_end(conversation_id)

    async def reveal(self, message_id: str) -> None:
        """Load a message of this conversation, in the branch that it is in."""
        conversation_id = self.conversation_id
        chosen = self._branches.choose(message_id)
        if message_id not in self._order:
            number = await self._database.read(messages.sequence_number_of, conversation_id, message_id)
            if number is None or conversation_id != self.conversation_id:
                return
            around = await self._read(message_window.messages_around, conversation_id, number)
            self._update_branches(around.bundles)
            self._branches.choose(message_id)
            self._show_window(conversation_id, around)
        elif chosen:
            await self._read_again()

    async def show_newest_branch(self) -> None:
        """Show the end of the newest branch, where the conversation goes on."""
        if self._branches.choose_newest() or self._below:
            await self._read_end(self.conversation_id)

    async def show_end(self) -> None:
        """Load the end, in the branch that is shown."""
        if self._below:
            await self._read_end(self.conversation_id)

    async def show_beginning(self) -> str:
        """Load the beginning, and return the id of the first message; empty where there is none."""
        if self._above:
            conversation_id = self.conversation_id
            self._show_window(conversation_id, await self._read(message_window.first_messages, conversation_id))
        return self.rows[0].id if self.rows else ""

    def load_older(self) -> None:
        """Load older messages when the view scrolls near the top."""
        self._load_more(older=True)

    def load_newer(self) -> None:
        """Load newer messages when the view scrolls near the end."""
        self._load_more(older=False)

    async def find(self, words: str) -> list[str]:
        """Return the messages of the whole conversation that hold the words, in order, in the branch that is shown."""
        wanted = words.strip()
        found = await self._database.read(messages.ids_containing, self.conversation_id, wanted) if wanted else []
        return [message_id for message_id in found if not self._branches.hides(message_id)]

    def adopt(self, old: str, new: str) -> None:
        """Follow the conversation under the id that the server gave it; what changed meanwhile is read again."""
        if self.conversation_id == old:
            self.conversation_id = new
            self._stale = True
            self._flushing.request()

    def show_interim(self, voice: VoiceState) -> None:
        """Show what is being heard, as a row that the final message replaces."""
        if voice.interim == self._interim:
            return
        before, self._interim = self._interim, voice.interim
        if before is not None and (self._interim is None or before.id != self._interim.id):
            self._remove_interim(before.id)
        if self._interim is not None and self._interim.id not in self._order and not self._below:
            self.rows.put(self._revised(interim_row(self._interim, self._clock.now())))

    def set_pause(self, pause: ConnectionPause | None) -> None:
        """Show on messages that wait when they are tried next; None while the session is connected or connects."""
        self._pause = pause
        self._changes |= undelivered(self.rows, self.conversation_id)
        self._flushing.request()

    def close(self) -> None:
        """Stop following the store."""
        self._disconnect()

    def _remove_interim(self, row_id: str) -> None:
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

    async def _read_end(self, conversation_id: str) -> None:
        """Load the end of the conversation."""
        found = await self._read(message_window.last_messages, conversation_id) if conversation_id else MessageWindow()
        self._show_window(conversation_id, found)

    async def _read_again(self) -> None:
        """Read again what is loaded."""
        conversation_id = self.conversation_id
        if not self._order:
            await self._read_end(conversation_id)
            return
        first = self._first if self._above else None
        last = self._last if self._below else None
        found = await self._read(message_window.messages_between, conversation_id, first, last)
        self._show_window(conversation_id, replace(found, above=self._above, below=self._below))

    def _load_more(self, *, older: bool) -> None:
        if (self._above if older else self._below) and not self._reading:
            self._reading = True
            self._scope.spawn("more of a conversation", self._read_more(older=older))

    async def _read_more(self, *, older: bool) -> None:
        try:
            conversation_id, first, last, shown = self.conversation_id, self._first, self._last, len(self.rows)
            while len(self.rows) == shown and (self._above if older else self._below):
                edge = first if older else last
                more = await self._read(
                    message_window.messages_beyond, conversation_id, edge, MORE_MESSAGES, older=older
                )
                if conversation_id != self.conversation_id or (first, last) != (self._first, self._last):
                    return
                if not self._add(more, older=older):
                    return
                first, last = self._first, self._last
        finally:
            self._reading = False

    def _add(self, more: MessageWindow, *, older: bool) -> int:
        """Put more in front of what is loaded, or behind it; return how many messages that are."""
        fresh = [bundle for bundle in more.bundles if bundle.message.id not in self._order]
        self._update_branches(fresh)
        self._order |= {bundle.message.id: bundle.message.sequence_number for bundle in fresh}
        rows = [self._row(bundle, more) for bundle in fresh if not self._branches.hides(bundle.message.id)]
        if older:
            self._above = more.above
            self.rows.reset([*rows, *self.rows])
        else:
            self._set_below(more.below)
            self.rows.extend(rows)
        return len(fresh)

    def _show_window(self, conversation_id: str, found: MessageWindow) -> None:
        """Replace what is loaded by this part of the conversation."""
        if conversation_id != self.conversation_id:
            return
        self._update_branches(found.links)
        self._update_branches(found.bundles)
        self._above = found.above
        self._order = {bundle.message.id: bundle.message.sequence_number for bundle in found.bundles}
        rows = [self._row(bundle, found) for bundle in found.bundles if not self._branches.hides(bundle.message.id)]
        heard = self._interim
        if heard is not None and heard.id not in self._order and not found.below:
            rows.append(self.rows.get(heard.id) or self._revised(interim_row(heard, self._clock.now())))
        self._set_below(found.below)
        self.rows.reset(rows)
        if self.versions != self._branches.chosen:
            self.versions = self._branches.chosen
            self.versions_changed.emit(self.versions)

    def _update_branches(self, found: Sequence[MessageBundle | messages.BranchLink]) -> None:
        self._branches.update(one.message if isinstance(one, MessageBundle) else one for one in found)

    def _set_below(self, below: bool) -> None:  # noqa: FBT001 - as it is told
        if below != self._below:
            self._below = below
            self.more_below.emit(below)

    @property
    def _first(self) -> int:
        return min(self._order.values(), default=0)

    @property
    def _last(self) -> int:
        return max(self._order.values(), default=0)

    async def _flush(self) -> None:
        changes, self._changes = self._changes, frozenset()
        conversation_id = self.conversation_id
        if self._stale:
            self._stale = False
            await self._read_again()
            return
        found = await self._read(message_window.changed_messages, conversation_id, changes)
        if conversation_id != self.conversation_id:
            return
        for gone in found.gone:
            if self._order.pop(gone, None) is not None:
                self.rows.remove(gone)
        if self._branches.update(bundle.message for bundle in found.bundles):
            await self._read_again()
            return
        shown = [
            bundle
            for bundle in found.bundles
            if self._is_loaded(bundle) and not self._branches.hides(bundle.message.id)
        ]
        self._order |= {bundle.message.id: bundle.message.sequence_number for bundle in shown}
        for bundle in shown:
            self._put_row(bundle, found)

    def _is_loaded(self, bundle: MessageBundle) -> bool:
        """Whether a message belongs to the loaded part; others are read when the view scrolls to them."""
        number = bundle.message.sequence_number
        before = self._above and number < self._first
        behind = self._below and number > self._last
        return bundle.message.id in self._order or not (before or behind)

    def _put_row(self, bundle: MessageBundle, found: MessageWindow) -> None:
        """Replace a row in its place, or insert it where its number says.

        Rows that only moved down, because an answer came between them and its question, stay as they are.
        """
        message = bundle.message
        row = self._row(bundle, found)
        old = self.rows.get(row.id)
        if old is not None and (old.interim or message_window.is_in_place(self.rows, self._order, row.id)):
            self.rows.put(row)
            return
        if old is not None:
            self.rows.remove(row.id)
        self.rows.insert(message_window.insert_position(self.rows, self._order, message.sequence_number), row)
        asked = self.rows.get(message.previous_id or "")
        if asked is not None and asked.tools and row.role == "assistant":  # they are the answer's from now on
            self.rows.put(self._revised(replace(asked, tools=())))

    async def _read(
        self, read: Callable[Concatenate[Connection, P], MessageWindow], *wanted: P.args, **how: P.kwargs
    ) -> MessageWindow:
        return await self._database.read(message_window.with_rows, self._pause, read, *wanted, **how)

    def _row(self, bundle: MessageBundle, found: MessageWindow) -> MessageRow:
        row = found.rows[bundle.message.id]
        return self._revised(replace(row, branch=self._branches.branch_of(bundle.message.id)))

    def _revised(self, row: MessageRow) -> MessageRow:
        """Return the row with a revision that no row had before, unless it is the one that is shown."""
        old = self.rows.get(row.id)
        if old is not None and replace(row, revision=old.revision) == old:
            return old
        return replace(row, revision=next(self._revisions))
