"""Whether a sentence is in another language: then no rule here can say what it tells."""

import re
from functools import cache
from typing import Final

from alicia_desktop.memory.vocabulary import english, known_words

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_OWN: Final = re.compile(r"\b(?:I['’](?:m|ve|d|ll)\b|(?:I|my|we|our) (?P<next>\w+))", re.IGNORECASE)
_LEAST: Final = 3
"""Words by which a language is known; names do not count."""
_KNOWN: Final = 0.3
"""Of the words of an English sentence more than these are known to the rules, however rare the others are."""


def is_foreign(sentence: str) -> bool:
    """Return whether hardly a word of a sentence is English; a sentence of two words is never held to be foreign."""
    if any(own["next"] is None or own["next"].lower() in _known() for own in _OWN.finditer(sentence)):
        return False
    words = [
        match.group().lower()
        for match in _WORD.finditer(sentence)
        if match.group().islower() or not sentence[: match.start()].strip() or sentence.isupper()
    ]
    return len(words) >= _LEAST and sum(word in _known() for word in words) < _KNOWN * len(words)


@cache
def _known() -> frozenset[str]:
    words = english()
    return (
        known_words()
        | words.stop_words
        | words.verbs
        | words.persons
        | frozenset(words.topics)
        | frozenset(words.others)
    )
