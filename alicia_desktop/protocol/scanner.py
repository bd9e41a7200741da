"""A walk over raw MessagePack that builds nothing: limits (docs/protocol.md#limits), and where a broken packet breaks.

A packet of 2 MiB can announce containers that take gigabytes to build, so limits are checked on the bytes, before
any value exists. The walk stops at the first thing that is over a limit, which bounds its own work by `MAX_NODES`
steps; rows of short values, of which a hostile packet may hold that many, it takes many at a time.
"""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

MAX_BYTES: Final = 2 * 1024 * 1024
MAX_DEPTH: Final = 32
MAX_NODES: Final = 100_000


class ValueHead(NamedTuple):
    """The meaning of a value's first byte."""

    name: str
    """Kind and width, such as `float32`, as people see it."""
    width: int
    """Bytes of the big-endian length, or count, that follows; 0 when the first byte says it."""
    fixed: int
    """Bytes of payload where the first byte alone says them; for extensions, the byte of their code."""
    children: int
    """Values inside for each that is counted: 1 in a list, 2 in a map, 0 in anything else."""
    counted: int = 0
    """Values counted by the first byte itself."""


def _heads() -> tuple[ValueHead | None, ...]:
    heads: list[ValueHead | None] = [None] * 256
    for byte in range(0x80):
        heads[byte] = ValueHead("int", 0, 0, 0)
        heads[0x80 + byte] = ValueHead("int", 0, 0, 0)
    for low in range(16):
        heads[0x80 + low] = ValueHead("map", 0, 0, 2, low)
        heads[0x90 + low] = ValueHead("list", 0, 0, 1, low)
    for low in range(32):
        heads[0xA0 + low] = ValueHead("str", 0, low, 0)
        heads[0xE0 + low] = ValueHead("int", 0, 0, 0)
    heads[0xC0:0xC4] = [ValueHead("nil", 0, 0, 0), None, ValueHead("bool", 0, 0, 0), ValueHead("bool", 0, 0, 0)]
    for step in range(3):
        heads[0xC4 + step] = ValueHead("bin", 1 << step, 0, 0)
        heads[0xC7 + step] = ValueHead("ext", 1 << step, 1, 0)
        heads[0xD9 + step] = ValueHead("str", 1 << step, 0, 0)
    heads[0xCA], heads[0xCB] = ValueHead("float32", 0, 4, 0), ValueHead("float64", 0, 8, 0)
    for step in range(4):
        heads[0xCC + step] = ValueHead(f"uint{8 << step}", 0, 1 << step, 0)
        heads[0xD0 + step] = ValueHead(f"int{8 << step}", 0, 1 << step, 0)
    for step in range(5):
        heads[0xD4 + step] = ValueHead("ext", 0, 1 + (1 << step), 0)
    for step in range(2):
        heads[0xDC + step] = ValueHead("list", 2 << step, 0, 1)
        heads[0xDE + step] = ValueHead("map", 2 << step, 0, 2)
    return tuple(heads)


HEADS: Final = _heads()

_SIMPLE: Final = tuple(
    1 + head.fixed if head and not (head.width or head.children or head.name == "ext") else 0 for head in HEADS
)
"""Length of the whole value where the first byte says it and nothing is inside; 0 for the others."""
_RUN: Final = 64


def _runs() -> re.Pattern[bytes]:
    """Return what matches `_RUN` simple values in a row, empty lists and maps among them."""
    first_bytes = {1: rb"\x80\x90"}
    for byte, length in enumerate(_SIMPLE):
        if length:
            first_bytes[length] = first_bytes.get(length, b"") + b"\\x%02x" % byte
    values = b"|".join(b"[%s].{%d}" % (bytes_, length - 1) for length, bytes_ in sorted(first_bytes.items()))
    return re.compile(b"(?>%s){%d}" % (values, _RUN), re.DOTALL)


_match_run: Final = _runs().match


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """Why a packet is not read, in words for the inspector."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Survey:
    """A packet within the limits."""

    nodes: int
    plain: bool
    """No bytes and no extensions in it: all of it is text, numbers, booleans, nil, lists and maps."""


class Extent(NamedTuple):
    """Where a value's own bytes end, and what follows inside it."""

    head: ValueHead
    content: int
    """Offset of the first byte after kind and length."""
    end: int
    """Offset after its payload; for a list or map, the same as `content`."""
    children: int


def extent(data: bytes, position: int) -> Extent | Fault:
    """Read the head of the value at `position`, an offset inside `data`; a payload that is not all there is a fault."""
    head = HEADS[data[position]]
    if head is None:
        return Fault(reason=f"Byte 0x{data[position]:02x} at {position} begins no value.")
    content = position + 1 + head.width
    length = int.from_bytes(data[position + 1 : content], "big") if head.width else 0
    end = content + head.fixed + (0 if head.children else length)
    if end > len(data):
        return _cut(data, position, end)
    return Extent(head, content, end, head.children * (length or head.counted))


def survey(data: bytes) -> Survey | Fault:
    """Walk one value; answers with the first fault met, be it a limit, a cut or a byte that means nothing."""
    size = len(data)
    if size > MAX_BYTES:
        return Fault(reason=f"Larger than 2 MiB: {size:,} bytes.")
    position, start, nodes, left, plain = 0, 0, 1, 1, True
    outer: list[int] = []
    while left or outer:
        if not left:
            left = outer.pop()
            continue
        if position >= size:
            return _short(data, start, position, missing=left)
        if left >= _RUN and not left % _RUN and len(outer) < MAX_DEPTH and (run := _match_run(data, position)):
            position, left = run.end(), left - _RUN
            continue
        start, left = position, left - 1
        if step := _SIMPLE[data[position]]:
            position += step
            continue
        found = extent(data, position)
        if isinstance(found, Fault):
            return found
        position = found.end
        if not found.head.children:
            plain = plain and found.head.name == "str"
            continue
        nodes += found.children
        outer.append(left)
        left = found.children
        if fault := _over(nodes, len(outer)):
            return fault
    return _ended(data, start, position) or Survey(nodes=nodes, plain=plain)


def _over(nodes: int, depth: int) -> Fault | None:
    if depth > MAX_DEPTH:
        return Fault(reason=f"Nested deeper than {MAX_DEPTH}.")
    if nodes > MAX_NODES:
        return Fault(reason=f"More than {MAX_NODES:,} values.")
    return None


def _ended(data: bytes, start: int, position: int) -> Fault | None:
    over = len(data) - position
    if over < 0:
        return _cut(data, start, position)
    return Fault(reason=f"Bytes after its end at byte {position:,}: {over:,}.") if over else None


def _short(data: bytes, start: int, position: int, *, missing: int) -> Fault:
    if not data:
        return Fault(reason="Empty.")
    if position > len(data):
        return _cut(data, start, position)
    return Fault(reason=f"Ends inside a list or map at byte {position:,}: values missing in it: {missing:,}.")


_WORDS: Final = {"str": "a text", "bin": "bytes", "ext": "an extension", "map": "a map", "list": "a list"}


def _cut(data: bytes, start: int, needed: int) -> Fault:
    """Say in what the packet ends; `start` is its last value, `needed` the length that this value alone asks for."""
    head = HEADS[data[start]]
    inside = _WORDS.get(head.name, "a number") if head else "a value"
    return Fault(reason=f"Ends inside {inside} at byte {len(data):,} of at least {needed:,}.")
