"""Which rows of which tables are one conversation: what names it, what hangs under its messages, what it remembers.

Derived from the schema, so that a table that is added belongs to an export from its first day.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Table, Text, func, select, type_coerce
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.store.schema import conversations, memory, memory_used, messages, meta, metadata, sentences
from alicia_desktop.store.schema.columns import Json, UtcDateTime, to_json_text

Row = dict[str, Any]
"""By column, as SQLite keeps it: times and JSON are text. What is NULL is left out."""

MARKS: Final = ("conversation_id", "session_id")
"""Columns that say to which conversation a row belongs."""
KEYS: Final = frozenset({"pk", "seq"})
"""Numbers that mean something only within one database."""
SOUND: Final = frozenset({"audio_data", "audio_bytesize"})
"""Kept on this computer for some days and no part of what was said: an export leaves it here."""


def tables() -> dict[str, Table]:
    """Return the tables that a conversation may have rows in, by name, in an order in which they can be filled."""
    marked = [table for table in metadata.sorted_tables if mark_of(table) is not None]
    return {table.name: table for table in (conversations, memory, *marked, sentences, meta)}


def mark_of(table: Table) -> str | None:
    """Return the column that names the conversation, if there is one."""
    return next((name for name in MARKS if name in table.c), None)


def rows_of(conn: Connection, conversation_id: str) -> dict[str, list[Row]]:
    """Return the rows of a conversation by table, oldest first; a table without any is there and empty."""
    found: dict[str, list[Row]] = {}
    for name, table in tables().items():
        mark = mark_of(table)
        if mark is not None:
            found[name] = _rows(conn, table, table.c[mark] == conversation_id)
    found[conversations.name] = _rows(conn, conversations, conversations.c.id == conversation_id)
    said = _ids(found[messages.name])
    found[sentences.name] = _rows(conn, sentences, _among(sentences.c.message_id, said))
    refs = [row_id for rows in found.values() for row_id in _ids(rows)]
    found[meta.name] = _rows(conn, meta, _among(meta.c.ref, refs))
    used = [row["memory_id"] for row in found[memory_used.name]]
    mine = _among(memory.c.id, used) | (memory.c.source_chat_id == conversation_id)
    found[memory.name] = _rows(conn, memory, mine)
    return found


def _rows(conn: Connection, table: Table, condition: ColumnElement[bool]) -> list[Row]:
    key = next(column for column in table.c if column.name in KEYS)
    columns = [
        type_coerce(column, Text).label(column.name) if isinstance(column.type, Json | UtcDateTime) else column
        for column in table.c
        if column.name not in KEYS | SOUND
    ]
    found = conn.execute(select(*columns).where(condition).order_by(key)).mappings()
    return [{name: value for name, value in row.items() if value is not None} for row in found]


def _ids(rows: Sequence[Row]) -> list[str]:
    return [row["id"] for row in rows if "id" in row]


def _among(column: ColumnElement[Any], values: Sequence[str]) -> ColumnElement[bool]:
    """Return `column IN values`, however many they are."""
    each = func.json_each(to_json_text(list(values))).table_valued("value")
    return column.in_(select(each.c.value))
