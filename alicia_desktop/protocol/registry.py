"""The table of message types: number, struct, name, who sends it, other names of its fields, and what it is known by.

    entry_of(UserMessage(…)).identity     →  ("id",)
    BY_NUMBER[2].name                     →  "UserMessage"

All that differs between the types, and is no behaviour, is in this one table, which codec, identity and store ask. A
test proves that it is complete: every struct of `messages` and nothing else.

`counts_at_client` and `counts_at_server` decide which stanzas are acted upon. A room may hold more than one person's
client and its server: another device, or anybody with a token. So the sender counts as what the transport says that it
is, never as what its stanza claims. A stanza that does not count is journaled as a stranger's and does nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from alicia_desktop.protocol import messages
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import Acknowledgement, Configuration, Message
from alicia_desktop.protocol.shapes import MessageShape, shape_of


class Direction(Enum):
    """Who sends a message (docs/protocol.md#messages)."""

    CLIENT = "client to server"
    SERVER = "server to client"
    BOTH = "both"


@dataclass(frozen=True, kw_only=True, slots=True)
class TypeEntry:
    """The entry of one message type."""

    number: int
    name: str
    struct: type[Message]
    direction: Direction
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other wire name → canonical wire name; must be read, is never written."""
    identity: tuple[str, ...] = ()
    """Attributes by which a repeat of the message is recognised; none where each message of the type is new."""
    known_by_stanza: bool = False
    """It has no id of its own and must not be done twice: a repeat is recognised by its stanza id."""
    meta_refs: tuple[str, ...] = ()
    """Attributes for `alicia_meta.ref`, which is the first of them that is set, else the conversation's id."""
    shape: MessageShape
    """Its fields as the codec needs them."""


def _entry(
    struct: type[Message],
    direction: Direction,
    *,
    aliases: Mapping[str, str] | None = None,
    identity: tuple[str, ...] = (),
    known_by_stanza: bool = False,
) -> TypeEntry:
    names = struct.__struct_fields__
    return TypeEntry(
        number=struct.TYPE,
        name=struct.__name__,
        struct=struct,
        direction=direction,
        aliases=aliases or {},
        identity=identity,
        known_by_stanza=known_by_stanza,
        meta_refs=tuple(name for name in ("id", "request_id") if name in names),
        shape=shape_of(struct),
    )


_BY_ID: Final = ("id",)
_ONE_ACTION: Final = ("id", "action", "timestamp")
"""A note or a memory is acted on many times under one id; the moment tells the actions apart."""

ENTRIES: Final[tuple[TypeEntry, ...]] = (
    _entry(messages.ErrorMessage, Direction.BOTH, identity=_BY_ID),
    _entry(messages.UserMessage, Direction.BOTH, identity=_BY_ID),
    _entry(messages.AssistantMessage, Direction.SERVER, identity=_BY_ID),
    _entry(messages.AudioChunk, Direction.BOTH, aliases={"durationMs": "duration", "sequence": "seq"}),
    _entry(
        messages.ReasoningStep,
        Direction.SERVER,
        aliases={"messageId": "previousId", "sequence": "stepIndex"},
        identity=_BY_ID,
    ),
    _entry(
        messages.ToolUseRequest,
        Direction.SERVER,
        aliases={"previousId": "messageId", "arguments": "parameters"},
        identity=_BY_ID,
    ),
    _entry(
        messages.ToolUseResult,
        Direction.BOTH,
        aliases={"previousId": "requestId", "error": "errorMessage"},
        identity=("request_id",),
    ),
    _entry(messages.Acknowledgement, Direction.BOTH),
    _entry(messages.Transcription, Direction.SERVER, aliases={"isFinal": "final"}, identity=_BY_ID),
    _entry(messages.ControlStop, Direction.CLIENT, known_by_stanza=True),
    _entry(messages.ControlVariation, Direction.CLIENT, known_by_stanza=True),
    _entry(messages.Configuration, Direction.BOTH),
    _entry(messages.StartAnswer, Direction.SERVER, aliases={"messageId": "id"}, identity=_BY_ID),
    _entry(
        messages.MemoryTrace,
        Direction.SERVER,
        aliases={"messageId": "previousId", "relevance": "confidence"},
        identity=_BY_ID,
    ),
    _entry(
        messages.Commentary,
        Direction.BOTH,
        aliases={"messageId": "targetId", "commentaryType": "commentType"},
        identity=_BY_ID,
    ),
    _entry(
        messages.AssistantSentence,
        Direction.SERVER,
        aliases={"messageId": "previousId", "final": "isFinal"},
        identity=("previous_id", "sequence"),
    ),
    _entry(messages.Feedback, Direction.CLIENT, identity=_BY_ID),
    _entry(messages.FeedbackConfirmation, Direction.SERVER),
    _entry(messages.UserNote, Direction.CLIENT, identity=_ONE_ACTION),
    _entry(messages.NoteConfirmation, Direction.SERVER),
    _entry(messages.MemoryAction, Direction.CLIENT, identity=_ONE_ACTION),
    _entry(messages.MemoryConfirmation, Direction.SERVER),
    _entry(messages.ServerInfo, Direction.SERVER),
    _entry(messages.SessionStats, Direction.SERVER),
)

BY_NUMBER: Final[Mapping[int, TypeEntry]] = {entry.number: entry for entry in ENTRIES}


def entry_of(message: Message) -> TypeEntry:
    """Return the entry of a message's own type."""
    return BY_NUMBER[message.TYPE]


def name_of(number: int) -> str:
    """Return the name of a type, or `type 31` for one that is not known."""
    entry = BY_NUMBER.get(number)
    return entry.name if entry else f"type {number}"


def meta_ref(message: Message, conversation_id: str) -> str:
    """Return what `alicia_meta` rows of this message name: its `id`, else `requestId`, else the conversation."""
    for name in entry_of(message).meta_refs:
        named: str | None = getattr(message, name)
        if named:
            return named
    return conversation_id


_ABOUT_THE_SENDER: Final = (Configuration, Acknowledgement)


def counts_at_client(inbound: Inbound, *, from_server: bool) -> bool:
    """Return whether a stanza that came to a client counts: what the server's participant sends.

    That is what the server says (negative ids), and what the user did on other devices (positive ids), which it relays
    or repeats. A relayed Configuration or Acknowledgement does not count: it is about another client's connection.
    """
    if not from_server:
        return False
    relayed = isinstance(inbound, Stanza) and inbound.stanza_id > 0
    return not (relayed and isinstance(inbound.body, _ABOUT_THE_SENDER))


def counts_at_server(inbound: Inbound, *, from_user: bool) -> bool:
    """Return whether a stanza that came to a server counts: from the user's own participant, of a type clients send.

    What cannot be read, or is of an unknown type, counts too, so that its sender can be told.
    """
    if not from_user:
        return False
    return not isinstance(inbound, Stanza) or entry_of(inbound.body).direction is not Direction.SERVER
