"""What queries about memories return; `records` says how records are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

MemoryKind = Literal["semantic", "hard", "hybrid"]


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryRecord:
    """A row of `alicia_memory` without its vector (`embeddings`); the defaults are those of one that nobody used."""

    id: str
    content: str
    embeddings_info: Mapping[str, Any] | None = None
    """The encoder's name, version and width; None when there is no vector."""
    importance: float = 0.5
    confidence: float = 1.0
    user_rating: int | None = None
    created_by: str | None = None
    source_type: str | None = None
    """`trace` marks a stub: a trace named a memory that never came to this computer."""
    source_info: Mapping[str, Any] = field(default_factory=dict)
    tags: Sequence[str] = field(default_factory=list)
    pinned: bool = False
    archived: bool = False
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    user_id: str
    topic: str | None = None
    summary: str | None = None
    category: str | None = None
    subcategory: str | None = None
    kind: MemoryKind = "semantic"
    sentiment: str | None = None
    reference_to: str | None = None
    """The memory that this one condenses, continues or contradicts."""
    reference_links: Sequence[str] = field(default_factory=list)
    """Ids of the memories that refer to this one, kept by the database, then whatever else was stored there."""
    guest_session_id: str | None = None
    source_chat_id: str | None = None
    token_count: int | None = None
    usage_frequency: int = 0
    last_referenced_at: datetime | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    """`history` has the older contents (`memory_pages.history_of`)."""
    context: str = ""
    """Words said around it, for search only."""
    server: str = ""
    """The server that this is a copy from; empty for one of this database's own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryUseRecord:
    """A row of `alicia_memory_used`: one MemoryTrace."""

    id: str
    conversation_id: str
    message_id: str | None
    memory_id: str
    query_prompt: str | None
    query_prompt_meta: Mapping[str, Any] | None
    similarity_score: float | None
    meta: Mapping[str, Any]
    position_in_results: int | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    memory_type: str | None
    action: str | None
    """As sent; None when the server sent none, which is never shown as an action."""
    content: str
    """The snippet, at most 500 characters."""
    confidence: float | None
    """As sent."""
