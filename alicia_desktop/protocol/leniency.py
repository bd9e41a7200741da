"""Reading a body that is not quite as it should be: without guessing, and telling every liberty that was taken.

Only stanzas that the strict conversion refuses come here, so this may be slow and thorough. The rule for each
field: a value of the wrong kind is converted where it can mean only one thing (`"12"` for a number); else an
optional field is left out and what came is kept beside the body; else, the field being required or its default no
guess that may be made, the body is unreadable and says why.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from alicia_desktop.protocol.shapes import Field, FieldKind, MessageShape


class UnreadableBodyError(ValueError):
    """A required field is missing or means nothing. Never leaves the codec, which makes a `Malformed` of it."""


@dataclass(kw_only=True, slots=True)
class LenientBody:
    """The result of reading a body leniently."""

    values: dict[str, Any] = field(default_factory=dict)
    """Canonical wire name → value of the right kind."""
    leftovers: dict[str, Any] = field(default_factory=dict)
    """Known fields that could not be read, as they came."""
    problems: list[str] = field(default_factory=list)


class UnclearError(ValueError):
    """A value that cannot be read as the kind asked for."""


def read_leniently(body: Mapping[str, Any], shape: MessageShape) -> LenientBody:
    """Read the known fields of `body`, whose aliases are already resolved; raises `UnreadableBodyError`."""
    reading = LenientBody()
    for one in shape.fields:
        value = body.get(one.wire)
        if value is None or (value == "" and one.kind is FieldKind.ID):
            if one.required and one.kind is not FieldKind.ANYTHING:
                raise UnreadableBodyError(f"{one.wire} is {'missing' if value is None else 'empty'}.")
            continue
        _read_field(one, value, reading)
    return reading


def _read_field(one: Field, value: Any, reading: LenientBody) -> None:
    try:
        read = _READERS[one.kind](value)
        if one.choices:
            read = _choose(read, one.choices)
    except UnclearError:
        said = f"{one.wire} is {_describe(value)}, not {_expected(one)}"
        if one.decisive:
            raise UnreadableBodyError(f"{said}.") from None
        reading.leftovers[one.wire] = value
        reading.problems.append(f"{said}: not used")
        return
    reading.values[one.wire] = read
    if (
        type(read) is not type(value) and one.kind is not FieldKind.LIST and not _is_exact(one, value)
    ) or read != value:
        reading.problems.append(f"{one.wire} is {_describe(value)}: read as {_expected(one)}")


def _is_exact(one: Field, value: Any) -> bool:
    """Whether nothing is lost or guessed: a whole number where a float may stand."""
    return one.kind is FieldKind.NUMBER and type(value) is int


def _read_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    raise UnclearError


def read_integer(value: Any) -> int:
    """Return the whole number that `value` is or says; raises `UnclearError`."""
    if isinstance(value, str):
        value = _integer_in_text(value.strip())
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not -(2**63) <= value < 2**63:
        raise UnclearError
    return value


def _integer_in_text(text: str) -> int:
    """Read a number, or a time as RFC 3339 writes it, in epoch milliseconds."""
    if text.lstrip("+-").isdecimal() and len(text) <= 20:
        return int(text)
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise UnclearError
        return int(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        raise UnclearError from None


def _read_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise UnclearError
    try:
        number = float(value)
    except (ValueError, OverflowError):
        raise UnclearError from None
    if not math.isfinite(number):
        raise UnclearError
    return number


_TRUTHS: Final[Mapping[Any, bool]] = {True: True, False: False, "true": True, "false": False, "1": True, "0": False}


def _read_boolean(value: Any) -> bool:
    key = value.strip().lower() if isinstance(value, str) else value
    if isinstance(key, bool | int | float | str) and key in _TRUTHS:
        return _TRUTHS[key]
    raise UnclearError


def _read_bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    raise UnclearError


def _read_map(value: Any) -> dict[str, Any]:
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return value
    raise UnclearError


def _read_list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    raise UnclearError


def _as_it_is(value: Any) -> Any:
    return value


_READERS: Final[Mapping[FieldKind, Callable[[Any], Any]]] = {
    FieldKind.TEXT: _read_text,
    FieldKind.ID: _read_text,
    FieldKind.INTEGER: read_integer,
    FieldKind.NUMBER: _read_number,
    FieldKind.BOOLEAN: _read_boolean,
    FieldKind.BYTES: _read_bytes,
    FieldKind.MAP: _read_map,
    FieldKind.LIST: _read_list,
    FieldKind.ANYTHING: _as_it_is,
}


def _choose(value: Any, choices: tuple[str | int, ...]) -> str | int:
    folded = value.strip().lower() if isinstance(value, str) else value
    if folded in choices:
        return folded
    raise UnclearError


_NAMES: Final = {
    str: "text",
    int: "a number",
    float: "a number",
    bool: "a boolean",
    bytes: "bytes",
    list: "a list",
    dict: "a map",
}
_EXPECTED: Final = {
    FieldKind.TEXT: "text",
    FieldKind.ID: "text",
    FieldKind.INTEGER: "a whole number",
    FieldKind.NUMBER: "a number",
    FieldKind.BOOLEAN: "a boolean",
    FieldKind.BYTES: "bytes",
    FieldKind.MAP: "a map",
    FieldKind.LIST: "a list",
}


def _describe(value: Any) -> str:
    """Name the kind of a value, never the value: problems are shown, and may be logged."""
    return _NAMES.get(type(value), "something else")


def _expected(one: Field) -> str:
    if one.choices:
        return "one of " + ", ".join(str(choice) for choice in one.choices)
    return _EXPECTED.get(one.kind, "anything")
