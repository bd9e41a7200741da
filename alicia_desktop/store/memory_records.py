"""What queries about memories return; `records` says how records are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

MemoryKind = Literal["semantic", "hard", "hybrid"]


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryRecord:
    """A row of `alicia_memory` without its vector (`embeddings`)."""

    id: str
    content: str
    embeddings_info: Mapping[str, Any] | None
    """The encoder's name, version and width; None when there is no vector."""
    importance: float
    confidence: float
    user_rating: int | None
    created_by: str | None
    source_type: str | None
    """`trace` marks a stub: a trace named a memory that never came to this computer."""
    source_info: Mapping[str, Any]
    tags: Sequence[str]
    pinned: bool
    archived: bool
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    user_id: str
    topic: str | None
    summary: str | None
    category: str | None
    subcategory: str | None
    kind: MemoryKind
    sentiment: str | None
    reference_to: str | None
    reference_links: Sequence[str]
    guest_session_id: str | None
    source_chat_id: str | None
    token_count: int | None
    usage_frequency: int
    last_referenced_at: datetime | None
    meta: Mapping[str, Any]
    context: str
    """Words said around it, for search only."""


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
