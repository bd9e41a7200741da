"""Decide whether one stanza, one row of a list or one plain value fits a condition on a field, a text or a pattern.

A field is what was sent under that path; lists on the way are walked, so that any item may fit. What stands in the
journal beside a stanza's bytes (type, time, size) is compared here for SQL and for `columns` alike.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any, Final, TypeAlias

from alicia_desktop.filtering.expression import And, Condition, Expression, Leaf, Moment, Not, Or, Pattern
from alicia_desktop.filtering.values import FIELD_NUMBER, compiled, pattern_of, words
from alicia_desktop.protocol.codec import unpack_plain

ROOTS: Final = ("body", "meta")
_CLOSE: Final = 1e-6
"""Relative; the wire has numbers of 32 bits, of which nobody types all digits."""


NONE = -(2**63)
"""In a column of numbers: there is none, which fits nothing."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
Field: TypeAlias = str | int | float | tuple[str, ...] | None
"""A text, a whole number (bytes, microseconds), a decimal, several texts of which any may fit, or nothing."""


def is_in_body(leaf: Leaf) -> bool:
    """Whether the bytes are needed to decide."""
    return not isinstance(leaf, Condition) or leaf.key in ROOTS


def holds(leaf: Leaf, raw: bytes | None) -> bool:
    """Whether one stanza fits."""
    if isinstance(leaf, Condition):
        return field_holds(leaf, raw)
    return raw is not None and pattern_of(leaf).search(raw) is not None


def field_holds(leaf: Condition, raw: bytes | None) -> bool:
    """Whether the field of a condition has in some bytes what it wants."""
    if raw is None or _last_key(leaf.path) not in raw:
        return False
    envelope = unpack_plain(raw)
    if envelope is None:
        return False
    return any(scalar_fits(leaf, value) for value in values_at(envelope.get(leaf.key), leaf.path))


@lru_cache(maxsize=256)
def _last_key(path: tuple[str | int, ...]) -> bytes:
    keys = [step for step in path if isinstance(step, str)]
    return keys[-1].encode("utf-8", "surrogatepass") if keys else b""


def values_at(value: Any, path: Sequence[str | int]) -> Iterator[Any]:
    """Yield the plain values under a path; a list where a key is asked for stands for all its items."""
    if isinstance(value, list) and not (path and isinstance(path[0], int)):
        for item in value:
            yield from values_at(item, path)
    elif not path:
        if not isinstance(value, dict):
            yield value
    elif isinstance(value, list):
        if isinstance(path[0], int) and path[0] < len(value):
            yield from values_at(value[path[0]], path[1:])
    elif isinstance(value, Mapping) and path[0] in value:
        yield from values_at(value[path[0]], path[1:])


def scalar_fits(leaf: Condition, value: Any) -> bool:
    """Whether a plain value is what a condition wants."""
    wanted = leaf.value
    if leaf.operator == "~":
        pattern = compiled(wanted.source) if isinstance(wanted, Pattern) else words(str(wanted))
        return not isinstance(value, bytes) and pattern.search(_text(value).encode("utf-8", "replace")) is not None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if leaf.operator == ":":
        if is_number and FIELD_NUMBER.fullmatch(str(wanted)):
            return _same_number(value, str(wanted))
        return not isinstance(value, bytes) and _text(value).casefold() == str(wanted).casefold()
    return is_number and in_order(leaf.operator, value, float(str(wanted)))


def _same_number(value: float, wanted: str) -> bool:
    if isinstance(value, int) and wanted.lstrip("-").isdigit():
        return value == int(wanted)
    return math.isclose(value, float(wanted), rel_tol=_CLOSE)


def in_order(operator: str, value: float, wanted: float) -> bool:
    """Whether a number stands to another as an operator says."""
    match operator:
        case "<":
            return value < wanted
        case ">":
            return value > wanted
        case "<=":
            return value <= wanted
        case ">=":
            return value >= wanted
        case _:
            return value == wanted


def _text(value: Any) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def text_fits(leaf: Condition, value: str | None) -> bool:
    """Whether a name or an id is the one that is wanted, or holds it."""
    if value is None:
        return False
    if leaf.operator == "~":
        pattern = compiled(leaf.value.source) if isinstance(leaf.value, Pattern) else words(str(leaf.value))
        return pattern.search(value.encode("utf-8", "replace")) is not None
    return value.casefold() == str(leaf.value).casefold()


def number_fits(leaf: Condition, value: int | None) -> bool:
    """Whether a whole number is in the order that is wanted."""
    assert isinstance(leaf.value, int)
    return value is not None and in_order(leaf.operator, value, leaf.value)


def type_fits(leaf: Condition, name: str, number: int | None) -> bool:
    """Whether a type is the one that is named or numbered."""
    if leaf.operator == ":" and str(leaf.value).isdigit():
        return number == int(str(leaf.value))
    return text_fits(leaf, name)


def bounds(leaf: Condition, zone: tzinfo | None) -> tuple[int, int]:
    """Return the first and last microsecond, of the day or since 1970, that fit a time."""
    assert isinstance(leaf.value, Moment)
    first, last = leaf.value.day_interval() if leaf.value.date is None else leaf.value.interval(zone)
    low, high = -(2**62), 2**62
    return {
        ":": (first, last),
        "<": (low, first - 1),
        "<=": (low, last),
        ">": (first + 1, high),
        ">=": (first, high),
    }[leaf.operator]


def time_of_day(microseconds: int, zone: tzinfo | None) -> int:
    """Return microseconds since midnight on the clocks of a zone; None is this computer's."""
    local = (_EPOCH + timedelta(microseconds=microseconds)).astimezone(zone)
    return ((local.hour * 60 + local.minute) * 60 + local.second) * 1_000_000 + local.microsecond


def row_fits(expression: Expression, fields: Mapping[str, Field], text: str, zone: tzinfo | None = None) -> bool:
    """Whether a row fits; a key that it lacks fits nothing."""
    match expression:
        case Not(part=part):
            return not row_fits(part, fields, text, zone)
        case And(parts=parts):
            return all(row_fits(part, fields, text, zone) for part in parts)
        case Or(parts=parts):
            return any(row_fits(part, fields, text, zone) for part in parts)
        case leaf:
            return _leaf_fits(leaf, fields, text, zone)


def _leaf_fits(leaf: Leaf, fields: Mapping[str, Field], text: str, zone: tzinfo | None) -> bool:
    if not isinstance(leaf, Condition):
        return pattern_of(leaf).search(text.encode("utf-8", "replace")) is not None
    value = fields.get(leaf.key)
    match value:
        case None:
            return False
        case tuple():
            return any(text_fits(leaf, one) for one in value)
        case str():
            return text_fits(leaf, value)
        case float():
            return scalar_fits(leaf, value)
        case _ if isinstance(leaf.value, Moment):
            first, last = bounds(leaf, zone)
            return first <= (time_of_day(value, zone) if leaf.value.date is None else value) <= last
        case _:
            return number_fits(leaf, value)
