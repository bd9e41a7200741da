"""Compose stanzas by hand: a preset of each type that a client may send, and whether what was written can be sent.

said = preset(UserNote.TYPE, StanzaContext(message_id="am_2", at_ms=…))      # JSON, to be changed
composed = compose(UserNote.TYPE, said, conversation_id="ac_1")
if composed.body is None:
    show(composed.problem)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from alicia_desktop.base import ids
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.protocol.canonical import UnwritableValueError, to_json, to_json_body
from alicia_desktop.protocol.codec import decode, encode, read_envelope
from alicia_desktop.protocol.envelope import Malformed, Stanza
from alicia_desktop.protocol.messages import (
    AudioChunk,
    Commentary,
    Configuration,
    ControlVariation,
    Feedback,
    MemoryAction,
    Message,
    ToolUseResult,
    UserMessage,
    UserNote,
)
from alicia_desktop.protocol.registry import BY_NUMBER, ENTRIES, Direction, TypeEntry, entry_of
from alicia_desktop.protocol.shapes import Field, FieldKind
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view import text

MAX_CHARACTERS: Final = 1_000_000
"""Of a body that somebody writes."""
SENDABLE: Final = tuple(
    entry for entry in ENTRIES if entry.direction is not Direction.SERVER and entry.struct is not AudioChunk
)
"""Types that a client may send. Sound is what the microphone is for."""
FIRST: Final = UserMessage.TYPE
"""The type that is offered first."""
_SHOWN: Final[Mapping[type[Message], Sequence[str]]] = {
    UserNote: ("messageId",),
    MemoryAction: ("memory",),
    ControlVariation: ("newContent",),
    ToolUseResult: ("result",),
    Configuration: ("conversationId", "lastSequenceSeen"),
}
"""Fields that may be left out, but of which a preset shows how they are written."""
_PREFIXES: Final[Mapping[type[Message], str]] = {
    ToolUseResult: ids.TOOL_USE,
    Commentary: ids.COMMENTARY,
    Feedback: ids.COMMENTARY,
    UserNote: ids.COMMENTARY,
    MemoryAction: ids.MEMORY,
}


MemoryEffect = Literal["none", "may_change", "changed"]
"""`may_change`: it is a message of the user, from which a server may learn or which may have it forget."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaContext:
    """What a preset names."""

    conversation_id: str = ""
    message_id: str = ""
    """The last message, or the one that somebody looks at."""
    at_ms: int = 0
    """Milliseconds since 1970."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ComposedStanza:
    """What was written, as it would be sent; without a body it cannot be."""

    body: Message | None = None
    problem: str = ""
    """Why it cannot be sent, as a sentence."""
    memories: MemoryEffect = "none"
    """What becomes of memories when it is sent."""


def preset(number: int, context: StanzaContext) -> str:
    """Return a body of that type as JSON: what it needs, and what is mostly said beside."""
    entry = BY_NUMBER[number]
    shown = _SHOWN.get(entry.struct, ())
    fields = (field for field in entry.shape.fields if field.required or field.wire in shown)
    return text.as_json({field.wire: _value(entry, field, context) for field in fields})


def _value(entry: TypeEntry, field: Field, context: StanzaContext) -> Any:
    known = {
        "id": ids.new_id(_PREFIXES.get(entry.struct, ids.MESSAGE)),
        "conversationId": context.conversation_id,
        "messageId": context.message_id,
        "targetId": context.message_id,
        "timestamp": context.at_ms,
        "memory": {"content": ""},
        "action": "create",
        "vote": "up",
        "mode": "regenerate",
        "targetType": "message",
    }
    if field.wire in known:
        return known[field.wire]
    empty: Mapping[FieldKind, Any] = {
        FieldKind.INTEGER: 0,
        FieldKind.NUMBER: 0.0,
        FieldKind.BOOLEAN: True,
        FieldKind.MAP: {},
        FieldKind.LIST: [],
        FieldKind.ANYTHING: {},
    }
    return field.choices[0] if field.choices else empty.get(field.kind, "")


def again(record: JournalRecord, context: StanzaContext) -> tuple[int, str] | None:
    """Return type and body of a sent stanza as JSON, under a new id and time; None where it cannot be sent by hand.

    What names a thing that exists, such as the id of a memory that is changed, stays. Files of a message are left out,
    since the journal has only their names.
    """
    sent = decode(record.raw) if record.raw is not None and record.direction == "out" else None
    if not isinstance(sent, Stanza) or entry_of(sent.body) not in SENDABLE:
        return None
    entry = entry_of(sent.body)
    body = to_json_body(sent.body) | to_json(sent.extra)
    body.pop("attachments", None)
    fresh = {"timestamp"} | ({"id"} if body.get("action", "create") == "create" else set())
    fresh &= body.keys() & entry.shape.wires
    body |= {name: _value(entry, entry.shape.by_wire[name], context) for name in fresh}
    return entry.number, text.as_json(body)


def compose(number: int, said: str, *, conversation_id: str) -> ComposedStanza:
    """Read a body that somebody wrote: exactly what the protocol asks for, or a sentence that says what is wrong."""
    entry = BY_NUMBER[number]
    if len(said) > MAX_CHARACTERS:
        return ComposedStanza(
            problem=translate("It is longer than {most} characters.").format(most=format_number(MAX_CHARACTERS))
        )
    try:
        body = decode_json(said)
    except ValueError as error:
        return ComposedStanza(problem=translate("This is no JSON: {error}.").format(error=error))
    if not isinstance(body, dict):
        return ComposedStanza(problem=translate("A body is an object: { … }."))
    read = read_envelope({"stanzaId": 1, "conversationId": conversation_id, "type": number, "body": body})
    if isinstance(read, Malformed):
        return ComposedStanza(problem=_sentence(read.reason))
    if not isinstance(read, Stanza):
        return ComposedStanza(problem=translate("It is no {type}.").format(type=entry.name))
    if problem := _problem(entry, read) or _emptiness(entry, body):
        return ComposedStanza(problem=problem)
    try:
        encode(read)
    except (UnwritableValueError, WorldError) as error:
        return ComposedStanza(problem=_sentence(str(error)))
    return ComposedStanza(body=read.body, memories=_memory_effect(read.body))


def _problem(entry: TypeEntry, read: Stanza) -> str:
    if entry_of(read.body) is not entry:
        return translate("It would be read as {type}.").format(type=entry_of(read.body).name)
    if read.problems:
        return _sentence(read.problems[0])
    for canonical, alias in read.aliases.items():
        return translate("Write {name} instead of {alias}.").format(name=canonical, alias=alias)
    for name in read.extra:
        return translate("{type} has no field {field}.").format(type=entry.name, field=text.one_line(name, 60))
    return ""


def _emptiness(entry: TypeEntry, body: Mapping[str, Any]) -> str:
    """Return which text is needed and says nothing; a message may be its files alone."""
    needed = (field.wire for field in entry.shape.fields if field.required)
    blank = (name for name in needed if isinstance(said := body.get(name), str) and not said.strip())
    name = "" if body.get("attachments") else next(blank, "")
    return _sentence(translate("{field} is empty").format(field=name)) if name else ""


def _memory_effect(body: Message) -> MemoryEffect:
    if isinstance(body, MemoryAction) or (isinstance(body, Feedback) and body.target_type == "memory"):
        return "changed"
    return "may_change" if isinstance(body, UserMessage | ControlVariation) else "none"


def _sentence(reason: str) -> str:
    said = text.one_line(reason, 300)
    return f"{said[:1].upper()}{said[1:]}" + ("" if said.endswith((".", "!", "?")) else ".")
