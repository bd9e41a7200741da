"""Turn a direct question into an indirect one: "what the capital of Peru is".

    indirect_question("how do I get wine out of a carpet")    # "how to get wine out of a carpet"
    indirect_question("Is a tomato a fruit?")                 # None: where the subject ends is not known

Pure. Only shapes that come out right without knowledge of what stands in them are turned; for others None is returned.
"""

import re
from typing import Final

from alicia_desktop.memory.grammatical_person import to_second_person
from alicia_desktop.memory.vocabulary import AUXILIARIES, verb_form

MAX_WORDS: Final = 18
_LEAD: Final = re.compile(
    r"^\W*(?:(?:hey|hi|ok(?:ay)?|so|and|please|alicia|excuse me|(?:a )?quick question|question)\W+)*"
    r"(?:(?:do|would) you (?:happen to )?know|any idea|can you (?:tell me|explain)|could you (?:tell me|explain)"
    r"|tell me|i (?:was )?wonder(?:ing)?|i(?:['’]d| would) like to know|i (?:want|need) to know)?\W*"
    r"(?=(?:what|who|where|when|why|how|which|whether|if)\b|(?:should|can|could|must) (?:i|we)\b)",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(r"[,;:(\"“\n–—]|\.\s|\b(?:because|but)\b")
_HOW_TO: Final = re.compile(r"^how (?:do|can|could|would|should) (?:i|you|we|one|people) (?P<rest>.+)", re.IGNORECASE)
_PRONOUN: Final = re.compile(
    r"^(?P<wh>(?:what|which|how (?:much|many|long|often|far|soon|late|early)|when|where|why|what time)(?: (?!do\b"
    r"|does\b|should\b|can\b|could\b|would\b|will\b)[\w'’-]+){0,2}?)"
    r" (?P<verb>do|should|can|could|would|will|must) (?P<who>i|we|you|they|people) (?P<rest>.+)",
    re.IGNORECASE,
)
_BEING: Final = re.compile(
    r"^(?P<wh>what|who|where|when)(?:['’]?s| (?P<be>is|are|was|were))"
    r" (?P<what>(?:the|an?|my|our|his|her|their) [^?]+)$",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(
    r"^(?:who|which [a-z]+|what [a-z]+|how many [a-z]+) (?P<verb>[a-z]+)\b(?! (?:i|you|we|they)\b)", re.IGNORECASE
)
_INDIRECT: Final = re.compile(r"^(?:how to|whether|if|(?:what|where|when) to) ", re.IGNORECASE)
_WHETHER: Final = re.compile(r"^(?P<verb>should|can|could|must) (?P<who>i|we) (?P<rest>.+)", re.IGNORECASE)
_AUXILIARY: Final = AUXILIARIES | {"s"}
_RUN_ON: Final = re.compile(r"^(?:you|i) |\b(?:is|are|am|was|were)\b", re.IGNORECASE)
"""Another clause behind that which is asked."""
_TO_HER: Final = re.compile(r"\b(?:you|your|yourself|alicia)\b", re.IGNORECASE)
MAX_NOUN_WORDS: Final = 8


def indirect_question(question: str) -> str | None:
    """Return a question as a clause behind "I don't know", said to the person; None where that may come out wrong."""
    found = _LEAD.match(question)
    if found is None:
        return None
    is_indirect = re.search(r"know|idea|tell|explain|wonder", found[0], re.IGNORECASE) is not None
    plain = question[found.end() :].strip().rstrip("?!. ")
    if not plain or len(plain.split()) > MAX_WORDS or _ASIDE.search(plain):
        return None
    clause = _clause(plain, is_indirect=is_indirect)
    if clause is None or _TO_HER.search(clause):
        return None
    spoken = to_second_person(clause)
    return f"{spoken[:1].lower()}{spoken[1:]}"


def _clause(plain: str, *, is_indirect: bool) -> str | None:
    if _INDIRECT.match(plain):
        return plain
    if (found := _HOW_TO.match(plain)) is not None:
        return None if _RUN_ON.search(found["rest"]) else f"how to {found['rest']}"
    if (found := _PRONOUN.match(plain)) is not None:
        return _of_pronoun(found)
    if (found := _WHETHER.match(plain)) is not None:
        return f"whether {found['who']} {found['verb'].lower()} {found['rest']}"
    if (found := _BEING.match(plain)) is not None and len(found["what"].split()) <= MAX_NOUN_WORDS:
        return _with_being_last(found)
    found = _SUBJECT.match(plain)
    if found is not None and found["verb"].lower() not in _AUXILIARY and _is_finite(found["verb"].lower()):
        return plain
    return plain if is_indirect and _is_statement_order(plain) else None


def _of_pronoun(found: re.Match[str]) -> str | None:
    """Return "where to put the bins" for "where do I put the bins", "what I should eat" for "what should I eat"."""
    verb, is_you = found["verb"].lower(), found["who"].lower() == "you"
    if verb == "do" and found["who"].lower() != "they" and not found["wh"].lower().startswith("why"):
        return f"{found['wh']} to {found['rest']}"
    if is_you:
        return None
    return f"{found['wh']} {found['who']} {'' if verb == 'do' else f'{verb} '}{found['rest']}"


def _with_being_last(found: re.Match[str]) -> str | None:
    """Return "what the capital of Peru is"; None where the noun has a clause of its own."""
    what = found["what"]
    if re.search(r"\b(?:who|that|which|when|where|if|is|are|was|were|do|does|called|i|you|we)\b", what, re.IGNORECASE):
        return None
    return f"{found['wh']} {what} {(found['be'] or 'is').lower()}"


def _is_finite(word: str) -> bool:
    form = verb_form(word)
    return form is not None and form.form in {"past", "s"}


def _is_statement_order(plain: str) -> bool:
    """Return whether no verb stands before its subject, as in "how long it takes"."""
    return not any(word.lower() in _AUXILIARY for word in re.split(r"[\s'’]+", plain)[1:3])
