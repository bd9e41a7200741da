"""Which bytes of a packet say which field: the inspector's tree beside its bytes.

Read from the raw bytes and not from the decoded stanza, so that the tree shows what was really sent, in the order
and width in which it was sent, and also as far as a broken packet can be read.
"""

import struct
from dataclasses import dataclass
from typing import Final

from alicia_desktop.protocol.scanner import MAX_DEPTH, MAX_NODES, Extent, Fault, ValueHead, extent

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
