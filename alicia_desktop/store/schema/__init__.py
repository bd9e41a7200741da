"""Declare all tables for SQLAlchemy Core: conversations, memories, journal, outbox, drafts and offline sync.

docs/memory.md#what-is-stored and docs/architecture.md#journal-and-projection say what they hold. Only `conversation_id`
is an enforced foreign key, because traces name memories that never came and a replay comes newest first. A database is
made by `migrations/`, never from here; a test holds the two equal. Full-text and vector tables are in `search_indexes`.
"""

from alicia_desktop.store.schema.columns import metadata
from alicia_desktop.store.schema.conversation_tables import (
    answer_prompts,
    attachments,
    audio,
    commentaries,
    conversations,
    feedback,
    messages,
    meta,
    reasoning_steps,
    sentences,
    tool_grants,
    tool_uses,
)
from alicia_desktop.store.schema.memory_tables import (
    VECTOR_DIMENSIONS,
    memory,
    memory_changes,
    memory_used,
    pins,
    summaries,
    user_aliases,
    user_devices,
    users,
)
from alicia_desktop.store.schema.traffic_tables import (
    draft_files,
    drafts,
    journal,
    outbox,
    stanza_marks,
    sync_conflicts,
    sync_heads,
    sync_log,
)

__all__ = [
    "VECTOR_DIMENSIONS",
    "answer_prompts",
    "attachments",
    "audio",
    "commentaries",
    "conversations",
    "draft_files",
    "drafts",
    "feedback",
    "journal",
    "memory",
    "memory_changes",
    "memory_used",
    "messages",
    "meta",
    "metadata",
    "outbox",
    "pins",
    "reasoning_steps",
    "sentences",
    "stanza_marks",
    "summaries",
    "sync_conflicts",
    "sync_heads",
    "sync_log",
    "tool_grants",
    "tool_uses",
    "user_aliases",
    "user_devices",
    "users",
]
