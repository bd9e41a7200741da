"""Find the turn of a message: a question and its answers, each of which traces, tools and stanzas may name.

Raw SQL: these run at every opening of a conversation, with plans that are bound to the last hundred rows.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.schema import messages
from alicia_desktop.store.schema.columns import columns_of, record_of, to_json_text

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


NUMBERS: Final = (
    "WITH question AS (SELECT id, conversation_id, sum(superseded_at IS NULL) OVER "
    "(PARTITION BY conversation_id ORDER BY sequence_number, pk) + (superseded_at IS NOT NULL) AS number "
    "FROM alicia_messages WHERE message_role = 'user' AND deleted_at IS NULL) "
    "SELECT id, conversation_id, number FROM question UNION ALL "
    "SELECT answer.id, question.conversation_id, number FROM alicia_messages AS answer JOIN question "
    "ON question.id = answer.previous_id WHERE answer.message_role = 'assistant'"
)
"""Of each question and answer the number of its turn, as the Turn tab counts; a question that was replaced has the
number of what stands in its place."""


def turn_numbers(conn: Connection, conversation_id: str) -> dict[str, int]:
    """Return the number of the turn of each question and answer."""
    rows = conn.exec_driver_sql(f"SELECT id, number FROM ({NUMBERS}) WHERE conversation_id = ?", (conversation_id,))
    return {row[0]: row[1] for row in rows}


def latest_answered(conn: Connection, conversation_id: str, *, limit: int) -> list[tuple[str, str, str, str]]:
    """Return (conversation, its title, question, answer) of the last ended turns, in order; of all where none is named.

    The answers are those that hold; what was deleted has none.
    """
    which = "answer.conversation_id = ?1" if conversation_id else "?1 = ''"
    rows = conn.exec_driver_sql(
        "SELECT answer.conversation_id, conversation.title, question.id, answer.id FROM alicia_messages AS answer "
        "JOIN alicia_messages AS question ON question.id = answer.previous_id AND question.message_role = 'user' "
        "JOIN alicia_conversations AS conversation ON conversation.id = answer.conversation_id "
        f"WHERE {which} AND answer.message_role = 'assistant' AND answer.superseded_at IS NULL "
        "AND answer.deleted_at IS NULL AND question.superseded_at IS NULL AND question.deleted_at IS NULL "
        "AND conversation.deleted_at IS NULL AND answer.completion_status IN ('completed', 'failed') "
        "ORDER BY answer.pk DESC LIMIT ?2",
        (conversation_id, limit),
    )
    return [(str(row[0]), str(row[1]), str(row[2]), str(row[3])) for row in rows][::-1]


def asked_at(conn: Connection, message_ids: Collection[str]) -> dict[str, datetime]:
    """Return when the question of the turn of each message crossed the wire, as far as the journal has it."""
    rows = conn.exec_driver_sql(
        "SELECT ref.value, (SELECT received_at FROM journal WHERE turn_ref = CASE said.message_role "
        "WHEN 'assistant' THEN said.previous_id ELSE said.id END ORDER BY seq LIMIT 1) AS asked "
        "FROM json_each(?) AS ref JOIN alicia_messages AS said ON said.id = ref.value",
        (to_json_text(sorted(message_ids)),),
    )
    return {row[0]: datetime.fromisoformat(row[1]) for row in rows if row[1] is not None}


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


_MESSAGE_COLUMNS: Final = columns_of(MessageRecord, messages)
_IDS_A_QUERY: Final = 10_000


def answer_at(answers: Sequence[MessageRecord], moment: datetime) -> MessageRecord | None:
    """Return the answer that something of this moment belongs to; `answers` in the order in which they began.

    None where none held at that moment and none has begun since: it belongs to one that has not come yet.
    """
    open_then = [
        answer
        for answer in answers
        if answer.created_at < moment and (answer.superseded_at is None or answer.superseded_at >= moment)
    ]
    if open_then:
        return open_then[-1]
    return next((answer for answer in answers if answer.created_at >= moment), None)


def answers_of_turns(conn: Connection, message_ids: Collection[str]) -> dict[str, list[MessageRecord]]:
    """Return the answers of the turns that questions or answers belong to, by what was asked, each in its order."""
    named = {message.id: message for message in _messages(conn, messages.c.id, message_ids)}
    questions = {one: _question_of(named.get(one), one) for one in message_ids}
    answers: dict[str, list[MessageRecord]] = defaultdict(list)
    for answer in _messages(conn, messages.c.previous_id, set(questions.values())):
        if answer.message_role == "assistant":
            answers[answer.previous_id or ""].append(answer)
    for given in answers.values():
        given.sort(key=lambda answer: answer.created_at)
    alone = {one: [message] for one, message in named.items() if message.message_role == "assistant"}
    return {one: answers.get(question) or alone.get(one, []) for one, question in questions.items()}


def _question_of(message: MessageRecord | None, message_id: str) -> str:
    if message is None or message.message_role != "assistant":
        return message_id
    return message.previous_id or message_id


def _messages(conn: Connection, column: ColumnElement[str | None], ids: Collection[str]) -> list[MessageRecord]:
    found: list[MessageRecord] = []
    wanted = list(ids)
    for start in range(0, len(wanted), _IDS_A_QUERY):
        some = column.in_(wanted[start : start + _IDS_A_QUERY])
        rows = conn.execute(select(*_MESSAGE_COLUMNS).where(some, messages.c.deleted_at.is_(None)))
        found += [record_of(MessageRecord, row) for row in rows]
    return found
