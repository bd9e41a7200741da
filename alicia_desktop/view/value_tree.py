"""Turn a JSON text into a tree of names, values and kinds, as parameters and results of tools are shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.view import text
from alicia_desktop.view.stanza_details import FieldNode, length, not_shown

MAX_NODES: Final = 1_000
MAX_CHARACTERS: Final = 200_000
"""Of a text that is read into a tree at all; a longer one is shown as text."""
_MAX_VALUE_CHARACTERS: Final = 300


@dataclass(slots=True)
class _Room:
    """How many nodes the tree may still have."""

    left: int = MAX_NODES


def value_tree(said: str) -> tuple[FieldNode, ...]:
    """Return the fields of a JSON object or list; nothing for another text, or one too large to be a tree."""
    if len(said) > MAX_CHARACTERS or not said.lstrip().startswith(("{", "[")):
        return ()
    try:
        value = decode_json(said)
    except ValueError:
        return ()
    return _children(value, "", _Room())


def _children(value: Any, path: str, room: _Room) -> tuple[FieldNode, ...]:
    """Return the nodes inside a value; the last one counts those for which no room was left."""
    shown = []
    for name, inner in islice(_items(value), max(0, room.left)):
        if room.left <= 0:
            break
        room.left -= 1
        shown.append(
            _node(name, inner, f"{path}{name}" if name.startswith("[") or not path else f"{path}.{name}", room)
        )
    if missing := len(value) - len(shown):
        shown.append(_leaf(text.ELLIPSIS, not_shown(missing, of_map=isinstance(value, dict)), "nil", path))
    return tuple(shown)


def _items(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((str(name), inner) for name, inner in value.items())
    else:
        yield from ((f"[{number}]", inner) for number, inner in enumerate(value))


def _node(name: str, value: Any, path: str, room: _Room) -> FieldNode:
    match value:
        case dict() | list():
            of_map = isinstance(value, dict)
            inner = _children(value, path, room)
            return _leaf(name, length(len(value), of_map=of_map), "map" if of_map else "list", path, children=inner)
        case None:
            return _leaf(name, "null", "nil", path)
        case bool():
            return _leaf(name, "true" if value else "false", "bool", path)
        case str():
            return _leaf(name, f'"{text.one_line(value, _MAX_VALUE_CHARACTERS)}"', "str", path)
        case _:
            return _leaf(name, str(value), "number", path)


def _leaf(name: str, value: str, kind: str, path: str, *, children: tuple[FieldNode, ...] = ()) -> FieldNode:
    return FieldNode(name=name, value=value, kind=kind, start=0, end=0, value_start=0, children=children, path=path)
