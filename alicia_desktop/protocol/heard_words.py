"""Says which words of a sentence were heard, of which so many milliseconds were played.

Nobody tells when each word sounds, so it is reckoned: a word takes as long as it has letters, a digit as long as its
name, and a comma is a rest. Measured against the sounds of the bundled voice, this is right to the word or one beside
it. A word counts once most of it was heard. Pure.
"""

import re
from typing import Final

_RESTS: Final = (",", ";", ":", "—", ".")
_WORD: Final = re.compile(r"\S+\s*")
DIGIT_LETTERS: Final = 4.0
REST_LETTERS: Final = 3.0
"""What a comma, a colon or a dash takes, in letters."""
WORD_LETTERS: Final = 2.0
"""What a word takes beside its letters."""
CLOSING_MS: Final = 120
"""The silence behind a sentence's last word."""
MOST: Final = 0.8


def heard_words(text: str, *, spoken_ms: int | None, duration_ms: int | None) -> str:
    """Return the beginning of `text` that was heard, in whole words; all of it where a time is not known."""
    if spoken_ms is None or duration_ms is None or spoken_ms >= duration_ms - CLOSING_MS:
        return text
    words = [match.group() for match in _WORD.finditer(text)]
    lengths = [_length(word) for word in words]
    rests = [REST_LETTERS * word.rstrip().endswith(_RESTS) for word in words]
    heard = max(0, spoken_ms) / (duration_ms - CLOSING_MS) * (sum(lengths) + sum(rests))
    kept, begun = 0, 0.0
    for length, rest in zip(lengths, rests, strict=True):
        if begun + MOST * length > heard:
            break
        kept, begun = kept + 1, begun + length + rest
    start = len(text) - len(text.lstrip())
    return text[: start + sum(map(len, words[:kept]))].rstrip() if kept else ""


def _length(word: str) -> float:
    letters = sum(DIGIT_LETTERS if sign.isdigit() else float(sign.isalpha()) for sign in word)
    return WORD_LETTERS + letters
