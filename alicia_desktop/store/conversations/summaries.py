"""Query summaries and semantic pins: what stands in for the older part of a conversation."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import Connection, select

from alicia_desktop.base import ids
from alicia_desktop.store.changes import note
from alicia_desktop.store.schema import messages, pins
from alicia_desktop.store.schema import summaries as table
from alicia_desktop.store.schema.columns import columns_of, record_of, values_of


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


_SUMMARY_COLUMNS: Final = columns_of(SummaryRecord, table)
_END: Final = messages.alias("end_message")


def add_summary(
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
    """Store a summary; it replaces an older one of the same stretch of messages."""
    same = (table.c.session_id == session_id) & (table.c.end_message_id == end_message_id)
    for old in conn.execute(
        select(table.c.id).where(same, table.c.start_message_id == start_message_id, table.c.deleted_at.is_(None))
    ).scalars():
        _delete_summary(conn, session_id, old, at)
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
    conn.execute(table.insert().values(values_of(record)))
    note(conn, "summary", session_id, record.id)
    return record


def summaries_of(conn: Connection, session_id: str) -> list[SummaryRecord]:
    """Return the summaries of a conversation whose words are not forgotten, in the order of what they sum up."""
    query = (
        select(*_SUMMARY_COLUMNS)
        .join_from(table, _END, _END.c.id == table.c.end_message_id, isouter=True)
        .where(table.c.session_id == session_id, table.c.deleted_at.is_(None), table.c.summary != "")
        .order_by(_END.c.sequence_number, table.c.pk)
    )
    return [record_of(SummaryRecord, row) for row in conn.execute(query)]


def delete_summary(conn: Connection, session_id: str, summary_id: str, at: datetime) -> bool:
    """Delete a summary and its text; False when this conversation has no such summary."""
    known = select(table.c.id).where(
        table.c.id == summary_id, table.c.session_id == session_id, table.c.deleted_at.is_(None)
    )
    if conn.execute(known).one_or_none() is None:
        return False
    _delete_summary(conn, session_id, summary_id, at)
    return True


def _delete_summary(conn: Connection, session_id: str, summary_id: str, at: datetime) -> None:
    values = {"summary": "", "deleted_at": at, "updated_at": at}
    conn.execute(table.update().where(table.c.id == summary_id).values(values))
    note(conn, "summary", session_id, summary_id)


PinType = Literal["manual", "auto", "code", "concept", "system"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PinRecord:
    """A row of `alicia_semantic_pins`."""

    id: str
    session_id: str
    """The conversation."""
    content: str
    source_message_id: str | None
    importance_score: float
    pin_type: PinType
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


_PIN_COLUMNS: Final = columns_of(PinRecord, pins)


def add_pin(
    conn: Connection,
    *,
    session_id: str,
    content: str,
    pin_type: PinType,
    importance_score: float,
    source_message_id: str | None,
    at: datetime,
) -> PinRecord:
    """Pin something; the same content of the same type is pinned once, with the higher importance."""
    same = select(*_PIN_COLUMNS).where(
        pins.c.session_id == session_id,
        pins.c.pin_type == pin_type,
        pins.c.content == content,
        pins.c.deleted_at.is_(None),
    )
    known = conn.execute(same.limit(1)).one_or_none()
    if known is not None:
        values = {"importance_score": max(known.importance_score, importance_score), "updated_at": at}
        conn.execute(pins.update().where(pins.c.id == known.id).values(values))
        note(conn, "pin", session_id, known.id)
        return record_of(PinRecord, known, **values)
    record = PinRecord(
        id=ids.new_id(ids.PIN),
        session_id=session_id,
        content=content,
        source_message_id=source_message_id,
        importance_score=importance_score,
        pin_type=pin_type,
        created_at=at,
        updated_at=at,
        deleted_at=None,
    )
    conn.execute(pins.insert().values(values_of(record)))
    note(conn, "pin", session_id, record.id)
    return record


def pins_of(conn: Connection, session_id: str) -> list[PinRecord]:
    """Return the pins of a conversation whose words are not forgotten, the oldest first."""
    query = select(*_PIN_COLUMNS).where(
        pins.c.session_id == session_id, pins.c.deleted_at.is_(None), pins.c.content != ""
    )
    return [record_of(PinRecord, row) for row in conn.execute(query.order_by(pins.c.pk))]


def delete_pin(conn: Connection, session_id: str, pin_id: str, at: datetime) -> bool:
    """Delete a pin and its text; False when this conversation has no such pin."""
    values = {"content": "", "deleted_at": at, "updated_at": at}
    known = (pins.c.id == pin_id) & (pins.c.session_id == session_id) & pins.c.deleted_at.is_(None)
    if not conn.execute(pins.update().where(known).values(values)).rowcount:
        return False
    note(conn, "pin", session_id, pin_id)
    return True
