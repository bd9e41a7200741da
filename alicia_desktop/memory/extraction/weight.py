"""The permissive half of what is kept: whatever a clause of the person says, unless it means nothing tomorrow.

The rules of `worth` know many verbs, and no list of verbs is complete. Here a clause is kept for what it is about: it
has words of its own, it is no mood, no errand of the hour, nothing said of this conversation, nothing wished of it.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.aims import aim_of, is_aim
from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import LONG_AGO, is_dated, is_person, words_in
from alicia_desktop.memory.extraction.marks import is_marked
from alicia_desktop.memory.extraction.mine import of_what_is_mine
from alicia_desktop.memory.extraction.passing import has_contents, is_passing
from alicia_desktop.memory.vocabulary import MODALS, listed

_ERRAND: Final = re.compile(
    r"get (?:my |the )?(?:\w+ )?back\b|go (?:for|out|back|home|online|through|over|on)\b"
    r"|have (?!an? (?:baby|child|stroke"
    r"|dog|cat)|my|to give|to stop)|do (?:the|some|my homework)|put |give (?!up|birth|notice)"
    r"|take (?:the|a (?:look|walk|break|nap|photo|shower|bath))|make (?:a |the |some |it)"
    r"|say|see |watch |read |eat |drink |cook |order |print |send |write (?:it|that|this"
    r"|to|the)"
    r"|call |ring |phone |use (?!to)|try |turn (?:it|the|on|off)|open |close (?:the|it)|run (?:it|the"
    r"|into|out)|find |look |check |miss |hear |lose (?:track|count|my (?:keys|place|phone"
    r"|train))"
)
_AMOUNT: Final = re.compile(
    r"\b(?:under|below|at least|at most|less than|more than|max\w*|no more than)\b.*(?:\d"
    r"|hundred|thousand)|\d+ ?(?:euros?|pounds?|dollars?|quid|€|£|\$)"
)
_ACHES: Final = frozenset(["hurt", "ache", "spin", "stare"])


def of_weight(clause: Clause) -> bool:
    """Return whether a clause of the person, or of theirs and them, is about something that lasts."""
    if clause.who not in {"user", "owned", "kin"}:
        return of_what_is_mine(clause)
    if is_passing(clause):
        return False
    if clause.who == "user":
        if (aim := aim_of(clause)) is not None:
            return is_aim(f"{aim} {clause.lead}".strip())
        if set(clause.auxiliaries) & MODALS - {"can", "can't", "cannot", "won't"}:
            return False
        if clause.verb == "need" and not clause.past and not clause.denied:
            return _AMOUNT.search(clause.rest) is not None and not clause.rest.startswith("to ")
    elif clause.verb in listed("clauses.idle_of_others"):
        return False
    return _is_together(clause) or _is_full(clause)


def _is_full(clause: Clause) -> bool:
    """Return whether what is told has contents enough, and is no errand."""
    rest = clause.rest
    if clause.verb in listed("clauses.idle") | _ACHES:
        return False
    if clause.past and not clause.perfect:
        text = clause.text.lower()
        near = re.search(r"\b(?:me|us|my|our)\b", rest) or is_dated(rest) or LONG_AGO.search(text)
        own = clause.who in {"user", "kin"} or is_person(words_in(clause.subject))
        return own and has_contents(rest, 1 if near else 2) and not _ERRAND.match(f"{clause.verb} {rest}")
    if clause.progressive and clause.verb in listed("clauses.of_the_hour"):
        return False
    if clause.verb != "be" and "should" not in clause.auxiliaries and "would" not in clause.auxiliaries:
        return has_contents(rest, 2)
    reached = clause.auxiliaries and rest.startswith("reached")
    return bool(reached) or (has_contents(rest, 2) and is_marked(f"{clause.lead} {rest}", clause.text))


def _is_together(clause: Clause) -> bool:
    """Return whether what happened is of several by name, "Lukas and I broke up", and no errand."""
    idle = listed("clauses.idle") - {"know"} | {"have", "go", "eat", "see", "watch", "talk", "speak"}
    together = clause.who == "user" and re.search(r"\band (?:i|me)$", clause.subject.lower()) is not None
    return together and (clause.past or clause.perfect) and clause.verb not in idle and has_contents(clause.rest, 1)
