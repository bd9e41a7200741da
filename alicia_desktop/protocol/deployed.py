"""The deployed profile: all that is different with the servers that are published, in one place.

Such a server answers Configuration with an Acknowledgement of its own. Everything here is a pure decision; session and
store ask for it where they would do something else with a server that follows the contract. See
docs/protocol.md#deployed-servers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec.structs import replace

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantMessage,
    AudioChunk,
    ControlStop,
    ControlVariation,
    ErrorMessage,
    MemoryTrace,
    Message,
    ReasoningStep,
    StartAnswer,
    ToolUseRequest,
    UserMessage,
)

Profile = Literal["unknown", "canonical", "deployed"]

SILENCE_SECONDS: Final = 3.0
"""No sentence is marked as the last one: after so long without another, the history tells whether that was all."""
LOOKS: Final = 10
"""How often the history is looked at for the end of one answer: after that, the answer is incomplete."""
FIRST_UNKNOWN_TYPE: Final = 20
"""Votes, notes and memory actions are passed over by these servers, without a word."""

_NAMES: Final[dict[type[Message], str]] = {
    UserMessage: "id",
    AssistantMessage: "previous_id",
    StartAnswer: "previous_id",
    MemoryTrace: "previous_id",
    ReasoningStep: "previous_id",
    ToolUseRequest: "message_id",
}
"""Where a stanza of the server's names a question: by the id that the server gave it."""


def is_mark(stanza: Stanza) -> bool:
    """Whether this answer to a Configuration, instead of a Configuration, is the mark of the profile."""
    return isinstance(stanza.body, Acknowledgement) and stanza.stanza_id < 0


def is_sure_mark(stanza: Stanza, *, asked_from: int) -> bool:
    """Whether it is the mark and no other server's acknowledgement of something else.

    It names no message, and repeats `lastSequenceSeen` of the Configuration as if that were a stanza of ours.
    """
    body = stanza.body
    if not is_mark(stanza) or not isinstance(body, Acknowledgement) or body.acknowledged_message_id:
        return False
    return body.acknowledged_stanza_id == asked_from


def is_harmless(error: ErrorMessage) -> bool:
    """Whether the error ends nothing: unrequested sound, the echo of a stop, or a long gap."""
    if error.code == 503:
        return error.message.startswith("Failed to send audio")
    return error.code == 202 or (error.code == 501 and "context canceled" in error.message)


def is_placeholder(body: Message) -> bool:
    """Whether it repeats an answer without words: the row that a regenerated answer, or one that broke off, left."""
    match body:
        case StartAnswer():
            return body.planned_sentence_count == 0
        case AssistantMessage():
            return not body.content.strip()
        case _:
            return False


def asks_for_history(error: ErrorMessage) -> bool:
    """Whether too much was missed for a replay, so that the history must be fetched."""
    return error.code == 202


def question_named(body: Message) -> str | None:
    """Return the server's id of a question in what the server says, or None."""
    attribute = _NAMES.get(type(body))
    named: str | None = None if attribute is None else getattr(body, attribute)
    return named or None


def rename_question(body: Message, own_id: str) -> Message:
    """Return what the server says with our id of the question in place of its own."""
    return replace(body, **{_NAMES[type(body)]: own_id})


def names_what_is_asked(body: Message) -> bool:
    """Whether an unknown id in `body` can only be the name of the one question that is in flight."""
    return isinstance(body, StartAnswer | MemoryTrace)


def accepts(profile: Profile, body: Message) -> bool:
    """Whether a server knows what to do with it: of what is spoken a deployed one understands nothing.

    See docs/protocol.md#no-voice.
    """
    return profile != "deployed" or not isinstance(body, AudioChunk)


def outgoing(body: Message, server_id: Callable[[str], str | None]) -> Message | None:
    """Return what is sent instead of `body`, or None where the server would do nothing or harm with it.

    `server_id` returns the server's id of a message, None where it has none yet: such an id would lose the question.
    """
    if body.TYPE >= FIRST_UNKNOWN_TYPE:
        return None
    match body:
        case UserMessage():
            previous = server_id(body.previous_id) if body.previous_id else None
            return replace(body, previous_id=previous)
        case ControlVariation(mode="edit"):
            return None  # works on answers only; the new text follows as a question of its own
        case ControlVariation():
            target = server_id(body.target_id)
            return None if target is None else replace(body, target_id=target)
        case ControlStop(stop_type="speech"):
            return None  # it says nothing aloud, and would end the writing
        case ControlStop() if body.target_id:
            return replace(body, target_id=server_id(body.target_id))
        case _:
            return body


@dataclass(frozen=True, kw_only=True, slots=True)
class AskedQuestion:
    """A question: ours under its own id, or the server's in its history."""

    id: str
    text: str


def same_questions(ours: Sequence[AskedQuestion], theirs: Sequence[AskedQuestion]) -> dict[str, str]:
    """Return our id → the server's id for each question of ours that the history has, in the order of both.

    The history holds no id of ours, so it is the words that tell; each of its questions is one of ours at most.
    """
    found: dict[str, str] = {}
    place = 0
    for question in ours:
        wanted = plain(question.text)
        match = next((at for at in range(place, len(theirs)) if plain(theirs[at].text) == wanted), None)
        if match is not None:
            found[question.id] = theirs[match].id
            place = match + 1
    return found


def plain(text: str) -> str:
    """Return text as two copies of it can be compared: white space at its ends says nothing."""
    return text.strip()
