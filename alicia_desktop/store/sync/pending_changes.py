"""Store what a server has not heard of yet: unsent messages, and deletions, pins and settings of conversations.

The outbox carries a message into its room. What was given other words after it may have left goes by `POST sync`
instead, because only there a server says that it has the earlier ones; the room would overwrite them. It is known by
its `local_id` until then, and nothing that the server says in the room settles it.

Deletions, pins and settings hold here at once, and the server perhaps is away, or the program ends before: so a note
is stored with the change, and stays until the server knows. Of a deletion it is told when undo is over; of a pin and
of settings how they are then, however often they changed.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select, update

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.conversation_settings import ConversationSettings, settings_in
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import attachments, conversations, messages
from alicia_desktop.store.meta_entries import delete_meta, meta_value, set_meta
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.records import ConversationRecord, MessageRecord, OutboxRecord
from alicia_desktop.store.schema import conversations as conversation_table
from alicia_desktop.store.schema import messages as table
from alicia_desktop.store.schema import meta, sync_heads
from alicia_desktop.store.schema import outbox as outbox_table
from alicia_desktop.store.sync import sync_conflicts, withdrawal
from alicia_desktop.store.sync.sync_records import Disagreement

DELETION_KEY: Final = "deletion_untold"
PIN_KEY: Final = "shelf_untold"
SETTINGS_KEY: Final = "settings_untold"


def rewrite(conn: Connection, message_id: str, text: str, at: datetime) -> bool:
    """Rewrite a message that waits; False where the server has it already: then it is a new question.

    Raises:
        WorldError: the words can never be sent; nothing is changed then.
    """
    known = messages.get(conn, message_id)
    if known is None or known.sync_status != "pending" or known.message_role != "user":
        return False
    waiting = [item for item in outbox.of_content(conn, message_id) if item.type == UserMessage.TYPE]
    may_be_there = any(item.status != "failed" and item.attempts for item in waiting) or not waiting
    body = UserMessage(
        id=known.id,
        previous_id=known.previous_id,
        conversation_id=known.conversation_id,
        content=text,
        timestamp=int(known.created_at.timestamp() * 1000),
        attachments=attachments.on_wire(conn, known.id),
    )
    if may_be_there or not waiting:
        for item in waiting:
            outbox.discard(conn, item.pk)
        number = outbox.next_client_stanza_id(conn, known.conversation_id)
        _write_down(conn, Stanza(stanza_id=number, conversation_id=known.conversation_id, body=body), at)
        conn.execute(update(table).where(table.c.id == known.id).values(local_id=known.id))  # what sync knows it by
        return True
    for item in waiting:  # it keeps its place, because what follows it may change what it is part of
        stanza = Stanza(
            stanza_id=item.stanza_id,
            conversation_id=known.conversation_id,
            body=body,
            meta=_meta_of(item),
        )
        raw = _write_down(conn, stanza, at)
        values = {"raw": raw, "status": "queued", "error": None, "attempts": 0}
        conn.execute(update(outbox_table).where(outbox_table.c.pk == item.pk).values(values))
        note(conn, "outbox", known.conversation_id, str(item.pk))
    return True


def settle(conn: Connection, message_id: str, contents: str, server_id: str, at: datetime) -> bool:
    """Mark a message as synced; False where it got other words meanwhile, which are still to be sent."""
    names = {"local_id": message_id, "server_id": server_id}
    values = {"sync_status": "synced", "synced_at": at, "updated_at": at, "error_message": None}
    return _change(conn, message_id, contents, names | values)


def disagree(conn: Connection, message_id: str, contents: str, *, theirs: str, reason: str, at: datetime) -> bool:
    """Add a conflict: the server has other words under the message's id, and the user decides."""
    if not _change(conn, message_id, contents, {"sync_status": "conflict", "updated_at": at}):
        return False
    known = _known(conn, message_id)
    found = Disagreement(kind="message", message_id=message_id, mine=contents, theirs=theirs, reason=reason)
    sync_conflicts.add_conflict(conn, known.conversation_id, found, at)
    return True


