"""Stanzas to bytes and back. `encode` writes the canonical form only; `decode` reads every form and never raises.

Reading goes in three steps, each as cheap as good input allows: limits on the raw bytes (`scanner`), MessagePack to
plain values, values to a frozen struct. Where a step refuses, a lenient reading follows that says what was odd
(`leniency`); where that fails too, the answer is a `Malformed` with its reason. A small packet cannot hold enough to do
harm, so it is unpacked at once if it is of the usual form; the scan of the raw bytes, which costs more than all the
rest, is for large packets, for those that hold bytes, and for finding out what is wrong.
"""

import math
from collections.abc import Mapping
from types import GenericAlias
from typing import Any, Final, cast

import msgpack
import msgspec

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.protocol import scanner
from alicia_desktop.protocol.canonical import UnwritableValueError, body_map, free, to_json, to_json_body
from alicia_desktop.protocol.envelope import EnvelopeHead, Inbound, Malformed, Stanza, Unknown, read_head
from alicia_desktop.protocol.leniency import UnreadableBodyError, read_leniently
from alicia_desktop.protocol.messages import AudioChunk, ControlStop, Message
from alicia_desktop.protocol.registry import BY_NUMBER, TypeEntry

__all__ = [
    "body_map",
    "decode",
    "encode",
    "encode_envelope",
    "read_envelope",
    "to_json",
    "to_json_body",
    "unpack_plain",
]

_SOUND_FIELDS: Final = ("format", "trackSid", "data", "duration", "durationMs", "seq", "sequence", "isLast")
"""Any of them makes a body of type 10 an AudioChunk (docs/protocol.md#type-10)."""

_SMALL_BYTES: Final = 64 * 1024
"""Too few for `scanner.MAX_NODES` values, each of which takes a byte; unpacked, they take some 6 MB at most."""
_USUAL_DEPTH: Final = 6
_TOO_DEEP: Final = translate("Nested too deep.")


def _usual(depth: int) -> Any:
    """Return the type of plain values without bytes, nested so deep."""
    scalar: Any = None | bool | int | float | str
    if not depth:
        return scalar
    inner: Any = _usual(depth - 1)
    return scalar | GenericAlias(list, inner) | GenericAlias(dict, (str, inner))


_usual_map: Final = msgspec.msgpack.Decoder(GenericAlias(dict, (str, _usual(_USUAL_DEPTH)))).decode
"""Fails on anything unusual while it unpacks. It makes no list longer than the bytes can fill, whatever length the
packet announces."""


def encode(stanza: Stanza) -> bytes:
    """Return the stanza as one MessagePack map.

    Raises:
        WorldError: its size or depth is over the limits, or a field holds what is not of its kind.
    """
    try:
        data = _pack(envelope_map(stanza))
    except UnwritableValueError as error:
        raise _unsendable(translate("A value cannot be written: {error}.").format(error=error)) from error
    except RecursionError as error:  # a value that contains itself
        raise _unsendable(_TOO_DEEP) from error
    except ValueError as error:
        deep = "recursion limit" in str(error)  # msgpack's own limit has no class of its own
        raise _unsendable(_TOO_DEEP if deep else translate("A value cannot be written: it is too large.")) from error
    found = scanner.survey(data)
    if isinstance(found, scanner.Fault):
        raise _unsendable(found.reason)
    return data


def envelope_map(stanza: Stanza) -> dict[str, Any]:
    """Return the stanza as the map that is written, in the order of the protocol's page."""
    envelope: dict[str, Any] = {
        "stanzaId": stanza.stanza_id,
        "conversationId": stanza.conversation_id,
        "type": stanza.body.TYPE,
    }
    if stanza.meta:
        envelope["meta"] = free(stanza.meta)
    envelope["body"] = body_map(stanza)
    return envelope


