"""Describe a candidate clause by cheap features: person, tense, negation, hedging, length, position, markup, form.

They stand beside the encoder's vector of the statement in the learned choice (`select`), and alone where there is no
encoder. Each is a number near 0–1; their order is that of `NAMES`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, get_args

import numpy as np

from alicia_desktop.extraction.candidates import CandidateClause, Form
from alicia_desktop.extraction.clause import Clause, parse_clause
from alicia_desktop.extraction.subjects import Who
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.retrieval.encoders import Vector
from alicia_desktop.memory.vocabulary import MODALS, listed

_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_PATTERNS: Final = {
    "hedged": r"\b(?:maybe|perhaps|probably|might|may|i think|i guess|not sure|if|as if|i wish|hopefully)\b",
    "of the moment": r"\b(?:right now|just now|just|today|tonight|this (?:morning|afternoon|evening|minute|second|time)"
    r"|yesterday|last night|at the moment|so far|again)\b",
    "often": r"\b(?:every|each|always|usually|often|never|daily|weekly|twice|weekdays|weekends|mornings?|\w+days)\b",
    "long ago": r"\b(?:(?:19|20)\d\d|years?|childhood|ago|once|used to|since|last (?:year|month|spring|summer"
    r"|winter))\b",
    "to the assistant": r"\b(?:you|your|yours|please|thanks|answers?|repl(?:y|ies)|explain|translate|essay|text"
    r"|code|list)\b",
    "points back": r"\b(?:it|that|this|these|those|them|one|there|so|they)\b",
    "of oneself": r"\b(?:i|me|myself|my|mine|we|us|our|ours)\b",
    "possessed": r"^(?:my|our)\b",
    "number": r"\d",
    "subordinate": r"^(?:if|unless|whether|whoever|whatever|whichever|anything|anyone|anybody|than|that)\b",
    "begins as a question": r"^(?:who|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|am|have|has|can"
    r"|could|will|would|should)\b",
    "asks to know": r"\b(?:know|wonder(?:ed|ing)?|ask(?:ed|ing)?|tell me|look(?:ing)? for|need(?:s|ed)? (?:a|an"
    r"|some|to know)) "
    r"|\bi (?:want|would like) (?:a|an|some|the|two|three|to know)\b",
    "markup": r"[*_#|<>{}\[\]=\\/]|https?:",
    "ends open": r"(?:\b(?:of|about|for|with|to|that|and|than|is|are|was|the)|:)$",
}
_COMPILED: Final = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS.values())
_LISTS: Final = {
    "people": ("people.kin", "people.others", "people.pets"),
    "health": ("things.health", "things.diets", "things.mind"),
    "work": ("things.jobs", "markers.learning"),
    "things": ("things.possessions", "things.tools", "things.appointments", "markers.home"),
    "money": ("markers.money",),
    "tastes": ("markers.pastimes", "markers.food", "markers.languages"),
    "days": ("dates.words",),
    "thinking": ("clauses.idle",),
}
THINKING: Final = frozenset([
    "think", "guess", "know", "mean", "see", "understand", "wonder", "suppose", "believe", "hear", "say", "agree",
    "doubt", "bet", "hope", "remember", "ask", "tell", "notice", "find", "look", "seem", "sound", "expect",
    "imagine", "assume", "read", "watch", "thank", "joke", "talk", "forget", "decide", "try", "check", "want",
    "need", "let",
])  # fmt: skip
"""What somebody does in this conversation or in their mind, and not in their life."""
_PERSONS: Final = (*get_args(Who), "none")
_FORMS: Final = get_args(Form)
_VERBS: Final = ("past", "perfect", "progressive", "denied", "modal", "be", "have", "empty", "thinks")
_CROSSED: Final = (
    "own and marked",
    "own and plain",
    "of strangers",
    "of the moment and plain",
    "past and plain",
    "wish for always",
)
NAMES: Final = (
    *_PATTERNS,
    *_LISTS,
    "name",
    *(f"who: {who}" for who in _PERSONS),
    *(f"form: {form}" for form in _FORMS),
    *(f"verb: {what}" for what in _VERBS),
    "words",
    "few words",
    "rest of few words",
    "sentence words",
    *_CROSSED,
    "exclaims",
    "asks",
    "shares sentence",
    "sentences",
    "last",
)


def features_of(candidates: Sequence[CandidateClause]) -> Vector:
    """Return one row a candidate of one turn, of `len(NAMES)` columns."""
    rows = [_features(one, sum(other.place == one.place for other in candidates)) for one in candidates]
    return np.array(rows, np.float32).reshape(len(rows), len(NAMES))


def _features(candidate: CandidateClause, beside: int) -> list[float]:
    text = re.sub(r"^I: ", "", candidate.text)
    words = {word.lower() for word in _WORD.findall(text)}
    words |= {word.removesuffix("'s").removesuffix("s") for word in words}
    clause = parse_clause(candidate.text)
    sentence = candidate.sentence
    rest = len(clause.rest.split()) if clause is not None else len(text.split())
    patterns = dict(zip(_PATTERNS, (pattern.search(text) is not None for pattern in _COMPILED), strict=True))
    lists = {what: any(not words.isdisjoint(listed(name)) for name in names) for what, names in _LISTS.items()}
    named = any(not text.startswith(name) for name in names_in(text))
    return [
        *map(float, patterns.values()),
        *map(float, lists.values()),
        float(named),
        *(float(who == (clause.who if clause is not None else "none")) for who in _PERSONS),
        *(float(form == candidate.form) for form in _FORMS),
        *_of_verb(clause),
        min(len(text.split()), 20) / 10,
        float(len(text.split()) <= 3),
        float(rest <= 1),
        min(len(sentence.split()), 40) / 20,
        *_crossed(
            candidate,
            clause,
            patterns,
            people=lists["people"],
            marked=named or patterns["number"] or any([*lists.values()][:-1]),
        ),
        float("!" in sentence),
        float(sentence.endswith("?")),
        min(beside, 4) / 4,
        min(candidate.sentences, 6) / 6,
        float(candidate.place == candidate.sentences - 1),
    ]


def _crossed(
    candidate: CandidateClause, clause: Clause | None, seen: Mapping[str, bool], *, marked: bool, people: bool
) -> list[float]:
    """Return what says more together than each alone."""
    own = clause is not None and clause.who in {"user", "owned", "kin"}
    told = (
        own and marked,
        own and not marked,
        clause is not None and clause.who == "other" and not seen["of oneself"] and not people,
        seen["of the moment"] and not marked,
        clause is not None and clause.past and not marked,
        candidate.form == "wish" and seen["often"],
    )
    return [float(one) for one in told]


def _of_verb(clause: Clause | None) -> list[float]:
    if clause is None:
        return [0.0] * len(_VERBS)
    told = (
        clause.past,
        clause.perfect,
        clause.progressive,
        clause.denied,
        any(one in MODALS for one in clause.auxiliaries),
        clause.verb == "be",
        clause.verb == "have",
        not clause.rest,
        clause.verb in THINKING,
    )
    return [float(one) for one in told]
