"""Compare what stands in the journal beside a stanza's bytes, one row at a time: the same for SQL and for columns."""

from datetime import UTC, datetime, timedelta, tzinfo

from alicia_desktop.filtering.expression import Condition, Moment, Pattern
from alicia_desktop.filtering.fields import in_order
from alicia_desktop.filtering.patterns import compiled, words

NONE = -(2**63)
"""In a column of numbers: there is none, which fits nothing."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def text_fits(leaf: Condition, value: str | None) -> bool:
    """Whether a name or an id is the one that is wanted, or holds it."""
    if value is None:
        return False
    if leaf.operator == "~":
        pattern = compiled(leaf.value.source) if isinstance(leaf.value, Pattern) else words(str(leaf.value))
        return pattern.search(value.encode("utf-8", "replace")) is not None
    return value.casefold() == str(leaf.value).casefold()


def number_fits(leaf: Condition, value: int | None) -> bool:
    """Whether a whole number is in the order that is wanted."""
    assert isinstance(leaf.value, int)
    return value is not None and in_order(leaf.operator, value, leaf.value)


def type_fits(leaf: Condition, name: str, number: int | None) -> bool:
    """Whether a type is the one that is named or numbered."""
    if leaf.operator == ":" and str(leaf.value).isdigit():
        return number == int(str(leaf.value))
    return text_fits(leaf, name)


def bounds(leaf: Condition, zone: tzinfo | None) -> tuple[int, int]:
    """Return the first and last microsecond, of the day or since 1970, that fit a time."""
    assert isinstance(leaf.value, Moment)
    first, last = leaf.value.day_interval() if leaf.value.date is None else leaf.value.interval(zone)
    low, high = -(2**62), 2**62
    return {
        ":": (first, last),
        "<": (low, first - 1),
        "<=": (low, last),
        ">": (first + 1, high),
        ">=": (first, high),
    }[leaf.operator]


def time_of_day(microseconds: int, zone: tzinfo | None) -> int:
    """Return microseconds since midnight on the clocks of a zone; None is this computer's."""
    local = (_EPOCH + timedelta(microseconds=microseconds)).astimezone(zone)
    return ((local.hour * 60 + local.minute) * 60 + local.second) * 1_000_000 + local.microsecond