def encode_envelope(envelope: dict[str, Any]) -> bytes:
    """Return a map that was unpacked as bytes, whatever it holds.

    Raises:
        ValueError: it holds what MessagePack cannot write.
    """
    try:
        return _pack(envelope)
    except (TypeError, OverflowError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _pack(envelope: dict[str, Any]) -> bytes:
    try:
        data: bytes = msgpack.packb(envelope, use_single_float=True)
    except UnicodeEncodeError:  # half a surrogate pair, as a pasted text may contain
        data = msgpack.packb(envelope, use_single_float=True, unicode_errors="replace")
    return data


def _unsendable(reason: str) -> WorldError:
    return WorldError(
        sentence=translate("This message cannot be sent. {reason}").format(reason=reason), code="stanza_unsendable"
    )


def decode(data: bytes) -> Inbound:
    """Read one packet. Never raises, whatever the bytes."""
    if len(data) <= _SMALL_BYTES and (small := _unpack_usual(data)) is not None:
        return read_envelope(small, raw=data)
    found = scanner.survey(data)
    if isinstance(found, scanner.Fault):
        return Malformed(reason=found.reason, raw=data)
    try:
        envelope, problems = _unpack(data, plain=found.plain)
    except ValueError as error:  # all that msgpack raises on hostile bytes
        return Malformed(reason=f"Not readable as MessagePack: {error}", raw=data)
    if not isinstance(envelope, dict):
        return Malformed(reason="A single value, not a map.", raw=data)
    return read_envelope(envelope, raw=data, problems=problems)


def unpack_plain(data: bytes) -> Mapping[str, Any] | None:
    """Return a packet's map as it was sent, not read as a message of its type; None if it is no map."""
    if len(data) <= _SMALL_BYTES and (small := _unpack_usual(data)) is not None:
        return small
    found = scanner.survey(data)
    if isinstance(found, scanner.Fault):
        return None
    try:
        envelope, _ = _unpack(data, plain=found.plain)
    except ValueError:
        return None
    return envelope if isinstance(envelope, dict) else None


def _unpack_usual(data: bytes) -> dict[str, Any] | None:
    """Return a packet's map; None if it is no map, nests deep, holds bytes or is unusual in any other way."""
    try:
        return cast("dict[str, Any]", _usual_map(data))
    except (ValueError, RecursionError):  # all that msgspec raises on hostile bytes; the scan will say why
        return None


def _unpack(data: bytes, *, plain: bool) -> tuple[Any, tuple[str, ...]]:
    if plain:
        try:
            return msgpack.unpackb(data), ()
        except ValueError:  # keys that are no text, or text that is not UTF-8: read, and reported as a problem
            return _unpack_leniently(data)
    return _unpack_leniently(data)


def _unpack_leniently(data: bytes) -> tuple[Any, tuple[str, ...]]:
    oddities = _Oddities()
    try:
        value = msgpack.unpackb(data, **oddities.hooks())
    except UnicodeDecodeError:
        oddities.found["a text is not UTF-8: what is wrong in it was replaced"] = None
        value = msgpack.unpackb(data, **oddities.hooks(), unicode_errors="replace")
    return value, tuple(oddities.found)


class _Oddities:
    """Hooks for msgpack that turn values which JSON lacks into ones it has, and note each kind that they met."""

    def __init__(self) -> None:
        self.found: dict[str, None] = {}

    def hooks(self) -> dict[str, Any]:
        return {
            "strict_map_key": False,
            "object_pairs_hook": self._to_map,
            "list_hook": self._to_list,
            "ext_hook": self._to_extension,
        }

    def _to_map(self, pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
        if not all(isinstance(key, str) for key, _ in pairs):
            self.found["a key is not text: read as text"] = None
        return {_key(key): self._to_value(value) for key, value in pairs}

    def _to_list(self, values: list[Any]) -> list[Any]:
        if msgpack.Timestamp not in set(map(type, values)):  # nearly always, and seen at the speed of C
            return values
        return [self._to_value(value) for value in values]

    def _to_value(self, value: Any) -> Any:
        if not isinstance(value, msgpack.Timestamp):
            return value
        self.found["a time of MessagePack's own kind: read as milliseconds"] = None
        return value.to_unix_nano() // 1_000_000

    def _to_extension(self, code: int, content: bytes) -> dict[str, Any]:
        self.found["an extension of MessagePack: kept as its code and bytes"] = None
        return {"extension": code, "data": content}


def _key(key: Any) -> str:
    if isinstance(key, str):
        return key
    return key.decode(errors="replace") if isinstance(key, bytes) else str(key)


def read_envelope(envelope: Mapping[str, Any], *, raw: bytes = b"", problems: tuple[str, ...] = ()) -> Inbound:
    """Read an envelope of plain values, such as `decode` unpacks or a person composes. Never raises.

    `raw` is what a `Malformed` keeps; `problems` are those found before.
    """
    head = read_head(envelope)
    if head.fault:
        return _malformed(head, head.fault, raw)
    body, number = envelope.get("body"), head.number
    if not isinstance(body, dict):
        return _malformed(head, "body is missing." if body is None else "body is not a map.", raw)
    if number == ControlStop.TYPE and any(body.get(name) is not None for name in _SOUND_FIELDS):
        number = AudioChunk.TYPE
    entry = BY_NUMBER.get(number)
    if entry is None:
        return Unknown(
            stanza_id=head.stanza_id,
            conversation_id=head.conversation_id,
            type=number,
            body=body,
            meta=head.meta,
            problems=problems + head.problems,
        )
    try:
        message, extra, aliases, found = _read_body(entry, body)
    except UnreadableBodyError as error:
        return _malformed(head, str(error), raw, body)
    return Stanza(
        stanza_id=head.stanza_id,
        conversation_id=head.conversation_id,
        body=message,
        meta=head.meta,
        extra=extra,
        aliases=aliases,
        problems=problems + head.problems + found,
    )


def _malformed(head: EnvelopeHead, reason: str, raw: bytes, body: Mapping[str, Any] | None = None) -> Malformed:
    return Malformed(
        reason=reason,
        raw=raw,
        stanza_id=head.stanza_id,
        conversation_id=head.conversation_id,
        type=None if head.fault else head.number,
        body=body,
    )


_Body = tuple[Message, dict[str, Any], dict[str, str], tuple[str, ...]]
"""The message, fields that the protocol does not list, canonical field → the alias it came under, and problems."""


def _read_body(entry: TypeEntry, body: dict[str, Any]) -> _Body:
    shape = entry.shape
    extra: dict[str, Any] = {}
    aliases: dict[str, str] = {}
    if not body.keys() <= shape.wires:
        body, extra, aliases = _resolve(entry, body)
    message = _convert_strictly(entry, body)
    if message is not None:
        return message, extra, aliases, ()
    reading = read_leniently(body, shape)
    try:
        message = msgspec.convert(reading.values, entry.struct, builtin_types=(bytes,))
    except msgspec.ValidationError as error:  # something inside a list: its path says what
        raise UnreadableBodyError(f"{error}.") from error
    return message, extra | reading.leftovers, aliases, tuple(reading.problems)


def _convert_strictly(entry: TypeEntry, body: dict[str, Any]) -> Message | None:
    try:
        message = msgspec.convert(body, entry.struct, builtin_types=(bytes,))
    except msgspec.ValidationError:
        return None
    for name in entry.shape.numbers:
        if not math.isfinite(getattr(message, name) or 0):
            return None
    return message


def _resolve(entry: TypeEntry, body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Split the body into known fields under canonical names, and the rest; a canonical name wins over its alias."""
    known = {name: value for name, value in body.items() if name in entry.shape.wires}
    extra: dict[str, Any] = {}
    aliases: dict[str, str] = {}
    for name, value in body.items():
        canonical = entry.aliases.get(name)
        if name in entry.shape.wires:
            continue
        if canonical is None or known.get(canonical) is not None:
            extra[name] = value
        else:
            known[canonical] = value
            aliases[canonical] = name
    return known, extra, aliases
