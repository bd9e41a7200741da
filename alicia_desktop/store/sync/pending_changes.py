"""Store which deletions, pins and settings of conversations their server has not heard of yet.

They hold here at once, and the server perhaps is away, or the program ends before: so a note is stored with the
change, and stays until the server knows. Of a deletion it is told when undo is over; of a pin and of settings how they
are then, however often they changed.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from alicia_desktop.protocol.conversation_settings import ConversationSettings, settings_in
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.meta_entries import delete_meta, meta_value, set_meta
from alicia_desktop.store.records import ConversationRecord
from alicia_desktop.store.schema import conversations as table
from alicia_desktop.store.schema import meta

DELETION_KEY: Final = "deletion_untold"


def delete_and_note(conn: Connection, conversation_id: str, at: datetime) -> None:
    """Delete a conversation, and note that its server is to be told."""
    conversations.delete(conn, conversation_id, at)
    set_meta(conn, conversation_id, DELETION_KEY, "1", at)


def settle_deletion(conn: Connection, conversation_id: str) -> None:
    """Remove the note of a deletion: the server knows, or the conversation was not deleted after all."""
    delete_meta(conn, conversation_id, DELETION_KEY)


def is_deletion_pending(conn: Connection, conversation_id: str) -> bool:
    """Whether the server is still to be told of a deletion."""
    return meta_value(conn, conversation_id, DELETION_KEY) is not None


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
    set_meta(conn, conversation_id, PIN_KEY, "1", at)
    return record


def pending_pins(conn: Connection, *, account: Account) -> list[ConversationRecord]:
    """Return the conversations of `account` of which its server is to be told how they are now."""
    return _owed(conn, account, PIN_KEY)


def settle_pin(conn: Connection, told: ConversationRecord) -> None:
    """Remove the note of a pin, unless it was changed again since: the server knows, or takes no such thing."""
    now = conversations.get(conn, told.id)
    if now is None or now.pinned == told.pinned:
        delete_meta(conn, told.id, PIN_KEY)


SETTINGS_KEY: Final = "settings_untold"


def set_settings(
    conn: Connection, conversation_id: str, at: datetime, settings: ConversationSettings
) -> ConversationRecord:
    """Change a conversation's own settings, and note that its server is to be told."""
    record = conversations.set_settings(conn, conversation_id, at, settings)
    set_meta(conn, conversation_id, SETTINGS_KEY, "1", at)
    return record


def pending_settings(conn: Connection, *, account: Account) -> list[ConversationRecord]:
    """Return the conversations of `account` whose server is to be told their settings."""
    return _owed(conn, account, SETTINGS_KEY)


def settle_settings(conn: Connection, told: ConversationRecord) -> None:
    """Remove the note of settings, unless they were changed again since."""
    now = conversations.get(conn, told.id)
    if now is None or settings_in(now.preferences) == settings_in(told.preferences):
        delete_meta(conn, told.id, SETTINGS_KEY)


def _owed(conn: Connection, account: Account, key: str) -> list[ConversationRecord]:
    names = select(table.c.id).join(meta, (meta.c.ref == table.c.id) & (meta.c.key == key))
    found = [conversations.get(conn, name) for name in conn.execute(names.where(accounts.is_of(account))).scalars()]
    return [record for record in found if record is not None and record.deleted_at is None]
