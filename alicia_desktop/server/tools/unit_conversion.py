"""Read questions that ask for another unit: "how many centimetres are in 12 metres?". Pure: text in, a sum out.

Only units that mean the same everywhere: a pint, a cup or a gallon is another one in London than in New York.
"""

import math
import re
from dataclasses import dataclass
from typing import Final

SIGNIFICANT_DIGITS: Final = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversion:
    """An amount in another unit."""

    expression: str
    """The sum, such as `12 * 1 / 0.01`."""
    amount: str
    """Such as `12 metres`."""
    unit: str
    """Such as `centimetres`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Unit:
    quantity: str
    size: str
    """In the quantity's own unit, as a sum."""
    plural: str


_TABLE: Final = {
    "length": {
        "millimet(?:re|er)s?|mm": ("0.001", "millimetres"),
        "centimet(?:re|er)s?|cms?": ("0.01", "centimetres"),
        "met(?:re|er)s?|m": ("1", "metres"),
        "kilomet(?:re|er)s?|kms?": ("1000", "kilometres"),
        "inch(?:es)?": ("0.0254", "inches"),
        "feet|foot|ft": ("0.3048", "feet"),
        "yards?|yd": ("0.9144", "yards"),
        "miles?": ("1609.344", "miles"),
    },
    "weight": {
        "milligrams?|mg": ("0.001", "milligrams"),
        "grams?|grammes?|g": ("1", "grams"),
        "kilograms?|kilos?|kgs?": ("1000", "kilograms"),
        "ounces?|oz": ("28.349523125", "ounces"),
        "pounds?|lbs?": ("453.59237", "pounds"),
        "stones?": ("6350.29318", "stone"),
    },
    "time": {
        "seconds?|secs?": ("1", "seconds"),
        "minutes?|mins?": ("60", "minutes"),
        "hours?|hrs?": ("3600", "hours"),
        "days?": ("86400", "days"),
        "weeks?": ("604800", "weeks"),
    },
    "volume": {
        "millilit(?:re|er)s?|ml": ("0.001", "millilitres"),
        "centilit(?:re|er)s?|cl": ("0.01", "centilitres"),
        "lit(?:re|er)s?|l": ("1", "litres"),
    },
    "warmth": {
        "(?:degrees? )?(?:celsius|centigrade|c)|°c": ("celsius", "degrees Celsius"),
        "(?:degrees? )?(?:fahrenheit|f)|°f": ("fahrenheit", "degrees Fahrenheit"),
    },
}
_UNITS: Final = tuple(
    (re.compile(names, re.IGNORECASE), _Unit(quantity=quantity, size=size, plural=plural))
    for quantity, units in _TABLE.items()
    for names, (size, plural) in units.items()
)
_ANY: Final = "|".join(f"(?:{names})" for units in _TABLE.values() for names in units)
_NUMBER: Final = r"(?P<number>an?|one|-?\d+(?:,\d{3})*(?:\.\d+)?)"
_LEAD: Final = r"^\W*(?:(?:please|alicia|so|and|hey|can you|could you|tell me|do you know)\W+)*"
_ASKED: Final = r"(?:convert|change|turn|what(?:['’]?s| is| are)|how (?:much|long|far) (?:is|are))?"
_RULES: Final = tuple(
    re.compile(_LEAD + words + r"(?:\s+please)?[\s.?!]*$", re.IGNORECASE)
    for words in (
        rf"how many (?P<to>{_ANY}) (?:is|are|make|in|are in|are there in|do) {_NUMBER}\s*(?P<of>{_ANY})",
        rf"how many (?P<to>{_ANY}) (?:does|do) {_NUMBER}\s*(?P<of>{_ANY}) have",
        rf"{_ASKED} *{_NUMBER}\s*(?P<of>{_ANY}) (?:in|to|into|as) (?P<to>{_ANY})",
    )
)


def asked_conversion(text: str) -> Conversion | None:
    """Return what a message wants to have converted; None where it asks for nothing of that kind."""
    found = next((found for rule in _RULES if (found := rule.match(text)) is not None), None)
    if found is None:
        return None
    of, to = _unit(found["of"]), _unit(found["to"])
    if of.quantity != to.quantity:
        return None
    number = "1" if found["number"].lower() in {"a", "an", "one"} else found["number"].replace(",", "")
    amount = f"{number} {of.plural}" if float(number) != 1 else f"1 {found['of']}"
    return Conversion(expression=_expression(number, of, to), amount=amount, unit=to.plural)


def rounded(value: float) -> float:
    """Return a converted amount: a whole number as it is, any other with the digits that anybody reads."""
    if math.isclose(value, round(value), rel_tol=1e-12):
        return round(value)
    short = float(f"{value:.{SIGNIFICANT_DIGITS}g}")
    return int(short) if short.is_integer() else short


def _unit(name: str) -> _Unit:
    return next(unit for names, unit in _UNITS if names.fullmatch(name))


def _expression(number: str, of: _Unit, to: _Unit) -> str:
    match of.size, to.size:
        case "celsius", "fahrenheit":
            return f"{number} * 9 / 5 + 32"
        case "fahrenheit", "celsius":
            return f"({number} - 32) * 5 / 9"
        case "celsius" | "fahrenheit", _:
            return number
    return f"{number} * {of.size} / {to.size}"
