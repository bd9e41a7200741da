"""Merge a conversation's history on its server into this computer's copy, and adopt the server's id of it.

Messages that are here stay as they are; what is missing comes in, and an answer that was cut off is made whole. Works
on a server that keeps our ids and on one that gives its own (docs/protocol.md#ids-of-questions), where the words of a
question tell which is ours.

Raw SQL on the connection of a projection's `Batch`: a page of 500 messages is measured by
`tests/bench/bench_sync.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage, says_less
from alicia_desktop.store.changes import note
from alicia_desktop.store.projection import Batch
from alicia_desktop.store.projection.message_rows import name_question, put
from alicia_desktop.store.projection.messages import close_sentences, cut, put_attachments, received
from alicia_desktop.store.schema import conversations, journal, outbox, sync_heads
from alicia_desktop.store.schema.columns import storable, to_json_text, to_utc_text


@dataclass(frozen=True, kw_only=True, slots=True)
class HistoryMessage:
    """One message as the server has it."""

    id: str
    previous_id: str | None
    role: Literal["user", "assistant"]
    contents: str
    created_at: datetime | None
    state: str | None = None
    """`streaming`, `completed` or `failed`; None where a server does not say: then all that it has is whole."""
    superseded_at: datetime | None = None
    """When an edit or another answer took its place there."""
    superseded_by: str | None = None
    stopped_at: datetime | None = None
    """When the answer was stopped there."""
    attachments: Sequence[Any] | None = None
    """The heads of its files."""


def merge_history(conn: Connection, conversation_id: str, said: Sequence[HistoryMessage], *, at: datetime) -> None:
    """Merge what the server has, oldest first; what of ours it has is synced and leaves the outbox."""
    batch = Batch(conn)
    moment = batch.text_of(at)
    batch.look_up_messages([message.id for message in said])
    own = _own_names(batch, said)
    if batch.is_deployed(conversation_id):
        own |= _find_ours(batch, conversation_id, [one for one in said if one.id not in own], moment)
    ended = [one for one in said if _has_ended(one) and not _is_written(batch, own, one)]
    for message in said:
        _merge_one(batch, conversation_id, message, own, moment)
    batch.flush()
    for message in said:
        if message.superseded_at is not None:
            _supersede(batch, conversation_id, message, own.get(message.id, message.id))
    for message in ended:
        _stop_or_reopen(batch, conversation_id, message, own.get(message.id, message.id))


def _merge_one(
    batch: Batch, conversation_id: str, message: HistoryMessage, own: Mapping[str, str], moment: str
) -> None:
    own_id = own.get(message.id, message.id)
    known = batch.message(own_id)
    if known is not None and known.role == "user":
        if not known.pending or _says(batch, own_id, message.contents):  # else sync asks the person which words
            batch.settle_message(own_id, moment)
    elif message.state == "streaming" or (known is not None and _is_settled(batch, own_id, message)):
        return  # what is still being written comes by itself
    elif known is not None and message.state != "completed" and says_less(message.contents, received(batch, own_id)):
        # Who says that it is whole may have forgotten a part of it.
        if known.status == "completed":  # while more may come, the session waits for it
            cut(batch, conversation_id, own_id, moment)
    elif message.role == "user" or message.contents.strip() or message.state:  # else a placeholder, which is no answer
        batch.arrive(conversation_id, 0, moment)
        _put(batch, conversation_id, message, own, moment)


def server_id_of(conn: Connection, message_id: str) -> str | None:
    """Return the id by which the server knows a message, or None where it has not given a question of ours one."""
    row = conn.exec_driver_sql(
        "SELECT server_id, EXISTS (SELECT 1 FROM journal WHERE content_id = ?1 AND direction = 'out') "
        "FROM alicia_messages WHERE id = ?1",
        (message_id,),
    ).first()
    if row is None:
        return None
    server_id, is_ours = row
    return server_id or (None if is_ours else message_id)


def count_missing(conn: Connection, names: Sequence[str]) -> int:
    """Return how many of these messages of a server are not here."""
    row = conn.exec_driver_sql(
        "SELECT count(*) FROM json_each(?) AS named WHERE NOT EXISTS "
        "(SELECT 1 FROM alicia_messages WHERE id = named.value OR server_id = named.value)",
        (to_json_text(list(names)),),
    ).one()
    return int(row[0])


def _own_names(batch: Batch, said: Sequence[HistoryMessage]) -> dict[str, str]:
    """Return our id of each message that the server knows by another one; a message of that very id comes first."""
    names = {name: None for message in said for name in (message.id, message.previous_id) if name}
    rows = batch.execute(
        "SELECT server_id, id FROM alicia_messages AS ours WHERE server_id IN (SELECT value FROM json_each(?)) "
        "AND NOT EXISTS (SELECT 1 FROM alicia_messages WHERE id = ours.server_id)",
        (to_json_text(list(names)),),
    )
    return dict(rows.fetchall())


def _find_ours(batch: Batch, conversation_id: str, said: Sequence[HistoryMessage], moment: str) -> dict[str, str]:
    """Name the questions of ours that were sent, whatever became of them, and that the server has; return our ids."""
    rows = batch.execute(
        "SELECT outbox.content_id, alicia_messages.contents FROM outbox "
        "JOIN alicia_messages ON alicia_messages.id = outbox.content_id "
        "WHERE outbox.conversation_id = ? AND outbox.type = ? AND outbox.attempts > 0 ORDER BY outbox.pk",
        (conversation_id, UserMessage.TYPE),
    ).fetchall()
    ours = [deployed.AskedQuestion(id=own_id, text=text) for own_id, text in rows]
    unknown = [each for each in said if each.role == "user" and batch.message(each.id) is None]
    found = deployed.same_questions(ours, [deployed.AskedQuestion(id=each.id, text=each.contents) for each in unknown])
    for own_id, server_id in found.items():
        name_question(batch, own_id, server_id, moment)
    return {server_id: own_id for own_id, server_id in found.items()}


def _says(batch: Batch, own_id: str, words: str) -> bool:
    row = batch.execute("SELECT contents FROM alicia_messages WHERE id = ?", (own_id,)).fetchone()
    return row is not None and row[0] == words


def _supersede(batch: Batch, conversation_id: str, message: HistoryMessage, own_id: str) -> None:
    """Another branch took its place on the server; both stay and can be looked at."""
    assert message.superseded_at is not None
    row = batch.execute(
        "UPDATE alicia_messages SET superseded_at = coalesce(superseded_at, ?1), "
        "superseded_by = coalesce(superseded_by, ?2) WHERE id = ?3 AND (superseded_at IS NULL OR "
        "(superseded_by IS NULL AND ?2 IS NOT NULL)) RETURNING id",
        (batch.text_of(message.superseded_at), message.superseded_by, own_id),
    ).fetchone()
    if row is not None:
        batch.forget(own_id)
        batch.note("message", conversation_id, own_id)


def _has_ended(message: HistoryMessage) -> bool:
    """Whether it is an answer to which nothing comes any more."""
    return message.role == "assistant" and message.state in {"completed", "failed"}


def _is_written(batch: Batch, own: Mapping[str, str], message: HistoryMessage) -> bool:
    """Whether an answer is being written here: one that goes on is stopped in an older list of the server's."""
    known = batch.message(own.get(message.id, message.id))
    return known is not None and known.status == "streaming"


