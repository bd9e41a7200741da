"""The canonical form that we write, as a plain map: what goes on the wire, into the journal and into `decode`.

Deployed servers drop in silence what is not exactly of the kind they expect (docs/protocol.md#strict-kinds): floats in
float fields, whole numbers in integer fields, booleans, text keys only. So fields are forced to their kind here, and
free values (tool parameters, results, metadata) to what MessagePack with 32-bit floats can carry. Whole stanzas become
the plain JSON objects that `journal`, `decode` and `talk` print (`as_object`).
"""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, assert_never

from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza, Unknown
from alicia_desktop.protocol.messages import Message
from alicia_desktop.protocol.registry import entry_of, name_of
from alicia_desktop.protocol.shapes import FieldKind

_FLOAT32_MAX: Final = 3.4028234663852886e38
_INT_MIN, _INT_MAX = -(2**63), 2**64 - 1


class UnwritableValueError(ValueError):
    """A field holds what cannot be made its kind. Says which field, never what it holds."""


def body_map(stanza: Stanza) -> dict[str, Any]:
    """Return the body as it is written: fields in the order of the protocol, None left out, extra fields after them."""
    body = message_map(stanza.body)
    if body.get("conversationId") == "" and entry_of(stanza.body).shape.fills_conversation:
        body["conversationId"] = stanza.conversation_id
    for key, value in stanza.extra.items():
        body.setdefault(key, free(value))
    return body


def message_map(message: Message) -> dict[str, Any]:
    """Return the fields of a message under their wire names, each of its canonical kind."""
    body: dict[str, Any] = {}
    for field in entry_of(message).shape.fields:
        value = getattr(message, field.attribute)
        if value is None:
            continue
        try:
            body[field.wire] = _of_kind(field.kind, value)
        except ValueError:  # its words may hold what somebody said
            raise UnwritableValueError(f"{field.wire} is of another kind") from None
    return body


def _of_kind(kind: FieldKind, value: Any) -> Any:
    match kind:
        case FieldKind.NUMBER:
            return free(float(value))
        case FieldKind.INTEGER:
            return int(value)
        case FieldKind.BOOLEAN:
            return bool(value)
        case FieldKind.MAP | FieldKind.LIST | FieldKind.ANYTHING:
            return free(value)
        case _:
            return value


def free(value: Any) -> Any:
    """Return a value of no fixed kind as the wire carries it: text keys, numbers that fit, times in milliseconds."""
    match value:
        case None | bool() | str() | bytes():
            return value
        case int():
            return value if _INT_MIN <= value <= _INT_MAX else str(value)
        case float():
            return value if abs(value) <= _FLOAT32_MAX or not math.isfinite(value) else repr(value)
        case Mapping():
            return {key if isinstance(key, str) else str(key): free(inner) for key, inner in value.items()}
        case list() if set(map(type, value)) == {float} and max(map(abs, value)) <= _FLOAT32_MAX:
            return value[:]  # vectors are long, and this way they are looked at without a call for each number
        case list() | tuple() | set() | frozenset():
            return [free(inner) for inner in value]
        case datetime():
            return int(value.timestamp() * 1000)
        case _:
            raise TypeError(f"A {type(value).__name__} has no form on the wire.")


def to_json(value: Any) -> Any:
    """Return a canonical value as JSON can say it: bytes as `{"bytes": count}`, a number that is none as its name."""
    match value:
        case bytes():
            return {"bytes": len(value)}
        case float() if not math.isfinite(value):
            return str(value)
        case Mapping():
            return {str(key): to_json(inner) for key, inner in value.items()}
        case list() | tuple():
            return [to_json(inner) for inner in value]
        case _:
            return value


def to_json_body(message: Message) -> dict[str, Any]:
    """Return a message's body for journal, `decode` and inspector; sound and other bytes only as their count."""
    return {key: to_json(value) for key, value in message_map(message).items()}


def as_object(inbound: Inbound) -> dict[str, Any]:
    """Return a received envelope, with its problems, as plain values for JSON."""
    name, number, body, problems = _read(inbound)
    meta = {} if isinstance(inbound, Malformed) else dict(inbound.meta)
    return {
        "stanza_id": inbound.stanza_id,
        "conversation_id": inbound.conversation_id,
        "type": number,
        "name": name,
        "body": to_json(body),
        "meta": to_json(meta),
        "problems": problems,
    }


def _read(inbound: Inbound) -> tuple[str, int | None, Mapping[str, Any], list[str]]:
    """Return name, type number, body and problems."""
    match inbound:
        case Stanza(body=body):
            return entry_of(body).name, body.TYPE, body_map(inbound), list(inbound.problems)
        case Unknown(type=number):
            return "Unknown", number, inbound.body, [f"{name_of(number)} is not known", *inbound.problems]
        case Malformed():
            return "Malformed", inbound.type, inbound.body or {}, [inbound.reason]
    assert_never(inbound)


def as_journaled(inbound: Inbound, *, outbound: bool, at: datetime) -> dict[str, Any]:
    """Return one stanza as it crossed the wire: `direction`, `stanza_id`, `type`, `name`, `body`, `meta`, `at`."""
    whole = as_object(inbound)
    selected = {key: whole[key] for key in ("stanza_id", "type", "name", "body", "meta")}
    return {"direction": "out" if outbound else "in", **selected, "at": at.isoformat()}
