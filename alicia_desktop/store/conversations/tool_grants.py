"""What the person allowed tools to do, and forbade: for one conversation, or for a tool on one server."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, Select, and_, case, delete, insert, or_, select
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.store.records import record_of
from alicia_desktop.store.schema import conversations, tool_grants

Decision = Literal["conversation", "always", "never"]
_SERVER: Final = select(conversations.c.server)


@dataclass(frozen=True, kw_only=True, slots=True)
class GrantRecord:
    """One decision that still holds."""

    pk: int
    server: str
    """Empty is the server on this computer."""
    tool_name: str
    decision: Decision
    title: str | None
    """Of the conversation, where it holds in one only."""
    created_at: datetime


def granted(conn: Connection, conversation_id: str, tool_name: str) -> Decision | None:
    """Return what was decided on a tool in a conversation; a *never* goes before everything else."""
    strictest = case({"never": 0, "always": 1}, value=tool_grants.c.decision, else_=2)
    holds = or_(tool_grants.c.granted_in.is_(None), tool_grants.c.granted_in == conversation_id)
    query = select(tool_grants.c.decision).where(_about(conversation_id, tool_name), holds).order_by(strictest).limit(1)
    decision: Decision | None = conn.execute(query).scalar()
    return decision


def keep(conn: Connection, conversation_id: str, tool_name: str, decision: Decision, at: datetime) -> None:
    """Keep a decision; one for all conversations takes the place of every other on that tool and server."""
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


def listed(conn: Connection) -> list[GrantRecord]:
    """Return all decisions that hold, by tool."""
    query = (
        select(
            *(tool_grants.c[name] for name in ("pk", "server", "tool_name", "decision", "created_at")),
            conversations.c.title,
        )
        .outerjoin(conversations, conversations.c.id == tool_grants.c.granted_in)
        .order_by(tool_grants.c.tool_name, tool_grants.c.pk)
    )
    return [record_of(GrantRecord, row) for row in conn.execute(query)]


def revoke(conn: Connection, pk: int) -> None:
    """Take a decision back; the person is asked again."""
    conn.execute(delete(tool_grants).where(tool_grants.c.pk == pk))


def _about(conversation_id: str, tool_name: str) -> ColumnElement[bool]:
    server = _server_of(conversation_id).scalar_subquery()
    return and_(tool_grants.c.server == server, tool_grants.c.tool_name == tool_name)


def _server_of(conversation_id: str) -> Select[Any]:
    return _SERVER.where(conversations.c.id == conversation_id)
