"""The typed objects of the memory (docs/memory.md#what-is-stored), as they are asked for and answered over HTTP.

They are structs and no dataclasses, because two of them are written in camel case and all of them travel as JSON:
`msgspec.to_builtins` gives the names of the HTTP API, whichever names Python has for them. Rows of the database become
them by `summary_of` and `pin_of`.
"""

from datetime import datetime
from typing import Final

import msgspec

from alicia_desktop.memory.tokens import token_count
from alicia_desktop.store.conversations.pins import PinRecord, PinType
from alicia_desktop.store.conversations.short_term import SaidRecord
from alicia_desktop.store.conversations.summaries import SummaryRecord
from alicia_desktop.store.records import Role

UNKNOWN_IMPORTANCE: Final = 0.5
"""Of what nothing and nobody has judged."""


class ConversationSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a stretch of a conversation came to."""

    id: str
    session_id: str
    """The conversation."""
    summary: str
    message_count: int
    start_message_id: str
    end_message_id: str
    importance_score: float
    """0-1."""
    created_at: datetime


class SemanticPin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something of a conversation that every answer in it may need."""

    id: str
    session_id: str
    content: str
    source_message_id: str | None = None
    importance_score: float
    """0-1."""
    pin_type: PinType
    created_at: datetime


class MessageWithImportance(msgspec.Struct, frozen=True, kw_only=True):
    """A message, and how much of what comes later may depend on it."""

    id: int
    """Its sequence number in the conversation."""
    session_id: str
    role: Role
    text: str
    model_id: str
    """Empty where no model wrote it."""
    token_usage: int
    """Tokens of the text."""
    created_at: datetime
    importance_score: float
    """0-1."""


class MemoryContext(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What one answer gets of its own conversation."""

    recent_messages: tuple[MessageWithImportance, ...] = ()
    """In the order in which they were said."""
    semantic_pins: tuple[SemanticPin, ...] = ()
    summaries: tuple[ConversationSummary, ...] = ()
    """The oldest first."""
    total_tokens: int = 0
    """Of the three; what comes from the long-term memory is counted beside it."""


class CreateSummaryRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Ask for the summary of a stretch of a conversation."""

    session_id: str
    start_message_id: str
    end_message_id: str
    message_count: int


class CreatePinRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Ask for a pin."""

    session_id: str
    content: str
    source_message_id: str | None = None
    importance_score: float | None = None
    """0-1; when none is given, that of the message, else 0.5."""
    pin_type: PinType | None = None
    """`manual` when none is given."""


class MemoryStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much of a conversation, or of all of them, is kept."""

    total_messages: int
    total_summaries: int
    total_pins: int
    oldest_message: str
    """RFC 3339; empty when nothing was said."""
    newest_message: str
    average_importance_score: float
    """Of messages, summaries and pins; 0 when there is none."""


def summary_of(record: SummaryRecord) -> ConversationSummary:
    """Return a row as its typed object."""
    return ConversationSummary(
        id=record.id,
        session_id=record.session_id,
        summary=record.summary,
        message_count=record.message_count,
        start_message_id=record.start_message_id,
        end_message_id=record.end_message_id,
        importance_score=record.importance_score,
        created_at=record.created_at,
    )


def message_of(record: SaidRecord) -> MessageWithImportance:
    """Return a message as its typed object."""
    return MessageWithImportance(
        id=record.sequence_number,
        session_id=record.conversation_id,
        role=record.role,
        text=record.text,
        model_id=record.model_id or "",
        token_usage=token_count(record.text) if record.token_usage is None else record.token_usage,
        created_at=record.created_at,
        importance_score=UNKNOWN_IMPORTANCE if record.importance_score is None else record.importance_score,
    )


def pin_of(record: PinRecord) -> SemanticPin:
    """Return a row as its typed object."""
    return SemanticPin(
        id=record.id,
        session_id=record.session_id,
        content=record.content,
        source_message_id=record.source_message_id,
        importance_score=record.importance_score,
        pin_type=record.pin_type,
        created_at=record.created_at,
    )
