"""Typed objects of the memory and its statistics, as the HTTP API exchanges them (docs/memory.md#what-is-stored).

They are structs and no dataclasses, because two of them are written in camel case and all of them travel as JSON:
`msgspec.to_builtins` gives the names of the HTTP API, whichever names Python has for them. Rows of the database become
them by `summary_of`, `message_of` and `pin_of`; `memory_overview` counts what is stored.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.quality import UNKNOWN_IMPORTANCE
from alicia_desktop.store.conversations import short_term
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord, ContentCounts
from alicia_desktop.store.conversations.summaries import PinRecord, PinType, SummaryRecord
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memory_list
from alicia_desktop.store.memories.memory_list import AGE_DAYS, USES, Count, MemoryCounts
from alicia_desktop.store.records import Role

NO_VALUE: Final = "none"
"""What has no category, no kind or no source."""


class ConversationSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a range of messages of a conversation."""

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
    """A pin: something of a conversation that every answer in it may need."""

    id: str
    session_id: str
    content: str
    source_message_id: str | None = None
    importance_score: float
    """0-1."""
    pin_type: PinType
    created_at: datetime


class MessageWithImportance(msgspec.Struct, frozen=True, kw_only=True):
    """A message with its importance for what comes later."""

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
    """What one answer reads: its own conversation, and in the total also the memories that were retrieved for it."""

    recent_messages: tuple[MessageWithImportance, ...] = ()
    """In the order in which they were said."""
    semantic_pins: tuple[SemanticPin, ...] = ()
    summaries: tuple[ConversationSummary, ...] = ()
    """The oldest first."""
    total_tokens: int = 0
    """Of the three and of the memories, which the document counts without listing them."""


class CreateSummaryRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Request the summary of a range of messages."""

    session_id: str
    start_message_id: str
    end_message_id: str
    message_count: int


class CreatePinRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Request a pin."""

    session_id: str
    content: str
    source_message_id: str | None = None
    importance_score: float | None = None
    """0-1; when none is given, that of the message, else 0.5."""
    pin_type: PinType | None = None
    """`manual` when none is given."""


class MemoryStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How many messages, summaries and pins one conversation has, or all of them."""

    total_messages: int
    total_summaries: int
    total_pins: int
    oldest_message: str
    """RFC 3339; empty when nothing was said."""
    newest_message: str
    average_importance_score: float
    """Of messages, summaries and pins; 0 when there is none."""


def summary_of(record: SummaryRecord) -> ConversationSummary:
    """Convert a row to its typed object."""
    return msgspec.convert(record, ConversationSummary, from_attributes=True)


def message_of(record: ActiveMessageRecord) -> MessageWithImportance:
    """Convert a message to its typed object."""
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
    """Convert a row to its typed object."""
    return msgspec.convert(record, SemanticPin, from_attributes=True)


def memory_overview(
    conn: Connection, *, user_ids: Sequence[str], now: datetime, conversation_id: str | None = None
) -> dict[str, Any]:
    """Count what is stored: the `MemoryStats` of one conversation or of all, and under `memories` those of the user."""
    counted = short_term.content_counts(conn, conversation_id=conversation_id, user_ids=user_ids)
    figures = memory_list.figures(conn, tuple(user_ids), now=now)
    return {**msgspec.to_builtins(stats_of(counted)), "memories": memories_of(figures)}


def stats_of(counted: ContentCounts) -> MemoryStats:
    """Convert the counts to `MemoryStats`."""
    return MemoryStats(
        total_messages=counted.messages,
        total_summaries=counted.summaries,
        total_pins=counted.pins,
        oldest_message=_text(counted.oldest),
        newest_message=_text(counted.newest),
        average_importance_score=counted.average_importance,
    )


def memories_of(figures: MemoryCounts) -> dict[str, Any]:
    """Convert the figures of the memories to JSON."""
    return {
        "total": figures.total,
        "pinned": figures.pinned,
        "archived": figures.archived,
        "byMeaning": figures.by_meaning,
        "tokens": figures.tokens,
        "averageImportance": figures.average_importance,
        "oldest": _text(figures.oldest),
        "newest": _text(figures.newest),
        "byCategory": _named(figures.by_category),
        "byKind": _named(figures.by_kind),
        "bySource": _named(figures.by_source),
        "byAge": dict(zip(_ages(), figures.by_age, strict=True)),
        "byUse": dict(zip(_uses(), figures.by_use, strict=True)),
    }


def _ages() -> list[str]:
    """Return `≤ 1 day`, …, `> 365 days`, as `MemoryCounts.by_age` counts them."""
    return [*(f"≤ {days} day{'s' if days > 1 else ''}" for days in AGE_DAYS), f"> {AGE_DAYS[-1]} days"]


def _uses() -> list[str]:
    """Return `0`, `1`, `2–5`, `6–20`, `≥ 21`, as `MemoryCounts.by_use` counts them."""
    starts = (0, *USES)
    inner = [f"{low}" if low == high - 1 else f"{low}–{high - 1}" for low, high in zip(starts, USES, strict=False)]
    return [*inner, f"≥ {USES[-1]}"]


def _named(counts: Sequence[Count]) -> dict[str, int]:
    return {name or NO_VALUE: number for name, number in counts}


def _text(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()
