"""Decide whether the bytes of a stanza fit: a field of its body or meta, a text, a pattern.

Text and patterns are searched in the whole stanza as it stands on the wire, keys among it, without regard to case.
A field is what was sent under that path; lists on the way are walked, so that any item may fit. Many stanzas are
searched as one run of bytes, which costs a tenth of searching each.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.filtering.expression import Comparison, Leaf, Match, Pattern, Words
from alicia_desktop.filtering.patterns import compiled, words
from alicia_desktop.filtering.values import FIELD_NUMBER
from alicia_desktop.protocol.codec import unpack_plain

ROOTS: Final = ("body", "meta")
Mask = NDArray[np.bool_]
_EDGES: Final = ("^", "$", "\\A", "\\z", "\\b", "\\B", "(?")
"""What may mean something else in the middle of a run of stanzas than in one alone."""
_CLOSE: Final = 1e-6
"""Relative; the wire has numbers of 32 bits, of which nobody types all digits."""


def is_in_body(leaf: Leaf) -> bool:
    """Whether the bytes are needed to decide."""
    return not isinstance(leaf, Comparison) or leaf.key in ROOTS


def holding(leaf: Leaf, raws: Sequence[bytes | None]) -> Mask:
    """Return which of many stanzas fit; None, where the bytes were forgotten, never does."""
    if isinstance(leaf, Comparison):
        return np.fromiter((_field_holds(leaf, raw) for raw in raws), np.bool_, len(raws))
    pattern = pattern_of(leaf)
    if isinstance(leaf, Match) and any(edge in leaf.pattern.source for edge in _EDGES):
        found = (raw is not None and pattern.search(raw) is not None for raw in raws)
        return np.fromiter(found, np.bool_, len(raws))
    return _search_run(pattern, raws)


def holds(leaf: Leaf, raw: bytes | None) -> bool:
    """Whether one stanza fits."""
    if isinstance(leaf, Comparison):
        return _field_holds(leaf, raw)
    return raw is not None and pattern_of(leaf).search(raw) is not None


def pattern_of(leaf: Words | Match) -> Any:
    """Return what searches for a text or a pattern."""
    return words(leaf.text) if isinstance(leaf, Words) else compiled(leaf.pattern.source)


def _search_run(pattern: Any, raws: Sequence[bytes | None]) -> Mask:
    found = np.fromiter((raw is not None for raw in raws), np.bool_, len(raws))
    if pattern.search(b"") is not None:
        return found
    run = b"\n".join(raw or b"" for raw in raws)
    lengths = np.fromiter((1 + len(raw or b"") for raw in raws), np.int64, len(raws))
    starts = np.concatenate(([0], np.cumsum(lengths))) if len(raws) else np.zeros(1, np.int64)
    found[:] = False
    at = 0
    while (hit := pattern.search(run, at)) is not None:
        row = int(np.searchsorted(starts, hit.start(), "right")) - 1
        if hit.end() < starts[row + 1]:
            found[row] = True
            at = int(starts[row + 1])
            continue
        # it reaches over the end of its stanza: each one that it touches is searched alone
        last = min(int(np.searchsorted(starts, max(hit.end() - 1, hit.start()), "right")) - 1, len(raws) - 1)
        for touched in range(row, last + 1):
            raw = raws[touched]
            found[touched] = raw is not None and pattern.search(raw) is not None
        at = int(starts[last + 1])
        if at >= len(run):
            break
    return found


def _field_holds(leaf: Comparison, raw: bytes | None) -> bool:
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


def scalar_fits(leaf: Comparison, value: Any) -> bool:
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
