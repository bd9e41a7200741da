"""What makes a turn: a question and its answers, each of which traces, tools and stanzas may name."""

from typing import Final

from sqlalchemy import Connection

_LOOKED_AT: Final = 100
"""Questions that are older can no longer be waited for, and holes in older answers were asked for long ago."""


def question_of(conn: Connection, message_id: str) -> str:
    """Return the question of the turn that a message belongs to; the message itself where none is known."""
    row = conn.exec_driver_sql(
        "SELECT question.id FROM alicia_messages AS answer JOIN alicia_messages AS question "
        "ON question.id = answer.previous_id WHERE answer.id = ? AND answer.message_role = 'assistant' "
        "AND question.message_role = 'user'",
        (message_id,),
    ).first()
    return message_id if row is None else str(row[0])


def ids_of_turn(conn: Connection, message_id: str) -> list[str]:
    """Return the ids of the question and of all its answers; `message_id` may be any of them."""
    question = question_of(conn, message_id)
    rows = conn.exec_driver_sql(
        "SELECT id FROM alicia_messages WHERE previous_id = ? AND message_role = 'assistant' ORDER BY sequence_number",
        (question,),
    )
    return list(dict.fromkeys([question, *(str(row[0]) for row in rows), message_id]))


def unanswered(conn: Connection, conversation_id: str) -> tuple[str, ...]:
    """Return, in order, the last questions written here that have no answer and were neither stopped nor failed."""
    rows = conn.exec_driver_sql(
        "SELECT id FROM (SELECT * FROM alicia_messages WHERE conversation_id = ?1 AND message_role = 'user' "
        "ORDER BY sequence_number DESC LIMIT ?2) AS question WHERE deleted_at IS NULL AND superseded_at IS NULL "
        "AND stopped_at IS NULL AND completion_status <> 'failed' AND NOT EXISTS (SELECT 1 FROM alicia_messages "
        "AS answer WHERE answer.previous_id = question.id AND answer.message_role = 'assistant') "
        "AND EXISTS (SELECT 1 FROM journal WHERE content_id = question.id AND direction = 'out') "
        "ORDER BY sequence_number",
        (conversation_id, _LOOKED_AT),
    )
    return tuple(str(row[0]) for row in rows)


def has_holes(conn: Connection, conversation_id: str) -> bool:
    """Return whether a sentence is missing in the middle of one of the last answers, which nobody stopped."""
    found = conn.exec_driver_sql(
        "SELECT 1 FROM (SELECT id FROM alicia_messages WHERE conversation_id = ? AND message_role = 'assistant' "
        "AND NOT whole AND stopped_at IS NULL AND deleted_at IS NULL ORDER BY sequence_number DESC LIMIT ?) AS answer "
        "WHERE (SELECT max(sentence_sequence_number) - count(*) FROM alicia_sentences WHERE message_id = answer.id) "
        "> 0",
        (conversation_id, _LOOKED_AT),
    )
    return found.first() is not None
