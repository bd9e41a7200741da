"""Whether a clause tells something lasting of the person, their people or their things.

Never kept: how somebody is at the moment, what is said to the assistant about the conversation itself, opinions on the
world, and what happened today and means nothing tomorrow.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.affairs import of_others, of_owned
from alicia_desktop.memory.extraction.being import is_state
from alicia_desktop.memory.extraction.events import told_past, told_perfect
from alicia_desktop.memory.extraction.going_on import is_going_on
from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.habits import is_habit, is_only_past
from alicia_desktop.memory.extraction.having import is_possession
from alicia_desktop.memory.extraction.lasting import POINTING, TO_ASSISTANT, is_person, verb_of, words_in
from alicia_desktop.memory.extraction.people import of_named, of_person
from alicia_desktop.memory.extraction.prospects import is_ability, is_plan, is_possible, is_want, is_wish
from alicia_desktop.memory.vocabulary import MODALS

_LIKING: Final = frozenset(
    ["like", "love", "hate", "enjoy", "adore", "dislike", "prefer", "detest", "loathe", "despise", "fancy", "fear"]
)

_WISHING: Final = frozenset(["want", "hope", "plan", "intend", "aim", "wish", "dream", "long", "need"])


_AT_WORK_HERE: Final = re.compile(
    r"(?:when|whenever|if|after|as soon as) (?:i|we) (?:click|run the|open the|press|try"
    r"|type|scroll|paste|log|print|save"
    r"|start the|restart)\b"
)


def tells(clause: Clause) -> bool:
    """Return whether a clause is worth keeping; a pronoun that nobody resolved tells nothing."""
    if clause.who == "user":
        return _of_user(clause)
    if clause.who in {"owned", "kin"}:
        return of_owned(clause)
    if clause.who == "named":
        owned = "'s " in clause.subject and is_person(words_in(clause.subject))
        return of_person(clause) if owned else of_named(clause) or of_others(clause)
    return of_others(clause)


def _of_user(clause: Clause) -> bool:
    rest, aux = clause.rest, set(clause.auxiliaries)
    if clause.verb in MODALS:
        return False
    if (
        _AT_WORK_HERE.match(clause.text.lower())
        or TO_ASSISTANT.search(rest)
        or (POINTING.match(rest) and rest)
        or " says" in rest
    ):
        return False
    if (would := "would" in aux or "wouldn't" in aux) or aux & {"can", "can't", "couldn't"}:
        return is_wish(clause) if would else is_ability(clause)
    if aux & {"might", "may", "could", "must", "mustn't", "should", "shouldn't"}:
        return is_possible(clause)
    if aux & {"will", "won't", "shall"} or (
        clause.verb == "go" and clause.form == "ing" and re.match(r"to \w+", rest) and verb_of(rest)
    ):
        return is_plan(clause)
    if clause.verb == "be":
        return is_state(clause)
    if clause.verb == "have":
        return is_possession(clause)
    if clause.verb in _LIKING:
        return bool(rest) and not re.match(
            r"(?:the (?:idea|way|sound|look)|how|what|when|to (?:know|ask|talk|hear|say|think))\b", rest
        )
    if clause.verb in _WISHING:
        return is_want(clause)
    if clause.progressive:
        return is_going_on(clause)
    if clause.perfect:
        return told_perfect(clause)
    return told_past(clause) if clause.past or is_only_past(clause) else is_habit(clause)
