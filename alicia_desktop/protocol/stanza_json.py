"""Render stanzas as the plain JSON objects that `journal`, `decode` and `talk` print."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, assert_never

from alicia_desktop.protocol.codec import body_map, to_json
from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza, Unknown
from alicia_desktop.protocol.registry import entry_of, name_of


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
