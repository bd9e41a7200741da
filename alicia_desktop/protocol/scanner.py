"""A walk over raw MessagePack: limits (docs/protocol.md#limits), where a packet breaks, and which bytes say what.

A packet of 2 MiB can announce containers that take gigabytes to build, so limits are checked on the bytes, before
any value exists. The walk stops at the first thing that is over a limit, which bounds its own work by `MAX_NODES`
steps; rows of short values, of which a hostile packet may hold that many, it takes many at a time.

The inspector's tree beside the bytes (`field_spans`) is read from them too and not from the decoded stanza, so that it
shows what was really sent, in the order and width in which it was sent, and also as far as a broken packet can be read.
"""

import re
import struct
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


MAX_SPANS: Final = 1_000
"""More values, keys among them, nobody reads one by one: the tree ends there, and says how many are left."""

Scalar = str | int | float | bool | bytes | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldSpan:
    """A value in a packet and where it stands, as offsets into the packet; `end` is the first byte after it."""

    path: tuple[str | int, ...]
    """Keys and list positions from the outside in; the root's is empty."""
    kind: str
    """Kind and width on the wire, such as `float32`, `str`, `map`."""
    start: int
    """Where it begins, its key included."""
    value_start: int
    end: int
    value: Scalar = None
    """What it says; None for nil and for what has `children` of its own."""
    children: tuple["FieldSpan", ...] = ()
    left: int = 0
    """Fields or items after its children that the tree leaves out, because it is full; `end` is behind them."""


def field_spans(data: bytes, *, limit: int = MAX_SPANS) -> FieldSpan | None:
    """Return the tree of a packet, of `limit` values; None when not even its first can be read. Never raises.

    Where the packet is cut or broken the tree holds what stands before, and every list or map around ends there. Where
    it goes on for too long, lists and maps say how many of their values are left out.
    """
    return _Walker(data, limit).value((), 0, 0) if data else None


class _Walker:
    """One walk; `broken` ends it, because after a broken value nobody knows where the next begins."""

    def __init__(self, data: bytes, limit: int) -> None:
        self._data = data
        self._limit = limit
        self._nodes = 0
        self._broken = False

    def value(self, path: tuple[str | int, ...], start: int, value_start: int) -> FieldSpan | None:
        self._nodes += 1
        found = self._extent(value_start, len(path))
        if found is None:
            return None
        if not found.head.children:
            said = _scalar(self._data, value_start, found)
            return FieldSpan(
                path=path, kind=found.head.name, start=start, value_start=value_start, end=found.end, value=said
            )
        read = self._map if found.head.name == "map" else self._list
        children = read(path, found)
        end = children[-1].end if children else found.end
        missing = 0 if self._broken else found.children - found.head.children * len(children)
        end, skipped = self._skip(end, missing, len(path))
        return FieldSpan(
            path=path,
            kind=found.head.name,
            start=start,
            value_start=value_start,
            end=end,
            children=tuple(children),
            left=skipped // found.head.children,
        )

    def _extent(self, position: int, depth: int) -> Extent | None:
        if position < len(self._data) and depth <= MAX_DEPTH:
            found = extent(self._data, position)
            if not isinstance(found, Fault):
                return found
        self._broken = True
        return None

    def _skip(self, position: int, values: int, depth: int) -> tuple[int, int]:
        """Return where so many values end that are not shown, and how many of them can be read."""
        outer: list[int] = []
        left = values
        while (left or outer) and not self._broken:
            if not left:
                left = outer.pop()
                continue
            self._nodes += 1
            found = self._extent(position, depth + 1 + len(outer)) if self._nodes <= self._limit + MAX_NODES else None
            if found is None:
                self._broken = True
                break
            position = found.end
            outer.append(left - 1)
            left = found.children
        return position, values - (outer[0] if outer else left)

    @property
    def _is_over(self) -> bool:
        return self._broken or self._nodes >= self._limit

    def _map(self, path: tuple[str | int, ...], outer: Extent) -> list[FieldSpan]:
        children: list[FieldSpan] = []
        position = outer.end
        for _ in range(outer.children // 2):
            if self._is_over:
                break
            key = self.value(path, position, position)
            inner = self.value((*path, _key(key)), position, key.end) if key and not self._broken else None
            if inner is None:
                break
            children.append(inner)
            position = inner.end
        return children

    def _list(self, path: tuple[str | int, ...], outer: Extent) -> list[FieldSpan]:
        children: list[FieldSpan] = []
        position = outer.end
        for index in range(outer.children):
            inner = None if self._is_over else self.value((*path, index), position, position)
            if inner is None:
                break
            children.append(inner)
            position = inner.end
        return children


def _key(key: FieldSpan) -> str:
    return key.value if isinstance(key.value, str) else str(key.value)


_FLOATS: Final = {"float32": ">f", "float64": ">d"}


def _scalar(data: bytes, position: int, found: Extent) -> Scalar:
    content = data[found.content : found.end]
    match found.head.name:
        case "str":
            return content.decode(errors="replace")
        case "float32" | "float64" as width:
            number: float = struct.unpack(_FLOATS[width], content)[0]
            return number
        case "bool":
            return data[position] == 0xC3
        case "nil":
            return None
        case "bin" | "ext":
            return content
        case name:
            return _integer(data[position], content, found.head, signed=not name.startswith("u"))


def _integer(first: int, content: bytes, head: ValueHead, *, signed: bool) -> int:
    if head.fixed:
        return int.from_bytes(content, "big", signed=signed)
    return first if first < 0x80 else first - 0x100
