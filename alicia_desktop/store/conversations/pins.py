"""Queries about pins: what the answers of one conversation always need."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import Connection, select

from alicia_desktop.base import ids
from alicia_desktop.store.changes import note
from alicia_desktop.store.records import record_of
from alicia_desktop.store.schema import pins as table

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


_COLUMNS: Final = [table.c[field.name] for field in fields(PinRecord)]


def add(
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
    same = select(*_COLUMNS).where(
        table.c.session_id == session_id,
        table.c.pin_type == pin_type,
        table.c.content == content,
        table.c.deleted_at.is_(None),
    )
    known = conn.execute(same.limit(1)).one_or_none()
    if known is not None:
        values = {"importance_score": max(known.importance_score, importance_score), "updated_at": at}
        conn.execute(table.update().where(table.c.id == known.id).values(values))
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
    conn.execute(table.insert().values({field.name: getattr(record, field.name) for field in fields(record)}))
    note(conn, "pin", session_id, record.id)
    return record


def of_conversation(conn: Connection, session_id: str) -> list[PinRecord]:
    """Return the pins of a conversation whose words are not forgotten, the oldest first."""
    query = select(*_COLUMNS).where(
        table.c.session_id == session_id, table.c.deleted_at.is_(None), table.c.content != ""
    )
    return [record_of(PinRecord, row) for row in conn.execute(query.order_by(table.c.pk))]


def delete(conn: Connection, session_id: str, pin_id: str, at: datetime) -> bool:
    """Delete a pin and its text; False when this conversation has no such pin."""
    values = {"content": "", "deleted_at": at, "updated_at": at}
    known = (table.c.id == pin_id) & (table.c.session_id == session_id) & table.c.deleted_at.is_(None)
    if not conn.execute(table.update().where(known).values(values)).rowcount:
        return False
    note(conn, "pin", session_id, pin_id)
    return True
