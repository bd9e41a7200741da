"""The envelope of a message: what crosses the wire as values, and reading all of a raw envelope but its body.

Nothing inbound raises (docs/architecture.md#rules): `codec.decode` answers with one of the three kinds of `Inbound`,
a `Stanza` that was understood, or what could not be, with its bytes kept.

`read_head` tells conversation, order and type (docs/protocol.md#envelope) and refuses only what cannot be placed:
without a type nobody can say what a body means. A stanza id or a conversation id that is missing or odd is no fault:
the stanza is read without a place in the order, and its problems say so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from alicia_desktop.protocol.leniency import UnclearError, read_integer
from alicia_desktop.protocol.messages import Configuration, Message


@dataclass(frozen=True, kw_only=True, slots=True)
class Stanza:
    """One envelope whose body was understood (docs/protocol.md#envelope)."""

    stanza_id: int
    """Order and sender: client > 0, server < 0; 0 (deployed servers only) has no place in the order."""
    conversation_id: str
    """Empty only in the Configuration that asks for a new conversation."""
    body: Message
    meta: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the body that the protocol does not list, kept as they came and shown in the inspector."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Canonical field → other name under which it came: a `confidence` sent as `relevance` may mean another thing."""
    problems: tuple[str, ...] = ()
    """What was odd but readable, such as a field of the wrong kind that was converted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Unknown:
    """A well-formed envelope of a type that this version does not know: journaled with its bytes, otherwise skipped."""

    stanza_id: int
    conversation_id: str
    type: int
    body: Mapping[str, Any]
    meta: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Malformed:
    """Bytes that are no stanza: journaled raw (first 64 KiB), counted, and shown with the reason.

    See docs/protocol.md#limits.
    """

    reason: str
    raw: bytes
    stanza_id: int | None = None
    conversation_id: str | None = None
    type: int | None = None
    body: Mapping[str, Any] | None = None
    """The body as it came, where the envelope at least could be read."""


Inbound = Stanza | Unknown | Malformed

_INT32: Final = range(-(2**31), 2**31)
_TYPES: Final = range(2**16)
_NOWHERE: Final = 0
"""The stanza id that has no place in the order."""


class EnvelopeHead(msgspec.Struct, frozen=True):
    """An envelope without its body."""

    stanza_id: int
    conversation_id: str
    number: int
    """The type; -1 where `fault` says that there is none."""
    meta: Mapping[str, Any]
    problems: tuple[str, ...] = ()
    fault: str = ""


def read_head(envelope: Mapping[str, Any]) -> EnvelopeHead:
    """Read all keys of an envelope but the body. Never raises."""
    stanza_id, conversation_id = envelope.get("stanzaId"), envelope.get("conversationId")
    number, meta = envelope.get("type"), envelope.get("meta")
    if (
        type(stanza_id) is int
        and stanza_id in _INT32
        and type(number) is int
        and number in _TYPES
        and type(conversation_id) is str
        and (conversation_id or number == Configuration.TYPE)
        and (meta is None or type(meta) is dict)
    ):
        return EnvelopeHead(stanza_id, conversation_id, number, meta or {})
    return _read_odd(envelope)


def _read_odd(envelope: Mapping[str, Any]) -> EnvelopeHead:
    problems: list[str] = []
    stanza_id = _read_number(envelope.get("stanzaId"), "stanzaId", _INT32, problems)
    number = _read_number(envelope.get("type"), "type", _TYPES, problems)
    conversation_id = _read_conversation(envelope, number, problems)
    meta = envelope.get("meta")
    if not (meta is None or isinstance(meta, dict)):
        problems.append("meta is not a map: left out")
        meta = None
    fault = ""
    if number is None:
        fault = "type is missing." if envelope.get("type") is None else "type is not a number from 0 to 65535."
    return EnvelopeHead(
        stanza_id=_NOWHERE if stanza_id is None else stanza_id,
        conversation_id=conversation_id,
        number=-1 if number is None else number,
        meta=meta or {},
        problems=tuple(problems),
        fault=fault,
    )


def _read_number(value: Any, name: str, allowed: range, problems: list[str]) -> int | None:
    """Read a whole number that may have come as a float or as text."""
    if value is None:
        problems.append(f"{name} is missing")
        return None
    try:
        read = read_integer(value)
    except UnclearError:
        read = None
    if read is None or read not in allowed:
        problems.append(f"{name} is no whole number in its range: left out")
        return None
    if type(value) is not int:
        problems.append(f"{name} is not a whole number: read as one")
    return read


def _read_conversation(envelope: Mapping[str, Any], number: int | None, problems: list[str]) -> str:
    found = envelope.get("conversationId")
    if isinstance(found, str) and found:
        return found
    if found and not isinstance(found, str):
        problems.append("conversationId is not text: left out")
    if number == Configuration.TYPE:
        return ""
    body = envelope.get("body")
    inner = body.get("conversationId") if isinstance(body, dict) else None
    if isinstance(inner, str) and inner:
        problems.append("conversationId is missing: that of the body was taken")
        return inner
    problems.append("conversationId is missing")
    return ""
