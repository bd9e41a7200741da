"""What somebody does, by the plain present: which of it is a habit."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import HABITS, LATELY, is_dated, words_in
from alicia_desktop.memory.vocabulary import listed, verb_form

_HABIT: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        "see": re.compile(
            r"(?:an?|my) (?:\w+ )?(?:therapist|psychologist|psychiatrist|doctor|physio|counsellor|specialist"
            r"|kids|children|parents|grand)"
        ),
        "come": re.compile(r"(?:from|home|back to) "),
        "look": re.compile(r"(?:after|for work) "),
        "care": re.compile(r"for (?!it|that|this|you)"),
        "know": re.compile(
            r"(?:an? (?:bit|little) of|some|enough|a few words of|no) (?!one\b|idea|what|how)|(?:sign"
            r"|morse|how to [a-z]+ (?!it|this|that))"
        ),
        "find": re.compile(
            r"(?!it\b|that\b|this\b|your\b|the answer)(?:[\w'-]+ ){1,5}?(?:\w+ing|hard|difficult"
            r"|easy|stressful|boring|tough|tricky|creepy|scary|soothing"
            r"|impossible|unbearable|dull|painful)\b"
        ),
        "let": re.compile(
            r"(?:out |an? (?:flat|room|house|cottage)|the (?:top|upper|lower|spare|back|attic|basement)"
            r"|our |my )(?!\w+ (?:go|be|know|do)\b)"
        ),
        "show": re.compile(r"(?:my|dogs|cats|horses)"),
        "worry": re.compile(r"(?:about my|about our|a lot|too much|constantly|all the time)"),
        "call": re.compile(r"my .* (?:every|on|once|each|daily)|my \w+ [A-Z]?\w+$"),
        "expect": re.compile(r"(?:an?|our|my|twins)"),
        "think": re.compile(r"in (?:[a-z]+)$"),
        "put": re.compile(r".*\d|(?:[\w' ]+ )?(?:milk|sugar|salt|butter|honey|aside|away)\b"),
        "believe": re.compile(r"in (?:god|ghosts|astrology|karma|reincarnation)"),
        "get": re.compile(
            r"(?!(?:it|that|the (?!bus|train|tram|ferry)|your|what|why|how|this|an? (?:error|message)"
            r"|to (?:see|hear|know)|lost|stuck|bored|confused|(?:\w+ )?answers?)\b)."
        ),
        "give": re.compile(r"(?:up \w|blood|lessons|\w+ lessons|private)"),
        "keep": re.compile(r"(?!(?:getting|seeing|having|forgetting|thinking|asking|saying|on|it|that)\b)"),
    }
)
"""What must follow verbs that tell a habit only then."""


def is_habit(clause: Clause) -> bool:
    """Return whether the plain present tells a habit."""
    verb, rest = clause.verb, clause.rest
    if clause.denied and verb in {"stand", "care"}:
        return bool(rest) if verb == "stand" else rest.startswith("for ")
    if is_dated(f"{clause.lead} {rest}") and verb in listed("clauses.futures") - {"be", "have", "go"}:
        return True
    if verb == "know" and words_in(rest) & listed("markers.languages"):
        return True
    if verb in _HABIT:
        return _HABIT[verb].match(rest) is not None
    if verb == "forget" and "always" in clause.text.lower():
        return True
    idle = verb in listed("clauses.idle") or (verb_form(verb) is None and not rest)
    if idle or clause.first in {"it", "that", "this"} or LATELY.search(rest):
        return False
    return bool(rest) or clause.denied or verb in HABITS


def is_only_past(clause: Clause) -> bool:
    """Return whether a form that is present and past alike tells of the past by its time."""
    told_past = clause.verb == "quit" or re.search(r"\b(?:yesterday|last|ago|just)\b", clause.text.lower()) is not None
    return (
        told_past
        and clause.verb in {"quit", "put", "cut", "hurt", "read", "set"}
        and clause.form == "base"
        and not clause.auxiliaries
    )
