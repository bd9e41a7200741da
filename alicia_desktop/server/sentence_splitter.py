"""Split a stream of text pieces into sentences, each as soon as it is certain that it has ended.

A full stop ends a sentence only before white space, and not after a title, an initial or within a number; inside a
fenced block of code nothing ends one, because half a block is no markdown. What the sentences hold, joined, is
exactly the text that came in.
"""

import re
from typing import Final

_END: Final = re.compile(r"""[.!?…]+["'”’)\]*_]*(?=\s)|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+\.)\s)""")
_ABBREVIATIONS: Final = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "jr",
        "sr",
        "vs",
        "etc",
        "e.g",
        "i.e",
        "approx",
        "no",
        "fig",
        "inc",
        "ltd",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
    ]
)
_FENCE: Final = re.compile(r"^[ \t]*(```|~~~)", re.MULTILINE)
LONGEST: Final = 600
"""Characters after which a sentence is cut at a space, so that endless text is still shown and spoken."""


class SentenceSplitter:
    """Takes pieces of text, returns sentences."""

    def __init__(self) -> None:
        self._rest = ""

    def push(self, piece: str) -> list[str]:
        """Add a piece and return the sentences that it completed, with the white space that follows each."""
        self._rest += piece
        sentences = []
        while (end := _sentence_end(self._rest)) is not None:
            sentences.append(self._rest[:end])
            self._rest = self._rest[end:]
        return sentences

    def flush(self) -> str:
        """Return what is left at the end of the text; perhaps nothing but white space."""
        rest, self._rest = self._rest, ""
        return rest


def split(text: str) -> list[str]:
    """Return the sentences of a whole text."""
    splitter = SentenceSplitter()
    sentences = splitter.push(text)
    rest = splitter.flush()
    if rest.strip() or not sentences:
        return [*sentences, rest]
    return [*sentences[:-1], sentences[-1] + rest]


def _sentence_end(text: str) -> int | None:
    """Return where the first sentence of `text` ends, white space included, once something follows it."""
    for match in _END.finditer(text):
        end = _after_space(text, match.end())
        if end == len(text) or not text[: match.end()].strip():
            continue
        if text[match.start()] == "." and text[end].islower():
            continue
        if not _in_fence(text[: match.end()]) and not _is_abbreviation(text, match.start()):
            return end
    if len(text) > LONGEST and not _in_fence(text):
        cut = text.rfind(" ", 0, LONGEST)
        return (cut if cut > 0 else LONGEST - 1) + 1
    return None


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _in_fence(text: str) -> bool:
    return len(_FENCE.findall(text)) % 2 == 1


def _is_abbreviation(text: str, stop: int) -> bool:
    if text[stop] != ".":
        return False
    word = re.split(r"[\s(\[\"'“*_]", text[:stop])[-1]
    single_letter = len(word) == 1 and word.isalpha() and word.isupper() and word != "I"
    list_number = word.isdigit() and text[:stop].rsplit("\n", 1)[-1].strip() == word
    return single_letter or list_number or word.lower() in _ABBREVIATIONS
