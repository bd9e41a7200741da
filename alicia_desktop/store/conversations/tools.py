"""Queries about tool uses."""

from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select, update

from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations.turns import ids_of_turn
from alicia_desktop.store.records import ToolUseRecord, record_of
from alicia_desktop.store.schema import tool_uses

_COLUMNS: Final = [column for column in tool_uses.c if column.name != "pk"]
_ORDER: Final = (tool_uses.c.created_at, tool_uses.c.sequence_number, tool_uses.c.pk)


def get(conn: Connection, tool_use_id: str) -> ToolUseRecord | None:
    """Return one tool use, or None."""
    row = conn.execute(select(*_COLUMNS).where(tool_uses.c.id == tool_use_id)).first()
    return None if row is None else record_of(ToolUseRecord, row)


def of_conversation(conn: Connection, conversation_id: str) -> list[ToolUseRecord]:
    """Return all tool uses of a conversation in order."""
    query = select(*_COLUMNS).where(tool_uses.c.conversation_id == conversation_id, tool_uses.c.deleted_at.is_(None))
    return [record_of(ToolUseRecord, row) for row in conn.execute(query.order_by(*_ORDER))]


def of_turn(conn: Connection, message_id: str) -> list[ToolUseRecord]:
    """Return the tool uses of the turn that a question or answer belongs to."""
    query = select(*_COLUMNS).where(tool_uses.c.message_id.in_(ids_of_turn(conn, message_id)))
    return [record_of(ToolUseRecord, row) for row in conn.execute(query.order_by(*_ORDER))]


def unanswered(conn: Connection, conversation_id: str) -> list[ToolUseRecord]:
    """Return requests that the client has to answer and has not yet (docs/protocol.md#tools)."""
    return [use for use in unfinished(conn, conversation_id) if use.execution in {"client", "either"}]


def unfinished(conn: Connection, conversation_id: str) -> list[ToolUseRecord]:
    """Return requests that have no result, whoever is to give it."""
    query = select(*_COLUMNS).where(
        tool_uses.c.conversation_id == conversation_id, tool_uses.c.status.in_(("pending", "running"))
    )
    return [record_of(ToolUseRecord, row) for row in conn.execute(query.order_by(*_ORDER))]


def mark_running(conn: Connection, tool_use_id: str, at: datetime, *, permission: str | None = None) -> bool:
    """Say that a pending request was started, and who allowed it; False when it is not pending any more."""
    values: dict[str, str | datetime | None] = {"status": "running", "started_at": at, "updated_at": at}
    return _leave(conn, tool_use_id, ("pending",), **values, permission=permission)


def is_open(conn: Connection, tool_use_id: str) -> bool:
    """Whether a request has no result yet, and nothing has ended it."""
    use = get(conn, tool_use_id)
    return use is not None and use.status in {"pending", "running"}


def keep_permission(conn: Connection, tool_use_id: str, permission: str) -> None:
    """Keep what the person said to a request."""
    conn.execute(update(tool_uses).where(tool_uses.c.id == tool_use_id).values(permission=permission))


def cancel(conn: Connection, tool_use_id: str, at: datetime, *, reason: str | None = None) -> bool:
    """Say that it was stopped, timed out or refused; False when it has already ended."""
    values = {"status": "cancelled", "error_message": reason, "completed_at": at, "updated_at": at}
    return _leave(conn, tool_use_id, ("pending", "running"), **values)


def _leave(conn: Connection, tool_use_id: str, statuses: tuple[str, ...], **values: str | datetime | None) -> bool:
    statement = update(tool_uses).where(tool_uses.c.id == tool_use_id, tool_uses.c.status.in_(statuses)).values(values)
    conversation_id = conn.execute(statement.returning(tool_uses.c.conversation_id)).scalar()
    if conversation_id is not None:
        note(conn, "tool_use", conversation_id, tool_use_id)
    return conversation_id is not None
