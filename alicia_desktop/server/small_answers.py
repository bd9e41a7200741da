"""Hold what a small model says of the world until it may be said. Pure: text in, a reason or a verdict out.

A model of 135 million parameters repeats its prompt, speaks of itself as a nurse, tells people what they never said,
and makes up most of what it says of the world. It is sure of the words it adds to a question where it knows something
("The capital of Italy is Rome.") and unsure where it does not. Measured on 140 questions: of 46 sentences that it was
sure of 44 are true; of 72 on which two drafts agreed, 63.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.vocabulary import verb_form
from alicia_desktop.server.dialogue.languages import other_language
from alicia_desktop.server.small_model_guard import ANY_DAY, relations_only, speaks_as_user, words

UNSURE: Final = -0.57
"""Sum of the logarithms of the probabilities of an answer's own words, below which it is not said."""
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
_ASKS: Final = re.compile(r"^\W*(?:and |so )*(?:what|who|where|when|how)s\b|\bhow (?:many|much)\b", re.IGNORECASE)
"""Questions that are typed without apostrophe or question mark."""
_FINITE: Final = frozenset(["is", "are", "was", "were", "has", "had", "s"])
_SUBORDINATE: Final = re.compile(
    r"^\W*(?:when|while|where|if|as|what|how) (?:i|we|he|she|they|my|our|the|it)(?:['’]\w+)?\b", re.IGNORECASE
)
"""Begins a clause that tells something: "When I was young we wrote letters."."""
_CHANGING: Final = re.compile(
    r"\b(?:now|today|tonight|currently|current|latest|this (?:week|year|month)|president|prime minister|king|queen|pope"
    r"|chancellor|ceo|champion|price|cost)\b",
    re.IGNORECASE,
)


def wants_answer(text: str) -> bool:
    """Return whether a message asks for something, and does not only tell it."""
    if _SUBORDINATE.match(text) and not text.rstrip().endswith("?"):
        return False
    if analyse(text, today=ANY_DAY).intent in {"information_request", "memory_recall", "command"}:
        return True
    if _ASKS.search(text):
        return True
    first, second, *_ = [*_TOKEN.findall(text), "", ""]
    if second.lower() in _FINITE:
        return False  # "mine is green": what looks like an order is what is spoken of
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


class Draft:
    """A sentence as it is written, and how sure the model is of what it adds to the question.

    The words of the question and those that every sentence has cost nothing, however unsure: what is left is the
    answer itself ("Lima").
    """

    def __init__(self, question: str) -> None:
        self._asked = words(question)
        self._digits = frozenset(_DIGITS.findall(question))
        self._words: list[tuple[str, float]] = []
        self._doubt = 0.0

    def add(self, text: str, logprob: float | None) -> bool:
        """Take the next piece; returns whether more may come: no end yet, and no doubt.

        Args:
            text: the piece.
            logprob: the logarithm of its probability; None where the model does not tell, which counts as unsure.
        """
        cost = math.inf if logprob is None else -logprob
        if self._words and not text[:1].isspace():
            before, sum_before = self._words.pop()
            self._words.append((before + text, sum_before + (cost if _TOKEN.search(text) else 0.0)))
        else:
            self._words.append((text, cost))
        self._doubt = sum(cost for word, cost in self._words if words(word) - self._asked)
        return self._doubt <= -UNSURE and not self._has_ended

    @property
    def _has_ended(self) -> bool:
        return bool(self._words) and self._words[-1][0].rstrip().endswith((".", "!", "?"))

    @property
    def sentence(self) -> str:
        """The sentence; empty where the model was unsure, broke off, or counts."""
        text = "".join(word for word, _ in self._words).strip()
        counts = bool(set(_DIGITS.findall(text)) - self._digits)
        return "" if self._doubt > -UNSURE or counts or not self._has_ended else text


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
