"""Rows whose every text is somebody else's: the samples of the other tests, poisoned field by field.

Fields that come later are poisoned as well; what a kind, an id or an icon is stays, because others choose none of them.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

from alicia_desktop.base.observable import Rows

T = TypeVar("T")
OURS: Final = frozenset({"id", "icon", "page", "choices"})
"""Fields that hold no text of others although they are of type `str`."""


def poisoned(row: T, text: str) -> T:
    """Return a row, or a tuple of rows, with `text` behind each of its texts."""
    return _poison(row, type(row), text)  # type: ignore[no-any-return]  # what goes in comes out


def poisoned_rows(rows: Rows[Any], text: str) -> Rows[Any]:
    """Return rows with their texts poisoned."""
    made: Rows[Any] = Rows(rows.key_of)
    made.extend(poisoned(row, text) for row in rows)
    return made


def _poison(value: Any, hint: Any, text: str) -> Any:
    if isinstance(value, str):
        return text + value if str in {hint, *get_args(hint)} else value
    if isinstance(value, tuple | frozenset):
        inner = get_args(hint)[:1] if get_origin(hint) is not None else ()
        return type(value)(_poison(one, _inner(hint, inner, place), text) for place, one in enumerate(value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **dict(_changes(value, text, [field.name for field in fields(value)])))
    if isinstance(value, Struct):
        return structs.replace(value, **dict(_changes(value, text, value.__struct_fields__)))
    return value


def _inner(hint: Any, inner: tuple[Any, ...], place: int) -> Any:
    if get_origin(hint) is tuple and get_args(hint)[-1:] != (...,):
        return get_args(hint)[place]
    return inner[0] if inner else str


def _changes(row: Any, text: str, names: Iterable[str]) -> Iterable[tuple[str, Any]]:
    hints = get_type_hints(type(row))
    for name in names:
        if name not in OURS and not name.endswith("_id"):
            yield name, _poison(getattr(row, name), hints[name], text)
