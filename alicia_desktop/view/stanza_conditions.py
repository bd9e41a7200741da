"""Say what a cell of the journal or a field of a stanza is as a condition of a filter, and where a filter matched."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from alicia_desktop.base.translation import parse_number
from alicia_desktop.filtering.conditions import scalar_fits
from alicia_desktop.filtering.expression import (
    And,
    Condition,
    Expression,
    Match,
    Or,
    Pattern,
    Words,
    conjunction,
    disjunction,
    leaves,
    path_text,
)
from alicia_desktop.filtering.values import pattern_of, read_moment
from alicia_desktop.protocol.extensions import SENT_BY_HAND
from alicia_desktop.protocol.registry import BY_NUMBER
from alicia_desktop.protocol.scanner import FieldSpan
from alicia_desktop.view import text
from alicia_desktop.view.stanzas import Badge, StanzaRow

Cell = Literal["number", "time", "delta", "direction", "stanza", "type", "size", "summary"]
MAX_HITS: Final = 1_000
"""Marked in one stanza; more nobody looks at one by one."""
_MAX_VALUE_CHARACTERS: Final = 200
"""Longer values are no condition that anybody wants to read."""
_ROOTS: Final = ("body", "meta")


def cell_condition(row: StanzaRow, cell: Cell, badge: Badge | None = None) -> Expression | None:
    """Return what finds the rows that have the same in this cell, or the same badge."""
    if badge is not None:
        return badge_condition(badge)
    match cell:
        case "number":
            return _compared("number", row.number)
        case "time":
            moment = read_moment(row.time.partition(".")[0])
            return None if moment is None else Condition(key="at", operator=":", value=moment)
        case "delta":
            milliseconds = round(parse_number(row.delta) * 1_000)
            return Condition(key="gap", operator=">=", value=max(0, milliseconds) * 1_000, unit="ms")
        case "direction":
            return _compared("dir", row.direction)
        case "stanza":
            number = row.stanza.replace(text.MINUS, "-")
            return _compared("stanza", int(number)) if number.lstrip("-").isdigit() else None
        case "size":
            return _compared("size", int(parse_number(row.size)))
        case "type":
            return _type_condition(row.type)
        case _:
            return badge_condition(row.badges[0]) if row.badges else _type_condition(row.type)


def badge_condition(badge: Badge) -> Expression:
    """Return what finds the stanzas that have a badge."""
    if badge == "by hand":
        return Condition(key="meta", path=(SENT_BY_HAND,), operator=":", value="true")
    return _compared("is", badge.replace(" ", "-"))


def chosen_types(expression: Expression) -> tuple[str, ...]:
    """Return the types of which a filter asks for one: `type:A` or `(type:A OR type:B)` among what must hold."""
    return next((names for part in _parts(expression) if (names := _types(part))), ())


def with_types(expression: Expression, names: Sequence[str]) -> Expression:
    """Return a filter that asks for one of these types instead of those that it asks for; none of them means any."""
    chosen = chosen_types(expression)
    others = [part for part in _parts(expression) if not chosen or _types(part) != chosen]
    types = [disjunction(*(_compared("type", name) for name in names))] if names else []
    return conjunction(*types, *others)


def _parts(expression: Expression) -> tuple[Expression, ...]:
    return expression.parts if isinstance(expression, And) else (expression,)


def _types(part: Expression) -> tuple[str, ...]:
    asked = part.parts if isinstance(part, Or) else (part,)
    named = [leaf for leaf in asked if isinstance(leaf, Condition) and leaf.key == "type" and leaf.operator == ":"]
    if len(named) < len(asked):
        return ()
    return tuple(_type_name(str(leaf.value)) for leaf in named)


def _type_name(said: str) -> str:
    known = BY_NUMBER.get(int(said)) if said.isdigit() else None
    return said if known is None else known.name


def field_path(path: Sequence[str | int]) -> str:
    """Return how a filter names a field: `body.items[0].name`."""
    return path_text(tuple(path)).removeprefix(".")


def field_condition(span: FieldSpan, root: str) -> Expression | None:
    """Return what finds stanzas with the same in this field; None of a list, a map, bytes, or a long text."""
    if root in _ROOTS and len(span.path) > 1:
        said = _said(span.value)
        if said is None or span.children or span.kind in {"map", "list"} or len(said) > _MAX_VALUE_CHARACTERS:
            return None
        return Condition(key=root, path=span.path[1:], operator=":", value=said)
    if root == "type" and isinstance(span.value, int):
        return _compared("type", str(span.value))
    return _compared("stanza", span.value) if root == "stanzaId" and isinstance(span.value, int) else None


def _compared(key: str, value: str | int) -> Condition:
    return Condition(key=key, operator=":", value=value)


def _type_condition(name: str) -> Condition:
    return _compared("type", name.removeprefix("type ") if name != "malformed" else "Malformed")


def _said(value: Any) -> str | None:
    match value:
        case None:
            return "nil"
        case bool():
            return "true" if value else "false"
        case float():
            return f"{value:g}"
        case bytes():
            return None
        case _:
            return str(value)


def hits_in(expression: Expression, raw: bytes, root: FieldSpan | None) -> tuple[tuple[int, int], ...]:
    """Return the runs of bytes in which a filter finds what it wants: texts, patterns, fields of body and meta."""
    found: set[tuple[int, int]] = set()
    for leaf, wanted in leaves(expression):
        if not wanted:
            continue
        if isinstance(leaf, Words | Match):
            runs = (match.span() for match in pattern_of(leaf).finditer(raw))
            found.update(run for run, _ in zip(runs, range(MAX_HITS), strict=False) if run[0] < run[1])
        elif leaf.key in _ROOTS and root is not None:
            found.update(_field_hits(leaf, root, (leaf.key, *leaf.path)))
    return tuple(sorted(found)[:MAX_HITS])


def _field_hits(leaf: Condition, span: FieldSpan, path: Sequence[str | int]) -> list[tuple[int, int]]:
    if not span.children:
        is_hit = not path and span.kind not in {"map", "list"} and scalar_fits(leaf, span.value)
        return [(span.value_start, span.end)] if is_hit else []
    found: list[tuple[int, int]] = []
    for child in span.children:
        step = child.path[-1]
        if path and step == path[0]:
            found += _field_hits(leaf, child, path[1:])
        elif isinstance(step, int) and not (path and isinstance(path[0], int)):
            found += _field_hits(leaf, child, path)
    return found


def text_hits(expression: Expression, line: str) -> tuple[tuple[int, int], ...]:
    """Return where a line of text holds what a filter looks for, in characters."""
    raw = line.encode("utf-8", "replace")
    found: list[tuple[int, int]] = []
    for leaf, wanted in leaves(expression):
        if wanted and isinstance(leaf, Words | Match):
            runs = zip((match.span() for match in pattern_of(leaf).finditer(raw)), range(MAX_HITS), strict=False)
            found += [run for run, _ in runs if run[0] < run[1]]
    return tuple((_characters(raw, start), _characters(raw, end)) for start, end in sorted(found))


def field_hits(expression: Expression, line: str, *, key: str = "") -> tuple[tuple[int, int], ...]:
    """Return where a filter finds what it looks for in a text that stands under a key, in characters.

    Beside texts and patterns that is what it says of that key: all of the text, or with `~` the part that it names.
    """
    found = list(text_hits(expression, line))
    for leaf, wanted in leaves(expression):
        if not wanted or not isinstance(leaf, Condition) or leaf.key != key or not line:
            continue
        if leaf.operator == ":" and str(leaf.value).casefold() == line.casefold():
            found.append((0, len(line)))
        elif leaf.operator == "~":
            part = Match(pattern=leaf.value) if isinstance(leaf.value, Pattern) else Words(text=str(leaf.value))
            found += text_hits(part, line)
    return tuple(sorted(set(found)))


def _characters(raw: bytes, place: int) -> int:
    return len(raw[:place].decode("utf-8", "replace"))
