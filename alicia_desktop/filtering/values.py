"""Read the value after a key, by the key's kind: numbers, sizes, durations, times, texts, patterns, choices.

A person's own regular expression runs on RE2, whose time is linear in the text, so that none can hang anything. It
has no look-around and no back-references; a pattern with them is a mistake with a sentence. It searches bytes and
takes text as UTF-8.
"""

import re
from dataclasses import dataclass
from datetime import MAXYEAR, datetime
from decimal import Decimal
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final

import re2

from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import Condition, Match, Moment, Operator, Pattern, Value, Words, mistake
from alicia_desktop.filtering.lexer import delimited, quoted
from alicia_desktop.filtering.vocabulary import EXAMPLES, FilterKey

MAX_PATTERN_BYTES: Final = 1 << 20
"""Memory that one compiled pattern may take."""
MAX_SOURCE_CHARACTERS: Final = 1_000

_DATE: Final = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)
_TIME: Final = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?", re.ASCII)
_FIRST_YEAR, _LAST_YEAR = 1900, MAXYEAR - 1
"""Beyond them the time zones of some systems fail."""
_NUMBER: Final = re.compile(r"-?\d{1,15}", re.ASCII)
_MEASURE: Final = re.compile(r"(\d{1,12}(?:\.\d{1,6})?)([a-zµμ]*)", re.ASCII | re.IGNORECASE)
FIELD_NUMBER: Final = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?(?:e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
_SIZES: Final = {"": 1, "b": 1, "k": 1_000, "kb": 1_000, "m": 1_000_000, "mb": 1_000_000}
_DURATIONS: Final = {"us": 1, "": 1_000, "ms": 1_000, "s": 1_000_000, "min": 60_000_000, "h": 3_600_000_000}
_SENTENCES: Final = {
    "number": translate("{key} is a whole number, such as 3."),
    "decimal": translate("{key} is a number, such as 0.4."),
    "size": translate("{key} counts bytes, such as 800, 1k or 2M."),
    "duration": translate("{key} is a time such as 200ms or 1.5s."),
    "moment": translate("{key} is a time such as 12:30, 12:30:05, 2026-11-23 or 2026-11-23T12:30."),
}


class PatternError(ValueError):
    """A pattern that cannot be run; its text is a sentence for the person who typed it."""


@lru_cache(maxsize=64)
def compiled(source: str, *, literal: bool = False) -> Any:
    """Return the pattern, without regard to case, ready to search bytes.

    Raises:
        PatternError: It is none, it needs what RE2 lacks, or it is too large.
    """
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise PatternError(translate("This pattern is too long."))
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.literal = literal
    options.max_mem = MAX_PATTERN_BYTES
    try:
        return re2.compile(source.encode("utf-8", "replace"), options)
    except re2.error as error:
        reason = error.args[0] if error.args else ""
        said = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise PatternError(_sentence(said)) from error


def _sentence(reason: str) -> str:
    if "perl operator" in reason:
        return translate("Patterns here have no look-ahead and no look-behind, so that none can hang.")
    if "invalid escape sequence: \\" in reason and reason[-1:].isdigit():
        return translate("Patterns here have no back-references, so that none can hang.")
    if "too large" in reason:
        return translate("This pattern is too large.")
    return translate("This is no regular expression: {reason}.").format(reason=reason)


def words(text: str) -> Any:
    """Return a pattern that finds a text as it stands."""
    return compiled(text[:MAX_SOURCE_CHARACTERS], literal=True)


def pattern_of(leaf: Words | Match) -> Any:
    """Return what searches for a text or a pattern."""
    return words(leaf.text) if isinstance(leaf, Words) else compiled(leaf.pattern.source)


def read_day(value: str) -> tuple[int, int | None, int | None] | None:
    """Read a year, a month or a day; None where it is none or does not exist."""
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    year, month, day = (None if part is None else int(part) for part in found.groups())
    assert year is not None
    try:
        datetime(year, 1 if month is None else month, 1 if day is None else day)  # noqa: DTZ001 - only whether it exists
    except ValueError:
        return None
    return year, month, day


def read_moment(value: str) -> Moment | None:
    """Read a day, a time, or both; None where it is neither."""
    date_text, separator, time_text = value.upper().partition("T")
    if not separator and ":" in value:
        date_text, time_text = "", value
    date, time = read_day(date_text), _read_time(time_text)
    if (date is None and (date_text or not time_text)) or (time is None and (separator or time_text)):
        return None
    if date is not None and (not _FIRST_YEAR <= date[0] <= _LAST_YEAR or (time is not None and date[2] is None)):
        return None
    return Moment(date=date, time=time)


def _read_time(value: str) -> tuple[int, int, int | None, int | None] | None:
    found = _TIME.fullmatch(value)
    if found is None:
        return None
    hour, minute, second = int(found[1]), int(found[2]), None if found[3] is None else int(found[3])
    micro = None if found[4] is None else int(found[4].ljust(6, "0"))
    return (hour, minute, second, micro) if hour < 24 and minute < 60 and (second or 0) < 60 else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Written:
    """A value as it stands in the filter: `start` and `end` are places in it, its quotes included."""

    raw: str
    start: int
    end: int

    def said(self) -> str:
        """Return it without its quotes."""
        if not self.raw.startswith('"'):
            if '"' in self.raw:
                raise mistake(
                    self.start, self.end, translate("A quote inside a word."), quoted(self.raw.replace('"', ""))
                )
            return self.raw
        said, end, closed = delimited(self.raw, 0)
        if not closed:
            raise mistake(self.start, self.end, translate("This quote has no end."), f'{self.raw}"')
        if end < len(self.raw):
            raise mistake(self.start + end, self.end, translate("After a quote comes a space."), f" {self.raw[end:]}")
        return said

    def pattern(self) -> Pattern | None:
        """Return the pattern that it is, or None."""
        if not self.raw.startswith("/"):
            return None
        source, end, closed = delimited(self.raw, 0)
        if not closed:
            raise mistake(self.start, self.end, translate("This pattern has no end."), f"{self.raw}/")
        if end < len(self.raw):
            whole = quoted(self.raw)
            raise mistake(self.start, self.end, translate("A text with slashes needs quotes."), whole)
        return read_pattern(source, self.start, self.end)


def read_pattern(source: str, start: int, end: int) -> Pattern:
    """Return a pattern that can be run."""
    try:
        compiled(source)
    except PatternError as error:
        raise mistake(start, end, str(error), quoted(source)) from error
    return Pattern(source=source)


def read_comparison(key: FilterKey, operator: Operator, written: Written) -> Condition:
    """Return the condition of a key of the vocabulary."""
    unit = "ms" if key.kind == "duration" else ""
    value = _value(key, operator, written)
    return Condition(key=key.name, operator=operator, value=value, unit="ms" if unit else "")


def read_field(root: str, path: tuple[str | int, ...], operator: Operator, written: Written) -> Condition:
    """Return the condition of a field of the body."""
    if operator in {":", "~"} and (pattern := written.pattern()) is not None:
        return Condition(key=root, path=path, operator="~", value=pattern)
    said = written.said()
    if operator in {"<", ">", "<=", ">="} and FIELD_NUMBER.fullmatch(said) is None:
        raise mistake(written.start, written.end, translate("After {sign} comes a number.").format(sign=operator), "")
    return Condition(key=root, path=path, operator=operator, value=said)


def _value(key: FilterKey, operator: Operator, written: Written) -> Value:
    if operator == "~" and (pattern := written.pattern()) is not None:
        return pattern
    said = written.said()
    if operator == "~":
        return said
    match key.kind:
        case "choice" | "flag":
            return _choice(key, said, written)
        case "text":
            return said
        case "number":
            found: Value | None = int(said) if _NUMBER.fullmatch(said) else None
        case "decimal":
            found = said if FIELD_NUMBER.fullmatch(said) else None
        case "size":
            found = _measured(said, _SIZES)
        case "duration":
            found = _measured(said, _DURATIONS)
        case _:
            found = read_moment(said)
    if found is None:
        example = EXAMPLES[key.kind]
        raise mistake(written.start, written.end, _SENTENCES[key.kind].format(key=key.name), example)
    return found


def _choice(key: FilterKey, said: str, written: Written) -> str:
    if key.numbered and said.isascii() and said.isdigit() and len(said) <= 9:
        return str(int(said))
    by_name = {choice.casefold(): choice for choice in key.choices}
    folded = said.casefold()
    if folded in by_name:
        return by_name[folded]
    suggestion = by_name[max(by_name, key=lambda choice: _likeness(choice, folded))] if said else key.choices[0]
    if key.kind == "flag":
        sentence = translate("{key} is one of {choices}.").format(key=key.name, choices=", ".join(key.choices))
    else:
        sentence = (
            translate("There is no {key} “{value}”.").format(key=key.name, value=said)
            if said
            else translate("A {key} is missing here.").format(key=key.name)
        )
    raise mistake(written.start, written.end, sentence, suggestion)


def _likeness(choice: str, said: str) -> tuple[int, float]:
    """Return how many letters they begin with in common, two at least, and how alike they are."""
    begun = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(choice, said, strict=False)))
    return (begun if begun > 1 else 0, SequenceMatcher(None, choice, said).ratio())


def _measured(said: str, units: dict[str, int]) -> int | None:
    found = _MEASURE.fullmatch(said)
    factor = units.get(found[2].lower()) if found else None
    return None if found is None or factor is None else round(Decimal(found[1]) * factor)


def read_duration(said: str) -> int | None:
    """Return the microseconds of `200ms` or `1.5s`, which are milliseconds without a unit; None where it is neither."""
    return _measured(said, _DURATIONS)
