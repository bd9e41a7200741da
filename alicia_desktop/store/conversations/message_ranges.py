"""What is to be known of a whole conversation while only a stretch of it is read: branches, places, where words are."""

import re
from typing import NamedTuple

from sqlalchemy import Connection, select

from alicia_desktop.store.schema import messages


class BranchLink(NamedTuple):
    """What tells branches apart, of one message."""

    id: str
    sequence_number: int
    previous_id: str | None
    superseded_by: str | None


def branched(conn: Connection, conversation_id: str) -> list[BranchLink]:
    """Return the messages that gave way to others, with all that follows them, and what took their place; in order."""
    rows = conn.exec_driver_sql(
        "WITH given AS (SELECT id, sequence_number, previous_id, superseded_by FROM alicia_messages "
        "INDEXED BY alicia_messages_branched "
        "WHERE conversation_id = ? AND superseded_at IS NOT NULL AND deleted_at IS NULL) "
        "SELECT * FROM given UNION SELECT id, sequence_number, previous_id, superseded_by FROM alicia_messages "
        "WHERE id IN (SELECT superseded_by FROM given) AND deleted_at IS NULL ORDER BY sequence_number",
        (conversation_id,),
    )
    return [BranchLink(*row) for row in rows]


def number_of(conn: Connection, conversation_id: str, message_id: str) -> int | None:
    """Return the number of a message in its conversation; None where it is not there."""
    here = (messages.c.id == message_id) & (messages.c.conversation_id == conversation_id)
    return conn.execute(select(messages.c.sequence_number).where(here, messages.c.deleted_at.is_(None))).scalar()


def holding(conn: Connection, conversation_id: str, words: str) -> list[str]:
    """Return the messages of a conversation that hold these letters anywhere, whatever their case, in order."""
    if words.isascii():
        holds, value = "contents LIKE ? ESCAPE '\\'", "%" + re.sub(r"([\\%_])", r"\\\1", words) + "%"
    else:  # LIKE knows capitals of ASCII only
        holds, value = "contains_text(CAST(contents AS BLOB), ?)", words.casefold()
    statement = (
        f"SELECT id FROM alicia_messages WHERE conversation_id = ? AND deleted_at IS NULL AND {holds} "
        "ORDER BY sequence_number, pk"
    )
    return list(conn.exec_driver_sql(statement, (conversation_id, value)).scalars())
