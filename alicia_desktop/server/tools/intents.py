"""Match questions that ask for a tool in so many words, for models too small to decide it themselves.

Each rule is narrow on purpose. A question that no rule matches goes to the model as it is; nothing is worse than a
clock that answers when somebody talks about old times.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final
from zoneinfo import available_timezones

from alicia_desktop.memory.dates import only_date
from alicia_desktop.server.tools.arithmetic import ArithmeticRefusedError, evaluate, word_sum
from alicia_desktop.server.tools.unit_conversion import asked_conversion

_TIME: Final = re.compile(
    r"\b(what(?:'s|’s|s| is)(?: the)? (?:current )?time(?: now| right now)?|what time (?:is it|it is|do we have|now)|"
    r"(?:do you have|tell me|give me) the (?:current )?time)\b(?! (?:of|does|do|will|should|did|for|to|when|in my))"
    r"|^\W*(?:the )?(?:current |exact )?time(?: now)?,? please\W*$",
    re.IGNORECASE,
)
_DATE: Final = re.compile(
    r"\b(is (?:it|today) (?:a )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: today)?(?=\W*$)"
    r"|(?:what(?:'s|’s|s| is)|tell me|give me) (?:the (?:current )?date|today(?:'s|’s|s)? date|the day)(?: today)?|"
    r"what (?:day|date|month|year) (?:is (?:it|today)|it is)|what(?:'s|’s|s| is) today)\b(?! (?:of|on|in \d)\b)",
    re.IGNORECASE,
)
_DAY: Final = re.compile(
    r"\b(?:(?:what|which) (?:week)?(?:day|date)(?: of the week)? (?:is it|is|will it be|will|was it|was|do we have)"
    r"|what(?:'s|’s| is) the (?:day|date)|what the (?:day|date) (?:is|will be|was)"
    r"|how (?:many days|long)(?: is it| are there| is left| left| to go)*"
    r" (?:until|'?till?|to|before))(?: on)? (?P<day>[^?.!]+?)(?: be| fall on)?[?.!\s]*$"
    r"|\bwhat(?:'s|’s| is) (?P<near>tomorrow|yesterday)(?:['’]s date)?[?.!\s]*$",
    re.IGNORECASE,
)
"""What asks which day another one is, or how far it is."""
_AGE: Final = re.compile(
    r"\bborn (?:on |in )?(?P<first>[^?.!;]{0,24}?\b\d{4})\b[^?.!]*\b(?:how old|what age) (?!was|were|did)"
    r"|\b(?:how old|what age) (?!was|were|did)[^?.!]*\bborn (?:on |in )?(?P<last>[^?.!;]{0,24}?\b\d{4})\b",
    re.IGNORECASE,
)
"""What asks for the age of who was born on a day or in a year."""
_ZONE: Final = re.compile(r"\bin ([A-Z][A-Za-z_]+/[A-Z][A-Za-z_]+)\b")
_PLACE: Final = re.compile(
    r"\b(?:time|it)(?: is)?(?: now| right now)? in (?P<place>[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ .'-]*?)"
    r"(?: (?:now|right now|please))?(?:[?.!]\s|\W*$)",
    re.IGNORECASE,
)
_MEMORY: Final = re.compile(
    r"^(?:please )?(?:(?:what do you (?:know|remember) about|search (?:your|my) memor(?:y|ies) for|"
    r"what have i told you about|do you remember anything about)\s+(?!(?:me|myself|us)\b)"
    r"|tell me (?:everything |all |what you know |more )?about (?=(?:my|our)\b))(?P<query>.+?)[?.!\s]*$",
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
    r"(?:(?:\b(?:what(?:'s|’s|s)?(?: is)?|how much is|calculate|compute|work out|solve|evaluate)|(?:^|[,.:;!?])\W*is)"
    r"(?: the)?|=)\s*$",
    re.IGNORECASE,
)
"""What asks for the sum behind it; "My door code is" states it."""
_DRAW: Final = re.compile(
    r"^\W*(?:(?:please|can you|could you|will you|would you|alicia|let['’]?s|i want you to|just|ok(?:ay)?)\W+)*"
    r"(?:(?:flip|toss|throw)(?: (?:me|us))? (?:a |the )?(?P<coin>coin)|(?P<sides>heads or tails)"
    r"|(?:roll|throw)(?: (?:me|us))? (?:a |the |one )?(?P<die>die|dice)"
    r"|(?:roll|throw)(?: (?:me|us))? (?P<dice>two|three|four|five|six|[2-9]) dice"
    r"|(?:pick|choose|give me|tell me|draw|say)(?: (?:me|us))? (?:a|any|some)(?: random)? number"
    r"(?: (?:between|from) (?P<low>\d{1,9}) (?:and|to) (?P<high>\d{1,9}))?)"
    r"(?: (?:for me|for us|please))*\W*$",
    re.IGNORECASE,
)
"""What asks for a coin, dice or a number by chance."""
_FEW: Final = ("two", "three", "four", "five", "six")
_DATE_LIKE: Final = re.compile(r"^\d{1,4}([-/])\d{1,2}\1\d{1,4}$|^\d{3,}-\d{3,}")
_POLITE: Final = r"^\W*(?:please |can you |could you |alicia,? )*"
_END: Final = r"[\s.?!]*$"
_QUOTE: Final = "\"'“”"
_MINE: Final = r"(?:my|the|these) (?:files|folders|documents|notes)"
_CLIENT_RULES: Final = tuple(
    (name, re.compile(_POLITE + words + _END, re.IGNORECASE | re.DOTALL))
    for name, words in (
        (
            "clipboard_read",
            r"(?:what(?:['’]s| is)(?: there)? (?:on|in) my clipboard|what does my clipboard (?:say|hold|contain))",
        ),
        ("clipboard_read", r"(?:read|show|tell)(?: me)?(?: what(?:['’]s| is) (?:on|in))? my clipboard"),
        ("clipboard_write", r"(?:copy|put) (?P<text>.+) (?:to|on|onto|into|in) my clipboard"),
        ("open_address", r"(?:open|visit|go to) (?P<url>https?://\S+?)(?: in my browser)?"),
        ("search_files", rf"(?:search|look)(?: through| in)? {_MINE} for (?P<text>.+)"),
        ("search_files", rf"find (?P<text>.+) in {_MINE}"),
        ("list_folder", rf"(?:list|show)(?: me)? {_MINE}(?: in (?P<path>\S.*))?"),
        ("list_folder", r"what files are (?:there )?in (?P<path>\S.*)"),
        ("read_file", r"(?:read|show)(?: me)? (?:the |my )?file (?P<path>\S.*)"),
        ("system_information", r"what (?:kind of )?(?:computer|system|operating system) (?:is this|am i (?:on|using))"),
        ("notify", r"(?:show(?: me)?|send me) a notification (?:saying|that says|with) (?P<title>.+)"),
    )
)
_ANY_DAYS: Final = (date(2026, 1, 1), date(2026, 2, 3))
"""Whether words name a day, and another than the day itself, depends on no day."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolIntent:
    """A tool that a question asks for, with its arguments."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def match_server_tool(text: str) -> ToolIntent | None:
    """Return the server's tool that `text` asks for; None for no match."""
    if found := _MEMORY.search(text):
        return ToolIntent(name="search_memory", arguments={"query": found["query"]})
    if (asked := _DAY.search(text)) is not None:
        day = asked["day"] or asked["near"]
        if all(only_date(day, said_on=one) is not None for one in _ANY_DAYS) and _names_another(day):
            return ToolIntent(name="clock", arguments={"day": day})
    if (aged := _AGE.search(text)) is not None:
        return ToolIntent(name="clock", arguments={"born": aged["first"] or aged["last"]})
    if _TIME.search(text) or _DATE.search(text):
        return _clock(text)
    if (other := asked_conversion(text)) is not None:
        return ToolIntent(
            name="calculator",
            arguments={"expression": other.expression, "amount": other.amount, "unit": other.unit},
        )
    if (drawn := _DRAW.match(text)) is not None:
        return _draw(drawn)
    expression = word_sum(text) or find_expression(text)
    return None if expression is None else ToolIntent(name="calculator", arguments={"expression": expression})