def _stop_or_reopen(batch: Batch, conversation_id: str, message: HistoryMessage, own_id: str) -> None:
    """Mark an answer as stopped where it is there; a stop that came in the room (`stop_type`) stays."""
    stopped_at = None if message.stopped_at is None else batch.text_of(message.stopped_at)
    row = batch.execute(
        "UPDATE alicia_messages SET stopped_at = ?1 WHERE id = ?2 AND message_role = 'assistant' "
        "AND stop_type IS NULL AND stopped_at IS NOT ?1 RETURNING id",
        (stopped_at, own_id),
    ).fetchone()
    if row is not None:
        batch.forget(own_id)
        batch.note("message", conversation_id, own_id)


def _is_settled(batch: Batch, own_id: str, message: HistoryMessage) -> bool:
    """Whether our copy of the answer was stopped in the room, or ended as the server's and lacks no sentence."""
    row = batch.execute(
        "SELECT 1 FROM alicia_messages WHERE id = ? AND ((stopped_at IS NOT NULL AND stop_type IS NOT NULL) "
        "OR (completion_status = ? AND contents = ?))",
        (own_id, message.state or "completed", message.contents),
    ).fetchone()
    return row is not None


def _put(batch: Batch, conversation_id: str, message: HistoryMessage, own: Mapping[str, str], at: str) -> None:
    """Insert a message that is not here, or make an answer whole."""
    own_id = own.get(message.id, message.id)
    previous_id = own.get(message.previous_id, message.previous_id) if message.previous_id else None
    known = batch.message(own_id)
    if known is not None and known.conversation_id != conversation_id:
        return
    put(
        batch,
        conversation_id,
        own_id,
        at,
        role=message.role,
        status="failed" if message.state == "failed" else "completed",
        whole=True,
        server_id=message.id,
        previous_id=previous_id,
        contents=storable(message.contents),
        attachments=to_json_text(message.attachments) if message.attachments else None,
        created_at=None if message.created_at is None else to_utc_text(message.created_at),
    )
    if message.role == "user":
        put_attachments(batch, conversation_id, own_id, message.attachments, at)
    if known is not None:
        close_sentences(batch, own_id)
    if message.role == "assistant":
        batch.settle_message(previous_id, at)


