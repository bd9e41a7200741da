"""Say what can be written at a place of a filter: keys, types, paths of fields, and values that occur."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import path_text, plain_value
from alicia_desktop.filtering.lexer import pieces
from alicia_desktop.filtering.parser import name_and_sign
from alicia_desktop.filtering.vocabulary import FilterVocabulary, Kind

MAX_ITEMS: Final = 40
MAX_VALUES: Final = 200
"""Of one field, that are remembered."""
MAX_VALUE_CHARACTERS: Final = 40
"""Longer values nobody chooses from a list."""
_FIRST_SIGN: Final[Mapping[Kind, str]] = {"size": ">", "decimal": ">", "duration": ">", "moment": ">"}

Occurring = Mapping[str, Sequence[str]]
"""By key or by path, such as `tool` and `body.confidence`: values that occur; by root: the paths under it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Completion:
    """What may be written."""

    text: str
    meaning: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Completions:
    """What may stand in the place of `text[start:end]`."""

    start: int
    end: int
    items: tuple[Completion, ...]


def completions(text: str, cursor: int, vocabulary: FilterVocabulary, occurring: Occurring) -> Completions:
    """Return what may be written at the cursor, the likeliest first."""
    around = [piece for piece in pieces(text) if piece.start + piece.minus <= cursor <= piece.end]
    piece = next((piece for piece in around if piece.form == "word"), None)
    if piece is None and any(piece.form in {"quoted", "pattern"} for piece in around):
        return Completions(start=cursor, end=cursor, items=())
    if piece is None:
        return Completions(start=cursor, end=cursor, items=tuple(_keys("", vocabulary))[:MAX_ITEMS])
    start = piece.start + piece.minus
    written = text[start:cursor]
    name, sign = name_and_sign(written)
    if sign:
        place = start + len(name) + len(sign)
        items = tuple(_values(name, written[len(name) + len(sign) :], vocabulary, occurring))
        return Completions(start=place, end=piece.end, items=items[:MAX_ITEMS])
    items = tuple(_names(written, vocabulary, occurring))
    return Completions(start=start, end=start + len(name_and_sign(text[start : piece.end])[0]), items=items[:MAX_ITEMS])


def fields_of(root: str, body: Any) -> Iterator[tuple[str, str]]:
    """Yield the path of each plain value, such as `body.tags`, and the value where it is short enough to choose."""
    yield from _walk(root, body, depth=6)


def gather(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return paths by root, and values by path, each once, in the order in which they came."""
    by_name: dict[str, dict[str, None]] = {}
    for path, value in found:
        by_name.setdefault(path.partition(".")[0], {}).setdefault(path)
        values = by_name.setdefault(path, {})
        if value and len(values) < MAX_VALUES:
            values.setdefault(value)
    return {name: list(values) for name, values in by_name.items()}


def _walk(path: str, value: Any, *, depth: int) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and depth:
        for key, inner in value.items():
            yield from _walk(f"{path}{path_text((str(key),))}", inner, depth=depth - 1)
    elif isinstance(value, list) and depth:
        for inner in value[:20]:
            yield from _walk(path, inner, depth=depth - 1)
    elif "." in path:
        yield path, _short(value)


def _short(value: Any) -> str:
    if value is None or isinstance(value, bytes | Mapping | list):
        return ""
    said = ("true" if value else "false") if isinstance(value, bool) else str(value)
    if isinstance(value, float):
        said = f"{value:g}"
    return said if len(said) <= MAX_VALUE_CHARACTERS and said.isprintable() else ""


def _names(written: str, vocabulary: FilterVocabulary, occurring: Occurring) -> Iterator[Completion]:
    folded = written.casefold()
    yield from _keys(folded, vocabulary)
    for root in vocabulary.roots:
        if folded.startswith(f"{root}."):
            paths = occurring.get(root, ())
            rest = written[len(root) + 1 :].casefold()
            inside = (path for path in paths if rest in path.casefold() and not path.casefold().startswith(folded))
            begun = (path for path in paths if path.casefold().startswith(folded) and path != written)
            nearest = sorted(begun, key=lambda path: path.count("."))
            yield from (Completion(text=path) for path in (*nearest, *inside))


def _keys(folded: str, vocabulary: FilterVocabulary) -> Iterator[Completion]:
    for key in vocabulary.keys:
        if key.name.startswith(folded):
            yield Completion(text=f"{key.name}{_FIRST_SIGN.get(key.kind, ':')}", meaning=key.meaning)
    for root in vocabulary.roots:
        if root.startswith(folded):
            yield Completion(text=f"{root}.", meaning=translate("A field of the {part}").format(part=root))


def _values(name: str, written: str, vocabulary: FilterVocabulary, occurring: Occurring) -> Iterator[Completion]:
    key = vocabulary.find(name)
    known = key.choices if key is not None and key.choices else occurring.get(name, ())
    said = written.removeprefix('"')
    yield from (Completion(text=plain_value(value)) for value in _fitting(said, known))


def _fitting(written: str, known: Sequence[str]) -> Iterator[str]:
    """Yield those that begin so, then those that hold it."""
    folded = written.casefold()
    yield from (one for one in known if one.casefold().startswith(folded))
    yield from (one for one in known if folded in one.casefold() and not one.casefold().startswith(folded))
