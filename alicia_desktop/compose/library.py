"""The user's conversations: create, rename, pin, archive, delete; here at once, on the server when online."""

import asyncio
from datetime import datetime, timedelta
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.conversation_preferences import UNSUPPORTED_CODES
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.protocol.conversation_settings import ConversationSettings
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import attachments, conversations, default_titles, recently_deleted
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.sync import pending_changes, sync_state, withdrawal
from alicia_desktop.sync.engine import UNDO_SECONDS
from alicia_desktop.view.recently_deleted import RecentlyDeletedView
from alicia_desktop.view.search import MeaningSearch
from alicia_desktop.view.sidebar import SidebarView

log = get_logger(__name__)
PRIVATE_TITLE: Final = translate("Private conversation")
"""Its title is never made of its content, which must not appear in a list."""

RESTORE_SECONDS: Final = 2.0
"""How long a restored conversation is not shown because its server is being told."""


class Library:
    """Change whole conversations; the sidebar's list follows the store."""

    def __init__(self, *, client: Client, scope: Scope, meaning: MeaningSearch) -> None:
        """`meaning` finds memories for the sidebar's search."""
        self._client = client
        self._scope = scope
        self._clock: Clock = client.clock
        self.sidebar = SidebarView(
            database=client.database,
            clock=client.clock,
            scope=scope,
            account=client.account,
            meaning=meaning,
        )
        self.recently_deleted = RecentlyDeletedView(
            database=client.database, clock=client.clock, scope=scope, account=client.account
        )

    async def refresh(self) -> None:
        """Fill the sidebar."""
        await self.sidebar.refresh()

    async def last_or_empty(self) -> str:
        """Return the conversation used last, or an empty one."""
        last = await self._client.database.read(conversations.last_opened, account=self._client.account)
        return last.id if last is not None else await self.empty_conversation("")

    async def empty_conversation(self, current: str, *, private: bool = False) -> str:
        """Return an empty conversation: `current` if it is, else an unused one, else a new one."""
        empty = await self._client.database.read(_empty, self._client.account, private)
        if current in empty:
            return current
        if empty:
            return empty[0]
        return await self._client.new_conversation(PRIVATE_TITLE if private else "", private=private)

    async def mark_opened(self, conversation_id: str) -> ConversationRecord:
        """Store that a conversation was opened now, and return it.

        Raises:
            WorldError: it does not exist, or belongs to another account.
        """
        return await self._client.database.write(_open, conversation_id, self._client.account, self._clock)

    async def takes_attachments(self, conversation_id: str) -> bool:
        """Whether the server of a conversation takes files, as far as is known."""
        return await self._client.database.read(accounts.takes_attachments, conversation_id) is not False

    async def attachments_of(self, message_id: str) -> list[Attachment]:
        """Return the files of a message, with their bytes."""
        return await self._client.database.read(attachments.of_message, message_id, data=True)

    async def set_default_title(self, message_id: str, content: str) -> ConversationRecord | None:
        """Title the conversation of a message after its text; return None if it has a better one."""
        title = default_titles.default_title(content)
        titled = default_titles.title_untitled_of
        record = await self._client.database.write(titled, message_id, title, self._clock.now())
        if record is not None:
            self._client.sync.wake()
        return record

    async def rename(self, conversation_id: str, title: str) -> None:
        """Rename a conversation, here and on the server."""
        await self._client.database.write(conversations.rename, conversation_id, title, self._clock.now())
        self._client.sync.wake()

    async def pin(self, conversation_id: str, *, pinned: bool) -> ConversationRecord:
        """Pin or unpin a conversation."""
        at = self._clock.now()
        record = await self._client.database.write(pending_changes.set_pinned, conversation_id, at, pinned=pinned)
        self._scope.spawn("pin on the server", self.send_preferences())
        return record

    async def set_settings(self, conversation_id: str, settings: ConversationSettings) -> ConversationRecord:
        """Give a conversation its own model, persona and temperature, here and on the server."""
        at = self._clock.now()
        record = await self._client.database.write(pending_changes.set_settings, conversation_id, at, settings)
        await self.send_preferences()
        self._client.sync.wake()  # where it was not told now, it is after the next round
        return record

    async def archive(self, conversation_id: str, *, archived: bool) -> ConversationRecord:
        """Archive or unarchive a conversation."""
        at = self._clock.now()
        record = await self._client.database.write(conversations.set_archived, conversation_id, at, archived=archived)
        self._client.sync.wake()
        return record

    async def send_preferences(self) -> None:
        """Send changed pins and settings to the server; what cannot be sent stays pending."""
        await self._client.send_preferences()

    async def delete(self, conversation_id: str) -> None:
        """Delete a conversation here now and, when the time for undo is over, on the server."""
        await self._client.database.write(_delete, conversation_id, self._clock.now())
        self._scope.spawn("delete on the server", self._delete_later())

    async def undelete(self, conversation_id: str) -> None:
        """Undo `delete`, here and on the server.

        Raises:
            WorldError: it was deleted for good.
        """
        write, read = self._client.database.write, self._client.database.read
        record = await write(recently_deleted.restore, conversation_id, self._clock.now())
        if await read(sync_state.agreed_status, conversation_id) == "deleted":
            await self._restore_on_server(record)
        self._client.sync.wake()

    async def purge(self, conversation_ids: list[str]) -> None:
        """Delete deleted conversations for good, here now and on the server as soon as it is reached."""
        await self._client.deleted.purge(conversation_ids)

    async def send_deletions(self, *, undoable_seconds: float = 0.0) -> None:
        """Send deletions of private conversations that are older than `undoable_seconds` to the server.

        What cannot be sent stays pending; deletions of all other conversations are sync's.
        """
        until = self._clock.now() - timedelta(seconds=undoable_seconds)
        account = self._client.account
        for conversation_id in await self._client.database.read(
            pending_changes.pending_deletions, account=account, until=until
        ):
            try:
                api = await self._client.rooms.api()
                await api.delete_conversation(conversation_id)
            except WorldError as error:
                if error.code not in UNSUPPORTED_CODES:
                    log.info("a deletion waits for the server", code=error.code)
                    return
            await self._client.database.write(pending_changes.settle_deletion, conversation_id)

    async def retry_failed(self, active: ActiveSession) -> None:
        """Queue everything that could not be sent again."""
        await self._client.database.write(pending_changes.requeue_failed, self._client.account)
        active.session.flush_outbox()

    async def discard_failed(self) -> None:
        """Discard everything that could not be sent."""
        await self._client.database.write(pending_changes.discard_failed, self._client.account, self._clock.now())

    async def edit_unsent(self, message_id: str, text: str) -> bool:
        """Replace the text of a queued message; return False if the server has it already."""
        done = await self._client.database.write(pending_changes.rewrite, message_id, text, self._clock.now())
        if done:
            self._client.sync.wake()
        return done

    async def discard_unsent(self, message_id: str) -> None:
        """Discard a message that was not sent."""
        await self._client.database.write(withdrawal.discard, message_id, self._clock.now())

    async def _restore_on_server(self, record: ConversationRecord) -> None:
        """Tell the server before its room is asked for, which it would refuse; one that is away is told by sync."""
        try:
            async with asyncio.timeout(RESTORE_SECONDS):
                api = await self._client.rooms.api()
                await api.change_conversation(record.id, status=record.status)
        except (WorldError, TimeoutError) as error:
            log.info("a restored conversation waits for sync", error=type(error).__name__)

    async def _delete_later(self) -> None:
        await self._clock.sleep(UNDO_SECONDS)
        self._client.sync.wake()
        await self._client.deleted.purge_expired(private_until=self._clock.now() - timedelta(seconds=UNDO_SECONDS))
        await self.send_deletions(undoable_seconds=UNDO_SECONDS)


def _delete(conn: Connection, conversation_id: str, at: datetime) -> None:
    known = conversations.get(conn, conversation_id)
    is_private = known is not None and known.private and not conversation_id.startswith(LOCAL)
    (pending_changes.delete_and_note if is_private else conversations.delete)(conn, conversation_id, at)


def _empty(conn: Connection, account: Account, private: bool) -> list[str]:  # noqa: FBT001 - read by position
    """Return the empty conversations; not those of another computer, where somebody may be writing in one by now."""
    unknown = sync_state.unfetched(conn, account)
    found = (one for one in conversations.listed(conn, account=account) if one.empty and one.last_opened_at is not None)
    return [one.id for one in found if one.private == private and one.status == "active" and one.id not in unknown]


def _open(conn: Connection, conversation_id: str, account: Account, clock: Clock) -> ConversationRecord:
    accounts.claim_conversation(conn, conversation_id, account)
    conversations.open_now(conn, conversation_id, clock.now())
    record = conversations.get(conn, conversation_id)
    if record is None:
        raise WorldError(sentence=translate("That conversation is no longer here."), code="no_conversation")
    return record
