"""The envelope around a body: who, where, what type (docs/protocol.md#envelope), only refused if it cannot be placed.

Without a type nobody can say what a body means, so that is a fault. A stanza id or a conversation id that is
missing or odd is not: the stanza is read without a place in the order, and says so.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from alicia_desktop.protocol.leniency import UnclearError, read_integer
from alicia_desktop.protocol.messages import Configuration

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
