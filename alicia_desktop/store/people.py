"""Queries about what people said of messages: votes, notes, commentaries."""

from sqlalchemy import Connection, select

from alicia_desktop.store.records import CommentaryRecord, FeedbackRecord, record_of
from alicia_desktop.store.schema import commentaries, feedback


def commentaries_of(conn: Connection, message_id: str) -> list[CommentaryRecord]:
    """Return notes and commentaries on a message that are not deleted, in order."""
    query = select(commentaries).where(commentaries.c.message_id == message_id, commentaries.c.deleted_at.is_(None))
    return [record_of(CommentaryRecord, row) for row in conn.execute(query.order_by(commentaries.c.pk))]


def vote_on(conn: Connection, target_id: str) -> FeedbackRecord | None:
    """Return the vote that holds for a message, tool use, memory or reasoning step, or None."""
    query = select(feedback).where(feedback.c.target_id == target_id, feedback.c.deleted_at.is_(None))
    row = conn.execute(query.order_by(feedback.c.created_at.desc()).limit(1)).first()
    return None if row is None or row.vote == "remove" else record_of(FeedbackRecord, row)
