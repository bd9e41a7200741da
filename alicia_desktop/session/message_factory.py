"""Makes the stanzas of what the user does: questions, edits, votes, notes, and actions on memories.

It is one place, so that window and `talk` write the same. An action on a memory is composed from the row as it stands:
it tells the server what the user saw, so that two devices cannot overwrite one another unseen. It shows at once,
because composing it also carries it out on this computer's copy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import COMMENTARY, MESSAGE, new_id, new_span_id, new_trace_id
from alicia_desktop.protocol.attachments import Attachment, to_wire
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import (
    Commentary,
    ControlVariation,
    ErrorMessage,
    Feedback,
    MemoryAction,
    UserMessage,
    UserNote,
)
from alicia_desktop.protocol.sequence import SPAN, TRACE
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories
from alicia_desktop.store.memories.memory_actions import free_moment
from alicia_desktop.store.memories.memory_edits import (
    EXPECTED_AT,
    EXPECTED_DIGEST,
    UnclearEditError,
    digest,
    read_edit,
)
from alicia_desktop.store.schema.columns import to_utc_text

TargetType = Literal["message", "tool_use", "memory", "reasoning"]
Vote = Literal["up", "down", "remove"]


def question(
    text: str,
    *,
    conversation_id: str,
    at: datetime,
    client_version: str,
    speak: bool = False,
    message_id: str = "",
    spoken: bool = False,
    attachments: Sequence[Attachment] = (),
) -> tuple[UserMessage, dict[str, Any]]:
    """Return a question of the user's and its meta; each begins a trace of its own (docs/protocol.md#meta-keys).

    Which message it follows (`previousId`) is filled in by the ledger. With `speak` our server also says its answer to
    a question that was written; one that was `spoken` came by the microphone.
    """
    body = UserMessage(
        id=message_id or new_id(MESSAGE),
        conversation_id=conversation_id,
        content=text,
        timestamp=_milliseconds(at),
        attachments=to_wire(attachments),
    )
    meta: dict[str, Any] = {
        "source": "microphone" if spoken else "keyboard",
        "clientVersion": client_version,
        TRACE: new_trace_id(),
        SPAN: new_span_id(),
    }
    return body, meta | ({"speak": True} if speak else {})


def regeneration(answer_id: str, *, conversation_id: str) -> ControlVariation:
    """Return the request for another answer to the same question (docs/protocol.md#variations)."""
    return ControlVariation(conversation_id=conversation_id, target_id=answer_id, mode="regenerate")


def edit(question_id: str, text: str, *, conversation_id: str) -> ControlVariation:
    """Return the request to replace a question; the new question follows at once.

    See docs/protocol.md#variations.
    """
    return ControlVariation(conversation_id=conversation_id, target_id=question_id, mode="edit", new_content=text)


def continuation(answer_id: str, *, conversation_id: str) -> ControlVariation:
    """Return the request to continue a stopped answer (docs/protocol.md#variations)."""
    return ControlVariation(conversation_id=conversation_id, target_id=answer_id, mode="continue")


def regeneration_with_memories(
    answer_id: str, *, conversation_id: str, without: Sequence[str] = (), including: Sequence[str] = ()
) -> tuple[ControlVariation, dict[str, Any]]:
    """Return the request for another answer without some memories, or with others, and its meta.

    What is `including` is used as if it were pinned. A server that does not know `meta.memories` answers anew with what
    it finds; the traces of that answer then say so.
    """
    wished = {"exclude": list(without), "include": list(including)}
    memories = {name: ids for name, ids in wished.items() if ids}
    return regeneration(answer_id, conversation_id=conversation_id), {"memories": memories} if memories else {}


def vote(
    value: Vote, *, target_type: TargetType, target_id: str, message_id: str, conversation_id: str, at: datetime
) -> Feedback:
    """Return a vote on something that belongs to the message `message_id`; `remove` takes an earlier one back."""
    return Feedback(
        id=new_id(COMMENTARY),
        conversation_id=conversation_id,
        message_id=message_id,
        target_type=target_type,
        target_id=target_id,
        vote=value,
        timestamp=_milliseconds(at),
    )


def note(text: str, *, message_id: str, at: datetime, note_id: str = "") -> UserNote:
    """Return a note on a message, or other words for the note `note_id`; without words it is deleted.

    An empty `message_id` is a note on the whole conversation.
    """
    return UserNote(
        id=note_id or new_id(COMMENTARY),
        message_id=message_id or None,
        content=text,
        action=("update" if text else "delete") if note_id else "create",
        timestamp=_milliseconds(at),
    )


def negative_feedback(text: str, *, message_id: str, conversation_id: str, at: datetime) -> Commentary:
    """Return why somebody found an answer not helpful; everybody in the conversation reads it under that answer."""
    return Commentary(
        id=new_id(COMMENTARY),
        conversation_id=conversation_id,
        target_id=message_id,
        author_role="user",
        comment_type="feedback-negative",
        content=text,
        timestamp=_milliseconds(at),
    )


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


ActionName = Literal["create", "update", "delete", "pin", "archive"]
REFUSED: Final = "memory"
"""Key of an ErrorMessage's meta: which memory, and both texts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryRequest:
    """One change of a memory that the user asks for."""

    memory_id: str
    action: ActionName
    memory: Mapping[str, Any] = field(default_factory=dict)
    """`content`, `category`, `pinned`, `tags`, `importance`, `archived`, `userRating`, `kind`, `referenceTo`, `forget`.

    Undo: a deletion by `create` with nothing in it, archiving by `update` {archived: false}, a pin by `pin`
    {pinned: false}, other content by `update` with the content before.
    """


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryRefusal:
    """The server's refusal to change a memory."""

    memory_id: str
    reason: str
    """`changed`: another device gave it other words in between; `unclear`, `unknown`, `deleted`, `forgotten`."""
    sentence: str
    theirs: str
    """What the memory says now; empty where that is not what was wrong."""
    yours: str
    """What the user wrote, which the server did not take."""


def memory_action(
    conn: Connection, request: MemoryRequest, *, conversation_id: str, at: datetime
) -> tuple[MemoryAction, dict[str, Any]]:
    """Return the MemoryAction of a request and its meta.

    Raises:
        WorldError: `memory_unclear`: no server could do it, and the sentence says why.
    """
    body = MemoryAction(
        id=request.memory_id,
        action=request.action,
        memory=dict(request.memory) or None,
        timestamp=free_moment(conn, request.memory_id, request.action, conversation_id=conversation_id, at=at),
    )
    try:
        edit = read_edit(body)
    except UnclearEditError as error:
        raise WorldError(sentence=str(error), code="memory_unclear") from error
    row = memories.get_memory(conn, request.memory_id) if "content" in edit.values else None
    if row is None:
        return body, {}
    return body, {EXPECTED_AT: to_utc_text(row.updated_at), EXPECTED_DIGEST: digest(row.content)}


def refusal_in(inbound: Inbound) -> MemoryRefusal | None:
    """Return the refusal of a memory action that a stanza tells of; None for any other stanza."""
    if not isinstance(inbound, Stanza) or not isinstance(inbound.body, ErrorMessage):
        return None
    told = inbound.meta.get(REFUSED)
    if not isinstance(told, Mapping) or not isinstance(told.get("id"), str):
        return None
    reason, theirs, yours = (str(told.get(name) or "") for name in ("refusal", "theirs", "yours"))
    return MemoryRefusal(memory_id=told["id"], reason=reason, sentence=inbound.body.message, theirs=theirs, yours=yours)
