"""Which bytes of a packet say which field: the inspector's tree beside its bytes.

Read from the raw bytes and not from the decoded stanza, so that the tree shows what was really sent, in the order
and width in which it was sent, and also as far as a broken packet can be read.
"""

import struct
from dataclasses import dataclass
from typing import Final

from alicia_desktop.protocol.scanner import MAX_DEPTH, Extent, Fault, ValueHead, extent

MAX_SPANS: Final = 1_000
"""More values, keys among them, nobody reads one by one: the tree ends there."""

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


def field_spans(data: bytes) -> FieldSpan | None:
    """Return the tree of a packet; None when not even its first value can be read. Never raises.

    Where the packet is cut or broken, and where it goes on for too long, the tree holds what stands before, and every
    list or map around ends there.
    """
    return _Walker(data).value((), 0, 0) if data else None


class _Walker:
    """One walk; `broken` ends it, because after a broken value nobody knows where the next begins."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._nodes = 0
        self._broken = False

    def value(self, path: tuple[str | int, ...], start: int, value_start: int) -> FieldSpan | None:
        found = self._extent(value_start, len(path))
        if found is None:
            return None
        if not found.head.children:
            said = _scalar(self._data, value_start, found)
            return FieldSpan(
                path=path, kind=found.head.name, start=start, value_start=value_start, end=found.end, value=said
            )
        children = self._map(path, found) if found.head.name == "map" else self._list(path, found)
        end = children[-1].end if children else found.end
        return FieldSpan(
            path=path, kind=found.head.name, start=start, value_start=value_start, end=end, children=tuple(children)
        )

    def _extent(self, position: int, depth: int) -> Extent | None:
        self._nodes += 1
        if position < len(self._data) and depth <= MAX_DEPTH and self._nodes <= MAX_SPANS:
            found = extent(self._data, position)
            if not isinstance(found, Fault):
                return found
        self._broken = True
        return None

    def _map(self, path: tuple[str | int, ...], outer: Extent) -> list[FieldSpan]:
        children: list[FieldSpan] = []
        position = outer.end
        for _ in range(outer.children // 2):
            key = self.value(path, position, position)
            inner = self.value((*path, _key(key)), position, key.end) if key and not self._broken else None
            if inner is None:
                break
            children.append(inner)
            position = inner.end
            if self._broken:
                break
        return children

    def _list(self, path: tuple[str | int, ...], outer: Extent) -> list[FieldSpan]:
        children: list[FieldSpan] = []
        position = outer.end
        for index in range(outer.children):
            inner = self.value((*path, index), position, position)
            if inner is None:
                break
            children.append(inner)
            position = inner.end
            if self._broken:
                break
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
