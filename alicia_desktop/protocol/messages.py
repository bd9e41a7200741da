"""One frozen struct per message of PROTOCOL.md §3, in the canonical form that we write. Aliases live in `registry`.

Python names are the wire names in snake case (`previous_id` is `previousId`); `msgspec` does the renaming. Text ids
are never parsed. Times are epoch milliseconds. A field that is None is not written.
"""

from typing import Any, ClassVar, Literal

import msgspec

from alicia_desktop.protocol.extensions import (
    Feedback,
    FeedbackConfirmation,
    MemoryAction,
    MemoryConfirmation,
    NoteConfirmation,
    ServerInfo,
    SessionStats,
    UserNote,
)
from alicia_desktop.protocol.message import Id, Int, Message

__all__ = [
    "Acknowledgement",
    "AssistantMessage",
    "AssistantSentence",
    "AudioChunk",
    "Commentary",
    "Configuration",
    "ControlStop",
    "ControlVariation",
    "ErrorMessage",
    "Feedback",
    "FeedbackConfirmation",
    "Id",
    "Int",
    "MemoryAction",
    "MemoryConfirmation",
    "MemoryTrace",
    "Message",
    "NoteConfirmation",
    "ReasoningStep",
    "ServerInfo",
    "SessionStats",
    "StartAnswer",
    "ToolUseRequest",
    "ToolUseResult",
    "Transcription",
    "UserMessage",
    "UserNote",
]


class ErrorMessage(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 1, both ways: something failed; `originating_id` names what (§7)."""

    TYPE: ClassVar[int] = 1
    id: str = ""
    """Deployed servers leave it empty."""
    conversation_id: str = ""
    code: Int
    message: str
    severity: Literal[0, 1, 2, 3] = 2
    """0 info, 1 warning, 2 error, 3 critical."""
    recoverable: bool = True
    originating_id: Id | None = None


class UserMessage(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 2: what the person wrote or said."""

    TYPE: ClassVar[int] = 2
    id: Id
    previous_id: Id | None = None
    conversation_id: str = ""
    content: str
    timestamp: Int | None = None
    attachments: tuple[Any, ...] | None = None


class AssistantMessage(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 3, from the server: a whole answer at once."""

    TYPE: ClassVar[int] = 3
    id: Id
    previous_id: Id | None = None
    conversation_id: str = ""
    content: str
    timestamp: Int | None = None
    state: str | None = None


class AudioChunk(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 4 (10 in the database document), both ways: what sound belongs to; sound bytes never enter the journal."""

    TYPE: ClassVar[int] = 4
    conversation_id: str = ""
    track_sid: str | None = None
    format: str = ""
    duration: Int | None = None
    """Milliseconds."""
    seq: Int | None = None
    """From our server: the `sequence` of the sentence whose sound follows (§9)."""
    is_last: bool | None = None
    timestamp: Int | None = None
    data: bytes | None = None


class ReasoningStep(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 5, from the server: one step of thinking."""

    TYPE: ClassVar[int] = 5
    id: Id
    conversation_id: str = ""
    previous_id: Id
    content: str
    step_index: Int
    total_steps: Int | None = None


class ToolUseRequest(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 6, from the server: a tool is used, by the server or by us (§6)."""

    TYPE: ClassVar[int] = 6
    id: Id
    message_id: Id | None = None
    conversation_id: Id | None = None
    tool_name: str
    parameters: dict[str, Any] = msgspec.field(default_factory=dict)
    execution: Literal["server", "client", "either"]
    timeout_ms: Int = 30_000


class ToolUseResult(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 7, both ways: what a tool gave; its identity is `request_id`."""

    TYPE: ClassVar[int] = 7
    id: Id | None = None
    request_id: Id
    conversation_id: Id | None = None
    success: bool
    result: Any = None
    error_code: str | None = None
    error_message: str | None = None


class Acknowledgement(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 8, both ways (§5)."""

    TYPE: ClassVar[int] = 8
    conversation_id: str = ""
    acknowledged_stanza_id: Int | None = None
    acknowledged_message_id: Id | None = None
    last_seen_stanza_id: Int | None = None
    success: bool | None = None
    notes: str | None = None


class Transcription(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 9: what the server heard. Interim ones are shown, never stored as messages."""

    TYPE: ClassVar[int] = 9
    id: Id
    previous_id: Id | None = None
    conversation_id: str = ""
    text: str
    final: bool = False
    """Absent means false: servers that leave out what is empty leave out a false, too."""
    confidence: float | None = None
    language: str | None = None


class ControlStop(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 10, from the client: stop writing, speaking, or both."""

    TYPE: ClassVar[int] = 10
    conversation_id: str = ""
    target_id: Id | None = None
    reason: str | None = None
    stop_type: Literal["generation", "speech", "all"] = "generation"


class ControlVariation(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 11, from the client: another version of a message (§5)."""

    TYPE: ClassVar[int] = 11
    conversation_id: str = ""
    target_id: Id
    mode: Literal["edit", "regenerate", "continue"]
    new_content: str | None = None


class Configuration(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 12, both ways: the handshake (§4)."""

    TYPE: ClassVar[int] = 12
    conversation_id: Id | None = None
    last_sequence_seen: Int | None = None
    """Absolute value of the last server stanza seen; 0 when new."""
    last_stanza_map: dict[str, Any] | None = None
    client_version: str | None = None
    preferred_language: str | None = None
    device: str | None = None
    features: tuple[str, ...] | None = None
    enable_reordering: bool | None = None


class StartAnswer(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 13, from the server: an answer begins; `previous_id` is the question."""

    TYPE: ClassVar[int] = 13
    id: Id
    previous_id: Id | None = None
    conversation_id: str = ""
    answer_type: str | None = None
    """`text`, `voice` or `text+voice`."""
    planned_sentence_count: Int | None = None


class MemoryTrace(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 14, from the server: a memory was retrieved, stored or updated (seed memory-trace.md, PROTOCOL.md §3)."""

    TYPE: ClassVar[int] = 14
    id: Id
    conversation_id: str = ""
    previous_id: Id | None = None
    memory_id: Id
    memory_type: str | None = None
    action: str | None = None
    """`retrieved`, `stored` or `updated`; None when it was not sent, which is never shown as an action."""
    content: str = ""
    confidence: float | None = None
    metadata: dict[str, Any] | None = None


class Commentary(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 15, both ways: somebody's comment on a message."""

    TYPE: ClassVar[int] = 15
    id: Id
    conversation_id: str = ""
    target_id: Id | None = None
    author_role: str | None = None
    content: str
    rating: Int | None = None
    comment_type: str | None = None
    timestamp: Int | None = None


class AssistantSentence(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 16, from the server: the next sentence of the answer `previous_id`."""

    TYPE: ClassVar[int] = 16
    id: Id | None = None
    previous_id: Id
    conversation_id: str = ""
    sequence: Int
    """From 1; deployed servers count from 0."""
    text: str
    audio: Any = None
    is_final: bool | None = None
