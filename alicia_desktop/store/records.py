"""Declare what queries return: one frozen record per table, with the names of its columns.

All times are in UTC. JSON columns come as decoded values and are not to be altered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from alicia_desktop.base.translation import translate

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
    """`history` has the older contents (`memory_actions.history_of`)."""
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


__all__ = [
    "NOTICE",
    "WAITS_FOR",
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
]

Role = Literal["user", "assistant", "system"]
CompletionStatus = Literal["pending", "streaming", "completed", "failed"]
SyncStatus = Literal["pending", "synced", "conflict"]
ToolStatus = Literal["pending", "running", "success", "error", "cancelled"]
UNTITLED: Final = "New conversation"
"""Told a server that takes no conversation without a title."""
SHOWN_UNTITLED: Final = translate("New conversation")
"""Shown for a conversation without a title."""
CUT_OFF: Final = "The answer was cut off and did not go on."
"""Why an answer is incomplete that nobody stopped and that no error ended, as the database has it."""
NOTICE: Final = "client.notice"
"""Key of the meta entry of a message: the sentence of an error that ended nothing."""
WAITS_FOR: Final = "client.waiting"
"""Key of the meta entry of a message: what its answer waits for, until that begins, ends or is stopped."""


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
    queued: bool = False
    """Whether a message waits to be sent; only in lists."""
    unsent: bool = False
    """Whether a message could not be sent, and waits for the user's decision; only in lists."""
    conflict: bool = False
    """Whether it says something else on the server, and waits for the user's decision; only in lists."""


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

    @property
    def error_sentence(self) -> str:
        """Why it ended early, to be shown; empty where it did not."""
        if self.error_message == CUT_OFF:
            return translate("The answer was cut off and did not go on.")
        return self.error_message or ""


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
