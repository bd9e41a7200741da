"""The messages from type 20 on: votes, notes, what people do to memories, and what the server tells of itself.

Deployed servers ignore them (docs/protocol.md#strict-kinds). Who needs a message finds these in `messages`, beside all
others. What two sides of ours tell each other in `meta` has its names here, too.
"""

from typing import Any, ClassVar, Final, Literal

import msgspec

from alicia_desktop.protocol.shapes import Id, Int, Message

FORGETTING: Final = "forgetting"
"""Feature of a client: what the server says that it has forgotten, it forgets before it shows anything further."""
INTERRUPTIONS: Final = "interruptions"
"""Feature of a client: it decides itself who interrupts, and says so (docs/protocol.md#spoken-answers)."""
FORGOTTEN: Final = "forgotten"
"""Key of a MemoryConfirmation's `meta`: the words are gone on the server (docs/protocol.md#memory-actions)."""
FINISH_REASON: Final = "finishReason"
"""Key of the last sentence's `meta`, and of an AssistantMessage's: how the language model ended the answer."""
USAGE: Final = "usage"
"""Key of the last sentence's `meta`, and of an AssistantMessage's: the tokens that the endpoint counted."""
CUT_BY_LENGTH: Final = "length"
"""The `finishReason` of an answer that might not be longer: it is no whole one, and can be continued."""
TIMINGS: Final = "timings"
"""Key of a StartAnswer's `meta`, of the last sentence's and of an AssistantMessage's: the phases of the turn so far."""
RECEIVED_AT: Final = "receivedAt"
"""Key of an Acknowledgement's `meta`, a Configuration's and of `timings`: when the server had what it answers."""
SYNTHESIS: Final = "synthesis"
"""Key of an AudioChunk's `meta`: how long its sound was made, and then waited for its turn."""
BRIDGE: Final = -1
"""`seq` of an AudioChunk whose sound is no sentence of an answer, but bridges the wait for one (its `messageId` is the
question): docs/protocol.md#spoken-answers."""
STOPPED: Final = "stopped"
"""Key of a Configuration's `meta`: the questions that were stopped meanwhile (docs/protocol.md#stop)."""

SENT_BY_HAND: Final = "sentByHand"
"""Key of a client's `meta`: somebody composed the stanza in the inspector; true, for as long as the stanza is kept."""


class Feedback(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 20, from the client: a vote on a message, a tool use, a memory or a reasoning step."""

    TYPE: ClassVar[int] = 20
    id: Id
    conversation_id: str = ""
    message_id: Id
    """The message that the target belongs to."""
    target_type: Literal["message", "tool_use", "memory", "reasoning"]
    target_id: Id
    vote: Literal["up", "down", "critical", "remove"]
    """`remove` takes an earlier vote back."""
    quick_feedback: str | None = None
    note: str | None = None
    timestamp: Int


class FeedbackConfirmation(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 21, from the server: the votes on a target after a Feedback."""

    TYPE: ClassVar[int] = 21
    feedback_id: Id
    target_type: str
    target_id: Id
    aggregates: dict[str, Any] = msgspec.field(default_factory=dict)
    """`upvotes`, `downvotes`, `specialVotes`."""
    user_vote: str | None = None
    """The user's vote that counts now."""


class UserNote(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 22, from the client: a note on a message or on the whole conversation."""

    TYPE: ClassVar[int] = 22
    id: Id
    message_id: Id | None = None
    """Without it, the note is about the conversation."""
    content: str
    category: str | None = None
    """`improvement`, `correction`, `context` or `general`."""
    action: Literal["create", "update", "delete"] = "create"
    timestamp: Int | None = None


class NoteConfirmation(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 23, from the server: whether a UserNote was stored."""

    TYPE: ClassVar[int] = 23
    note_id: Id
    message_id: Id | None = None
    """As the note has it."""
    success: bool


class MemoryAction(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 24, from the client: the user changes a memory. See docs/protocol.md#memory-actions."""

    TYPE: ClassVar[int] = 24
    id: Id
    """Of the memory."""
    action: Literal["create", "update", "delete", "pin", "archive"]
    memory: dict[str, Any] | None = None
    timestamp: Int


class MemoryConfirmation(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 25, from the server: whether a MemoryAction was carried out, or that a memory was forgotten."""

    TYPE: ClassVar[int] = 25
    memory_id: Id
    action: str
    success: bool


class ServerInfo(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 26, from the server: its connection, model and tool servers."""

    TYPE: ClassVar[int] = 26
    connection: dict[str, Any] = msgspec.field(default_factory=dict)
    """`status`, `latency` in ms; the local server adds `languageModel`, `textToSpeech`, `speechToText`, `endOfTurn`,
    and `sentenceEncoder` while it fails."""
    model: dict[str, Any] = msgspec.field(default_factory=dict)
    """`name`, `provider`; the local server adds `images` (whether it sees them, if known), `files` (false: none)."""
    mcp_servers: tuple[dict[str, Any], ...] = ()
    """Maps of `name` and `status`."""


class SessionStats(Message, frozen=True, kw_only=True, rename="camel"):
    """Type 27, from the server: figures of the session."""

    TYPE: ClassVar[int] = 27
    message_count: Int = 0
    tool_call_count: Int = 0
    memories_used: Int = 0
    session_duration: float = 0
    """Seconds."""
