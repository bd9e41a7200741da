"""What crosses the wire, as values: a `Stanza` that was understood, or what could not be, with its bytes kept.

Nothing inbound raises (docs/architecture.md#rules): `codec.decode` answers with one of the three kinds of `Inbound`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from alicia_desktop.protocol.messages import Message


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
