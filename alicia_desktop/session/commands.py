"""Commands that a session gives its driver, which carries them out in their order, and the `RoomSource` it asks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.protocol.messages import Message
from alicia_desktop.session.events import RoomGranted, Timer
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress


@dataclass(frozen=True, kw_only=True, slots=True)
class RequestRoom:
    """Ask the server for a room and a fresh token; answered by `RoomGranted` or `RoomRefused`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AdoptConversation:
    """Rename a conversation composed offline everywhere in the store: its server gave it an id."""

    conversation_id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class JoinRoom:
    """Connect the line to this room."""

    address: RoomAddress


@dataclass(frozen=True, kw_only=True, slots=True)
class LeaveRoom:
    """Drop the line's connection."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SendUnacknowledged:
    """Journal and send a stanza that nobody has to acknowledge: a Configuration or an Acknowledgement."""

    body: Message
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class DeliverOutbox:
    """Send what waits on disk, oldest first, under the stanza ids it has; `resend` also what was sent before."""

    resend: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RequeueSent:
    """Let what was sent wait again, since it may not have arrived; only what the history lacks goes out again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FetchHistory:
    """Ask the server over HTTP what it has; answered by `HistoryMerged` or `HistoryFailed`."""

    settles: bool = False
    """Whether what is missing of the server's stanzas was asked for often enough, and is not asked for any more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RememberProfile:
    """Store for this server what its handshake has shown it to be."""

    profile: Profile


@dataclass(frozen=True, kw_only=True, slots=True)
class StartTimer:
    """Elapse `timer` after `seconds`; a running timer of that name is replaced."""

    timer: Timer
    seconds: float


@dataclass(frozen=True, kw_only=True, slots=True)
class StopTimer:
    """Forget the timer of that name."""

    timer: Timer


@dataclass(frozen=True, kw_only=True, slots=True)
class MarkIncomplete:
    """Mark an answer as incomplete, to be shown with a Retry: it stopped in the middle and nothing more came."""

    answer_id: str


Command = (
    RequestRoom
    | AdoptConversation
    | JoinRoom
    | LeaveRoom
    | SendUnacknowledged
    | DeliverOutbox
    | RequeueSent
    | FetchHistory
    | RememberProfile
    | StartTimer
    | StopTimer
    | MarkIncomplete
)


class RoomSource(Protocol):
    """Gives rooms and histories: the HTTP API of a server (docs/protocol.md#http-api)."""

    async def request_room(self, conversation_id: str) -> RoomGranted:
        """Return a room with a fresh token; a `local_…` conversation is made on the server first.

        Raises:
            WorldError: no room, with `retry` when a later try may help.
        """
        ...

    async def history(self, conversation_id: str) -> Sequence[HistoryMessage]:
        """Return what the server has of a conversation, oldest first.

        Raises:
            WorldError: it does not tell.
        """
        ...
