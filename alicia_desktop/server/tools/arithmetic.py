"""Evaluate arithmetic from text without running any code: Python's own parser, and a walk that knows numbers only."""

import ast
import math
import operator
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
