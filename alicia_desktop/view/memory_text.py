"""Word a memory for the user whom it is about: "User's sister lives in Lisbon." reads "Your sister lives in Lisbon".

Memories are stored in the third person, so that they mean the same to whoever reads them (`memory.grammatical_person`).
Only what is shown changes; the stored text is what is edited, exported and sent. What does not begin like a statement
about the user stays as it was written, without its full stop.
"""

import re
from typing import Final

MAX_CHARACTERS: Final = 10_000
"""A longer text is a log rather than a statement, and stays as it was written."""
_MARK: Final = r"[\x01-\x08]{0,4}"
"""Where a search marks the words that it found (`store.search`), the marks may stand beside any word."""

_OTHER_FORMS: Final = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "isn't": "aren't",
    "isn’t": "aren’t",
    "wasn't": "weren't",
    "wasn’t": "weren’t",
    "hasn't": "haven't",
    "hasn’t": "haven’t",
    "doesn't": "don't",
    "doesn’t": "don’t",
}

_AFTER_VERBS: Final = r"(?:as|at|in|for|to|with|on|a|an|the|from|about|every|his|her|their)"

_BEFORE_START: Final = ' \n\t\r(“"' + "".join(map(chr, range(1, 9)))

_JOINED: Final = re.compile(
    rf"(?P<and>\b(?:and|or|but)\s{{1,4}}{_MARK})(?P<verb>[a-z]{{1,40}}(?:['’]t)?)\b(?P<more>{_MARK}\s{{1,4}}\w{{0,40}})?"
)

_ENDINGS: Final = re.compile(r"(?<![.\s])(?<!\b[A-Z])(?<!\b[ap]\.m)(?<!\be\.g)(?<!\betc)(?<!\b(?:St|Mr|Dr|Jr|Sr))\.$")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ADVERBS: Final = _words(
    "already also almost always barely both currently definitely especially even ever finally generally hardly just "
    "kinda last mainly mostly nearly never no normally not now occasionally often once only probably rarely really "
    "recently regularly seldom simply sometimes still too truly usually"
)
_ANY_ADVERB: Final = "|".join(sorted(_ADVERBS))
_NO_VERBS: Final = _words(
    "across afterwards as besides downstairs his its less nowadays overseas perhaps plus this thus towards unless "
    "upstairs versus yes"
)
"""Words that end like a verb of the third person and are none."""
_JOINED_VERBS: Final = _words(
    "is was has does goes isn't isn’t wasn't wasn’t hasn't hasn’t doesn't doesn’t lives likes loves hates prefers "
    "owns eats enjoys speaks teaches takes makes gets keeps feels thinks knows sleeps drives sings writes reads "
    "believes tries wears avoids"
)
"""Verbs that go on after "and"; hardly one of them is ever the plural of a noun there."""
_JOINED_NOUNS: Final = _words(
    "bakes coaches commutes cooks cycles drinks fishes hopes needs paints plans plays practises rides runs skis "
    "studies swims trains travels uses visits volunteers walks wants works"
)
"""Verbs that may as well be nouns there: they count before a word such as "as" or "the"."""
_NAMED_USER: Final = _words("account accounts agent group guide interface manual name story")
_PREPOSITIONS: Final = _words("about at by for from near of on than to towards with")
_USER: Final = re.compile(
    rf"(?P<before>(?:(?<![\w'’])[\w'’]{{1,40}}{_MARK})?[\s(“\"]{{0,4}})"
    rf"(?P<open>{_MARK})\bUser\b(?P<close>{_MARK})(?P<own>['’]s\b)?(?P<behind>{_MARK})"
    rf"(?P<adverbs>(?:\s{{1,4}}{_MARK}(?:{_ANY_ADVERB})\b{_MARK})*)"
    rf"(?:(?P<gap>\s{{1,4}}{_MARK})(?P<verb>[a-z]{{1,40}}(?:['’]t)?)\b)?"
)
"""Every repetition has an end, so that no text, however it is made, takes longer than its length."""


def memory_text(content: str) -> str:
    """Return a memory as one would say it to the user, without a full stop at its end."""
    text = _ENDINGS.sub("", content.strip())
    if "User" not in text or len(text) > MAX_CHARACTERS:
        return text
    return "".join(_addressed(sentence) for sentence in re.split(r"(?<=[.!?])(?=\s)", text))


def _addressed(sentence: str) -> str:
    begins = re.match(rf"\s*{_MARK}User\b(?!['’]s)", sentence) is not None
    start = len(sentence) - len(sentence.lstrip(_BEFORE_START))
    said = _USER.sub(lambda match: _you(match, at_start=match.start("close") - len("User") <= start), sentence)
    if begins and said != sentence:
        said = _JOINED.sub(_joined, said)
        said = re.sub(r"\bthemselves\b", "yourself", said, count=1)
    return said


def _you(match: re.Match[str], *, at_start: bool) -> str:
    before, verb, gap = match["before"], match["verb"] or "", match["gap"] or ""
    if match["own"]:
        word = "Your" if at_start else "your"
        return f"{before}{match['open']}{word}{match['close']}{match['behind']}{match['adverbs']}{gap}{verb}"
    plain = _second_person(verb)
    is_subject = before.strip().strip('(“"').lower() not in _PREPOSITIONS
    if at_start and verb and plain == verb and _is_name(match):
        return match[0]
    verb = plain if is_subject else verb
    word = "You" if at_start else "you"
    return f"{before}{match['open']}{word}{match['close']}{match['behind']}{match['adverbs']}{gap}{verb}"


def _is_name(match: re.Match[str]) -> bool:
    """Return whether "User" begins a name, such as "User guide": a noun comes behind it that is written small."""
    return match["verb"] in _NAMED_USER


def _joined(match: re.Match[str]) -> str:
    verb, more = match["verb"], match["more"] or ""
    goes_on = re.match(rf"{_MARK}\s+{_AFTER_VERBS}\b", more) is not None
    if verb in _JOINED_VERBS or (goes_on and verb in _JOINED_NOUNS):
        return f"{match['and']}{_second_person(verb)}{more}"
    return match[0]


def _second_person(verb: str) -> str:
    """Return the form of a verb that goes with "you"; what is no verb of the third person stays."""
    if verb in _OTHER_FORMS:
        return _OTHER_FORMS[verb]
    if verb in _NO_VERBS or not verb.endswith("s") or verb.endswith(("ss", "us", "'s")) or len(verb) < 3:
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "xes", "zzes", "oes")) or (verb.endswith("ches") and verb != "aches"):
        return verb[:-2]
    return "focus" if verb == "focuses" else verb[:-1]
