"""Decide whether a row of a list fits a filter, by what it has under each key and by its text."""

from collections.abc import Mapping
from datetime import tzinfo
from typing import TypeAlias

from alicia_desktop.filtering.expression import And, Condition, Expression, Leaf, Moment, Not, Or
from alicia_desktop.filtering.fields import scalar_fits
from alicia_desktop.filtering.headers import bounds, number_fits, text_fits, time_of_day
from alicia_desktop.filtering.patterns import pattern_of

Field: TypeAlias = str | int | float | tuple[str, ...] | None
"""A text, a whole number (bytes, microseconds), a decimal, several texts of which any may fit, or nothing."""


def row_fits(expression: Expression, fields: Mapping[str, Field], text: str, zone: tzinfo | None = None) -> bool:
    """Whether a row fits; a key that it lacks fits nothing."""
    match expression:
        case Not(part=part):
            return not row_fits(part, fields, text, zone)
        case And(parts=parts):
            return all(row_fits(part, fields, text, zone) for part in parts)
        case Or(parts=parts):
            return any(row_fits(part, fields, text, zone) for part in parts)
        case leaf:
            return _leaf_fits(leaf, fields, text, zone)


def _leaf_fits(leaf: Leaf, fields: Mapping[str, Field], text: str, zone: tzinfo | None) -> bool:
    if not isinstance(leaf, Condition):
        return pattern_of(leaf).search(text.encode("utf-8", "replace")) is not None
    value = fields.get(leaf.key)
    match value:
        case None:
            return False
        case tuple():
            return any(text_fits(leaf, one) for one in value)
        case str():
            return text_fits(leaf, value)
        case float():
            return scalar_fits(leaf, value)
        case _ if isinstance(leaf.value, Moment):
            first, last = bounds(leaf, zone)
            return first <= (time_of_day(value, zone) if leaf.value.date is None else value) <= last
        case _:
            return number_fits(leaf, value)
