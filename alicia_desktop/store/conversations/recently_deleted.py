"""Keep deleted conversations restorable for 30 days, then purge them: every row but an empty one that they were there.

    await database.read(conversations.deleted_since, account=account, since=now - conversations.RESTORABLE)
    await database.write(restore, conversation_id, now)
    await database.write(purge, conversation_id, now)

Private ones are never kept: they are purged when undo is over. The empty row stays, so that sync can still tell a
server that was away, and does not take the server's copy for a new conversation. See
docs/decisions/0026-recently-deleted.md.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select, update

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.translation import translate
from alicia_desktop.store.conversations import conversations, private
from alicia_desktop.store.database import Database
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.meta_entries import set_meta
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.schema import conversations as table
from alicia_desktop.store.schema import meta, sync_conflicts, sync_heads
from alicia_desktop.store.sync import pending_changes

TIDY_SECONDS: Final = 3600.0
log = get_logger(__name__)


def restore(conn: Connection, conversation_id: str, at: datetime) -> ConversationRecord:
    """Take a deleted conversation back.

    Raises:
        WorldError: `no_conversation`: it was deleted for good, or is not there at all.
    """
    record = conversations.get(conn, conversation_id)
    if record is None:
        raise WorldError(sentence=translate("There is no such conversation on this computer."), code="no_conversation")
    if conversations.is_purged(conn, conversation_id) or (record.private and record.deleted_at is not None):
        raise WorldError(sentence=translate("That conversation was permanently deleted."), code="no_conversation")
    if record.deleted_at is None:
        return record
    pending_changes.settle_deletion(conn, conversation_id)
    return conversations.undelete(conn, conversation_id, at)


def purge(conn: Connection, conversation_id: str, at: datetime) -> None:
    """Delete all that a deleted conversation holds here, for good; nothing where it is not deleted."""
    record = conversations.get(conn, conversation_id)
    if record is None or record.deleted_at is None or conversations.is_purged(conn, conversation_id):
        return
    is_owed = pending_changes.is_deletion_pending(conn, conversation_id)
    private.purge_conversation(conn, conversation_id)
    with for_good(conn):
        conn.execute(sync_conflicts.delete().where(sync_conflicts.c.about == conversation_id))
        conn.execute(update(sync_heads).where(sync_heads.c.about == conversation_id).values(title=None))
    # where another device restores it, this one goes on counting and gives no stanza id out again
    counters = {name: getattr(record, name) for name in ("last_client_stanza_id", "last_server_stanza_id")}
    conn.execute(update(table).where(table.c.id == conversation_id).values(counters))
    set_meta(conn, conversation_id, conversations.PURGED, "1", at)
    if is_owed:
        set_meta(conn, conversation_id, pending_changes.DELETION_KEY, "1", at)
    elif not conversation_id.startswith(LOCAL):
        set_meta(conn, conversation_id, conversations.PURGE_UNTOLD, "1", at)


def clear_purged(conn: Connection, conversation_id: str) -> None:
    """Remove the row that a purged conversation has left, so that an export of it can be imported; others stay."""
    if conversations.is_purged(conn, conversation_id):
        conn.execute(meta.delete().where(meta.c.ref == conversation_id))
        conn.execute(sync_heads.delete().where(sync_heads.c.about == conversation_id))
        conn.execute(table.delete().where(table.c.id == conversation_id))


def expired(conn: Connection, at: datetime, *, private_until: datetime) -> list[str]:
    """Return what was deleted 30 days ago, and private conversations deleted up to `private_until`."""
    gone = (table.c.deleted_at <= at - conversations.RESTORABLE) | (
        table.c.private & (table.c.deleted_at <= private_until)
    )
    purged = select(meta.c.ref).where(meta.c.key == conversations.PURGED)
    return list(conn.execute(select(table.c.id).where(gone, table.c.id.not_in(purged))).scalars())


class DeletedRetention:
    """Purges deleted conversations when nobody can restore them any more."""

    def __init__(self, *, database: Database, clock: Clock, on_purged: Callable[[], None]) -> None:
        """`on_purged` is called after something was purged, of which the server may have to hear."""
        self._database, self._clock, self._on_purged = database, clock, on_purged

    async def tidy(self) -> None:
        """Purge now and every hour; where the disk refuses, the next hour tries again."""
        private_until = self._clock.now()  # no undo outlives the window
        while True:
            try:
                await self.purge_expired(private_until=private_until)
            except WorldError as error:
                log.info("deleted conversations are not purged yet", code=error.code)
            await self._clock.sleep(TIDY_SECONDS)

    async def purge_expired(self, *, private_until: datetime) -> None:
        """Purge what expired, a conversation a transaction.

        Raises:
            WorldError: the disk does not let it; what went is gone, and the rest is as it was.
        """
        await self.purge(await self._database.read(expired, self._clock.now(), private_until=private_until))

    async def purge(self, conversation_ids: list[str]) -> None:
        """Purge deleted conversations.

        Raises:
            WorldError: as `purge_expired`.
        """
        for conversation_id in conversation_ids:
            await self._database.write(purge, conversation_id, self._clock.now())
        if conversation_ids:
            self._on_purged()
