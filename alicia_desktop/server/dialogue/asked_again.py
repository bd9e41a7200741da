"""Write out a question that asks the same of somebody or something else: "and Ben?", "and hers?", "what about Friday?".

Each way returns the whole message, or None where it is not certain; `continuation.written_out` tries them in turn.
"""

import re
from dataclasses import dataclass
from typing import Final

from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.memory.agenda import asked_days
from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.memory.vocabulary import KIN
from alicia_desktop.server.dialogue.mentions import mentioned_person
from alicia_desktop.server.small_model_guard import ANY_DAY

MAX_DAYS_BACK: Final = 3
"""Of the person's last messages, in which the question for the plans of a day may stand."""
INSTEAD: Final = re.compile(r"^\W*(?:and|(?:and )?(?:what|how) about)\s+(?P<other>[^?!]+?)[\s?.!]*$", re.IGNORECASE)
_QUESTION_WORD: Final = re.compile(
    r"^\W*(?:(?:and|but|so) )?(?P<word>when|where|who with|what time)(?: exactly)?\W*$", re.IGNORECASE
)
_ASKED_BY_WORD: Final = re.compile(
    r"^\W*(?:where|when|what time|who) (?P<rest>(?!is it\b)(?:is|are|was|were|do|does|did|will) .+)$", re.IGNORECASE
)
_OWNER: Final = re.compile(
    rf"\b(?:(?:my|our) (?:[\w-]+ ){{0,2}}?(?:{KIN})['’]s?"
    r"|(?!(?:what|when|where|who|how|that|it|there|let)['’])[\w-]+['’]s"
    r"|my|our|your)(?= \w)",
    re.IGNORECASE,
)
"""Whose something is."""
_OTHER_OWNER: Final = re.compile(
    rf"^(?P<pronoun>mine|hers|his|ours)$|^(?P<named>(?:my (?:[\w-]+ )?(?:{KIN})|(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+)['’]s)$",
    re.IGNORECASE,
)
_OWNED_TOLD: Final = re.compile(
    r"^\W*(?:(?:and|oh|well|so) )?(?P<pronoun>mine|hers|his) (?P<told>(?:is|are|was) .+)$", re.IGNORECASE
)
_WHAT_OF: Final = re.compile(
    rf"{_OWNER.pattern} (?P<what>[\w'’-]+(?: [\w'’-]+)??)(?=\W*$| (?:is|are|was|again)\b)", re.IGNORECASE
)
_SEXES: Final = {"hers": "she", "his": "he"}
_OF_THING: Final = re.compile(
    r"^\W*(?P<asked>(?:what|when|where|whose|what time|how (?:old|big|long|far|much|many)|what (?:colou?r|day|kind))"
    r" ?(?:is|are|was|were|['’]s)) (?P<thing>(?:my|our|the|(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+['’]s) .+?)[\s?.!]*$",
    re.IGNORECASE,
)
_THING: Final = re.compile(r"^(?:my|our|the|(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+['’]s) \w", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Before:
    """What stands before a message."""

    asked: str
    """The person's last one."""
    answered: str
    """What she said to it."""
    said: tuple[str, ...]
    """The person's messages, oldest first."""
    told: str
    """What they told, and what she said that they had."""


def other_days(text: str, before: Before) -> str | None:
    """Ask for the plans of other days: "and on Friday?"."""
    instead = INSTEAD.match(text)
    asked = any(asked_days(one, today=ANY_DAY) is not None for one in before.said[-MAX_DAYS_BACK:])
    if instead is None or not asked:
        return None
    whole = f"what am I doing on {re.sub('^on ', '', instead['other'])}?"
    return whole if asked_days(whole, today=ANY_DAY) is not None else None


def other_thing_asked(text: str, before: Before) -> str | None:
    """Ask for something else of the same: "when?" behind "Where is Poppy going?"."""
    alone, asked = _QUESTION_WORD.match(text), _ASKED_BY_WORD.match(before.asked)
    return None if alone is None or asked is None else f"{alone['word']} {asked['rest']}"


def person_instead(text: str, before: Before) -> str | None:
    """Ask the same of somebody else: "and Ben?" behind "What does Anna do?"."""
    instead = INSTEAD.match(text)
    if instead is None or not is_question(before.asked):
        return None
    other = mentioned_person([*before.said, instead["other"]], like=instead["other"])
    asked = mentioned_person([before.asked])
    if other is None or asked is None or other.text.lower() == asked.text.lower():
        return None
    if instead["other"].lower() != other.text.lower():
        return None
    return before.asked.replace(asked.text, other.text, 1)


def owner_instead(text: str, before: Before) -> str | None:
    """Ask for the same of somebody else's: "and hers?", "and mine?" behind "When is Theo's lesson?"."""
    instead = INSTEAD.match(text)
    other = _OTHER_OWNER.match(instead["other"]) if instead is not None else None
    asked = _OWNER.search(before.asked) if is_question(before.asked) else None
    if other is None or asked is None:
        return None
    owner = other["named"] or _owner_meant(other["pronoun"].lower(), before, besides=asked[0])
    if owner is None or owner.lower() == asked[0].lower():
        return None
    return f"{before.asked[: asked.start()]}{owner}{before.asked[asked.end() :]}"


def owned_told(text: str, before: Before) -> str | None:
    """Name what "mine" is of: "mine is in May" behind "Anna's birthday is in June"."""
    told = _OWNED_TOLD.match(text)
    what = _WHAT_OF.search(before.asked) if told is not None else None
    if told is None or what is None:
        return None
    owner = _owner_meant(told["pronoun"].lower(), before, besides="")
    return None if owner is None else f"{owner} {what['what']} {told['told']}"


def thing_instead(text: str, before: Before) -> str | None:
    """Ask the same of something else: "what about Max's football?" behind "When is Zoe's swimming?"."""
    instead, asked = INSTEAD.match(text), _OF_THING.match(before.asked)
    other = instead["other"] if instead is not None else ""
    if asked is None or _THING.match(other) is None or parse_clause(other) is not None:
        return None
    return f"{asked['asked']} {other}?"


def _owner_meant(pronoun: str, before: Before, *, besides: str) -> str | None:
    """Return whose "mine" or "hers" is; None where nobody fits, or only whoever was asked about."""
    if pronoun in {"mine", "ours"}:
        return "my" if pronoun == "mine" else "our"
    meant = mentioned_person(before.said, sex=_SEXES[pronoun], told=before.told)
    owner = f"{meant.text}'s" if meant is not None and meant.sex else None
    return owner if owner is not None and owner.lower() != besides.lower().replace("’", "'") else None
