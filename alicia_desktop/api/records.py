"""The answers of an Alicia server over HTTP, as frozen records.

Servers say more than this and will say other things tomorrow: unknown fields are passed over, and what a server may
leave out has a default. Moments are given as servers send them; `in_utc` reads all of their forms.
"""

from datetime import UTC, datetime
from typing import Literal

import msgspec

JsonObject = dict[str, object]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all answers."""


class ServerConversation(Record, frozen=True, kw_only=True):
    """One conversation as the server stores it."""

    id: str
    user_id: str = ""
    title: str = ""
    status: str = "active"
    livekit_room_name: str | None = None
    preferences: JsonObject | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class ConversationPage(Record, frozen=True, kw_only=True):
    """A page of the user's conversations, in the server's order."""

    conversations: tuple[ServerConversation, ...] = ()
    total: int = 0
    """How many there are in all; deployed servers give the page's length instead (docs/protocol.md#http-there)."""
    limit: int = 0
    offset: int = 0


class ServerMessage(Record, frozen=True, kw_only=True):
    """One message of the history."""

    id: str
    conversation_id: str = ""
    sequence_number: int = 0
    previous_id: str | None = None
    role: str
    contents: str
    state: str | None = None
    """`streaming`, `completed` or `failed`; only our own server says it."""
    created_at: datetime | None = None
    updated_at: datetime | None = None
    local_id: str | None = None
    superseded_at: datetime | None = None
    """When an edit or another answer took its place; only our own server says it."""
    superseded_by: str | None = None
    stopped_at: datetime | None = None
    """When the answer was stopped; only our own server says it."""
    attachments: tuple[JsonObject, ...] | None = None
    """The heads of its files; only our own server says it."""


class MessagePage(Record, frozen=True, kw_only=True):
    """The history of a conversation."""

    messages: tuple[ServerMessage, ...] = ()
    total: int = 0


class SyncConflict(Record, frozen=True, kw_only=True):
    """Why a message was not taken."""

    reason: str = ""
    server_message: ServerMessage | None = None
    """What the server has under that name; without one it is a failure and no conflict."""


class SyncedMessage(Record, frozen=True, kw_only=True):
    """The result of syncing one message."""

    local_id: str
    server_id: str = ""
    status: Literal["synced", "conflict"]
    conflict: SyncConflict | None = None


class SyncedMessages(Record, frozen=True, kw_only=True):
    """The answer to `POST sync`."""

    synced_messages: tuple[SyncedMessage, ...] = ()


class RoomGrant(Record, frozen=True, kw_only=True):
    """The key to a conversation's room."""

    token: str
    room_name: str
    participant_id: str
    expires_at: datetime | int | float | None = None
    url: str | None = None
    """Where the room is; a server that leaves it out leaves it to the setting *LiveKit address*."""
    transport: Literal["livekit", "websocket"] = "livekit"
    agent_identity: str = ""
    """Identity of the server's participant in that room; empty where the server names none."""

    def __repr__(self) -> str:
        """Leave the token out: a record may end up in a log."""
        return f"RoomGrant(room_name={self.room_name!r}, participant_id={self.participant_id!r})"


class ServerModel(Record, frozen=True, kw_only=True):
    """A model that a conversation of this server may be set to."""

    url: str
    name: str


class ServerModels(Record, frozen=True, kw_only=True):
    """The answer to `GET /models`."""

    models: tuple[ServerModel, ...] = ()


def in_utc(moment: datetime | float | None) -> datetime | None:
    """Return a server's moment in UTC: RFC 3339 text, which may lack its zone, or Unix seconds."""
    if moment is None:
        return None
    if not isinstance(moment, datetime):
        return datetime.fromtimestamp(moment, UTC)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
