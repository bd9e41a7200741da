"""Query and change tool uses, and the grants that a user gave to tools."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, Select, and_, case, delete, insert, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations.turns import ids_of_turn
from alicia_desktop.store.records import ToolUseRecord
from alicia_desktop.store.schema import conversations, tool_grants, tool_uses
from alicia_desktop.store.schema.columns import columns_of, record_of

_COLUMNS: Final = columns_of(ToolUseRecord, tool_uses)
_ORDER: Final = (tool_uses.c.created_at, tool_uses.c.sequence_number, tool_uses.c.pk)

Decision = Literal["conversation", "always", "never"]
_SERVER: Final = select(conversations.c.server)


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
    """Mark a pending request as started, and by what permission; False when it is not pending any more."""
    values: dict[str, str | datetime | None] = {"status": "running", "started_at": at, "updated_at": at}
    return _leave(conn, tool_use_id, ("pending",), **values, permission=permission)


def is_open(conn: Connection, tool_use_id: str) -> bool:
    """Whether a request has no result yet, and nothing has ended it."""
    use = get(conn, tool_use_id)
    return use is not None and use.status in {"pending", "running"}


def store_permission(conn: Connection, tool_use_id: str, permission: str) -> None:
    """Store the user's decision on a request."""
    conn.execute(update(tool_uses).where(tool_uses.c.id == tool_use_id).values(permission=permission))


def cancel(conn: Connection, tool_use_id: str, at: datetime, *, reason: str | None = None) -> bool:
    """Mark a request as stopped; False when it has already ended."""
    values = {"status": "cancelled", "error_message": reason, "completed_at": at, "updated_at": at}
    return _leave(conn, tool_use_id, ("pending", "running"), **values)


def _leave(conn: Connection, tool_use_id: str, statuses: tuple[str, ...], **values: str | datetime | None) -> bool:
    statement = update(tool_uses).where(tool_uses.c.id == tool_use_id, tool_uses.c.status.in_(statuses)).values(values)
    conversation_id = conn.execute(statement.returning(tool_uses.c.conversation_id)).scalar()
    if conversation_id is not None:
        note(conn, "tool_use", conversation_id, tool_use_id)
    return conversation_id is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class GrantRecord:
    """One decision that still holds."""

    pk: int
    server: str
    """Empty is the server on this computer."""
    tool_name: str
    decision: Decision
    title: str | None = None
    """Of the conversation, where it holds in one only."""
    created_at: datetime


def decision_on(conn: Connection, conversation_id: str, tool_name: str) -> Decision | None:
    """Return what was decided on a tool in a conversation; a *never* goes before everything else."""
    strictest = case({"never": 0, "always": 1}, value=tool_grants.c.decision, else_=2)
    holds = or_(tool_grants.c.granted_in.is_(None), tool_grants.c.granted_in == conversation_id)
    query = select(tool_grants.c.decision).where(_about(conversation_id, tool_name), holds).order_by(strictest).limit(1)
    decision: Decision | None = conn.execute(query).scalar()
    return decision


def store_grant(conn: Connection, conversation_id: str, tool_name: str, decision: Decision, at: datetime) -> None:
    """Store a grant; one for all conversations replaces every other on that tool and server."""
    within = conversation_id if decision == "conversation" else None
    conn.execute(
        delete(tool_grants).where(
            _about(conversation_id, tool_name),
            tool_grants.c.granted_in == conversation_id
            if decision == "conversation"
            else tool_grants.c.pk.is_not(None),
        )
    )
    server = conn.execute(_server_of(conversation_id)).scalar_one()
    conn.execute(
        insert(tool_grants).values(
            server=server, tool_name=tool_name, decision=decision, granted_in=within, created_at=at
        )
    )


def grants(conn: Connection) -> list[GrantRecord]:
    """Return all decisions that hold, by tool."""
    query = (
        select(
            *columns_of(GrantRecord, tool_grants),
            conversations.c.title,
        )
        .outerjoin(conversations, conversations.c.id == tool_grants.c.granted_in)
        .order_by(tool_grants.c.tool_name, tool_grants.c.pk)
    )
    return [record_of(GrantRecord, row) for row in conn.execute(query)]


def revoke_grant(conn: Connection, pk: int) -> None:
    """Delete a grant; the user is asked again."""
    conn.execute(delete(tool_grants).where(tool_grants.c.pk == pk))


def _about(conversation_id: str, tool_name: str) -> ColumnElement[bool]:
    server = _server_of(conversation_id).scalar_subquery()
    return and_(tool_grants.c.server == server, tool_grants.c.tool_name == tool_name)


def _server_of(conversation_id: str) -> Select[Any]:
    return _SERVER.where(conversations.c.id == conversation_id)
