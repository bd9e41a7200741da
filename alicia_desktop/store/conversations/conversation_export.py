"""A conversation as JSON with all that is known of it: messages, stanzas, tools, memories and timings.

The file holds the rows as the tables have them, so that `conversation_import` brings back the same rows. Bytes are
base64; a column that is NULL is left out, which keeps it apart from the JSON value `null`.
"""

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Table

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.conversations.conversation_rows import Row, rows_of, tables
from alicia_desktop.store.schema import conversations
from alicia_desktop.store.schema.columns import Json

FORMAT: Final = "alicia-conversation"
VERSION: Final = 1
"""Of the file; a program that knows only older ones refuses it."""


def export(conn: Connection, conversation_id: str) -> bytes:
    """Return the conversation as UTF-8 JSON, indented.

    Raises:
        WorldError: there is no such conversation.
    """
    rows = rows_of(conn, conversation_id)
    if not rows[conversations.name]:
        raise WorldError(sentence=f"There is no conversation {conversation_id} here.", code="no_conversation")
    known = tables()
    content = {
        "format": FORMAT,
        "version": VERSION,
        "conversation": conversation_id,
        "tables": {name: [_readable(known[name], row) for row in found] for name, found in rows.items()},
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"


def _readable(table: Table, row: Row) -> dict[str, Any]:
    """Return the row with its JSON as JSON, exactly as it is kept: numbers and the order of keys do not change."""
    return {
        name: msgspec.Raw(value.encode()) if isinstance(table.c[name].type, Json) else value
        for name, value in row.items()
    }
