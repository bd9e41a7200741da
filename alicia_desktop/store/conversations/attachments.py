"""Store the files of messages: images and text files, one row each, known by their message and their place in it.

The message's own column `attachments` keeps the heads, as they were on the wire; the bytes are here alone, and never in
the journal. They are kept as long as their message: a deletion or forgetting takes them along for good.

Raw SQL in `PUT`, which a projection executes on the driver's connection, and in `forget_words`, whose `reach` is a
piece of a statement of `memories.forgetting`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select, update

from alicia_desktop.base import ids
from alicia_desktop.protocol.attachments import MAX_TOTAL_BYTES, Attachment, digest_of, to_wire
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store.accounts import Account, is_of
from alicia_desktop.store.changes import note
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.meta_entries import delete_meta, meta_value, set_meta
from alicia_desktop.store.schema import attachments, conversations, memory_used, messages, meta, outbox
from alicia_desktop.store.schema.columns import among, storable

_COLUMNS: Final = tuple(
    attachments.c[name] for name in ("position", "name", "media_type", "size", "digest", "width", "height")
)
PUT: Final = (
    "INSERT INTO alicia_attachments(id, conversation_id, message_id, position, name, media_type, size, digest, width, "
    "height, data, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12) "
    "ON CONFLICT(message_id, position) DO UPDATE SET data = coalesce(data, excluded.data), "
    "updated_at = excluded.updated_at WHERE data IS NULL AND excluded.data IS NOT NULL "
    "AND digest = excluded.digest AND deleted_at IS NULL"
)
"""What is here stays; bytes that were missing are added where they are those that were announced."""


def rows_for(files: Sequence[Attachment], message_id: str, conversation_id: str, at: str) -> list[tuple[Any, ...]]:
    """Return the parameters of `PUT` for the attachments of a message."""
    return [
        (
            ids.new_id(ids.ATTACHMENT),
            conversation_id,
            message_id,
            one.position,
            storable(one.name),
            storable(one.media_type),
            one.size,
            storable(one.digest),
            one.width,
            one.height,
            one.data,
            at,
        )
        for one in files
    ]


def of_message(conn: Connection, message_id: str, *, data: bool = False) -> list[Attachment]:
    """Return the attachments of a message, in their order, with their bytes or without."""
    query = select(*_COLUMNS, *([attachments.c.data] if data else [])).where(_of(message_id))
    rows = conn.execute(query.order_by(attachments.c.position)).mappings()
    return [Attachment(**row) for row in rows]


def _of(message_id: str | None) -> ColumnElement[bool]:
    """Return the condition of the files of a message that are not deleted."""
    return (attachments.c.message_id == message_id) & attachments.c.deleted_at.is_(None)


def _place(message_id: str, position: int) -> ColumnElement[bool]:
    """Return the condition of the file at a place of a message, whose bytes are not here."""
    return (
        (attachments.c.message_id == message_id) & (attachments.c.position == position) & attachments.c.data.is_(None)
    )


MAX_REASON_CHARACTERS: Final = 500
RECENT_MESSAGES: Final = 8
"""Messages of both sides in which a file is still spoken of."""


def before(conn: Connection, conversation_id: str, message_id: str) -> list[Attachment]:
    """Return, with their bytes, the files of the last message that had any, of the few before this one."""
    number = conn.execute(select(messages.c.sequence_number).where(messages.c.id == message_id)).scalar()
    shown = (messages.c.conversation_id == conversation_id) & messages.c.superseded_at.is_(None)
    query = select(messages.c.id).where(shown, messages.c.deleted_at.is_(None), messages.c.id != message_id)
    if number is not None:
        query = query.where(messages.c.sequence_number < number)
    recent = conn.execute(query.order_by(messages.c.sequence_number.desc()).limit(RECENT_MESSAGES)).scalars().all()
    with_files = next((one for one in recent if has_any(conn, one)), None)
    return [] if with_files is None else of_message(conn, with_files, data=True)


def has_any(conn: Connection, message_id: str | None) -> bool:
    """Whether a message has files."""
    return conn.execute(select(attachments.c.pk).where(_of(message_id)).limit(1)).first() is not None


def on_wire(conn: Connection, message_id: str) -> tuple[dict[str, Any], ...] | None:
    """Return the field `attachments` of a message that is to be sent once more, bytes and all; None for none."""
    return to_wire(of_message(conn, message_id, data=True))


def data_of(conn: Connection, conversation_id: str, message_id: str, position: int) -> tuple[str, bytes] | None:
    """Return media type and bytes of a file of this conversation; None where they are not here."""
    here = (attachments.c.conversation_id == conversation_id) & (attachments.c.position == position)
    query = select(attachments.c.media_type, attachments.c.data).where(_of(message_id), here)
    row = conn.execute(query.where(attachments.c.data.is_not(None))).first()
    return None if row is None else (row.media_type, row.data)


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingFile:
    """A file of which only the head is here."""

    conversation_id: str
    message_id: str
    server_message_id: str
    """The id of its message on the server."""
    position: int


REFUSED: Final = "client.fileRefused"
"""Key of a file's entry: why its server does not give it."""
FAILED: Final = "client.fileFailed"
"""Key of a file's entry: why it did not come the last time."""


