"""What somebody is doing, or has been: which of it is more than of the moment."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import LATELY, ing_word, is_dated, words_in
from alicia_desktop.memory.vocabulary import listed, phrases

_LONG_WAITS: Final = frozenset(["transplant", "list", "visa", "diagnosis"])
_LEADING_ON: Final = frozenset(["learn", "expect", "give", "stop", "start", "begin", "finish", "put", "set"])
"""Verbs that mean little as a habit, and something where they go on."""
_GONE: Final = re.compile(
    r"(?:to be|through|on (?:holiday|a)|a (?:course|class|break|year)|over from|home"
    r"|married|divorced|there (?:for|on|with)|away (?:for|on))"
)
_ONE_THING: Final = re.compile(
    r"(?:(?:tea|coffee|lunch|dinner|breakfast|supper|pancakes?|toast|soup|food)\b|the|this"
    r"|that|an? (?!book|novel|thesis|phd|memoir|dissertation|project|paper"
    r"|night|double|part)|some|it|dinner|on (?:a|an|the|this|that|it)\b(?! (?:book|novel"
    r"|thesis|phd)))"
)


_ERRANDS: Final = re.compile(
    r"^(?:it|that|this|to|from|on|in|about)\b|\b(?:emails?|letters?|texts?|messages?|reports?"
    r"|lists?|notes?|posts?|poems?|essays?|cards?|reviews?|cv|tests?|code|function|script"
    r"|paragraph|speech|summary|program|query|sentence|reply|paper|application)\b"
)


_SOON_DONE: Final = re.compile(
    r"go to (?:bed|sleep|die|the (?:loo|toilet|bathroom|kitchen|shops?)|lunch|have (?:lunch|dinner))\b"
    r"|run (?:out of|late|behind|low)\b"
)
_SEEN: Final = re.compile(
    r"(?:an?|my) (?:\w+ )?(?:therapist|psychologist|psychiatrist|counsellor|counselor|specialist"
    r"|physio|nutritionist|girl"
    r"|guy|man|woman)|someone|somebody"
)


def is_going_on(clause: Clause) -> bool:
    """Return whether what goes on is more than of the moment."""
    verb, rest = clause.verb, clause.rest
    if _SOON_DONE.match(f"{verb} {rest}"):
        return False
    if verb == "wait":
        return bool(words_in(rest) & (listed("things.health") | _LONG_WAITS))
    if f"{ing_word(clause)} {rest}".strip().startswith(phrases("feelings.lasting")):
        return True
    if verb == "feel":
        return clause.perfect or "lately" in rest
    if not rest and not clause.perfect:
        return verb in listed("clauses.under_way")
    if verb == "see" and _SEEN.match(rest):
        return True
    if verb == "write":
        return _ERRANDS.search(rest) is None and bool(rest)
    if verb in listed("clauses.setting_out"):
        return _leads_somewhere(clause)
    if clause.first in {"it", "that", "this"} or re.search(r"\bthis \w+ (?:for|since)\b", rest):
        return False
    if clause.perfect and re.search(
        r"\b(?:since|for)\b(?! (?:(?:an|half an|two|three|\d+) (?:hours?|minutes?)|ages|the last))", rest
    ):
        return True
    if clause.past or _is_idle(clause) or (LATELY.search(rest) and not re.search(r"at the moment|these days", rest)):
        return False
    return verb not in listed("clauses.of_the_hour") or not _ONE_THING.match(rest) or is_dated(rest)


def _leads_somewhere(clause: Clause) -> bool:
    """Return whether going, taking or meeting has a day, or is one of those that last."""
    return (
        is_dated(f"{clause.lead} {clause.rest}")
        or (clause.perfect and bool(clause.rest))
        or _GONE.match(clause.rest) is not None
    )


def _is_idle(clause: Clause) -> bool:
    """Return whether what goes on is a mood, says little, or is not about people."""
    verb = clause.verb
    return (
        ing_word(clause) in listed("feelings.moods")
        or verb in listed("clauses.idle") - _LEADING_ON
        or (verb in {"put", "set"} and not re.match(r"(?:\S+ )?(?:aside|away|on weight|by)", clause.rest))
        or clause.first in {"it", "that", "this", "you"}
    )
