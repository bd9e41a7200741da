"""Sums: read those that are asked in words, and evaluate arithmetic from text without running any code.

Reading gives an expression, or None where it is not certain what is asked. Each form is narrow: "Split the work between
four of us" and "I paid 80 with a 10 % tip" ask for no sum. Evaluating is Python's own parser, and a walk that knows
numbers only. Pure.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Final

Number = int | float
LONGEST: Final = 200
"""Characters of an expression."""
MAX_POWER: Final = 1_000
"""Bits × exponent is bounded by this times ten, so that no expression can keep the processor busy."""

_BINARY: Final[Mapping[type[ast.operator], Callable[[Number, Number], Number]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_FUNCTIONS: Final[Mapping[str, Callable[[Number], Number]]] = {"sqrt": math.sqrt, "abs": abs, "round": round}
_CONSTANTS: Final[Mapping[str, Number]] = {"pi": math.pi, "e": math.e}

_SIGNS: Final = str.maketrans("×·÷−_", "**/- ", "")


class ArithmeticRefusedError(ValueError):
    """The text is no arithmetic, or its result is no number; the message says which, for the user."""


def evaluate(expression: str) -> Number:
    """Return the value of `expression`, such as `17 * (23 + 4) ^ 2`.

    Raises:
        ArithmeticRefusedError: it is not arithmetic, too large, or undefined.
    """
    if len(expression) > LONGEST:
        raise ArithmeticRefusedError("The expression is too long.")
    plain = expression.translate(_SIGNS)
    try:
        value = _value(ast.parse(plain.replace("^", "**").strip(), mode="eval").body)
    except SyntaxError as error:
        raise ArithmeticRefusedError("That is not an expression.") from error
    except ZeroDivisionError as error:
        raise ArithmeticRefusedError("Division by zero has no result.") from error
    except (OverflowError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, ArithmeticRefusedError):
            raise
        raise ArithmeticRefusedError("That has no result.") from error
    return _tidy(value)


def _value(node: ast.expr) -> Number:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left), _value(right))
        case ast.BinOp(left=left, op=kind, right=right) if type(kind) in _BINARY:
            return _bounded(_BINARY[type(kind)](_value(left), _value(right)))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](_value(argument))
    raise ArithmeticRefusedError("Only numbers and + - * / % ^ ( ) sqrt abs round can be worked out.")


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length() * abs(exponent) > 10 * MAX_POWER:
        raise ArithmeticRefusedError("The result is too large.")
    result: object = base**exponent
    if isinstance(result, complex):
        raise ArithmeticRefusedError("That has no real result.")
    assert isinstance(result, int | float)
    return result


def _bounded(value: Number) -> Number:
    if isinstance(value, int) and value.bit_length() > 20 * MAX_POWER:
        raise ArithmeticRefusedError("The result is too large.")
    return value


def _tidy(value: Number) -> Number:
    """Round away what binary fractions add, and give whole numbers as such."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ArithmeticRefusedError("That has no result.")
        value = float(f"{value:.12g}")
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    if len(str(value)) > 1_000:
        raise ArithmeticRefusedError("The result is too large.")
    return value