def missing(conn: Connection, account: Account, *, limit: int, failed_before: datetime) -> list[MissingFile]:
    """Return files of this account's conversations whose bytes are still to be fetched, the newest first.

    Those that are larger than what is read of one are left out: they would come in vain, each time. So are those that
    were refused, and those that failed since `failed_before`.
    """
    columns = attachments.c
    in_vain = (meta.c.key == REFUSED) | (meta.c.key == FAILED) & (meta.c.updated_at > failed_before)
    query = (
        select(
            columns.conversation_id,
            columns.message_id,
            func.coalesce(messages.c.server_id, messages.c.id).label("server_message_id"),
            columns.position,
        )
        .join_from(attachments, messages, messages.c.id == columns.message_id)
        .join(conversations, conversations.c.id == columns.conversation_id)
        .where(
            columns.data.is_(None),
            columns.deleted_at.is_(None),
            columns.digest != "",
            columns.size.between(1, MAX_TOTAL_BYTES),
            messages.c.sync_status == "synced",
            conversations.c.deleted_at.is_(None),
            is_of(account),
            ~select(meta.c.pk).where(meta.c.ref == columns.id, in_vain).exists(),
        )
    )
    rows = conn.execute(query.order_by(columns.pk.desc()).limit(limit)).mappings()
    return [MissingFile(**row) for row in rows]


def add_data(conn: Connection, message_id: str, position: int, data: bytes, at: datetime) -> bool:
    """Store the bytes of a file whose head is here; False where they are not those that were announced."""
    lacking = update(attachments).where(_of(message_id), _place(message_id, position))
    added = lacking.where(attachments.c.digest == digest_of(data)).values(data=data, size=len(data), updated_at=at)
    conversation_id = conn.execute(added.returning(attachments.c.conversation_id)).scalar()
    if conversation_id is not None:
        note(conn, "message", conversation_id, message_id)
    return conversation_id is not None


def note_refusal(conn: Connection, message_id: str, position: int, sentence: str, at: datetime, *, lasts: bool) -> None:
    """Remember why a file does not come; where that lasts it is asked for no more until `ask_again`."""
    for ref in _ids(conn, message_id, position):
        set_meta(conn, ref, REFUSED if lasts else FAILED, sentence[:MAX_REASON_CHARACTERS], at)


def refusal(conn: Connection, message_id: str, position: int) -> str:
    """Return why a file does not come; empty where nothing is known against it."""
    found = [meta_value(conn, ref, key) for ref in _ids(conn, message_id, position) for key in (REFUSED, FAILED)]
    return next((sentence for sentence in found if sentence), "")


def ask_again(conn: Connection, message_id: str, position: int) -> None:
    """Let a file that did not come be fetched with the next look."""
    for ref in _ids(conn, message_id, position):
        for key in (REFUSED, FAILED):
            delete_meta(conn, ref, key)


