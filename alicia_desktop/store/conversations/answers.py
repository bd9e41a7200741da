"""Which of several answers to one question a trace, a tool use or a thought belongs to.

They may name the question only (docs/protocol.md#memory-traces), and a question that was asked again has several
answers. What came while one of them was the answer belongs to it; what came before one began, to that one.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.store.records import MessageRecord, record_of
from alicia_desktop.store.schema import messages

_COLUMNS: Final = [column for column in messages.c if column.name != "pk"]
_IDS_A_QUERY: Final = 10_000


def owner(answers: Sequence[MessageRecord], moment: datetime) -> MessageRecord | None:
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


def of_turns(conn: Connection, message_ids: Collection[str]) -> dict[str, list[MessageRecord]]:
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
        rows = conn.execute(select(*_COLUMNS).where(some, messages.c.deleted_at.is_(None)))
        found += [record_of(MessageRecord, row) for row in rows]
    return found
