"""Hold what a small model says of the world until it may be said. Pure: text in, a reason or a verdict out.

A model of 135 million parameters repeats its prompt, speaks of itself as a nurse, tells people what they never said,
and makes up most of what it says of the world. Two drafts of one answer, made from two prompts, agree where it knows
something ("The capital of Peru is Lima.") and name two different authors where it does not. So a sentence is said only
if nothing speaks against it and the other draft says the same.
"""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.vocabulary import verb_form
from alicia_desktop.server.dialogue.languages import other_language
from alicia_desktop.server.small_model_guard import ANY_DAY, relations_only, speaks_as_user, words

MIN_SHARED_WORDS: Final = 0.6
"""Share of the shorter draft's words, beside the question's, that the other one must have."""
MAX_SAME_PAIRS: Final = 3
"""How often two words in a row may stand in one sentence; a name may come back, more goes in a circle."""
MAX_EXAMPLE_WORDS: Final = 1
"""Words of the prompt's example that a sentence may have by chance; a second one is no chance."""
_SCRIPT: Final = re.compile(r"^\W*(?:a|q|user|assistant|alicia|human|ai|bot|you|me|question|answer)\s*:", re.IGNORECASE)
_BLANK: Final = re.compile(r"\[[^\]]{2,40}\]|<[^>]{2,40}>|_{3,}")
_SECOND_PERSON: Final = re.compile(r"\b(?:you|your|yours|yourself)\b|\byou['’]", re.IGNORECASE)
_NAMES: Final = re.compile(r"(?<!^)(?<![.!?] )\b[A-ZÀ-ÖØ-Þ][\w'’-]*")
_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*")
_TOKEN: Final = re.compile(r"[^\W_]+")
_COUNTED: Final = re.compile(
    r"\bhow (?:many|much|far|old|long|tall|big|deep|heavy|high|fast)\b|\bwhen\b|\bwhat year\b", re.IGNORECASE
)
_CHANGING: Final = re.compile(
    r"\b(?:now|today|tonight|currently|current|latest|this (?:week|year|month)|president|prime minister|king|queen|pope"
    r"|chancellor|ceo|champion|price|cost)\b",
    re.IGNORECASE,
)


def wants_answer(text: str) -> bool:
    """Return whether a message asks for something, and does not only tell it."""
    if analyse(text, today=ANY_DAY).intent in {"information_request", "memory_recall", "command"}:
        return True
    first = next(iter(_TOKEN.findall(text)), "")
    return (form := verb_form(first.lower())) is not None and form.form == "base"


def may_be_known(question: str) -> bool:
    """Return whether a small model may know it: no number, nothing that changes, nothing about the person."""
    return not (_COUNTED.search(question) or _CHANGING.search(question) or speaks_as_user(question))


def unsayable(
    sentence: str, *, question: str, known: str = "", before: Sequence[str] = (), example: str = ""
) -> str | None:
    """Return why a small model's sentence is not said; None where nothing speaks against it.

    Args:
        known: what memories, pins and the person's own messages say.
        before: sentences of the same answer.
        example: the worked example of the prompt.
    """
    supported = f"{known} {question}"
    checks = (
        ("script", _SCRIPT.match(sentence) is not None or _BLANK.search(sentence) is not None),
        ("repetition", _repeats(sentence) or _plain(sentence) in {_plain(one) for one in before}),
        ("empty", not words(sentence)),
        ("echo", words(sentence) <= words(question)),
        ("example", _leaks(sentence, example, supported)),
        ("persons", speaks_as_user(sentence)),
        ("claim", _SECOND_PERSON.search(sentence) is not None and not words(sentence) <= words(supported)),
        ("claim", not relations_only(sentence, known=supported)),
        ("language", other_language(sentence) is not None),
    )
    return next((reason for reason, speaks_against in checks if speaks_against), None)


def drafts_agree(draft: str, other: str, *, question: str) -> bool:
    """Return whether two drafts of an answer say the same: the same names, no new numbers, most of the words."""
    asked = words(question)
    if set(_DIGITS.findall(draft)) - set(_DIGITS.findall(question)):
        return False
    if words(" ".join(_NAMES.findall(draft))) - asked - words(other):
        return False
    one, two = words(draft) - asked, words(other) - asked
    return bool(one) and len(one & two) >= MIN_SHARED_WORDS * min(len(one), len(two))


def _repeats(sentence: str) -> bool:
    """Return whether four words in a row come twice, a pair of them often, or a whole clause again."""
    said = [word.lower() for word in _TOKEN.findall(sentence)]
    pairs = Counter(itertools.pairwise(said))
    fours = Counter(zip(said, said[1:], said[2:], said[3:], strict=False))
    clauses = [_plain(clause) for clause in re.split(r"[,;.!?]", sentence) if len(clause.split()) > 1]
    again = max(fours.values(), default=0) > 1 or max(pairs.values(), default=0) > MAX_SAME_PAIRS
    return again or len(set(clauses)) < len(clauses)


def _leaks(sentence: str, example: str, supported: str) -> bool:
    own = words(example) - words(supported)
    named = words(" ".join(_NAMES.findall(example))) - words(supported)
    said = words(sentence)
    return len(said & own) > MAX_EXAMPLE_WORDS or bool(said & named)


def _plain(sentence: str) -> str:
    return " ".join(_TOKEN.findall(sentence.lower()))
