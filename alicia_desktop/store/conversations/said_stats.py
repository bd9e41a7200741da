"""How much was said, and what is kept of it: of one conversation, or of all of a person's that are not private."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select

from alicia_desktop.store.schema import conversations, messages, pins, summaries


@dataclass(frozen=True, kw_only=True, slots=True)
class SaidCounts:
    """Messages in force, summaries and pins."""

    messages: int
    summaries: int
    pins: int
    oldest: datetime | None
    newest: datetime | None
    average_importance: float
    """Of messages that were measured, summaries and pins; 0 when there is none."""


def count(conn: Connection, *, conversation_id: str | None = None, user_ids: Sequence[str] = ()) -> SaidCounts:
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
    return SaidCounts(
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
