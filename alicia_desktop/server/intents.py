"""What a plain reading of a question asks a tool for, where the model is too small to decide it itself.

Each rule is narrow on purpose. A question that no rule fits goes to the model as it is; nothing is worse than a clock
that answers when somebody talks about old times.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from alicia_desktop.server.arithmetic import ArithmeticRefusedError, evaluate

_TIME: Final = re.compile(
    r"\b(what(?:'s|’s| is)?(?: the)? (?:current )?time(?: is it)?(?: now| right now)?|what time (?:is it|do we have)|"
    r"(?:do you have|tell me|give me) the (?:current )?time)\b(?! (?:of|does|do|will|should|did|for|to|when|in my))",
    re.IGNORECASE,
)
_DATE: Final = re.compile(
    r"\b(what(?:'s|’s| is) (?:the date|today(?:'s|’s) date|the day)(?: today)?|what (?:day|date) is (?:it|today)|"
    r"what(?:'s|’s| is) today)\b(?! of\b)",
    re.IGNORECASE,
)
_ZONE: Final = re.compile(r"\bin ([A-Z][A-Za-z_]+/[A-Z][A-Za-z_]+)\b")
_MEMORY: Final = re.compile(
    r"^(?:please )?(?:what do you (?:know|remember) about|search (?:your|my) memor(?:y|ies) for|"
    r"what have i told you about|do you remember anything about)\s+(?P<query>.+?)[?.!\s]*$",
    re.IGNORECASE,
)
_WORDS: Final = (
    (r"\bsquare root of\s+(\d+(?:\.\d+)?)", r"sqrt(\1)"),
    (r"(\d+(?:\.\d+)?)\s*(?:%|percent) of\s+(\d+(?:\.\d+)?)", r"\1 / 100 * \2"),
    (r"\bplus\b", "+"),
    (r"\bminus\b", "-"),
    (r"\b(?:times|multiplied by)\b|(?<=\d)\s*[x×]\s*(?=\d)", "*"),
    (r"\b(?:divided by|over)\b", "/"),
    (r"\bto the power of\b", "^"),
    (r"\bsquared\b", "^2"),
    (r"(?<=\d),(?=\d{3}\b)", ""),
)
_EXPRESSION: Final = re.compile(r"(?:sqrt|[\d(.\-−])(?:sqrt|[\d\s.+\-−*/×÷·^%()])*[\d)]")
_ASKS: Final = re.compile(
    r"(?:\b(?:what(?:'s|’s)?(?: is)?|how much is|calculate|compute|work out|solve|evaluate|is)(?: the)?|=)\s*$",
    re.IGNORECASE,
)
_DATE_LIKE: Final = re.compile(r"^\d{1,4}([-/])\d{1,2}\1\d{1,4}$|^\d{3,}-\d{3,}")


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolWish:
    """A tool and what to give it."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def match(text: str) -> ToolWish | None:
    """Return the tool that `text` asks for in so many words, or nothing."""
    if found := _MEMORY.search(text):
        return ToolWish(name="search_memory", arguments={"query": found["query"]})
    if _TIME.search(text) or _DATE.search(text):
        zone = _ZONE.search(text)
        return ToolWish(name="clock", arguments={"timezone": zone[1]} if zone else {})
    expression = find_expression(text)
    return None if expression is None else ToolWish(name="calculator", arguments={"expression": expression})


def find_expression(text: str) -> str | None:
    """Return the arithmetic in `text` when it is what the text asks for."""
    plain = text
    for words, sign in _WORDS:
        plain = re.sub(words, sign, plain, flags=re.IGNORECASE)
    candidates = [found.strip() for found in _EXPRESSION.findall(plain)]
    worked_out = [candidate for candidate in candidates if _is_sum(candidate)]
    if len(worked_out) != 1:
        return None
    expression: str = worked_out[0]
    before, _, after = plain.partition(expression)
    bare = not before.strip(" (") and not after.strip(" =?.!")
    return expression if bare or _ASKS.search(before) else None


def _is_sum(candidate: str) -> bool:
    if not re.search(r"\d", candidate) or not re.search(r"[+\-−*/×÷·^%]|sqrt", candidate.lstrip("-−")):
        return False
    if _DATE_LIKE.match(candidate):
        return False
    try:
        evaluate(candidate)
    except ArithmeticRefusedError as error:
        return "zero" in str(error) or "large" in str(error)
    return True
