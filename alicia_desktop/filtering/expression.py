"""What a filter says, as a tree of values, and its text: `parser.parse(text_of(tree))` is the same tree.

    And(parts=(Comparison(key="type", operator=":", value="MemoryTrace"), Not(part=Words(text="Emma"))))

is `type:MemoryTrace -"Emma"`. `EVERYTHING` is the empty filter. A `Mistake` says what cannot be meant so, and where.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, Literal, TypeAlias

from alicia_desktop.filtering.lexer import quoted, slashed

Operator = Literal[":", "<", ">", "<=", ">=", "~"]

MICROSECONDS: Final = 1_000_000
DAY: Final = 86_400 * MICROSECONDS
_STEP = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Pattern:
    """A regular expression, without regard to case."""

    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """A day, a time of day, or both; what is None was not said: `12:30` is that whole minute of any day."""

    date: tuple[int, int | None, int | None] | None = None
    """Year, month, day."""
    time: tuple[int, int, int | None, int | None] | None = None
    """Hour, minute, second, microsecond."""

    def day_interval(self) -> tuple[int, int]:
        """Return first and last microsecond of the day that a time without a date means."""
        assert self.time is not None
        hour, minute, second, micro = self.time
        start = ((hour * 60 + minute) * 60 + (second or 0)) * MICROSECONDS + (micro or 0)
        length = 60 * MICROSECONDS if second is None else MICROSECONDS if micro is None else 1
        return start, start + length - 1

    def interval(self, zone: tzinfo | None) -> tuple[int, int]:
        """Return first and last microsecond since 1970 that a date, or a date and a time, means in a zone."""
        assert self.date is not None
        year, month, day = self.date
        if self.time is not None:
            start, last = self.day_interval()
            instant = _instant(dt.date(year, month or 1, day or 1), zone, timedelta(microseconds=start))
            return instant, instant + last - start
        return _instant(dt.date(year, month or 1, day or 1), zone), _instant(_after(year, month, day), zone) - 1


def _after(year: int, month: int | None, day: int | None) -> dt.date:
    if day is not None:
        return dt.date(year, month or 1, day) + timedelta(days=1)
    if month is not None:
        return dt.date(year + month // 12, month % 12 + 1, 1)
    return dt.date(year + 1, 1, 1)


def _instant(day: dt.date, zone: tzinfo | None, later: timedelta = timedelta()) -> int:
    """Return microseconds since 1970 of a time on the clocks of a zone; None is this computer's."""
    local = datetime.combine(day, dt.time.min) + later
    moment = local.replace(tzinfo=zone) if zone is not None else local.astimezone()
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // _STEP


