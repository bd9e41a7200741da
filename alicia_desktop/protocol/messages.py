"""One frozen struct per message (docs/protocol.md#messages), in the canonical form that we write. Aliases: `registry`.

Python names are the wire names in snake case (`previous_id` is `previousId`); `msgspec` does the renaming. Text ids
are never parsed. Times are epoch milliseconds. A field that is None is not written. The docstrings here are what
docs/protocol.md says of messages and fields: `make protocol-tables` after a change.
"""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

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
from alicia_desktop.protocol.shapes import DECISIVE, Id, Int, Message

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
    """Type 1, both ways: something failed. See docs/protocol.md#errors."""

    TYPE: ClassVar[int] = 1
    id: str = ""
    """Deployed servers leave it empty."""
    conversation_id: str = ""
    code: Int
    message: str
    severity: Literal[0, 1, 2, 3] = 2
    """0 info, 1 warning, 2 error, 3 critical."""
    recoverable: bool = True
    """False ends what it is about; true is a notice."""
    originating_id: Id | None = None
    """The message or tool request that failed; without it, the current turn."""


class UserMessage(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 2: what the user wrote or said. The server sends it for what was spoken, on replay, and to other devices."""

    TYPE: ClassVar[int] = 2
    id: Id
    previous_id: Id | None = None
    """The message that it follows, usually the last answer."""
    conversation_id: str = ""
    content: str
    timestamp: Int | None = None
    attachments: tuple[Any, ...] | None = None
    """Images and text files. See docs/protocol.md#attachments."""


class AssistantMessage(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 3, from the server: a whole answer at once, instead of StartAnswer and sentences."""

    TYPE: ClassVar[int] = 3
    id: Id
    previous_id: Id | None = None
    """The question."""
    conversation_id: str = ""
    content: str
    timestamp: Int | None = None
    state: str | None = None


class AudioChunk(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 4, both ways: which message or sentence a sound belongs to. See docs/protocol.md#spoken-answers."""

    TYPE: ClassVar[int] = 4
    conversation_id: str = ""
    track_sid: str | None = None
    format: str = ""
    duration: Int | None = None
    """Milliseconds."""
    seq: Int | None = None
    """From the local server: the `sequence` of the sentence whose sound follows."""
    is_last: bool | None = None
    """Whether it is the last sentence of the answer."""
    timestamp: Int | None = None
    data: bytes | None = None
    """Sound bytes; never stored in the journal."""


class ReasoningStep(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 5, from the server: one step of reasoning."""

    TYPE: ClassVar[int] = 5
    id: Id
    conversation_id: str = ""
    previous_id: Id
    """The question, or the answer once it has begun."""
    content: str
    step_index: Int
    total_steps: Int | None = None


class ToolUseRequest(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 6, from the server: a tool is used, by the server or by the client. See docs/protocol.md#tools."""

    TYPE: ClassVar[int] = 6
    id: Id
    message_id: Id | None = None
    """The question, or the answer once it has begun."""
    conversation_id: Id | None = None
    tool_name: str
    parameters: dict[str, Any] = msgspec.field(default_factory=dict)
    execution: Annotated[Literal["server", "client", "either"], DECISIVE] = "server"
    """Who runs it; a request with any other value cannot be read."""
    timeout_ms: Int = 30_000


class ToolUseResult(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 7, both ways: the result of a tool, from whoever ran it."""

    TYPE: ClassVar[int] = 7
    id: Id | None = None
    request_id: Id
    conversation_id: Id | None = None
    success: bool
    result: Any = None
    error_code: str | None = None
    """One of the codes in docs/protocol.md#tools."""
    error_message: str | None = None


class Acknowledgement(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 8, both ways: a receipt. See docs/protocol.md#acknowledgements."""

    TYPE: ClassVar[int] = 8
    conversation_id: str = ""
    acknowledged_stanza_id: Int | None = None
    acknowledged_message_id: Id | None = None
    last_seen_stanza_id: Int | None = None
    """From a client: the furthest server stanza that it has received."""
    success: bool | None = None
    notes: str | None = None


class Transcription(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 9, from the server: what it heard. Interim ones are shown, never stored as messages."""

    TYPE: ClassVar[int] = 9
    id: Id
    """The same for all interim texts, the final one, and the UserMessage that follows it."""
    previous_id: Id | None = None
    conversation_id: str = ""
    text: str
    final: bool = False
    """Absent means false: servers that leave out what is empty leave out a false, too."""
    confidence: float | None = None
    """0 to 1."""
    language: str | None = None


class ControlStop(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 10, from the client: stop writing, speaking, or both. See docs/protocol.md#stop."""

    TYPE: ClassVar[int] = 10
    conversation_id: str = ""
    target_id: Id | None = None
    """The answer or its question; without it, whatever is being answered."""
    reason: str | None = None
    stop_type: Literal["generation", "speech", "all"] = "generation"


class ControlVariation(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 11, from the client: another version of a message. See docs/protocol.md#variations."""

    TYPE: ClassVar[int] = 11
    conversation_id: str = ""
    target_id: Id
    """The question for `edit`, the answer (or its question) otherwise."""
    mode: Literal["edit", "regenerate", "continue"]
    new_content: str | None = None


class Configuration(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 12, both ways: the handshake. See docs/protocol.md#handshake."""

    TYPE: ClassVar[int] = 12
    conversation_id: Id | None = None
    """Left out to begin a new conversation."""
    last_sequence_seen: Int | None = None
    """Absolute value of the last server stanza before the first that is missing; 0 when new."""
    last_stanza_map: dict[str, Any] | None = None
    client_version: str | None = None
    preferred_language: str | None = None
    device: str | None = None
    """Of this client: `desktop`."""
    features: tuple[str, ...] | None = None
    """See docs/protocol.md#features."""
    enable_reordering: bool | None = None


class StartAnswer(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 13, from the server: an answer begins."""

    TYPE: ClassVar[int] = 13
    id: Id
    """Of the answer, which its sentences name."""
    previous_id: Id | None = None
    """The question."""
    conversation_id: str = ""
    answer_type: str | None = None
    """`text`, `voice` or `text+voice`."""
    planned_sentence_count: Int | None = None


class MemoryTrace(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 14, from the server: a memory was retrieved, stored or updated. See docs/protocol.md#memory-traces."""

    TYPE: ClassVar[int] = 14
    id: Id
    conversation_id: str = ""
    previous_id: Id | None = None
    """The question; on replay from a deployed server, the answer."""
    memory_id: Id
    memory_type: str | None = None
    action: str | None = None
    """`retrieved`, `stored` or `updated`; where it is not sent, no action is shown."""
    content: str = ""
    """The memory's text, at most 500 characters of it."""
    confidence: float | None = None
    """0 to 1."""
    metadata: dict[str, Any] | None = None


class Commentary(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 15, both ways: a comment on a message."""

    TYPE: ClassVar[int] = 15
    id: Id
    conversation_id: str = ""
    target_id: Id | None = None
    author_role: str | None = None
    """`user`, `assistant` or `moderator`."""
    content: str
    rating: Int | None = None
    """1 to 5."""
    comment_type: str | None = None
    """`feedback-positive`, `feedback-negative`, `explanation`, `note` or `correction`."""
    timestamp: Int | None = None


class AssistantSentence(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 16, from the server: one sentence of an answer."""

    TYPE: ClassVar[int] = 16
    id: Id | None = None
    previous_id: Id
    """The answer's id; some servers chain it to the sentence before."""
    conversation_id: str = ""
    sequence: Int
    """From 1; deployed servers count from 0."""
    text: str
    audio: Any = None
    """Sound bytes, or what names a track."""
    is_final: bool | None = None
    """Whether it is the last one of the answer."""


def join_sentences(texts: Iterable[str]) -> str:
    """Return the texts of an answer as one, with a space where neither side brings white space."""
    parts: list[str] = []
    for text in filter(None, texts):
        if parts and not parts[-1][-1].isspace() and not text[0].isspace():
            parts.append(" ")
        parts.append(text)
    return "".join(parts)


def says_less(text: str, received: str) -> bool:
    """Return whether a copy of an answer is empty, or only the beginning of what was received of it.

    White space says nothing: two servers, and two looks at one of them, may join sentences in other ways.
    """
    words, known = text.split(), received.split()
    return len(words) < len(known) and words == known[: len(words)]
