"""What is said of things and others that is yet about the person: "aubergine is the one thing I refuse to eat"."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import is_person, words_in
from alicia_desktop.memory.extraction.marks import IN_MY_VIEW
from alicia_desktop.memory.extraction.passing import has_contents, is_passing
from alicia_desktop.memory.vocabulary import listed

_TAKES_ME: Final = re.compile(
    r"it (?:usually |always |only |normally |still )?(?:takes|took|costs|has taken) (?:me|us) (?:about "
    r"|around |over |nearly |roughly )?(?:an?|half|\w+ty|\w+een|\d+|one|two|three|four|five|six"
    r"|seven|eight|nine|ten|ages)\b|it is (?:now )?(?:just|only) (?:me|us|my|the \w+ of us)\b|it is (?:an?|our"
    r"|my) (?:\w+ )?(?:tradition|habit|ritual"
    r"|custom|rule|belief)\b|this is (?:my|our) (?:first|second|third|\w+th|last|only) \w+ "
    r"(?:as|of|in|at|since)\b|this is (?:my|our) (?:[\w-]+ ){1,2}[A-Z]\w+$|there (?:is|are) "
    r".*\b(?:my|our)\b"
    r"(?! (?:screen|text|code|question|opinion|head|mind|essay|way))|(?:mine|ours) (?:is|are|has) ",
    re.IGNORECASE,
)
_OF_US: Final = re.compile(
    r"(?:nobody|no one|everyone|everybody|none|neither|all|most|both|half|two|three|four|one|each|some|either)"
    r"(?: of us| in (?:our|my|the) (?:house|household|family|home|flat|team|office)| here| at home)\b"
)
_DAYS: Final = re.compile(
    r"(?:(?:early |late |most |all |our |my )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:s"
    r"| (?:mornings?|afternoons?|evenings?|nights?))"
    r"|(?:weekday |weekend )?(?:mornings|evenings|afternoons|nights)|weekends|weekdays|school "
    r"holidays|summers|winters)$"
)
_OPINION: Final = re.compile(
    IN_MY_VIEW.pattern
    + r"|\b(?:ruined|should|ought|the (?:best|worst)(?: (?:thing|film|movie|book|song|band|album)|$))\b",
    re.IGNORECASE,
)
_WHAT_I: Final = re.compile(r"(?:what|the reason|why|how) (?:[\w']+ )*(?:me|us|i|we)\b")
_NEAREST: Final = re.compile(
    r"\b(?:my|our) (?:\w+ )?(?:wife|husband|partner|mother|father|mum|dad|son|daughter|brother|sister)\b"
)
_DOES: Final = re.compile(
    r"\b(?:i|we) (?:(?:can't|don't|won't|never|always|really|absolutely|still|just|only|cannot|ever|will never) )*"
    r"(?P<verb>[a-z]+)"
)
_TO_ME: Final = re.compile(r"\b(?:me|us)\b|\bmy (?!opinion|view|question|god|mind|point|guess|head|heart|bad)")
_SAYING: Final = listed("clauses.idle_of_others") | listed("clauses.idle") | {"make", "need", "have"}
_OF_MINE: Final = re.compile(r"\b(?:my|our) (?P<what>[\w-]+(?: [\w-]+)?)")
_POINTING: Final = re.compile(r"(?:the|this|that|these|those|it|your|there)\b")


def of_what_is_mine(clause: Clause) -> bool:
    """Return whether a clause that is not of the person's own yet says what they are, have or do."""
    rest, subject = clause.rest, clause.subject.lower()
    if _TAKES_ME.match(clause.text):
        return True
    if clause.verb == "be" and _WHAT_I.match(rest) and not clause.past:
        return clause.who != "pronoun" and not re.match(r"(?:that|this|it|the)\b", subject) and "mean" not in rest
    if is_passing(clause) or re.search(r"\b(?:that|this|it)$", rest):
        return False
    if _OF_US.match(subject):
        return clause.verb not in listed("clauses.idle_of_others") and has_contents(rest, 1) and not clause.past
    if clause.verb not in _SAYING and not clause.past and re.match(r"(?:the|every|one|my) .*\b(?:i|we) \w+", subject):
        return has_contents(rest, 1)
    if (subject in {"someone", "somebody"} or subject.startswith("the ")) and _befalls_mine(clause):
        return True
    if clause.who == "pronoun" or _POINTING.match(subject):
        return _of_the(clause, subject)
    return _of_other(clause, subject)


def _of_the(clause: Clause, subject: str) -> bool:
    """Return whether "the …", "he" or "she" is said to be the person's, or to do something with their nearest."""
    rest = clause.rest
    if subject in {"he", "she"}:
        own = clause.verb == "be" and not clause.denied and re.match(r"(?:my|our) ", rest) is not None
        return own and is_person(words_in(rest))
    if not subject.startswith("the "):
        return False
    if _NEAREST.search(rest) and not clause.past:
        return clause.verb not in listed("clauses.idle_of_others") | listed("clauses.idle")
    return re.match(r"(?:all )?(?:mine|ours)\b", rest) is not None and has_contents(f"{subject} {rest}", 1)


def _befalls_mine(clause: Clause) -> bool:
    """Return whether something happened to the person's people, animals or things: "someone stole my bike"."""
    match = _OF_MINE.search(clause.rest)
    happened = (clause.past or clause.perfect) and clause.verb not in listed("clauses.idle") | {
        "be",
        "have",
        "make",
        "give",
        "open",
    }
    if match is None or not happened or clause.verb in listed("clauses.idle_of_others"):
        return False
    named = words_in(match["what"]) & (
        listed("things.possessions") | listed("people.pets") | {"garden", "kitchen", "roof", "fees"}
    )
    return bool(named) or is_person(words_in(match["what"]))


def _of_other(clause: Clause, subject: str) -> bool:
    """Return whether a day or a thing is said to be what the person does, or does something to them."""
    rest = clause.rest
    if re.match(r"(?:someone|somebody|a|an|the) ", f"{subject} ") and _befalls_mine(clause):
        return True
    if _OPINION.search(clause.text.lower()):
        return False
    if _DAYS.match(subject):
        return clause.verb in {"be", "mean", "belong"} and has_contents(rest, 1)
    idle = listed("clauses.idle") - {"care", "come"} | {"said", "asked", "meant", "thought", "saw"}
    if (does := _DOES.search(rest)) is not None:
        return clause.verb == "be" and does["verb"] not in idle
    quiet = listed("clauses.idle_of_others") | listed("clauses.idle") | {"be", "have", "give", "ask", "help"}
    acts = clause.verb not in quiet and clause.form in {"base", "s"} and not clause.auxiliaries
    return acts and _TO_ME.search(rest) is not None