MAX_CHARACTERS: Final = 500
"""Of a sum in words; the rules take the square of a text's length, a minute for a page of a hundred thousand."""
_NAMES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_UNITS: Final = tuple(_NAMES.split())
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES: Final = {word: at for at, word in enumerate(_UNITS)} | {word: 10 * at for at, word in enumerate(_TENS, 2)}
_SMALL: Final = "|".join(sorted(_VALUES, key=len, reverse=True))
_NUMBER_WORDS: Final = re.compile(
    rf"\b(?:(?:{_SMALL})|a(?= (?:hundred|thousand)\b))(?:[\s-]+(?:and[\s-]+)?(?:{_SMALL}|hundred|thousand))*\b",
    re.IGNORECASE,
)
_MONEY: Final = r"[£$€₹]?\s*"
_CURRENCY: Final = (
    r"(?:\s*(?:€|£|\$|euros?|eur|pounds?|quid|gbp|dollars?|bucks|usd|rupees?|francs?|kroner|kronor|crowns?|zloty))?"
)
_AMOUNT: Final = rf"{_MONEY}(?P<amount>\d+(?:\.\d+)?){_CURRENCY}"
_RATE: Final = r"(?P<rate>\d+(?:\.\d+)?)\s*(?:%|per ?cent)"
_PEOPLE: Final = (
    r"(?:between|among|amongst|by|for|with|in|into|across|over)\s+(?:the\s+)?(?P<count>\d+)"
    r"(?:\s+(?:of us|people|persons|friends|ways|parts|guests|mates|colleagues|kids|children|flatmates|heads?))?"
)
_PLUS: Final = (
    rf"(?:with|plus|including|and|adding|add)\s+(?:a\s+|an\s+)?{_RATE}\s*(?:tip|gratuity|service(?: charge)?|tax|vat)?"
)
_END: Final = r"(?:\s+on top|\s+added|\s+each|\s+equally|\s+evenly|\s+please)*\s*[?.!]*\s*$"
_BILL: Final = (
    r"\b(?:split|divide|share)\s+(?:(?:a|the|our|this)\s+)?"
    r"(?:(?:(?:restaurant|dinner)\s+)?(?:bill|cheque|check|cost|total|rent)\s+)?(?:of\s+)?"
)
_ASKED: Final = (
    r"(?:^|.*\b(?:what(?:['’]s| is)|how much is|how much would|calculate|work out|compute)\s+)(?:an?\s+|the\s+)?"
)
_OPERATORS: Final = {
    "plus": "+",
    "and": "+",
    "minus": "-",
    "less": "-",
    "times": "*",
    "multiplied by": "*",
    "divided by": "/",
    "over": "/",
}
_COUNTED: Final = {"dozen": 12, "score": 20, "pair": 2, "pairs": 2}
_PRICE: Final = r"[£$€]?\d+(?:\.\d+)?"
_FRACTIONS: Final = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_SHARES: Final = "|".join(_FRACTIONS)


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


def _bill(found: re.Match[str]) -> str:
    amount, count, rate = found["amount"], found["count"], found.groupdict().get("rate")
    return f"{amount} * (1 + {rate} / 100) / {count}" if rate else f"{amount} / {count}"


def _list(found: re.Match[str]) -> str:
    """Return the sum of what was listed, less what is to be taken off."""
    off = f" - {_figures(found['off'])[0]}" if found["off"] else ""
    return " + ".join(_figures(found["list"])) + off


def _figures(text: str) -> list[str]:
    return re.findall(r"\d+(?:\.\d+)?", text)


