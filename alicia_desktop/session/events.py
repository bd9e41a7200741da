"""What can happen to a session. Every event is a value; `machine.step` decides what follows.

See docs/architecture.md#rules.
"""

from dataclasses import dataclass
from typing import Literal

import msgspec

from alicia_desktop.protocol.envelope import Inbound
from alicia_desktop.transport.contract import RoomAddress

Timer = Literal["back_off", "handshake", "acknowledgement", "answer", "gap"]


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlineRequested:
    """The person wants this conversation connected, now and whenever it can be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflineRequested:
    """The session is to end; what is not delivered waits on disk."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomGranted:
    """The token call answered; `conversation_id` differs from ours when one composed offline got its real id."""

    conversation_id: str
    address: RoomAddress


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomRefused:
    """The token call failed, or the room could not be joined."""

    sentence: str
    code: str
    retry: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class AdoptionRefused:
    """The id that the server gave could not be written down: the conversation keeps the one that it has."""

    conversation_id: str
    sentence: str
    code: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkUp:
    """The transport joined the room, or repaired its own connection (then `again`)."""

    again: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkRepairing:
    """The transport lost the connection and repairs it by itself; the room is kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDown:
    """The connection is gone and will not come back by itself."""

    sentence: str = ""
    code: str = ""
    retry: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class PeerCame:
    """A participant that is, or may be, the server's is in the room: the assistant."""

    identity: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PeerWent:
    """That participant left the room; our own connection may well stay."""

    identity: str


class StanzaRecorded(msgspec.Struct, frozen=True, kw_only=True):
    """A stanza arrived and is committed to the journal."""

    inbound: Inbound
    duplicate: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class OutboxFilled:
    """A stanza of the person's was committed to the outbox under this id."""

    stanza_id: int
    question: str = ""
    """Id of the question, if it is one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OutboxEmptied:
    """Everything that was waiting is acknowledged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HistoryTaken:
    """What the server has of the conversation was taken in (`commands.TakeHistory`)."""

    waiting: bool
    """Whether something of ours is still not there."""
    open_answers: tuple[str, ...]
    """Answers that are not whole yet."""
    asked: tuple[str, ...]
    """Questions that have no answer yet, in their order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HistoryMissed:
    """The server did not tell what it has."""

    sentence: str
    code: str
    retry: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TimerElapsed:
    """A timer that the machine started has run out."""

    timer: Timer


Event = (
    OnlineRequested
    | OfflineRequested
    | RoomGranted
    | RoomRefused
    | AdoptionRefused
    | LinkUp
    | LinkRepairing
    | LinkDown
    | PeerCame
    | PeerWent
    | StanzaRecorded
    | OutboxFilled
    | OutboxEmptied
    | HistoryTaken
    | HistoryMissed
    | TimerElapsed
)
