"""Store the files of messages: images and text files, one row each, known by their message and their place in it.

The message's own column `attachments` keeps the heads, as they were on the wire; the bytes are here alone, and never in
the journal. They are kept as long as their message: a deletion or forgetting takes them along for good.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row

from alicia_desktop.base import ids
from alicia_desktop.protocol.attachments import MAX_TOTAL_BYTES, Attachment, digest_of, to_wire
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store.accounts import OWNED, Account
from alicia_desktop.store.changes import note
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.meta_entries import delete_meta, meta_value, set_meta
from alicia_desktop.store.schema.columns import storable, to_json_text, to_utc_text

_COLUMNS: Final = "position, name, media_type, size, digest, width, height"
PUT: Final = (
    "INSERT INTO alicia_attachments(id, conversation_id, message_id, position, name, media_type, size, digest, width, "
    "height, data, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12) "
    "ON CONFLICT(message_id, position) DO UPDATE SET data = coalesce(data, excluded.data), "
    "updated_at = excluded.updated_at WHERE data IS NULL AND excluded.data IS NOT NULL "
    "AND digest = excluded.digest AND deleted_at IS NULL"
)
"""What is here stays; bytes that were missing are added where they are those that were announced."""


def rows_for(
    attachments: Sequence[Attachment], message_id: str, conversation_id: str, at: str
) -> list[tuple[Any, ...]]:
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
        for one in attachments
    ]


def of_message(conn: Connection, message_id: str, *, data: bool = False) -> list[Attachment]:
    """Return the attachments of a message, in their order, with their bytes or without."""
    rows = conn.exec_driver_sql(
        f"SELECT {_COLUMNS}{', data' if data else ''} FROM alicia_attachments "
        "WHERE message_id = ? AND deleted_at IS NULL ORDER BY position",
        (message_id,),
    )
    return [_attachment(row) for row in rows]


MAX_REASON_CHARACTERS: Final = 500
RECENT_MESSAGES: Final = 8
"""Messages of both sides in which a file is still spoken of."""


def before(conn: Connection, conversation_id: str, message_id: str) -> list[Attachment]:
    """Return, with their bytes, the files of the last message that had any, of the few before this one."""
    row = conn.exec_driver_sql(
        "SELECT recent.id FROM (SELECT m.id, m.sequence_number FROM alicia_messages m WHERE m.conversation_id = ?1 "
        "AND m.superseded_at IS NULL AND m.deleted_at IS NULL AND m.id <> ?2 AND m.sequence_number < coalesce("
        "(SELECT sequence_number FROM alicia_messages WHERE id = ?2), 9e15) ORDER BY m.sequence_number DESC LIMIT ?3) "
        "AS recent WHERE EXISTS (SELECT 1 FROM alicia_attachments f WHERE f.message_id = recent.id "
        "AND f.deleted_at IS NULL) ORDER BY recent.sequence_number DESC LIMIT 1",
        (conversation_id, message_id, RECENT_MESSAGES),
    ).first()
    return [] if row is None else of_message(conn, row.id, data=True)


def has_any(conn: Connection, message_id: str | None) -> bool:
    """Whether a message has files."""
    query = "SELECT 1 FROM alicia_attachments WHERE message_id = ? AND deleted_at IS NULL LIMIT 1"
    return conn.exec_driver_sql(query, (message_id,)).first() is not None


def on_wire(conn: Connection, message_id: str) -> tuple[dict[str, Any], ...] | None:
    """Return the field `attachments` of a message that is to be sent once more, bytes and all; None for none."""
    return to_wire(of_message(conn, message_id, data=True))


def data_of(conn: Connection, conversation_id: str, message_id: str, position: int) -> tuple[str, bytes] | None:
    """Return media type and bytes of a file of this conversation; None where they are not here."""
    row = conn.exec_driver_sql(
        "SELECT media_type, data FROM alicia_attachments WHERE conversation_id = ? AND message_id = ? "
        "AND position = ? AND data IS NOT NULL AND deleted_at IS NULL",
        (conversation_id, message_id, position),
    ).first()
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
    rows = conn.exec_driver_sql(
        "SELECT f.conversation_id, f.message_id, coalesce(m.server_id, m.id) AS server_message_id, f.position "
        "FROM alicia_attachments f JOIN alicia_messages m ON m.id = f.message_id "
        "JOIN alicia_conversations one ON one.id = f.conversation_id "
        "WHERE f.data IS NULL AND f.deleted_at IS NULL AND f.digest <> '' AND f.size BETWEEN 1 AND ?4 "
        f"AND m.sync_status = 'synced' AND one.deleted_at IS NULL AND {OWNED} "
        "AND NOT EXISTS (SELECT 1 FROM alicia_meta n WHERE n.ref = f.id AND (n.key = ?5 OR n.key = ?6 "
        "AND n.updated_at > ?7)) ORDER BY f.pk DESC LIMIT ?3",
        (account.server, account.user_id, limit, MAX_TOTAL_BYTES, REFUSED, FAILED, to_utc_text(failed_before)),
    )
    return [MissingFile(**row._mapping) for row in rows]  # noqa: SLF001 - SQLAlchemy's public name for the row


def add_data(conn: Connection, message_id: str, position: int, data: bytes, at: datetime) -> bool:
    """Store the bytes of a file whose head is here; False where they are not those that were announced."""
    row = conn.exec_driver_sql(
        "UPDATE alicia_attachments SET data = ?3, size = ?4, updated_at = ?6 WHERE message_id = ?1 AND position = ?2 "
        "AND data IS NULL AND deleted_at IS NULL AND digest = ?5 RETURNING conversation_id",
        (message_id, position, data, len(data), digest_of(data), to_utc_text(at)),
    ).first()
    if row is not None:
        note(conn, "message", row.conversation_id, message_id)
    return row is not None


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
    query = "SELECT id FROM alicia_attachments WHERE message_id = ? AND position = ? AND data IS NULL"
    return list(conn.exec_driver_sql(query, (message_id, position)).scalars())


def prune_deleted(conn: Connection, until: datetime, at: datetime) -> int:
    """Delete the bytes and names of files whose message was deleted up to `until`; return how many.

    Those of a deleted conversation go when it is purged (`recently_deleted`).
    """
    found = conn.exec_driver_sql(
        "SELECT f.pk FROM alicia_attachments f JOIN alicia_messages m ON m.id = f.message_id "
        "WHERE f.deleted_at IS NULL AND m.deleted_at <= ?",
        (to_utc_text(until),),
    )
    return _drop(conn, list(found.scalars()), at)


def forget(conn: Connection, memory_ids: Sequence[str], at: datetime) -> None:
    """Delete the files of the messages that these memories come from or that asked for them."""
    found = conn.exec_driver_sql(
        "SELECT pk FROM alicia_attachments WHERE deleted_at IS NULL AND message_id IN ("
        "SELECT message_id FROM alicia_memory_used WHERE action <> 'retrieved' "
        "AND memory_id IN (SELECT value FROM json_each(?)))",
        (to_json_text(list(memory_ids)),),
    )
    _drop(conn, list(found.scalars()), at)


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
        conn.exec_driver_sql(
            "DELETE FROM alicia_meta WHERE key IN (?2, ?3) AND ref IN (SELECT id FROM alicia_attachments "
            "WHERE pk IN (SELECT value FROM json_each(?1)))",
            (to_json_text(list(pks)), REFUSED, FAILED),
        )
        rows = conn.exec_driver_sql(
            "UPDATE alicia_attachments SET data = NULL, name = '', digest = '', size = 0, deleted_at = ?2, "
            "updated_at = ?2 WHERE pk IN (SELECT value FROM json_each(?1)) RETURNING conversation_id, message_id",
            (to_json_text(list(pks)), to_utc_text(at)),
        ).all()
        for conversation_id, message_id in set(map(tuple, rows)):
            _rewrite_heads(conn, message_id)
            note(conn, "message", conversation_id, message_id)
    return len(rows)


def _rewrite_heads(conn: Connection, message_id: str) -> None:
    heads = to_wire(of_message(conn, message_id))
    conn.exec_driver_sql(
        "UPDATE alicia_messages SET attachments = ? WHERE id = ?",
        (None if heads is None else to_json_text(heads), message_id),
    )
    waiting = conn.exec_driver_sql("SELECT pk, raw FROM outbox WHERE content_id = ?", (message_id,)).all()
    for pk, raw in waiting:
        stanza = decode(raw)
        if isinstance(stanza, Stanza) and isinstance(stanza.body, UserMessage):
            body = msgspec.structs.replace(stanza.body, attachments=on_wire(conn, message_id))
            conn.exec_driver_sql("UPDATE outbox SET raw = ? WHERE pk = ?", (encode(replace(stanza, body=body)), pk))


def _attachment(row: Row[Any]) -> Attachment:
    return Attachment(**row._mapping)  # noqa: SLF001 - SQLAlchemy's public name for the row as a mapping