def _names_another(day: str) -> bool:
    """Return whether words name another day than that on which they are said."""
    return any(only_date(day, said_on=one) != one for one in _ANY_DAYS)


def _clock(text: str) -> ToolIntent | None:
    """Return the clock of the zone or city that is named; None for a place whose zone is not known."""
    if (zone := _ZONE.search(text)) is not None:
        return ToolIntent(name="clock", arguments={"timezone": zone[1]})
    if (place := _PLACE.search(text)) is None:
        return ToolIntent(name="clock")
    city = place["place"].strip().lower()
    named = next((name for name in sorted(available_timezones()) if _city(name) == city), None)
    return None if named is None else ToolIntent(name="clock", arguments={"timezone": named})


def _draw(found: re.Match[str]) -> ToolIntent:
    """Return the number to be drawn; from one to ten where no bounds are named."""
    if found["coin"] or found["sides"]:
        return ToolIntent(name="random_number", arguments={"low": "0", "high": "1", "of": "coin"})
    if found["dice"]:
        count = found["dice"] if found["dice"].isdigit() else str(_FEW.index(found["dice"].lower()) + 2)
        return ToolIntent(name="random_number", arguments={"low": "1", "high": "6", "of": "die", "count": count})
    if found["die"]:
        return ToolIntent(name="random_number", arguments={"low": "1", "high": "6", "of": "die"})
    low, high = sorted((int(found["low"] or 1), int(found["high"] or 10)))
    return ToolIntent(name="random_number", arguments={"low": str(low), "high": str(high)})


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ").lower()


def find_expression(text: str) -> str | None:
    """Return the arithmetic in `text` if it is what the text asks for."""
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


def match_client_tool(text: str) -> ToolIntent | None:
    """Return the client's tool that `text` asks for; None for no match."""
    for name, rule in _CLIENT_RULES:
        if (found := rule.match(text)) is not None:
            given = {key: value.strip().strip(_QUOTE) for key, value in found.groupdict().items() if value}
            return ToolIntent(name=name, arguments=given)
    return None
