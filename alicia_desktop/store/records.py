"""What queries return: one frozen record per table, with the names of its columns.

All times are in UTC. JSON columns come as decoded values and are not to be altered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import Row

from alicia_desktop.store.memories.memory_records import MemoryKind, MemoryRecord, MemoryUseRecord
from alicia_desktop.store.traffic_records import Direction, JournalRecord, OutboxRecord, OutboxStatus

__all__ = [
    "NOTICE",
    "AudioRecord",
    "CommentaryRecord",
    "CompletionStatus",
    "ConversationRecord",
    "Direction",
    "FeedbackRecord",
    "JournalRecord",
    "MemoryKind",
    "MemoryRecord",
    "MemoryUseRecord",
    "MessageRecord",
    "MetaRecord",
    "OutboxRecord",
    "OutboxStatus",
    "ReasoningRecord",
    "Role",
    "SentenceRecord",
    "SyncStatus",
    "ToolStatus",
    "ToolUseRecord",
    "record_of",
]

T = TypeVar("T")

Role = Literal["user", "assistant", "system"]
CompletionStatus = Literal["pending", "streaming", "completed", "failed"]
SyncStatus = Literal["pending", "synced", "conflict"]
ToolStatus = Literal["pending", "running", "success", "error", "cancelled"]
NOTICE: Final = "client.notice"
"""Key of the meta entry of a message: the sentence of an error that ended nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationRecord:
    """A row of `alicia_conversations`, and in lists its last line."""

    id: str
    user_id: str
    livekit_room_name: str | None
    title: str
    status: Literal["active", "archived", "deleted"]
    preferences: Mapping[str, Any]
    last_client_stanza_id: int
    """The last one given out (client) or received (server); positive."""
    last_server_stanza_id: int
    """The last one received (client) or given out (server); negative, 0 when none."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    server: str
    """Address of the Alicia server it lives on; empty on this computer's own."""
    private: bool
    pinned: bool
    last_opened_at: datetime | None
    last_line: str | None = None
    """Contents of the newest message that holds text; only in lists."""
    last_line_at: datetime | None = None
    empty: bool = False
    """Whether nothing was said in it; only in lists."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageRecord:
    """A row of `alicia_messages`."""

    id: str
    conversation_id: str
    sequence_number: int
    """Place in the conversation, from 1; may change when an older message comes late."""
    previous_id: str | None
    message_role: Role
    contents: str
    local_id: str | None
    server_id: str | None
    sync_status: SyncStatus
    synced_at: datetime | None
    completion_status: CompletionStatus
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    importance_score: float | None
    token_usage: int | None
    model_id: str | None
    attachments: Sequence[Any] | None
    answer_type: str | None
    planned_sentence_count: int | None
    stopped_at: datetime | None
    """When a ControlStop ended its writing; what came until then stays."""
    stop_type: str | None
    stop_reason: str | None
    spoken_sequence: int | None
    """The last sentence of which something was heard when it was stopped."""
    spoken_ms: int | None
    """How much of that sentence was heard, in milliseconds."""
    superseded_at: datetime | None
    """When an edit or a new answer took its place; it stays as another branch."""
    superseded_by: str | None
    error_code: int | None
    error_message: str | None
    whole: bool
    """Its contents came in one message; sentences and transcriptions do not change them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SentenceRecord:
    """A row of `alicia_sentences` without its sound (`audio_data`)."""

    id: str
    message_id: str
    sentence_sequence_number: int
    text: str
    audio_type: Literal["input", "output"] | None
    audio_format: str | None
    duration_ms: int | None
    audio_bytesize: int | None
    meta: Mapping[str, Any]
    completion_status: CompletionStatus
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CommentaryRecord:
    """A row of `alicia_user_conversation_commentaries`: a UserNote or a Commentary."""

    id: str
    content: str
    conversation_id: str
    message_id: str | None
    created_by: str | None
    meta: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    sync_status: SyncStatus


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolUseRecord:
    """A row of `alicia_tool_uses`: request and result paired."""

    id: str
    message_id: str | None
    tool_name: str
    """Empty while only the result has come."""
    tool_arguments: Mapping[str, Any]
    tool_result: Any
    status: ToolStatus
    error_message: str | None
    sequence_number: int
    completed_at: datetime | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    conversation_id: str
    execution: str | None
    timeout_ms: int | None
    started_at: datetime | None
    error_code: str | None
    permission: str | None
    """What the person said (`once`, `conversation`, `always`, `denied`, `never`); None for a tool of the server."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AudioRecord:
    """A row of `alicia_audio` without its sound (`audio_data`)."""

    id: str
    message_id: str | None
    audio_type: Literal["input", "output"]
    audio_format: str | None
    duration_ms: int | None
    transcription: str | None
    livekit_track_sid: str | None
    transcription_meta: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    conversation_id: str
    transcription_id: str | None
    """The `id` of the Transcription that it is the sound of."""
    chunk_sequence: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class MetaRecord:
    """A row of `alicia_meta`."""

    id: str
    ref: str
    key: str
    value: str
    """Text; what was not text is JSON text."""
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ReasoningRecord:
    """A row of `alicia_reasoning_steps`."""

    id: str
    conversation_id: str
    message_id: str
    content: str
    sequence_number: int
    total_steps: int | None
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FeedbackRecord:
    """A row of `alicia_feedback`: a vote and what the server made of it."""

    id: str
    conversation_id: str
    message_id: str
    target_type: Literal["message", "tool_use", "memory", "reasoning"]
    target_id: str
    vote: Literal["up", "down", "critical", "remove"]
    quick_feedback: str | None
    note: str | None
    aggregates: Mapping[str, Any]
    sync_status: SyncStatus
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


def record_of(kind: type[T], row: Row[Any], **instead: Any) -> T:
    """Make a record from a row that has its columns, and perhaps others; `instead` goes before what the row has."""
    values = {**row._mapping, **instead}  # noqa: SLF001 - SQLAlchemy's public name for the row as a mapping
    known: type[Any] = kind
    return kind(**{field.name: values[field.name] for field in fields(known) if field.name in values})
