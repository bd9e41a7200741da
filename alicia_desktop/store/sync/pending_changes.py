"""Deletions of conversations that their server has not heard of yet.

The server is told only when undo is over, and perhaps it is away then, or the program ends before: so the debt is
written down with the deletion and stays until it is paid.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, select

from alicia_desktop.base.ids import META, new_id
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.schema import conversations as table
from alicia_desktop.store.schema import meta
from alicia_desktop.store.schema.columns import to_utc_text

DELETION_KEY: Final = "deletion_untold"


def delete_and_note(conn: Connection, conversation_id: str, at: datetime) -> None:
    """Delete a conversation, and note that its server is to be told."""
    conversations.delete(conn, conversation_id, at)
    settle_deletion(conn, conversation_id)
    now = to_utc_text(at)
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, '1', ?4, ?4)",
        (new_id(META), conversation_id, DELETION_KEY, now),
    )


def settle_deletion(conn: Connection, conversation_id: str) -> None:
    """There is nothing more to tell of it: the server knows, or it was not deleted after all."""
    conn.execute(delete(meta).where(meta.c.ref == conversation_id, meta.c.key == DELETION_KEY))


def is_deletion_pending(conn: Connection, conversation_id: str) -> bool:
    """Return whether the server is still to be told of it."""
    return (
        conn.execute(select(meta.c.pk).where(meta.c.ref == conversation_id, meta.c.key == DELETION_KEY)).first()
        is not None
    )


def pending_deletions(conn: Connection, *, account: Account, until: datetime) -> list[str]:
    """Return the conversations of `account` that were deleted up to `until` and that the server does not know of."""
    chosen = (
        select(table.c.id)
        .join(meta, (meta.c.ref == table.c.id) & (meta.c.key == DELETION_KEY))
        .where(accounts.is_of(account), table.c.deleted_at.is_not(None), table.c.deleted_at <= until)
        .order_by(table.c.deleted_at)
    )
    return list(conn.execute(chosen).scalars())


PIN_KEY: Final = "shelf_untold"


def set_pinned(conn: Connection, conversation_id: str, at: datetime, *, pinned: bool) -> ConversationRecord:
    """Pin a conversation or no longer, and note that its server is to be told."""
    record = conversations.set_pinned(conn, conversation_id, at, pinned=pinned)
    _owe(conn, conversation_id, at)
    return record


def pending_pins(conn: Connection, *, account: Account) -> list[ConversationRecord]:
    """Return the conversations of `account` of which its server is to be told how they are now."""
    names = select(table.c.id).join(meta, (meta.c.ref == table.c.id) & (meta.c.key == PIN_KEY))
    found = [conversations.get(conn, name) for name in conn.execute(names.where(accounts.is_of(account))).scalars()]
    return [record for record in found if record is not None and record.deleted_at is None]


def settle_pin(conn: Connection, told: ConversationRecord) -> None:
    """The server knows, or takes no such thing; what was changed again since stays owed."""
    now = conversations.get(conn, told.id)
    if now is None or now.pinned == told.pinned:
        conn.execute(delete(meta).where(meta.c.ref == told.id, meta.c.key == PIN_KEY))


def _owe(conn: Connection, conversation_id: str, at: datetime) -> None:
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, '1', ?4, ?4) "
        "ON CONFLICT(ref, key) DO UPDATE SET updated_at = excluded.updated_at",
        (new_id(META), conversation_id, PIN_KEY, to_utc_text(at)),
    )
