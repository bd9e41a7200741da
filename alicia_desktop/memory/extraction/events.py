"""What somebody did or has done: which of it lasts, by the verb and by what must follow it."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import LONG_AGO
from alicia_desktop.memory.extraction.passing import has_contents, is_passing
from alicia_desktop.memory.vocabulary import listed

_GOT: Final = re.compile(
    r"(?!an? (?:error|message|answer|coffee|pizza|call|reply|bit)\b)"
    r"(?:an? |my (?:degree|licence|license|diagnosis|own)|married|engaged|divorced"
    r"|promoted|fired|laid|pregnant|diagnosed|into (?!it)|two|three|rid)"
)
_WEIGHTY: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        "end": re.compile(r"up (?:in|as|with|at|on)\b|my|our|things with"),
        "drop": re.compile(r"out\b|my (?:degree|course)"),
        "turn": re.compile(r"\d|\w+ty\b|\w+een\b|vegan|vegetarian"),
        "stop": re.compile(r"(?:smoking|drinking|eating|taking|working|playing)"),
        "lose": re.compile(
            r"(?:my (?!keys|phone|wallet|patience|mind|temper|train|place|glasses)|\w+ kilos?|\d+"
            r"|weight)"
        ),
        "leave": re.compile(r"(?:my|the|our|home|school) "),
        "pass": re.compile(r"my "),
        "fail": re.compile(r"my "),
        "finish": re.compile(r"my (?!food|dinner|coffee|lunch)"),
        "start": re.compile(
            r"(?:an? (?!new chat|conversation|game)|my|at|as|learning|working|therapy|dating"
            r"|university|playing|with|on insulin)"
        ),
        "begin": re.compile(r"(?:an?|my|learning|working|therapy)"),
        "join": re.compile(r"(?:an?|the|my)"),
        "move": re.compile(r"(?:to|in|out|from|house|into|back|here|away)\b(?! the (?:text|file|button))"),
        "change": re.compile(r"(?:jobs|job|my name|careers?|schools?|my (?:diet|surname|number))"),
        "open": re.compile(
            r"(?:an?|my|our) (?:\w+ )?(?:shop|restaurant|cafe|café|bakery|business|practice"
            r"|studio|bar|bookshop|barbershop|salon|store)"
        ),
        "close": re.compile(r"(?:my|our) "),
        "win": re.compile(r"(?:an?|the|my)"),
        "hurt": re.compile(r"my "),
        "save": re.compile(r"(?:up|\d)"),
        "come": re.compile(r"(?:to|from|out as|here) "),
        "teach": re.compile(r"(?:\w+ )?(?:for|at|in)"),
        "book": re.compile(r"(?:an?|the|our|my|flights|two)"),
        "take": re.compile(r"(?:up|early retirement|over)"),
        "use": re.compile(r"to "),
        "pay": re.compile(r"off"),
        "play": re.compile(r"(?:in|for)"),
    }
)
"""What must follow verbs of every day that tell a turn of life only then."""
_LONG_AGO_ONLY: Final = frozenset(["crash", "order", "plant", "reach"])
"""What happens with these lasts only where it is told of long ago."""
_OF_ITSELF: Final = frozenset(["retire", "divorce", "separate", "marry", "resign", "remarry", "graduate", "quit"])
"""What needs no more words."""


def told_perfect(clause: Clause) -> bool:
    """Return whether what somebody has done lasts."""
    if clause.denied and re.search(r"\b(?:since|for (?:\w+ )?(?:years|months|weeks))\b", clause.rest):
        return True
    if clause.denied and re.search(r"\bstill\b", clause.text.lower()) and not is_passing(clause):
        return has_contents(clause.rest, 1) and clause.verb not in listed("clauses.idle") - {"find", "decide"}
    if clause.denied:
        return (
            "never" in clause.text.lower()
            and not re.search(r"\b(?:heard|seen (?:that|this|it)|thought|noticed|understood)\b", clause.text.lower())
            and clause.first not in {"that", "this", "it"}
            and re.search(r"\b(?:problem|trouble|issue)s?\b.*\b(?:it|that|this)$", clause.rest) is None
        )
    if clause.verb in {"want", "dream"} or (clause.verb == "decide" and clause.rest.startswith("to ")):
        return True
    if clause.verb == "get":
        return bool(clause.rest)
    return _is_event(clause)


def told_past(clause: Clause) -> bool:
    """Return whether what somebody did lasts, or lies long ago."""
    if clause.verb == "use" and clause.rest.startswith("to "):
        return True
    if clause.verb == "get":
        return _GOT.match(clause.rest) is not None
    if clause.denied:
        return "never" in clause.text.lower() and bool(clause.rest) and clause.verb not in listed("clauses.idle")
    if clause.verb == "go":
        return bool(re.match(r"(?:to [a-z]+|vegan|vegetarian|blind|deaf)", clause.rest)) and (
            bool(re.match(r"to (?:school|university|uni|college)\b", clause.rest))
            or bool(LONG_AGO.search(clause.text.lower()))
            or clause.rest in {"vegan", "vegetarian"}
        )
    return _is_event(clause) or bool(
        LONG_AGO.search(clause.text.lower()) and clause.verb not in listed("clauses.idle") | {"read", "watch", "see"}
    )


def _is_event(clause: Clause) -> bool:
    """Return whether it is one of the things that happen to people and last."""
    verb, rest = clause.verb, clause.rest
    if verb not in listed("clauses.events") or clause.first in {"it", "that", "this"}:
        return False
    if verb in {"give", "hand"}:
        return bool(re.match(r"(?:up|birth|notice|my notice|in my)\b", rest))
    if verb in _LONG_AGO_ONLY or verb in _WEIGHTY:
        told = verb in _WEIGHTY and _WEIGHTY[verb].match(rest) is not None
        return told or LONG_AGO.search(clause.text.lower()) is not None
    return bool(rest) or verb in _OF_ITSELF
