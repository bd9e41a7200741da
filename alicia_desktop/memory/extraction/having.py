"""What somebody has: which of it lasts, and which is a question, a feeling or a minute."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import LONG_AGO, is_dated, is_person, verb_of, words_in
from alicia_desktop.memory.vocabulary import listed

_TROUBLE: Final = frozenset(["question", "problem", "questions", "problems", "trouble"])
_MEALS: Final = re.compile(
    r"\b(?:dinner|lunch|breakfast|coffee|supper|tea)\b.*\b(?:at|around|before|after|by"
    r"|about) (?:\w+)"
)
_SAID_ONLY: Final = re.compile(
    r"(?:an?|some|another|one|no|two|any|few) (?:\w+ )?(?:question|request|idea|feeling"
    r"|things to|more thing|problem|doubt|clue|suggestion|comment|remark|hunch|minute|moment)s?\b"
)
_FOR_LONG: Final = re.compile(r"\b(?:since|for (?:\w+ )?(?:weeks|months|years|decades|ages|as long))\b")
_HAD: Final = re.compile(
    r"(?:my|the|all my|two|both my) (?:\w+ ){1,3}?(?:out|removed|replaced|pierced|taken "
    r"out|amputated)\b|(?:two|three|\w+) (?:kids|children|miscarriages|operations|strokes)\b"
    r"|(?:(?:an? |my |our )(?:\w+ )?)?(?:twins|triplets|son|daughter|little boy|little girl)\b"
    r"|(?:an? |my )(?:baby|operation|accident|miscarriage|breakdown)"
)
_EXPECTED: Final = frozenset(["baby", "twins", "affair", "guests", "treatment"])


def is_possession(clause: Clause) -> bool:
    """Return whether what somebody has lasts."""
    rest = re.sub(r"^(?:got|also|just|only|still|already|both|never|always) ", "", clause.rest)
    if re.match(r"to\b", rest):
        return _must(clause, rest)
    if clause.verb == "have" and words_in(clause.text) & listed("dates.often"):
        return not words_in(rest) & _TROUBLE
    if _MEALS.search(rest) and not clause.past:
        return True
    if clause.denied and "never" in clause.text.lower():
        return True
    if clause.perfect and clause.first not in {"it", "that"} and _FOR_LONG.search(rest):
        return True
    nouns = words_in(re.sub(r"^(?:an?|the|some|any|no|another|one|two) ", "", rest))
    if _SAID_ONLY.match(rest) or _is_not_had(rest, nouns):
        return False
    if clause.past and not clause.perfect:
        lasting = listed("things.health") | listed("people.pets")
        return bool(nouns & lasting or LONG_AGO.search(clause.text.lower()) or _HAD.match(rest))
    if clause.progressive and re.match(
        r"(?:my |an? (?:late |quick |early )?)?(?:lunch|dinner|breakfast|coffee|tea|beer|nap|bath|break)\b", rest
    ):
        return is_dated(rest)
    if clause.progressive:
        return bool(nouns & (listed("things.health") | _EXPECTED) or is_dated(rest))
    return bool(rest)


def _must(clause: Clause, rest: str) -> bool:
    """Return whether what somebody has to do lasts: with a day, "still", or for their health."""
    inner = verb_of(rest)
    if clause.past and re.match(
        r"to (?:put|say goodbye|let|bury|rehome|give up|sell|move|leave|quit|stop|close) \w+", rest
    ):
        return clause.first not in {"it", "that"} and not re.search(r"\b(?:it|that|this)$", rest)
    return inner not in listed("clauses.idle") | {"go", "say", "ask"} and (
        is_dated(rest) or "still" in clause.text.lower() or inner in {"take", "wear", "avoid", "inject"}
    )


def _is_not_had(rest: str, nouns: set[str]) -> bool:
    """Return whether it is nothing that one owns, no illness and nobody."""
    head = re.findall(r"[\w'-]+", rest)[:4]
    return (
        any(word in listed("things.not_had") for word in head[:3])
        and not nouns & listed("things.health")
        and not is_person(set(head))
    )
