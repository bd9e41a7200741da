"""Query what the next answer of a conversation may draw on: the messages in force, their importance and their counts.

In force is what is neither deleted nor superseded and holds text. An answer that was cut off counts only as far as
somebody heard it (docs/protocol.md#stop), which is why these are not the rows of `messages`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, func, select

from alicia_desktop.store.changes import note
from alicia_desktop.store.records import Role
from alicia_desktop.store.schema import conversations, messages, pins, summaries
from alicia_desktop.store.server.server_queries import spoken_text

_IN_FORCE: Final = messages.c.deleted_at.is_(None) & messages.c.superseded_at.is_(None) & (messages.c.contents != "")


@dataclass(frozen=True, kw_only=True, slots=True)
class ActiveMessageRecord:
    """A message in force."""

    id: str
    conversation_id: str
    sequence_number: int
    role: Role
    text: str
    """As far as it was heard."""
    previous_id: str | None
    model_id: str | None
    token_usage: int | None
    importance_score: float | None
    """None until it was measured."""
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """What a message is worth, and what it costs."""

    message_id: str
    importance_score: float
    token_usage: int


def before(conn: Connection, conversation_id: str, message_id: str | None, *, limit: int) -> list[ActiveMessageRecord]:
    """Return the last messages in force before that one, or of all where it is not known; in order."""
    query = _of(conversation_id)
    if (place := _place(conn, conversation_id, message_id)) is not None:
        query = query.where(messages.c.sequence_number < place)
    rows = conn.execute(query.order_by(messages.c.sequence_number.desc()).limit(limit)).all()
    return [_said(conn, row) for row in reversed(rows)]


def after(conn: Connection, conversation_id: str, message_id: str | None, *, limit: int) -> list[ActiveMessageRecord]:
    """Return the first messages in force after that one, or of all where it is not known; in order."""
    query = _of(conversation_id).where(messages.c.completion_status != "streaming")
    if (place := _place(conn, conversation_id, message_id)) is not None:
        query = query.where(messages.c.sequence_number > place)
    return [_said(conn, row) for row in conn.execute(query.order_by(messages.c.sequence_number).limit(limit))]


def span(conn: Connection, conversation_id: str, start_id: str, end_id: str) -> list[ActiveMessageRecord]:
    """Return the messages in force from one to another, both among them; none where either is not known."""
    first, last = _place(conn, conversation_id, start_id), _place(conn, conversation_id, end_id)
    if first is None or last is None:
        return []
    query = _of(conversation_id).where(messages.c.sequence_number.between(first, last))
    return [_said(conn, row) for row in conn.execute(query.order_by(messages.c.sequence_number))]


def state_of_span(conn: Connection, conversation_id: str, start_id: str, end_id: str) -> tuple[int, datetime | None]:
    """Return how many messages in force there are from one to another, and when one of them was changed last."""
    first, last = _place(conn, conversation_id, start_id), _place(conn, conversation_id, end_id)
    if first is None or last is None:
        return 0, None
    counted = select(func.count(), func.max(messages.c.updated_at)).where(
        messages.c.conversation_id == conversation_id, _IN_FORCE, messages.c.sequence_number.between(first, last)
    )
    count, changed = conn.execute(counted).one()
    return int(count), changed


def places(conn: Connection, conversation_id: str, message_ids: Sequence[str]) -> dict[str, int]:
    """Return the sequence numbers of those of the messages that are in force."""
    query = select(messages.c.id, messages.c.sequence_number).where(
        messages.c.conversation_id == conversation_id, _IN_FORCE, messages.c.id.in_(message_ids)
    )
    return {row.id: row.sequence_number for row in conn.execute(query)}


def get(conn: Connection, conversation_id: str, message_id: str) -> ActiveMessageRecord | None:
    """Return one message in force, or None."""
    row = conn.execute(_of(conversation_id).where(messages.c.id == message_id)).one_or_none()
    return None if row is None else _said(conn, row)


def older(conn: Connection, conversation_id: str, sequence_number: int) -> tuple[int, int]:
    """Return how many messages in force there are before a place, and the tokens that are known of them."""
    counted = select(func.count(), func.coalesce(func.sum(messages.c.token_usage), 0)).where(
        messages.c.conversation_id == conversation_id, _IN_FORCE, messages.c.sequence_number < sequence_number
    )
    number, tokens = conn.execute(counted).one()
    return int(number), int(tokens)


def unmeasured(conn: Connection, conversation_id: str, *, limit: int) -> list[ActiveMessageRecord]:
    """Return whole messages without an importance, in order."""
    query = _of(conversation_id).where(
        messages.c.importance_score.is_(None), messages.c.completion_status != "streaming"
    )
    return [_said(conn, row) for row in conn.execute(query.order_by(messages.c.sequence_number).limit(limit))]


def write_measures(conn: Connection, measures: Iterable[Measure]) -> None:
    """Store importance and tokens of messages; tokens that a server counted stay."""
    for measure in measures:
        values = {
            "importance_score": measure.importance_score,
            "token_usage": func.coalesce(messages.c.token_usage, measure.token_usage),
        }
        statement = messages.update().where(messages.c.id == measure.message_id).values(values)
        conversation_id = conn.execute(statement.returning(messages.c.conversation_id)).scalar()
        if conversation_id is not None:
            note(conn, "message", conversation_id, measure.message_id)


def _of(conversation_id: str) -> Select[Any]:
    return select(messages).where(messages.c.conversation_id == conversation_id, _IN_FORCE)


def _place(conn: Connection, conversation_id: str, message_id: str | None) -> int | None:
    if message_id is None:
        return None
    place = select(messages.c.sequence_number).where(
        messages.c.conversation_id == conversation_id, messages.c.id == message_id
    )
    return conn.execute(place).scalar()


def _said(conn: Connection, row: Row[Any]) -> ActiveMessageRecord:
    return ActiveMessageRecord(
        id=row.id,
        conversation_id=row.conversation_id,
        sequence_number=row.sequence_number,
        role=row.message_role,
        text=spoken_text(conn, row),
        previous_id=row.previous_id,
        model_id=row.model_id,
        token_usage=row.token_usage,
        importance_score=row.importance_score,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class ContentCounts:
    """Messages in force, summaries and pins."""

    messages: int
    summaries: int
    pins: int
    oldest: datetime | None
    newest: datetime | None
    average_importance: float
    """Of messages that were measured, summaries and pins; 0 when there is none."""


def content_counts(
    conn: Connection, *, conversation_id: str | None = None, user_ids: Sequence[str] = ()
) -> ContentCounts:
    """Count one conversation, or all of these users."""
    live = messages.c.deleted_at.is_(None) & messages.c.superseded_at.is_(None) & (messages.c.contents != "")
    score, moment = messages.c.importance_score, messages.c.created_at
    said = select(func.count(), func.min(moment), func.max(moment), func.count(score), func.sum(score)).where(
        live, _within(messages.c.conversation_id, conversation_id, user_ids)
    )
    number, oldest, newest, measured, total = conn.execute(said).one()
    kept = [
        conn.execute(
            select(func.count(), func.sum(table.c.importance_score)).where(
                table.c.deleted_at.is_(None), words != "", _within(table.c.session_id, conversation_id, user_ids)
            )
        ).one()
        for table, words in ((summaries, summaries.c.summary), (pins, pins.c.content))  # forgotten: without words
    ]
    scored = measured + sum(row[0] for row in kept)
    sum_of_scores = (total or 0.0) + sum(row[1] or 0.0 for row in kept)
    return ContentCounts(
        messages=number,
        summaries=kept[0][0],
        pins=kept[1][0],
        oldest=oldest,
        newest=newest,
        average_importance=round(sum_of_scores / scored, 4) if scored else 0.0,
    )


def _within(column: ColumnElement[str], conversation_id: str | None, user_ids: Sequence[str]) -> ColumnElement[bool]:
    if conversation_id is not None:
        return column == conversation_id
    owned: Select[Any] = select(conversations.c.id).where(
        conversations.c.user_id.in_(user_ids), conversations.c.deleted_at.is_(None), ~conversations.c.private
    )
    return column.in_(owned)
