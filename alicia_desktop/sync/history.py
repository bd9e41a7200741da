"""What a server tells, conversations and messages, as plan and store take it."""

from collections.abc import Sequence
from datetime import datetime

from alicia_desktop.api.records import ServerConversation, ServerMessage, in_utc
from alicia_desktop.store.database import Connection
from alicia_desktop.store.sync import history
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.store.sync.sync_records import RemoteConversation


def to_history(message: ServerMessage) -> HistoryMessage:
    """Return one message of the list."""
    return HistoryMessage(
        id=message.id,
        previous_id=message.previous_id,
        role="assistant" if message.role == "assistant" else "user",
        contents=message.contents,
        state=message.state,
        created_at=in_utc(message.created_at),
        superseded_at=in_utc(message.superseded_at),
        superseded_by=message.superseded_by,
    )


def remote_of(one: ServerConversation) -> RemoteConversation:
    """Return a conversation of the list as a plan takes it."""
    updated, preferences = in_utc(one.updated_at), one.preferences or {}
    pinned = preferences.get("pinned")
    return RemoteConversation(
        id=one.id,
        title=one.title,
        status="archived" if one.status == "archived" else "active",
        version="" if updated is None else updated.isoformat(),
        created_at=in_utc(one.created_at),
        updated_at=updated,
        private=bool(preferences.get("private")),
        pinned=pinned if isinstance(pinned, bool) else None,
        local_id=str(preferences.get("local_id") or ""),
    )


def take_page(conn: Connection, conversation_id: str, said: Sequence[HistoryMessage], *, at: datetime) -> int:
    """Take a page in; returns how many messages were not here before."""
    missing = history.count_missing(conn, [message.id for message in said])
    history.take_in(conn, conversation_id, said, at=at)
    return missing