_RULES: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (_rule(rf"{_BILL}{_AMOUNT}\s*,?\s*{_PLUS},?\s*{_PEOPLE}{_END}"), _bill),
    (_rule(rf"{_BILL}{_AMOUNT}\s+{_PEOPLE}\s*,?\s*{_PLUS}{_END}"), _bill),
    (_rule(rf"{_BILL}{_AMOUNT}\s+{_PEOPLE}{_END}"), _bill),
    (
        _rule(rf"{_RATE}\s*(?:tip|gratuity|vat|tax)\s+(?:on|of|for)\s+(?:a\s+bill\s+of\s+)?{_AMOUNT}{_END}"),
        lambda found: f"{found['rate']} / 100 * {found['amount']}",
    ),
    (
        _rule(rf"(?:tip|gratuity|vat|tax) of {_RATE} (?:on|of|for)\s+(?:a\s+bill\s+of\s+)?{_AMOUNT}{_END}"),
        lambda found: f"{found['rate']} / 100 * {found['amount']}",
    ),
    (
        _rule(rf"{_RATE}\s*(?:off|discount (?:on|off))\s+(?:of\s+)?{_AMOUNT}{_END}"),
        lambda found: f"{found['amount']} * (1 - {found['rate']} / 100)",
    ),
    (
        _rule(
            rf"{_ASKED}{_AMOUNT}\s+(?:minus|less|with)\s+(?:an?\s+)?{_RATE}\s*(?:discount|off)?{_END}",
        ),
        lambda found: f"{found['amount']} * (1 - {found['rate']} / 100)",
    ),
    (
        _rule(rf"{_ASKED}{_AMOUNT}\s+plus\s+(?:an?\s+)?{_RATE}\s*(?:tip|vat|tax)?{_END}"),
        lambda found: f"{found['amount']} * (1 + {found['rate']} / 100)",
    ),
    (
        _rule(rf"{_ASKED}(?P<share>{_SHARES})\s+of\s+{_AMOUNT}{_END}"),
        lambda found: f"{found['amount']} / {_FRACTIONS[found['share'].lower()]}",
    ),
    (
        _rule(rf"{_ASKED}(?P<share>\d+\s*/\s*[1-9]\d*)\s+of\s+{_AMOUNT}{_END}"),
        lambda found: f"{found['share']} * {found['amount']}",
    ),
    (
        _rule(
            r"^\W*(?:(?:please|alicia|can you|could you)\W+)*(?:add|sum|total)"
            r"(?:\s+(?:up|together|these|those|for me))*[\s:]+"
            rf"(?P<list>{_PRICE}(?:(?:\s*,|\s+and|\s+plus|\s*\+)*\s+{_PRICE})+)"
            r"(?:\W+(?:(?:oh|and|then|but)\s+)*(?:take (?:off|away)|minus|less|subtract)\s+"
            rf"(?P<off>{_PRICE})\b\D*)?{_END}"
        ),
        _list,
    ),
    (
        _rule(
            rf"{_ASKED}(?P<hours>\d+(?:\.\d+)?)\s*(?:hours?|hrs?|h)"
            r"(?:\s*(?:and\s+)?(?P<minutes>\d{1,2})\s*(?:minutes?|mins?|m))?\s+(?:of work\s+)?at\s+"
            rf"(?P<rate>{_PRICE})(?:\s*(?:pounds|euros?|dollars))?\s*(?:an?|per|/)\s*(?:hour|hr|h){_END}"
        ),
        lambda found: f"({found['hours']} + {found['minutes'] or 0} / 60) * {_figures(found['rate'])[0]}",
    ),
    (
        _rule(
            rf"(?:how (?:much|many) (?:is|are)|what(?:['’]?s| is)) (?P<amount>\d+) (?P<unit>{'|'.join(_COUNTED)})\b"
            r"[^\d]*$"
        ),
        lambda found: f"{found['amount']} * {_COUNTED[found['unit'].lower()]}",
    ),
    (_rule(rf"{_ASKED}(?:double|twice)\s+{_AMOUNT}{_END}"), lambda found: f"2 * {found['amount']}"),
    (
        _rule(rf"\badd\s+{_AMOUNT}\s+(?:and|to)\s+(?P<other>\d+(?:\.\d+)?){_END}"),
        lambda found: f"{found['amount']} + {found['other']}",
    ),
    (
        _rule(rf"\b(?:subtract|take)\s+{_AMOUNT}\s+(?:from|away from)\s+(?P<other>\d+(?:\.\d+)?){_END}"),
        lambda found: f"{found['other']} - {found['amount']}",
    ),
    (
        _rule(rf"\bmultiply\s+{_AMOUNT}\s+(?:by|with)\s+(?P<other>\d+(?:\.\d+)?){_END}"),
        lambda found: f"{found['amount']} * {found['other']}",
    ),
    (
        _rule(rf"\bdivide\s+{_AMOUNT}\s+by\s+(?P<other>\d+(?:\.\d+)?){_END}"),
        lambda found: f"{found['amount']} / {found['other']}",
    ),
    (
        _rule(
            rf"{_ASKED}(?P<first>\d+(?:\.\d+)?)\s+(?P<sign>plus|minus|times|multiplied by|divided by)\s+"
            rf"(?P<second>\d+(?:\.\d+)?){_END}"
        ),
        lambda found: f"{found['first']} {_OPERATORS[found['sign'].lower()]} {found['second']}",
    ),
)


def word_sum(text: str) -> str | None:
    """Return the expression that a sum in words asks for, such as `80 * (1 + 20 / 100) / 4`; None for no such sum."""
    if len(text) > MAX_CHARACTERS:
        return None
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", _NUMBER_WORDS.sub(lambda found: _in_digits(found[0]), text))
    return next((make(found) for rule, make in _RULES if (found := rule.search(plain)) is not None), None)


def _in_digits(words: str) -> str:
    """Return a number written out as digits: "a hundred and twenty-five" is 125."""
    total = current = 0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word == "hundred":
            current = max(1, current) * 100
        elif word == "thousand":
            total, current = total + max(1, current) * 1000, 0
        else:
            current += 1 if word == "a" else _VALUES.get(word, 0)
    return str(total + current)
