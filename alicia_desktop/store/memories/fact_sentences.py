"""Tell the sentences that give the value of a forgotten fact, in whatever words: answers, summaries, pins.

    fact = fact_of("amem_1", "User's wifi password is otter-42.", {"value": "otter 42"})
    gives_value(fact, "It is otter-42, as you told me.", used=True)      # True
    gives_value(fact, "Otters can weigh 42 kilograms.", used=False)      # False
    fact.secrets                                                       # ("otter-42",)

A sentence gives a value where it has all of its words. An answer that used the memory was asked for it; of any other
text that is taken for a coincidence, unless it also names what the value is of, or addresses the user. What only the
user can have chosen, such as a password, is no coincidence anywhere. Pure.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

_WORD: Final = re.compile(r"[^\W_]+")
_TOKEN: Final = re.compile(r"[^\s,;:!?\"“”()<>]+")
_SENTENCE: Final = re.compile(r"\S.*?(?:(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s|$)|(?=\n)|$)", re.DOTALL)
"""Looks at every mark once, however many there are in a row."""
_ADDRESSING: Final = frozenset({"you", "your", "yours", "user"})
_EMPTY: Final = frozenset(
    ("the", "and", "for", "with", "from", "that", "this", "have", "has", "had", "are", "was", "were", "will", "not")
) | frozenset(("its", "his", "her", "their", "is", "a", "an", "of", "in", "on", "at", "to"))
_CHOSEN: Final = frozenset({"password", "passcode", "passphrase", "passwords", "login"})
_CODES: Final = frozenset({"pin", "code", "codes", "key", "combination", "iban", "token"})
_NUMBERED: Final = frozenset({"account", "card", "number", "licence", "license"})
"""Of these a number of a few digits may as well be an amount, or the house in a street."""
_MIN_WORD_CHARACTERS: Final = 3
_MIN_SECRET_CHARACTERS: Final = 4
_MIN_DIGITS: Final = 6
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
"""A number that means something else in most places, also where somebody chose it as a code."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ForgottenFact:
    """What is known of the value of a forgotten memory."""

    memory_id: str
    value: frozenset[str]
    """Its words, in small letters."""
    about: frozenset[str]
    """Words that say what it is the value of."""
    secrets: tuple[str, ...] = ()
    """What of it can mean nothing else wherever it stands, as it was written."""


def fact_of(memory_id: str, content: str, told: Mapping[str, Any], *, instead_of: str = "") -> ForgottenFact | None:
    """Return the fact of a memory or of a version of it; None where it has no value that could be recognised.

    Args:
        memory_id: The memory.
        content: What it said.
        told: Its `meta`, or the metadata of its trace: the value and the attribute.
        instead_of: What it says now; an earlier version has no value of its own, but says something else.
    """
    own = _words(content)
    value = _words(str(told.get("value") or "")) or (own - _words(instead_of) if instead_of else frozenset())
    value = frozenset(word for word in value - _EMPTY if len(word) >= _MIN_WORD_CHARACTERS or word.isdigit())
    if not any(len(word) >= _MIN_WORD_CHARACTERS for word in value):
        return None
    about = (own | _words(str(told.get("attribute") or ""))) - value - _EMPTY | _ADDRESSING
    return ForgottenFact(memory_id=memory_id, value=value, about=about, secrets=tuple(_secrets(content, value)))


def gives_value(fact: ForgottenFact, sentence: str, *, used: bool) -> bool:
    """Return whether a sentence gives the value; `used` says whether its answer was made from the memory."""
    words = _words(sentence)
    return fact.value <= words and (used or not fact.about.isdisjoint(words))


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a text as they stand in it."""
    for found in _SENTENCE.finditer(text):
        if found[0].strip():
            yield found[0].strip()


def secret_pattern(secret: str) -> re.Pattern[str]:
    """Return what finds a secret where it stands alone, whatever its capitals."""
    return re.compile(rf"(?<![^\W_]){re.escape(secret)}(?![^\W_])", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text))


def _secrets(content: str, value: frozenset[str]) -> Iterator[str]:
    named = _words(content)
    if named.isdisjoint(_CHOSEN | _CODES | _NUMBERED):
        return
    digits = 0 if not named.isdisjoint(_CHOSEN) else 1 if not named.isdisjoint(_CODES) else _MIN_DIGITS
    for token in _TOKEN.findall(content):
        bare = token.strip(".'’")
        words = _words(bare)
        if len(bare) < _MIN_SECRET_CHARACTERS or not words or not words <= value or _YEAR.fullmatch(bare):
            continue
        if sum(letter.isdigit() for letter in bare) >= digits:
            yield bare
