"""What makes a turn: a question and its answers, each of which traces, tools and stanzas may name."""

from sqlalchemy import Connection


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
