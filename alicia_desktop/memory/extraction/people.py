"""What is said of one of the person's people, or of somebody by a name alone: which of it lasts."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import HABITS, words_in
from alicia_desktop.memory.vocabulary import listed

_OVER_TIME: Final = re.compile(
    r"\b(?:every|always|lately|these days|for (?:weeks|months|years)|since|at night|constantly|keeps)\b"
)
_SUPPOSED: Final = frozenset(["would", "could", "should", "might", "wouldn't", "couldn't"])
_LIKED: Final = frozenset(["like", "love", "prefer", "rather"])
_ADVISING: Final = frozenset(["suggest", "recommend", "advise", "want", "tell"])
_LYING_ABOUT: Final = re.compile(
    r"(?:sitting |asleep |lying )?(?:on|under|in|at|behind|next to) (?:my|the) (?:keyboard"
    r"|lap|sofa|bed|table|desk|laptop|head|roof|couch|door|window|bath)\b"
)
_FOR_NOW: Final = re.compile(
    r"(?:not |so |very |really |being |a bit |always |just |too )*(?:happy|late|annoying"
    r"|angry|mad|right|wrong|here|cute|great|nice|awesome|funny|tired|hungry|asleep"
    r"|calling|driving me|the best|amazing|with (?:me|him|her|them)|kidding|good|lovely"
    r"|sweet|fine|ok|okay|upset|bored|busy)\b"
)
_FOR_LONG: Final = re.compile(r"(?:good|great|bad) (?:at|in|with)\b|with (?:me|him|her|them) (?:every|on|at|for)")
_LIVED: Final = frozenset(["be", "have", "get", "take", "die", "raise", "run", "go", "love", "marry", "speak", "like"])
"""What somebody did of these lasts, as do the events of a life."""
_WITH_MORE: Final = frozenset(["give", "move"])
"""These last only with what follows them."""


def of_person(clause: Clause) -> bool:
    """Return whether a clause about one of the person's people lasts."""
    verb, rest = clause.verb, clause.rest
    if clause.progressive and verb in listed("passing.doing_now") and not _OVER_TIME.search(clause.text.lower()):
        return False
    if verb in _ADVISING and words_in(clause.subject.lower()) & listed("things.health"):
        return bool(rest)
    if verb in listed("clauses.idle_of_others") and not re.match(r"i (?:should|must|have to|need)\b", rest):
        return False
    if not _SUPPOSED.isdisjoint(clause.auxiliaries) and verb not in _LIKED:
        return False
    if verb == "be" and clause.progressive and clause.auxiliaries:
        return False
    if verb == "be" and not clause.past:
        return _is_so(rest)
    if clause.past and not clause.perfect:
        return _did(verb, rest)
    return bool(rest) or _needs_no_more(clause)


def _is_so(rest: str) -> bool:
    """Return whether what somebody is lasts: not where they sit, and not how they are today."""
    if _LYING_ABOUT.match(rest):
        return False
    return bool(rest) if _FOR_NOW.match(rest) is None else _FOR_LONG.match(rest) is not None


def _did(verb: str, rest: str) -> bool:
    """Return whether what somebody did is one of the events of a life."""
    if verb in _WITH_MORE:
        return bool(rest)
    return verb in (listed("clauses.events") | _LIVED) - {"play", "put"}


def _needs_no_more(clause: Clause) -> bool:
    """Return whether a verb alone tells something of somebody: "my ex has remarried", "our landlord is selling"."""
    verb = clause.verb
    if clause.progressive and not clause.denied:
        return verb in listed("clauses.under_way") | {"sell", "marry", "die", "teethe", "recover", "struggle", "study"}
    plain = clause.form in {"s", "base"} and verb not in listed("clauses.idle")
    turns = clause.perfect and verb in listed("clauses.under_way") | {"graduate", "resign", "quit", "die", "qualify"}
    return plain or turns or clause.denied or verb in HABITS | {"work", "die", "speak", "bark", "bite", "live"}


def of_named(clause: Clause) -> bool:
    """Somebody by a name alone, who may be anybody: only what one says of people one knows."""
    rest = clause.rest
    if re.search(
        r"'s? (?:birthday|phone number|number|address|wedding|wife|husband|favou?rite|job|school|party|funeral)\b",
        clause.subject,
    ):
        return clause.verb == "be"
    if clause.past and not clause.perfect:
        return clause.verb in {"move", "die", "marry", "retire", "pass"} and not re.search(r"\b1\d{3}\b", rest)
    if clause.verb == "be":
        return bool(
            re.match(
                r"(?:\d+|\w+ years old|my |our |allergic|pregnant|vegetarian|vegan|married|getting"
                r"|moving|coming|a (?:friend|colleague|nurse|teacher)|\w+teen\b|in (?:year|class))",
                rest,
            )
        )
    return clause.verb in {
        "like",
        "love",
        "hate",
        "live",
        "work",
        "go",
        "have",
        "play",
        "study",
        "eat",
        "drink",
        "sleep",
        "start",
        "take",
        "do",
        "move",
        "prefer",
        "can't",
        "visit",
    } and bool(rest)