def send_by_room(conn: Connection, message_id: str, at: datetime) -> None:
    """Queue a message for its room, since this server takes nothing by sync.

    See docs/protocol.md#http-there.
    """
    known = _known(conn, message_id)
    if outbox.of_content(conn, message_id):
        return
    body = UserMessage(
        id=known.id,
        previous_id=known.previous_id,
        conversation_id=known.conversation_id,
        content=known.contents,
        attachments=attachments.on_wire(conn, known.id),
    )
    number = outbox.next_client_stanza_id(conn, known.conversation_id)
    outbox.put(conn, Stanza(stanza_id=number, conversation_id=known.conversation_id, body=body), at=at)


def requeue_failed(conn: Connection, account: Account) -> list[str]:
    """Requeue all of an account that could not be sent; return the conversations it is in."""
    failed = outbox_table.c.status == "failed"
    again = update(outbox_table).where(failed, outbox.is_of(account)).values(status="queued", error=None)
    rows = conn.execute(again.returning(outbox_table.c.pk, outbox_table.c.conversation_id)).all()
    for row in rows:
        note(conn, "outbox", row.conversation_id, str(row.pk))
    return list(dict.fromkeys(row.conversation_id for row in rows))


def discard_failed(conn: Connection, account: Account, at: datetime) -> int:
    """Remove all of an account that could not be sent; return how many that were."""
    failed = outbox_table.c.status == "failed"
    rows = conn.execute(outbox_table.delete().where(failed, outbox.is_of(account)).returning(outbox_table)).all()
    for row in rows:
        note(conn, "outbox", row.conversation_id, str(row.pk))
        if row.type == UserMessage.TYPE and row.content_id:
            withdrawal.discard(conn, row.content_id, at)
    return len(rows)


def _write_down(conn: Connection, stanza: Stanza, at: datetime) -> bytes:
    raw = encode(stanza)
    record(conn, [JournalEntry(direction="out", content=stanza, raw=raw, at=at)])
    return raw


def _meta_of(item: OutboxRecord) -> Mapping[str, Any]:
    content = decode(item.raw)
    return content.meta if isinstance(content, Stanza) else {}


def _change(conn: Connection, message_id: str, contents: str, values: dict[str, object]) -> bool:
    here = (table.c.id == message_id) & (table.c.contents == contents) & (table.c.sync_status == "pending")
    row = conn.execute(update(table).where(here).values(values).returning(table.c.conversation_id)).first()
    if row is not None:
        note(conn, "message", row.conversation_id, message_id)
    return row is not None


def _known(conn: Connection, message_id: str) -> MessageRecord:
    known = messages.get(conn, message_id)
    if known is None:
        raise WorldError(sentence=translate("That message is no longer here."), code="no_message")
    return known


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
        select(conversation_table.c.id)
        .join(meta, (meta.c.ref == conversation_table.c.id) & (meta.c.key == DELETION_KEY))
        .where(
            accounts.is_of(account),
            conversation_table.c.deleted_at.is_not(None),
            conversation_table.c.deleted_at <= until,
        )
        .order_by(conversation_table.c.deleted_at)
    )
    return list(conn.execute(chosen).scalars())


def pending_purges(conn: Connection, *, account: Account) -> list[str]:
    """Return purged conversations of `account` that their server has deleted too, and may still keep restorable."""
    agreed = sync_heads.c.about.is_(None) | (sync_heads.c.status == "deleted")
    chosen = (
        select(conversation_table.c.id)
        .join(meta, (meta.c.ref == conversation_table.c.id) & (meta.c.key == conversations.PURGE_UNTOLD))
        .join(sync_heads, sync_heads.c.about == conversation_table.c.id, isouter=True)
        .where(accounts.is_of(account), conversation_table.c.deleted_at.is_not(None), agreed)
    )
    return list(conn.execute(chosen).scalars())


def settle_purge(conn: Connection, conversation_id: str) -> None:
    """Remove the note of a purge: the server keeps it no longer, or never did."""
    delete_meta(conn, conversation_id, conversations.PURGE_UNTOLD)


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
    names = select(conversation_table.c.id).join(meta, (meta.c.ref == conversation_table.c.id) & (meta.c.key == key))
    found = [conversations.get(conn, name) for name in conn.execute(names.where(accounts.is_of(account))).scalars()]
    return [record for record in found if record is not None and record.deleted_at is None]