def _ids(conn: Connection, message_id: str, position: int) -> list[str]:
    return list(conn.execute(select(attachments.c.id).where(_place(message_id, position))).scalars())


def prune_deleted(conn: Connection, until: datetime, at: datetime) -> int:
    """Delete the bytes and names of files whose message was deleted up to `until`; return how many.

    Those of a deleted conversation go when it is purged (`recently_deleted`).
    """
    query = select(attachments.c.pk).join(messages, messages.c.id == attachments.c.message_id)
    found = conn.execute(query.where(attachments.c.deleted_at.is_(None), messages.c.deleted_at <= until))
    return _drop(conn, found.scalars().all(), at)


def forget(conn: Connection, memory_ids: Sequence[str], at: datetime) -> None:
    """Delete the files of the messages that these memories come from or that asked for them."""
    told = memory_used.c.action != "retrieved"
    source = select(memory_used.c.message_id).where(told, among(memory_used.c.memory_id, memory_ids))
    query = select(attachments.c.pk).where(attachments.c.deleted_at.is_(None), attachments.c.message_id.in_(source))
    _drop(conn, conn.execute(query).scalars().all(), at)


def forget_words(
    conn: Connection, reach: str, words: Sequence[str], at: datetime, *, alone: re.Pattern[str] | None = None
) -> None:
    """Delete files whose name holds one of these words, and texts that do; `reach` as in `memories.personal_text`.

    `alone` finds the words where they count, if not everywhere.
    """
    forms = [word for word in words if word]
    if not forms:
        return
    within = f" AND conversation_id IN (SELECT id FROM alicia_conversations WHERE user_id {reach})" if reach else ""
    named, said = (" OR ".join([f"instr({column}, ?) > 0"] * len(forms)) for column in ("name", "data"))
    found = conn.exec_driver_sql(
        "SELECT pk, name, CASE WHEN media_type LIKE 'text/%' THEN data END FROM alicia_attachments "
        f"WHERE deleted_at IS NULL AND (({named}) OR media_type LIKE 'text/%' AND ({said})){within}",
        (*forms, *(form.encode() for form in forms)),
    )
    texts = [(pk, f"{name}\n{(data or b'').decode('utf-8', 'replace')}") for pk, name, data in found]
    _drop(conn, [pk for pk, text in texts if alone is None or alone.search(text)], at)


def _drop(conn: Connection, pks: Sequence[int], at: datetime) -> int:
    """Empty rows for good and the heads in their messages, which say no more than that there was a file."""
    if not pks:
        return 0
    with for_good(conn):
        chosen = among(attachments.c.pk, pks)
        why = meta.c.key.in_((REFUSED, FAILED)) & meta.c.ref.in_(select(attachments.c.id).where(chosen))
        conn.execute(meta.delete().where(why))
        empty = {"data": None, "name": "", "digest": "", "size": 0, "deleted_at": at, "updated_at": at}
        emptied = update(attachments).where(chosen).values(empty)
        rows = conn.execute(emptied.returning(attachments.c.conversation_id, attachments.c.message_id)).all()
        for conversation_id, message_id in set(map(tuple, rows)):
            _rewrite_heads(conn, message_id)
            note(conn, "message", conversation_id, message_id)
    return len(rows)


def _rewrite_heads(conn: Connection, message_id: str) -> None:
    heads = to_wire(of_message(conn, message_id))
    conn.execute(update(messages).where(messages.c.id == message_id).values(attachments=heads))
    waiting = conn.execute(select(outbox.c.pk, outbox.c.raw).where(outbox.c.content_id == message_id))
    for pk, raw in waiting.all():
        stanza = decode(raw)
        if isinstance(stanza, Stanza) and isinstance(stanza.body, UserMessage):
            body = msgspec.structs.replace(stanza.body, attachments=on_wire(conn, message_id))
            conn.execute(update(outbox).where(outbox.c.pk == pk).values(raw=encode(replace(stanza, body=body))))
