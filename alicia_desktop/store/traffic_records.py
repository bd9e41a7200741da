"""What queries about journal and outbox return; `records` says how records are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Direction = Literal["in", "out"]
OutboxStatus = Literal["queued", "sent", "failed"]


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalRecord:
    """A row of `journal`: one stanza as it crossed the wire."""

    seq: int
    """Order of journaling, never used twice."""
    direction: Direction
    stanza_id: int | None
    type: int | None
    name: str
    """Of the message's class; `Unknown` or `Malformed` for what could not be understood."""
    conversation_id: str | None
    content_id: str | None
    turn_ref: str | None
    """The message, question or answer, that it belongs to."""
    raw: bytes | None
    """The whole stanza without sound; of what was not understood the first 64 KiB; None once it was forgotten."""
    size: int
    """Bytes on the wire."""
    meta: Mapping[str, Any] | None
    duplicate: bool
    """Said before in the same words: not applied."""
    out_of_order: bool
    """Said before in other words: applied."""
    after_stop: bool
    """Came for an answer that was stopped: not applied."""
    unknown: bool
    malformed: bool
    problems: Sequence[str]
    at: datetime
    """When it was journaled."""
    received_at: datetime
    """When it came from the wire or was made, to the microsecond."""
    sender: str | None
    """Identity of the participant who sent it; None of ours, and where nobody knows."""
    stranger: bool
    """Sent by somebody who does not count here: not applied."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OutboxRecord:
    """A row of `outbox`: a stanza of ours that nobody has acknowledged yet."""

    pk: int
    """Order of sending."""
    conversation_id: str
    stanza_id: int
    type: int
    content_id: str | None
    raw: bytes
    """The stanza as it goes on the wire."""
    status: OutboxStatus
    attempts: int
    last_attempt_at: datetime | None
    error: str | None
    created_at: datetime
