"""Events that happen to a session, as values; `machine.step` decides what follows from each.

See docs/architecture.md#rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Self

import msgspec

from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import AssistantMessage, StartAnswer
from alicia_desktop.store.recording import Recorded
from alicia_desktop.transport.contract import RoomAddress

Timer = Literal["back_off", "handshake", "acknowledgement", "answer", "gap"]


class JournaledStanza(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A stanza, sent or received, after its commit to the journal."""

    seq: int
    inbound: Inbound
    raw: bytes
    outbound: bool
    at: datetime
    duplicate: bool = False
    after_stop: bool = False
    question: str | None = None
    """For a stanza that is or begins an answer: our id of the question; None where that is not known here."""

    @classmethod
    def of(cls, recorded: Recorded, *, at: datetime, question: str | None = None) -> Self:
        """Return what was committed as `recorded`."""
        return cls(
            seq=recorded.seq,
            inbound=recorded.entry.content,
            raw=recorded.entry.raw,
            outbound=recorded.entry.direction == "out",
            at=at,
            duplicate=recorded.duplicate,
            after_stop=recorded.after_stop,
            question=question,
        )

    @property
    def is_foreign(self) -> bool:
        """Whether it is, or begins, an answer to a question that is not here: another device has asked it."""
        content = self.inbound
        answers = isinstance(content, Stanza) and isinstance(content.body, StartAnswer | AssistantMessage)
        return answers and self.question is None

    @property
    def stanza_id(self) -> int:
        """Return the stanza's id; 0 for what has none."""
        return self.inbound.stanza_id or 0


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlineRequested:
    """The user asked to be connected, now and whenever it can be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OfflineRequested:
    """The session was asked to end; what is not delivered waits on disk."""


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
    """The disk did not take the id that the server gave: the conversation keeps the one that it has."""

    conversation_id: str
    sentence: str
    code: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkConnected:
    """The transport joined the room, or repaired its own connection (then `again`)."""

    again: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkInterrupted:
    """The transport lost the connection and repairs it by itself; the room is kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkLost:
    """The connection is gone and will not come back by itself."""

    sentence: str = ""
    code: str = ""
    retry: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class AssistantJoined:
    """A participant that is, or may be, the server's is in the room: the assistant."""

    identity: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AssistantLeft:
    """That participant left the room; our own connection may well stay."""

    identity: str


class StanzaRecorded(msgspec.Struct, frozen=True, kw_only=True):
    """A stanza arrived and is committed to the journal."""

    inbound: Inbound
    duplicate: bool = False
    is_foreign: bool = False
    """As `JournaledStanza.is_foreign`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OutboxFilled:
    """A stanza of the user's was committed to the outbox under this id."""

    stanza_id: int
    question: str = ""
    """Id of the question, if it is one."""
    stopped: str = ""
    """Id of what is to be stopped, if it is a stop of the writing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionWithdrawn:
    """A question that had not left was taken back."""

    question: str
    waiting: bool
    """Whether something else waits to be sent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolsAnnounced:
    """The user's MCP servers have other tools (`protocol.announced_tools`)."""

    meta: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class OutboxEmptied:
    """Everything that was waiting is acknowledged."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HistoryMerged:
    """The server's history of the conversation was merged (`commands.FetchHistory`)."""

    waiting: bool
    """Whether something of ours is still not there."""
    open_answers: tuple[str, ...]
    """Answers that are not whole yet."""
    asked: tuple[str, ...]
    """Questions that have no answer yet, in their order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HistoryFailed:
    """The server's history could not be fetched."""

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
    | LinkConnected
    | LinkInterrupted
    | LinkLost
    | AssistantJoined
    | AssistantLeft
    | StanzaRecorded
    | OutboxFilled
    | QuestionWithdrawn
    | ToolsAnnounced
    | OutboxEmptied
    | HistoryMerged
    | HistoryFailed
    | TimerElapsed
)
