"""Private conversations at the end of their life: every row of theirs goes, but the one that says that they exist.

That row stays, without a word in it, so that somebody who comes back to the conversation finds a room.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Table, func, select

from alicia_desktop.store.changes import note
from alicia_desktop.store.columns import to_json_text
from alicia_desktop.store.schema import conversations, messages, meta, metadata, sentences

_MARKS: Final = ("conversation_id", "session_id")
"""Columns that say to which conversation a row belongs."""


def ids(conn: Connection) -> list[str]:
    """Return the private conversations."""
    said = func.json_extract(conversations.c.preferences, "$.private")
    return list(conn.execute(select(conversations.c.id).where(conversations.c.private | (said == 1))).scalars())


def purge(conn: Connection) -> int:
    """Delete all that private conversations hold, and return how many rows that were."""
    return sum(_purge(conn, conversation_id) for conversation_id in ids(conn))


def _purge(conn: Connection, conversation_id: str) -> int:
    gone = 0
    refs = [conversation_id]
    tables = [(table, mark) for table in metadata.sorted_tables for mark in _MARKS if mark in table.c]
    for table, mark in tables:
        if "id" in table.c:
            refs += conn.execute(select(table.c.id).where(table.c[mark] == conversation_id)).scalars()
    said = list(conn.execute(select(messages.c.id).where(messages.c.conversation_id == conversation_id)).scalars())
    gone += _delete(conn, sentences, "message_id", said)
    gone += _delete(conn, meta, "ref", refs)
    for table, mark in tables:
        gone += conn.execute(table.delete().where(table.c[mark] == conversation_id)).rowcount
    named = conversations.update().where(conversations.c.id == conversation_id)
    conn.execute(named.values(title="", last_client_stanza_id=0, last_server_stanza_id=0))
    note(conn, "conversation", conversation_id, conversation_id)
    return gone


def _delete(conn: Connection, table: Table, column: str, names: Sequence[str]) -> int:
    statement = f"DELETE FROM {table.name} WHERE {column} IN (SELECT value FROM json_each(?))"
    return conn.exec_driver_sql(statement, (to_json_text(names),)).rowcount
