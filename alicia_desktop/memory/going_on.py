"""What somebody is doing, or has been: which of it is more than of the moment."""

import re
from typing import Final

from alicia_desktop.memory.grammar import Clause
from alicia_desktop.memory.lasting import LATELY, ing_word, is_dated, words_in
from alicia_desktop.memory.vocabulary import listed, phrases

_LONG_WAITS: Final = frozenset(["transplant", "list", "visa", "diagnosis"])
_LEADING_ON: Final = frozenset(["learn", "expect", "give", "stop", "start", "begin", "finish", "put", "set"])
"""Verbs that mean little as a habit, and something where they go on."""
_GONE: Final = re.compile(
    r"(?:to be|through|on (?:holiday|a)|a (?:course|class|break|year)|over from|home"
    r"|married|divorced|there (?:for|on|with)|away (?:for|on))"
)
_ONE_THING: Final = re.compile(
    r"(?:the|this|that|an? (?!book|novel|thesis|phd|memoir|dissertation|project|paper"
    r"|night|double|part)|some|it|dinner|on (?:a|an|the|this|that|it)\b(?! (?:book|novel"
    r"|thesis|phd)))"
)


def is_going_on(clause: Clause) -> bool:
    """Return whether what goes on is more than of the moment."""
    verb, rest = clause.verb, clause.rest
    if verb == "wait":
        return bool(words_in(rest) & (listed("things.health") | _LONG_WAITS))
    if f"{ing_word(clause)} {rest}".strip().startswith(phrases("feelings.lasting")):
        return True
    if verb == "feel":
        return clause.perfect or "lately" in rest
    if verb in listed("clauses.setting_out"):
        return _leads_somewhere(clause)
    if clause.perfect and re.search(r"\b(?:since|for)\b", rest):
        return True
    if clause.past or (LATELY.search(rest) and not re.search(r"at the moment|these days", rest)):
        return False
    if _is_idle(clause):
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
