"""Queries about summaries of conversations: one row a stretch of messages."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select

from alicia_desktop.base import ids
from alicia_desktop.store.changes import note
from alicia_desktop.store.records import record_of
from alicia_desktop.store.schema import messages
from alicia_desktop.store.schema import summaries as table


@dataclass(frozen=True, kw_only=True, slots=True)
class SummaryRecord:
    """A row of `alicia_conversation_summaries`."""

    id: str
    session_id: str
    """The conversation."""
    summary: str
    message_count: int
    """Messages in force of the stretch when it was made."""
    start_message_id: str
    end_message_id: str
    importance_score: float
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


_COLUMNS: Final = [table.c[field.name] for field in fields(SummaryRecord)]
_END: Final = messages.alias("end_message")


def add(
    conn: Connection,
    *,
    session_id: str,
    summary: str,
    message_count: int,
    start_message_id: str,
    end_message_id: str,
    importance_score: float,
    at: datetime,
) -> SummaryRecord:
    """Keep a summary; one of the very same stretch takes the place of the older one."""
    same = (table.c.session_id == session_id) & (table.c.end_message_id == end_message_id)
    for old in conn.execute(
        select(table.c.id).where(same, table.c.start_message_id == start_message_id, table.c.deleted_at.is_(None))
    ).scalars():
        _delete(conn, session_id, old, at)
    record = SummaryRecord(
        id=ids.new_id(ids.SUMMARY),
        session_id=session_id,
        summary=summary,
        message_count=message_count,
        start_message_id=start_message_id,
        end_message_id=end_message_id,
        importance_score=importance_score,
        created_at=at,
        updated_at=at,
        deleted_at=None,
    )
    conn.execute(table.insert().values({field.name: getattr(record, field.name) for field in fields(record)}))
    note(conn, "summary", session_id, record.id)
    return record


def of_conversation(conn: Connection, session_id: str) -> list[SummaryRecord]:
    """Return the summaries of a conversation whose words are not forgotten, in the order of what they sum up."""
    query = (
        select(*_COLUMNS)
        .join_from(table, _END, _END.c.id == table.c.end_message_id, isouter=True)
        .where(table.c.session_id == session_id, table.c.deleted_at.is_(None), table.c.summary != "")
        .order_by(_END.c.sequence_number, table.c.pk)
    )
    return [record_of(SummaryRecord, row) for row in conn.execute(query)]


def delete(conn: Connection, session_id: str, summary_id: str, at: datetime) -> bool:
    """Delete a summary and its text; False when this conversation has no such summary."""
    known = select(table.c.id).where(
        table.c.id == summary_id, table.c.session_id == session_id, table.c.deleted_at.is_(None)
    )
    if conn.execute(known).one_or_none() is None:
        return False
    _delete(conn, session_id, summary_id, at)
    return True


def _delete(conn: Connection, session_id: str, summary_id: str, at: datetime) -> None:
    values = {"summary": "", "deleted_at": at, "updated_at": at}
    conn.execute(table.update().where(table.c.id == summary_id).values(values))
    note(conn, "summary", session_id, summary_id)