def adopt(conn: Connection, local_id: str, server_id: str) -> None:
    """Rename conversation `local_id` to `server_id`, with all that belongs to it.

    A row that a stanza has meanwhile made under `server_id` gives way: the older conversation takes its place.
    """
    if local_id == server_id or not _is_here(conn, local_id):
        return  # sync and a session may both have found it
    _give_way(conn, server_id, local_id)
    conn.execute(update(conversations).where(conversations.c.id == local_id).values(id=server_id))
    conn.execute(update(journal).where(journal.c.conversation_id == local_id).values(conversation_id=server_id))
    conn.exec_driver_sql("UPDATE OR REPLACE alicia_meta SET ref = ? WHERE ref = ?", (server_id, local_id))
    for row in conn.execute(select(outbox.c.pk, outbox.c.raw).where(outbox.c.conversation_id == server_id)).all():
        conn.execute(update(outbox).where(outbox.c.pk == row.pk).values(raw=_readdressed(row.raw, server_id)))
        note(conn, "outbox", server_id, str(row.pk))
    head = {"about": server_id, "title": None, "status": "active", "fetched": ""}  # the server has it: agreed is that
    conn.execute(insert(sync_heads).values(head).on_conflict_do_nothing())
    note(conn, "conversation", local_id, local_id)
    note(conn, "conversation", server_id, server_id)


def _is_here(conn: Connection, local_id: str) -> bool:
    return conn.execute(select(conversations.c.pk).where(conversations.c.id == local_id)).first() is not None


def _give_way(conn: Connection, server_id: str, local_id: str) -> None:
    """Move what already hangs on `server_id` to the older row, which then takes its name."""
    if conn.execute(select(conversations.c.pk).where(conversations.c.id == server_id)).first() is None:
        return
    for table in conversations.metadata.sorted_tables:
        for column in table.columns:
            if any(key.column.table is conversations for key in column.foreign_keys):
                conn.execute(update(table).where(column == server_id).values({column.name: local_id}))
    _merge_positions(conn, server_id, local_id)
    conn.execute(conversations.delete().where(conversations.c.id == server_id))


def _merge_positions(conn: Connection, server_id: str, local_id: str) -> None:
    conn.exec_driver_sql(
        "UPDATE alicia_conversations SET "
        "last_client_stanza_id = max(last_client_stanza_id, other.client), "
        "last_server_stanza_id = min(last_server_stanza_id, other.server), livekit_room_name = other.room FROM "
        "(SELECT last_client_stanza_id AS client, last_server_stanza_id AS server, livekit_room_name AS room "
        "FROM alicia_conversations WHERE id = ?1) AS other WHERE id = ?2",
        (server_id, local_id),
    )


def _readdressed(raw: bytes, conversation_id: str) -> bytes:
    content = decode(raw)
    assert isinstance(content, Stanza), "the outbox holds what we wrote ourselves"
    body: Any = content.body
    if getattr(body, "conversation_id", None):
        body = msgspec.structs.replace(body, conversation_id=conversation_id)
    return encode(replace(content, conversation_id=conversation_id, body=body))
