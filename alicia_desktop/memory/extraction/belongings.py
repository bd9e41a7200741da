"""What is said of the person's things, body and plans: which of it lasts."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import LATELY, is_dated, words_in
from alicia_desktop.memory.vocabulary import listed

_FOR_NOW: Final = re.compile(
    r"(?:not |so |very |really |too |being |in the garage|at the (?:garage|mechanic)"
    r"|killing|broken|slow|down|frozen|wet|empty|ready|gone|dead|cold|on fire|a mess|over"
    r"|done|going|dirty|freezing|stuck|not working|still not|making|about to|getting)"
)
_FOR_LONG: Final = re.compile(r"going to be|not (?:an?|allowed)|very (?:small|old|big|large)|so (?:small)|broken since")
_STOLEN: Final = re.compile(
    r"(?:stolen|broken into|towed|damaged|nicked|burgled|rejected|approved|accepted|cancelled"
    r"|flooded|extended|renewed|diagnosed|worse|bigger|smaller)\b"
)


_AGAIN_AND_AGAIN: Final = re.compile(
    r"\b(?:always|often|every|since|for (?:\w+ )?(?:weeks|months|years)|when|whenever|after|constantly|all the time)\b"
)


def of_thing(clause: Clause) -> bool:
    """Return whether what is said of a thing of the person's lasts."""
    verb, rest = clause.verb, clause.rest
    words = words_in(clause.subject.lower())
    ill = bool(words & (listed("things.health") | listed("things.body")))
    if words & listed("things.body") and (clause.progressive or words_in(rest) & listed("clauses.shortly")):
        return clause.progressive and verb in listed("clauses.fading")
    if verb in {"hurt", "ache"} and not _AGAIN_AND_AGAIN.search(clause.text.lower()):
        return False
    if verb == "be" and LATELY.search(clause.text.lower()) and (clause.past or re.match(r"\w+ing\b", rest)):
        return False
    if verb == "get" and _STOLEN.match(rest):
        return not LATELY.search(rest)
    if verb == "be":
        lasting = ill and not re.search(r"\b(?:killing|today|hurting)\b", rest)
        return bool(rest) if lasting else _is_so(words, rest)
    if ill:
        return not LATELY.search(rest)
    if words & listed("clauses.aims") and clause.progressive:
        return True
    if clause.past and not clause.perfect:
        return verb in listed("clauses.befell")
    if clause.progressive:
        return verb in {"move", "close", "go", "come", "expand"} and (is_dated(rest) or verb == "close")
    if words & listed("things.possessions") and verb in {"make", "break", "work", "crash", "freeze", "say"}:
        return False
    return verb not in {"say", "seem", "look", "sound", "remind", "think", "hurt"} and bool(rest)


def _is_so(words: set[str], rest: str) -> bool:
    """Return whether what a thing is lasts: not that it is broken, wet or at the garage."""
    if not _FOR_NOW.match(rest):
        return bool(rest)
    return _FOR_LONG.match(rest) is not None or ("heating" in words and is_dated(rest))
