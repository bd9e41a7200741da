"""Store which stanzas of the journal somebody marked, and the note on each.

A mark is this computer's alone. It goes with its stanza, when a conversation is erased or the journal is trimmed, by a
trigger of the database; what is forgotten leaves notes as it leaves other texts (`memories.personal_text`).
"""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from alicia_desktop.store.changes import note as note_change
from alicia_desktop.store.schema import journal, stanza_marks
from alicia_desktop.store.schema.columns import storable

MAX_NOTE_CHARACTERS: Final = 2_000


def mark(conn: Connection, seq: int, at: datetime, note: str | None = None) -> None:
    """Mark a stanza; without a note one that it has stays. Nothing is marked that is no longer there."""
    conversation_id = conn.execute(select(journal.c.conversation_id).where(journal.c.seq == seq)).first()
    if conversation_id is None:
        return
    said = storable(note or "")[:MAX_NOTE_CHARACTERS]
    statement = insert(stanza_marks).values(seq=seq, note=said, created_at=at)
    if note is None:
        conn.execute(statement.on_conflict_do_nothing())
    else:
        conn.execute(statement.on_conflict_do_update(index_elements=["seq"], set_={"note": said}))
    note_change(conn, "mark", conversation_id[0], str(seq))


def unmark(conn: Connection, seq: int) -> None:
    """Remove the mark of a stanza with its note."""
    conversation_id = conn.execute(select(journal.c.conversation_id).where(journal.c.seq == seq)).scalar()
    if conn.execute(delete(stanza_marks).where(stanza_marks.c.seq == seq)).rowcount:
        note_change(conn, "mark", conversation_id, str(seq))


def marks_of(conn: Connection, conversation_id: str) -> dict[int, str]:
    """Return the notes of the marked stanzas of a conversation by `seq`, ascending; "" where there is none."""
    own = select(stanza_marks.c.seq, stanza_marks.c.note).join(journal, journal.c.seq == stanza_marks.c.seq)
    rows = conn.execute(own.where(journal.c.conversation_id == conversation_id).order_by(stanza_marks.c.seq))
    return {row.seq: row.note for row in rows}
