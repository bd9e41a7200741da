"""The facts of a life in a line without a verb: "divorced, two kids, back in Hull", "both kids with asthma"."""

import re
from functools import cache
from typing import Final

from alicia_desktop.memory.vocabulary import listed

_WHOSE: Final = re.compile(
    r"(?:the|that|this|those|these|what|which|another|more|some|any|every|like|than|just|only|about|one of|a|an)\b",
    re.IGNORECASE,
)


def is_of_a_life(text: str) -> bool:
    """Return whether somebody gives the facts of a life in a line: "divorced, two kids, back in Hull"."""
    if _WHOSE.match(text) or re.search(r"\b(?:vs|versus|your|his|her|their|for|about)\b", text.lower()):
        return False
    said = [word.removesuffix("s") for word in re.findall(r"[^\W_]+(?:-[^\W_]+)*", text.lower())]
    told = sum(1 for word in said if word in _life())
    counted = re.search(r"\d|\b(?:years?|months?|one|two|three|four|five|no|both|since)\b", text.lower())
    return told >= 3 or (told >= 2 and bool(counted or "," in text))


@cache
def _life() -> frozenset[str]:
    lists = ("people.kin", "people.pets", "things.health", "things.diets", "things.jobs")
    states = {
        "married",
        "divorced",
        "single",
        "widowed",
        "retired",
        "allergic",
        "mortgage",
        "vegetarian",
        "vegan",
        "pregnant",
    }
    words = frozenset().union(*(listed(name) for name in lists)) - listed("markers.loose")
    return words | {word.removesuffix("s") for word in words} | states | {"household", "toddler", "job"}
