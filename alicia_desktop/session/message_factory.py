"""What the person says, as stanzas: one place, so that window and `talk` write the same."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from alicia_desktop.base.ids import COMMENTARY, MESSAGE, new_id, new_span_id, new_trace_id
from alicia_desktop.protocol.messages import Commentary, ControlVariation, Feedback, UserMessage, UserNote
from alicia_desktop.protocol.sequence import SPAN, TRACE

TargetType = Literal["message", "tool_use", "memory", "reasoning"]
Vote = Literal["up", "down", "remove"]


def question(
    text: str,
    *,
    conversation_id: str,
    previous_id: str | None,
    at: datetime,
    client_version: str,
    speak: bool = False,
) -> tuple[UserMessage, dict[str, Any]]:
    """Return a written question and its meta; each question begins a trace of its own (docs/protocol.md#meta-keys).

    With `speak` our server also says its answer to a question that was written.
    """
    body = UserMessage(
        id=new_id(MESSAGE),
        previous_id=previous_id,
        conversation_id=conversation_id,
        content=text,
        timestamp=_milliseconds(at),
    )
    meta: dict[str, Any] = {
        "source": "keyboard",
        "clientVersion": client_version,
        TRACE: new_trace_id(),
        SPAN: new_span_id(),
    }
    return body, meta | ({"speak": True} if speak else {})


def regeneration(answer_id: str, *, conversation_id: str) -> ControlVariation:
    """Return the wish for another answer to the same question (docs/protocol.md#variations)."""
    return ControlVariation(conversation_id=conversation_id, target_id=answer_id, mode="regenerate")


def edit(question_id: str, text: str, *, conversation_id: str) -> ControlVariation:
    """Return the wish for other words in place of a question; the new question follows at once.

    See docs/protocol.md#variations.
    """
    return ControlVariation(conversation_id=conversation_id, target_id=question_id, mode="edit", new_content=text)


def continuation(answer_id: str, *, conversation_id: str) -> ControlVariation:
    """Return the wish that a stopped answer goes on (docs/protocol.md#variations)."""
    return ControlVariation(conversation_id=conversation_id, target_id=answer_id, mode="continue")


def asked_again(
    answer_id: str, *, conversation_id: str, without: Sequence[str] = (), including: Sequence[str] = ()
) -> tuple[ControlVariation, dict[str, Any]]:
    """Return the wish for the same answer without some memories, or with some that it had not, and its meta.

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
    """Return a note on a message, or other words for the note `note_id`; without words it is deleted."""
    return UserNote(
        id=note_id or new_id(COMMENTARY),
        message_id=message_id,
        content=text,
        action=("update" if text else "delete") if note_id else "create",
        timestamp=_milliseconds(at),
    )


def reason_against(text: str, *, message_id: str, conversation_id: str, at: datetime) -> Commentary:
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
