"""The conversations: begun, named, deleted and brought back, here at once and on the server as soon as it hears."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any, Final

from alicia_desktop.app.connections import Wiring
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.sync import deletions, pending_pins, sync_state, unsent
from alicia_desktop.sync.engine import UNDO_SECONDS
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view import text
from alicia_desktop.view.search import MeaningSearch
from alicia_desktop.view.sidebar import SidebarView

log = get_logger(__name__)
TITLE_LETTERS: Final = 48
PRIVATE_TITLE: Final = "Private conversation"
"""Of what is said in it nothing stands in a list."""
NOT_THERE: Final = frozenset({"not_supported", "not_found"})
"""What a server answers that will never know more of a conversation than it does."""


class Library:
    """What is done to whole conversations."""

    def __init__(self, *, client: Client, scope: Scope, meaning: MeaningSearch) -> None:
        """Take what finds memories by meaning, for the search."""
        self._client = client
        self._scope = scope
        self._clock: Clock = client.clock
        self._telling = asyncio.Lock()
        self.sidebar = SidebarView(
            database=client.database,
            clock=client.clock,
            scope=scope,
            account=client.account,
            meaning=meaning,
        )

    async def refresh(self) -> None:
        """Fill the sidebar."""
        await self.sidebar.refresh()

    async def first(self) -> str:
        """Return the conversation in which the person was last, or a fresh one."""
        last = await self._client.database.read(conversations.last_opened, account=self._client.account)
        return last.id if last is not None else await self.fresh("")

    async def fresh(self, current: str, *, private: bool = False) -> str:
        """Return an empty conversation: the open one, else one that was begun and never used, else a new one."""
        empty = await self._client.database.read(_empty, self._client.account, private)
        if current in empty:
            return current
        if empty:
            return empty[0]
        return await self._client.new_conversation(PRIVATE_TITLE if private else "", private=private)

    async def opened(self, conversation_id: str) -> ConversationRecord:
        """Remember that the person looks at it, and return it.

        Raises:
            WorldError: it is not there (any longer), or is somebody else's.
        """
        return await self._client.database.write(_open, conversation_id, self._client.account, self._clock)

    async def entitle(self, message_id: str, said: str) -> ConversationRecord | None:
        """Name the conversation of a message after it if it has no title yet, and return it then."""
        title = text.one_line(said, TITLE_LETTERS)
        record = await self._client.database.write(_entitle, message_id, title, self._clock)
        if record is not None:
            self._client.sync.wake()
        return record

    async def rename(self, conversation_id: str, title: str) -> None:
        """Give it another title, here and on the server."""
        await self._client.database.write(conversations.rename, conversation_id, title, self._clock.now())
        self._client.sync.wake()

    async def pin(self, conversation_id: str, *, pinned: bool) -> ConversationRecord:
        """Keep it at the top of the list, or no longer."""
        at = self._clock.now()
        record = await self._client.database.write(pending_pins.set_pinned, conversation_id, at, pinned=pinned)
        self._scope.spawn("pin on the server", self.tell_shelves())
        return record

    async def archive(self, conversation_id: str, *, archived: bool) -> ConversationRecord:
        """Take it out of the list, where it can still be found, or bring it back."""
        at = self._clock.now()
        record = await self._client.database.write(conversations.set_archived, conversation_id, at, archived=archived)
        self._client.sync.wake()
        return record

    async def tell_shelves(self) -> None:
        """Tell the server what was pinned; what it cannot hear now waits."""
        async with self._telling:
            for record in await self._client.database.read(pending_pins.owed, account=self._client.account):
                if record.id.startswith(LOCAL):
                    continue  # told once the server has made it
                try:
                    api = await self._client.rooms.api()
                    await api.change_conversation(record.id, preferences={"pinned": record.pinned})
                except WorldError as error:
                    if error.code not in NOT_THERE:
                        log.info("a pin waits for the server", code=error.code)
                        return
                await self._client.database.write(pending_pins.settle, record)
                self._client.sync.wake()  # a round that is under way may have a list from before it

    async def delete(self, conversation_id: str) -> None:
        """Delete it, with undo for a while; then the server is told."""
        await self._client.database.write(_delete, conversation_id, self._clock.now())
        self._scope.spawn("delete on the server", self._delete_later())

    async def undelete(self, conversation_id: str) -> None:
        """Undo `delete`."""
        await self._client.database.write(_undelete, conversation_id, self._clock.now())

    async def tell_deletions(self, *, undoable_seconds: float = 0.0) -> None:
        """Tell the server of private conversations that were deleted before the last `undoable_seconds`.

        What it cannot hear now waits; of all others sync tells.
        """
        until = self._clock.now() - timedelta(seconds=undoable_seconds)
        account = self._client.account
        for conversation_id in await self._client.database.read(deletions.untold, account=account, until=until):
            try:
                api = await self._client.rooms.api()
                await api.delete_conversation(conversation_id)
            except WorldError as error:
                if error.code not in NOT_THERE:
                    log.info("a deletion waits for the server", code=error.code)
                    return
            await self._client.database.write(deletions.settle, conversation_id)

    async def retry(self, front: ActiveSession) -> None:
        """Send again what could not be sent."""
        await self._client.database.write(unsent.requeue_failed, self._client.account)
        front.session.flush_outbox()

    async def discard_all(self) -> None:
        """Give up everything that could not be sent."""
        await self._client.database.write(unsent.discard_failed, self._client.account, self._clock.now())

    async def rewrite(self, message_id: str, text: str) -> bool:
        """Give a message that waits other words; False where the server has it already."""
        done = await self._client.database.write(unsent.rewrite, message_id, text, self._clock.now())
        if done:
            self._client.sync.wake()
        return done

    async def discard(self, message_id: str) -> None:
        """Give up a message that was not sent."""
        await self._client.database.write(_discard, message_id, self._clock)

    async def _delete_later(self) -> None:
        await self._clock.sleep(UNDO_SECONDS)
        self._client.sync.wake()
        await self._client.sounds.let_deleted_go(self._clock.now() - timedelta(seconds=UNDO_SECONDS))
        await self.tell_deletions(undoable_seconds=UNDO_SECONDS)


def _delete(conn: Connection, conversation_id: str, at: datetime) -> None:
    known = conversations.get(conn, conversation_id)
    is_private = known is not None and known.private and not conversation_id.startswith(LOCAL)
    (deletions.delete_untold if is_private else conversations.delete)(conn, conversation_id, at)


def _undelete(conn: Connection, conversation_id: str, at: datetime) -> None:
    conversations.undelete(conn, conversation_id, at)
    deletions.settle(conn, conversation_id)


def _empty(conn: Connection, account: Account, private: bool) -> list[str]:  # noqa: FBT001 - read by position
    unknown = sync_state.unfetched(conn, account)
    return [
        record.id
        for record in conversations.listed(conn, account=account)
        if record.empty and record.private == private and record.status == "active" and record.id not in unknown
    ]


def _open(conn: Connection, conversation_id: str, account: Account, clock: Clock) -> ConversationRecord:
    accounts.go_on(conn, conversation_id, account)
    conversations.open_now(conn, conversation_id, clock.now())
    record = conversations.get(conn, conversation_id)
    if record is None:
        raise WorldError(sentence="That conversation is no longer here.", code="no_conversation")
    return record


def _entitle(conn: Connection, message_id: str, title: str, clock: Clock) -> ConversationRecord | None:
    """Ask by the message, because its conversation may be getting its real id just now."""
    message = messages.get(conn, message_id)
    record = conversations.get(conn, message.conversation_id) if message is not None else None
    if record is None or record.title:
        return None
    return conversations.rename(conn, record.id, title, clock.now())


def _discard(conn: Connection, message_id: str, clock: Clock) -> None:
    for item in outbox.of_content(conn, message_id):
        outbox.discard(conn, item.pk)
    messages.delete(conn, message_id, clock.now())


class Shelving:
    """Each is done here at once, and told to the server when it hears."""

    def __init__(
        self,
        *,
        library: Library,
        window: MainWindow,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
        is_shown: Callable[[str], bool],
    ) -> None:
        """Take `do`, which carries out work under a name."""
        self._library = library
        self._window = window
        self._do = do
        self._is_shown = is_shown

    def connect(self, wiring: Wiring) -> None:
        """Do from now on what the window asks for."""
        window, sidebar, wire = self._window, self._library.sidebar, wiring.qt
        wire(window.pin_requested, lambda wanted, pinned: self._do("pin", self.pin(wanted, pinned=pinned)))
        wire(window.archive_requested, lambda wanted, on: self._do("archive", self.archive(wanted, archived=on)))
        wire(window.sidebar.archive_toggled, lambda shown: self._do("archived", sidebar.show_archived(shown=shown)))
        wiring.add(sidebar.archived_changed.connect(window.sidebar.set_archived))
        wiring.add(sidebar.note_changed.connect(window.sidebar.set_search_note))

    async def pin(self, conversation_id: str, *, pinned: bool) -> None:
        """Keep a conversation at the top of the list, or no longer."""
        record = await self._library.pin(conversation_id, pinned=pinned)
        if self._is_shown(record.id):
            self._window.conversation.header.set_shelf(pinned=record.pinned, archived=record.status == "archived")

    async def archive(self, conversation_id: str, *, archived: bool) -> None:
        """Take a conversation out of the list, where it is still found, or bring it back."""
        record = await self._library.archive(conversation_id, archived=archived)
        if self._is_shown(record.id):
            self._window.conversation.header.set_shelf(pinned=record.pinned, archived=record.status == "archived")
        if archived:
            self._window.show_toast(
                self._window.tr("Conversation archived"),
                self._window.tr("Undo"),
                act=lambda: self._do("archive", self.archive(conversation_id, archived=False)),
            )