Value: TypeAlias = str | int | Pattern | Moment
"""Of a text or choice, of a number (bytes, microseconds), of a pattern, of a time."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """A key beside a value."""

    key: str
    operator: Operator
    value: Value
    unit: Literal["", "ms"] = ""
    """Of a duration, whose value counts microseconds."""
    path: tuple[str | int, ...] = ()
    """Of a field in the body or meta: keys, and places in lists."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """Text found anywhere, without regard to case."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """A regular expression that matches anywhere."""

    pattern: Pattern


@dataclass(frozen=True, kw_only=True, slots=True)
class Not:
    """What does not fit; its part is no Not."""

    part: "Expression"


@dataclass(frozen=True, kw_only=True, slots=True)
class And:
    """All of them; none is an And. Without parts: everything."""

    parts: tuple["Expression", ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Or:
    """Any of two or more; none is an Or."""

    parts: tuple["Expression", ...]


Leaf: TypeAlias = Condition | Words | Match
Expression: TypeAlias = Leaf | Not | And | Or

EVERYTHING: Final = And(parts=())


def conjunction(*parts: Expression) -> Expression:
    """Return what all of these say."""
    flat: list[Expression] = []
    for part in parts:
        flat += part.parts if isinstance(part, And) else (part,)
    return flat[0] if len(flat) == 1 else And(parts=tuple(flat))


def disjunction(*parts: Expression) -> Expression:
    """Return what any of these says; at least one."""
    flat: list[Expression] = []
    for part in parts:
        flat += part.parts if isinstance(part, Or) else (part,)
    return flat[0] if len(flat) == 1 else Or(parts=tuple(flat))


def toggled(expression: Expression, condition: Condition) -> Expression:
    """Return a filter with this condition in place of others of its key, or without it where it was there."""
    parts = expression.parts if isinstance(expression, And) else (expression,)
    others = [part for part in parts if not (isinstance(part, Condition) and part.key == condition.key)]
    return conjunction(*others) if condition in parts else conjunction(*others, condition)


def negation(part: Expression) -> Expression:
    """Return what does not fit; twice is what fits."""
    return part.part if isinstance(part, Not) else Not(part=part)


def leaves(expression: Expression) -> Iterator[tuple[Leaf, bool]]:
    """Yield each condition, and whether it is wanted and not excluded."""
    match expression:
        case Not(part=part):
            yield from ((leaf, not wanted) for leaf, wanted in leaves(part))
        case And(parts=parts) | Or(parts=parts):
            for part in parts:
                yield from leaves(part)
        case _:
            yield expression, True


def text_of(expression: Expression) -> str:
    """Return a filter that says this."""
    match expression:
        case And(parts=parts):
            return " ".join(_bracketed(part) if isinstance(part, Or) else text_of(part) for part in parts)
        case Or(parts=parts):
            return " OR ".join(text_of(part) for part in parts)
        case Not(part=part):
            return f"-{_bracketed(part) if isinstance(part, And | Or) else text_of(part)}"
        case Words(text=text):
            return quoted(text)
        case Match(pattern=pattern):
            return slashed(pattern.source)
        case _:
            return f"{expression.key}{path_text(expression.path)}{expression.operator}{_value(expression)}"


def path_text(path: tuple[str | int, ...]) -> str:
    """Return `.confidence`, `.items[3]."odd key"`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{plain_or_quoted(step)}" for step in path)


def plain_or_quoted(said: str) -> str:
    """Return a text as it is where it is one plain word, else in quotes."""
    plain = said.isascii() and all(letter.isalnum() or letter in "_-" for letter in said) and said
    return said if plain else quoted(said)


def plain_value(value: str) -> str:
    """Return a text as it is written behind a sign: as `plain_or_quoted`, numbers with their point as they are."""
    is_number = value.lstrip("-").replace(".", "", 1).isdigit() and value.isascii()
    return value if is_number else plain_or_quoted(value)


def _bracketed(part: Expression) -> str:
    return f"({text_of(part)})"


def _value(comparison: Condition) -> str:
    match comparison.value:
        case Pattern(source=source):
            return slashed(source)
        case Moment() as moment:
            return _moment_text(moment)
        case int() as number if comparison.unit:
            return f"{number // 1000}.{number % 1000:03d}".rstrip("0").rstrip(".") + comparison.unit
        case int() as number:
            return str(number)
        case said:
            return plain_value(said)


def _moment_text(moment: Moment) -> str:
    parts = []
    if moment.date is not None:
        year, month, day = moment.date
        parts.append(f"{year:04d}" + "".join(f"-{part:02d}" for part in (month, day) if part is not None))
    if moment.time is not None:
        hour, minute, second, micro = moment.time
        seconds = "" if second is None else f":{second:02d}"
        parts.append(f"{hour:02d}:{minute:02d}{seconds}" + ("" if micro is None else f".{micro:06d}"))
    return "T".join(parts)


@dataclass(frozen=True, kw_only=True, slots=True)
class Mistake:
    """The part `text[start:end]` of a filter that cannot be meant so."""

    start: int
    end: int
    sentence: str
    suggestion: str = ""
    """What to write in its place; empty where nothing is likely."""

    def mended(self, text: str) -> str:
        """Return the filter with the suggestion in place of the mistake."""
        return f"{text[: self.start]}{self.suggestion}{text[self.end :]}"


class MistakeError(Exception):
    """Carries a mistake out of the parser's depth; never leaves `parser.parse`."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.sentence)
        self.mistake = mistake


def mistake(start: int, end: int, sentence: str, suggestion: str = "") -> MistakeError:
    """Return the exception of a mistake."""
    return MistakeError(Mistake(start=start, end=end, sentence=sentence, suggestion=suggestion))
