"""Delete private conversations when they end: every row of theirs, except the one that says that they exist.

That row stays, without a word in it: on a server, so that somebody who comes back to the conversation finds a room; in
a client as one that was deleted.
"""

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Table, Text, func, select, type_coerce

from alicia_desktop.base.ids import LOCAL
from alicia_desktop.protocol.conversation_settings import SETTINGS
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import conversations as rows
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.migration import shipped_steps
from alicia_desktop.store.schema import conversations, journal, messages, meta, metadata, sentences, tool_grants
from alicia_desktop.store.schema.columns import among
from alicia_desktop.store.sqlite_errors import explained
from alicia_desktop.store.sync import pending_changes

_MARKS: Final = ("conversation_id", "session_id")
"""Columns that say to which conversation a row belongs."""


def ids(conn: Connection) -> list[str]:
    """Return the private conversations."""
    said = func.json_extract(conversations.c.preferences, "$.private")
    return list(conn.execute(select(conversations.c.id).where(conversations.c.private | (said == 1))).scalars())


def purge(conn: Connection) -> int:
    """Delete all that private conversations hold, and return how many rows that were."""
    return sum(purge_conversation(conn, conversation_id) for conversation_id in ids(conn))


def purge_copy(path: Path) -> None:
    """Purge the copy of a database that nobody else has open; nothing stays beside the file.

    One of an older version is left as it is: it has no private conversation that its program did not end.

    Raises:
        WorldError: it cannot be written.
    """
    engine = writing_engine(path)
    try:
        with explained(path):
            with engine.connect() as conn, conn.begin():
                if conn.exec_driver_sql("PRAGMA user_version").scalar_one() == len(shipped_steps()):
                    purge(conn)
            with closing(engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA journal_mode = DELETE")
    finally:
        engine.dispose()


def end(conn: Connection, at: datetime) -> None:
    """End the private conversations of a client: nothing of them is left, and their servers are to delete them too."""
    for conversation_id in ids(conn):
        record = rows.get(conn, conversation_id)
        lives = record is not None and record.deleted_at is None
        owed = lives or pending_changes.is_deletion_pending(conn, conversation_id)
        purge_conversation(conn, conversation_id)
        if owed and not conversation_id.startswith(LOCAL):
            pending_changes.delete_and_note(conn, conversation_id, at)
        elif lives:
            rows.delete(conn, conversation_id, at)


def purge_conversation(conn: Connection, conversation_id: str) -> int:
    """Delete all that a conversation holds but its own row, and return how many rows that were."""
    with for_good(conn):
        return _empty(conn, conversation_id)


def _empty(conn: Connection, conversation_id: str) -> int:
    gone = 0
    refs = [conversation_id]
    tables = [(table, mark) for table in metadata.sorted_tables for mark in _MARKS if mark in table.c]
    for table, mark in tables:
        if "id" in table.c:
            refs += conn.execute(select(table.c.id).where(table.c[mark] == conversation_id)).scalars()
    said = list(conn.execute(select(messages.c.id).where(messages.c.conversation_id == conversation_id)).scalars())
    spoken = select(sentences.c.id).join(messages, messages.c.id == sentences.c.message_id)
    refs += conn.execute(spoken.where(messages.c.conversation_id == conversation_id)).scalars()
    journaled = select(journal.c.content_id).where(journal.c.conversation_id == conversation_id)
    refs += conn.execute(journaled.where(journal.c.content_id.is_not(None))).scalars()
    gone += _delete(conn, sentences, "message_id", said)
    gone += _delete(conn, meta, "ref", refs)
    for table, mark in tables:
        gone += conn.execute(table.delete().where(table.c[mark] == conversation_id)).rowcount
    gone += conn.execute(tool_grants.delete().where(tool_grants.c.granted_in == conversation_id)).rowcount
    named = conversations.update().where(conversations.c.id == conversation_id)
    without = func.json_remove(conversations.c.preferences, f"$.{SETTINGS}")
    conn.execute(
        named.values(title="", last_client_stanza_id=0, last_server_stanza_id=0, preferences=type_coerce(without, Text))
    )
    note(conn, "conversation", conversation_id, conversation_id)
    note(conn, "journal_edit", conversation_id, "")
    return gone


def _delete(conn: Connection, table: Table, column: str, names: Sequence[str]) -> int:
    return conn.execute(table.delete().where(among(table.c[column], names))).rowcount
