"""Conversations of which their server has not heard yet whether they are pinned.

It is changed here at once, and the server perhaps is away; so the debt is written down with the change, and stays until
the server has heard how it is now, however often that changed.
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

KEY: Final = "shelf_untold"


def set_pinned(conn: Connection, conversation_id: str, at: datetime, *, pinned: bool) -> ConversationRecord:
    """Pin a conversation or no longer, and note that its server is to be told."""
    record = conversations.set_pinned(conn, conversation_id, at, pinned=pinned)
    _owe(conn, conversation_id, at)
    return record


def owed(conn: Connection, *, account: Account) -> list[ConversationRecord]:
    """Return the conversations of `account` of which its server is to be told how they are now."""
    names = select(table.c.id).join(meta, (meta.c.ref == table.c.id) & (meta.c.key == KEY))
    found = [conversations.get(conn, name) for name in conn.execute(names.where(accounts.is_of(account))).scalars()]
    return [record for record in found if record is not None and record.deleted_at is None]


def settle(conn: Connection, told: ConversationRecord) -> None:
    """The server knows, or takes no such thing; what was changed again since stays owed."""
    now = conversations.get(conn, told.id)
    if now is None or now.pinned == told.pinned:
        conn.execute(delete(meta).where(meta.c.ref == told.id, meta.c.key == KEY))


def _owe(conn: Connection, conversation_id: str, at: datetime) -> None:
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, '1', ?4, ?4) "
        "ON CONFLICT(ref, key) DO UPDATE SET updated_at = excluded.updated_at",
        (new_id(META), conversation_id, KEY, to_utc_text(at)),
    )
