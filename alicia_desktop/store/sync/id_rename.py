"""A conversation that was begun here gets the id that the server gave it, everywhere at once.

Rows that name it by the enforced key follow by themselves; the journal keeps what was said as it was, under the new
name, and what still waits in the outbox is written anew, because the envelope names the conversation.
"""

from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.store.changes import note
from alicia_desktop.store.schema import conversations, journal, outbox, sync_heads


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
    _keep_positions(conn, server_id, local_id)
    conn.execute(conversations.delete().where(conversations.c.id == server_id))


def _keep_positions(conn: Connection, server_id: str, local_id: str) -> None:
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
