"""Deleting old stanzas from the journal; messages, memories and tools have rows of their own and stay.

What something still needs stays, however old: stanzas that wait in the outbox, questions that nobody has answered, and
as much of what the server sent as tells a new session what to ask for again.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection

from alicia_desktop.store.conversations import turns
from alicia_desktop.store.files.secure_delete import for_good
from alicia_desktop.store.profiles import profile_of
from alicia_desktop.store.received_ids import REMEMBERED_IDS, heard
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text

BATCH: Final = 500
"""Stanzas looked at in one transaction, so that nobody waits long for the writer."""


def prune(conn: Connection, before: datetime, *, after: int = 0) -> int | None:
    """Delete what was journaled before a time, among the next stanzas after a `seq`.

    Returns the `seq` to go on after; None when the rest is younger.
    """
    rows = conn.exec_driver_sql(
        "SELECT seq, conversation_id, at < ? AS old FROM journal WHERE seq > ? ORDER BY seq LIMIT ?",
        (to_utc_text(before), after, BATCH),
    ).all()
    old = {row.seq: row.conversation_id for row in rows if row.old}
    if not old:
        return None
    needed = {seq for conversation_id in set(old.values()) - {None} for seq in _needed(conn, conversation_id)}
    with for_good(conn):
        conn.exec_driver_sql(
            "DELETE FROM journal WHERE seq IN (SELECT value FROM json_each(?))",
            (to_json_text(sorted({*old} - needed)),),
        )
    last: int = rows[-1].seq
    return last


def _needed(conn: Connection, conversation_id: str) -> set[int]:
    """Return the stanzas of a conversation that stay."""
    questions = to_json_text(turns.unanswered(conn, conversation_id))
    rows = conn.exec_driver_sql(_NEEDED, (conversation_id, questions, profile_of(conn, conversation_id)))
    return {*rows.scalars(), *_needed_to_resume(conn, conversation_id)}


def _needed_to_resume(conn: Connection, conversation_id: str) -> set[int]:
    """Return the stanza with the furthest id; where ids before it are missing, all that tell which."""
    sequence = heard(conn, conversation_id)
    complete = sequence.contiguous == sequence.last
    rows = conn.exec_driver_sql(
        "SELECT seq FROM journal WHERE conversation_id = ?1 AND direction = 'in' AND stanza_id < 0 AND NOT stranger "
        "AND (?2 IS NULL OR stanza_id = ?2) ORDER BY seq DESC LIMIT ?3",
        (conversation_id, -sequence.last if complete else None, 1 if complete else REMEMBERED_IDS),
    )
    return set(rows.scalars())


_NEEDED: Final = (
    "SELECT seq FROM journal JOIN outbox USING (conversation_id, stanza_id) WHERE conversation_id = ?1 "
    "UNION SELECT seq FROM journal WHERE content_id IN (SELECT value FROM json_each(?2)) AND direction = 'out' "
    "UNION SELECT seq FROM journal JOIN alicia_messages AS said ON said.id = content_id WHERE ?3 = 'deployed' "
    "AND journal.conversation_id = ?1 AND direction = 'out' AND message_role = 'user' AND said.server_id IS NULL"
)
"""What waits, the unanswered questions ?2, and those of ours that a deployed server ?3 has not given its own id."""
