"""Decide whether the bytes of one stanza, or one plain value, fit a condition on a field, a text or a pattern.

A field is what was sent under that path; lists on the way are walked, so that any item may fit.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from alicia_desktop.filtering.expression import Condition, Leaf, Pattern
from alicia_desktop.filtering.patterns import compiled, pattern_of, words
from alicia_desktop.filtering.values import FIELD_NUMBER
from alicia_desktop.protocol.codec import unpack_plain

ROOTS: Final = ("body", "meta")
_CLOSE: Final = 1e-6
"""Relative; the wire has numbers of 32 bits, of which nobody types all digits."""


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
