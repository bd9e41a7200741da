"""Words as a search sees them: what carries meaning, what else says the same, and how each is looked up.

Word forms are the full-text index's business (porter): a term is the plain word, and the index stems both sides
alike. Scripts that write no spaces between words are looked up by three letters at a time, shorter pieces by
substring.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from alicia_desktop.memory.language import english

MOST_TERMS: Final = 24
"""A longer query is cut here: each term costs one look into the index."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDING: Final = re.compile(r"['’](?:s|re|ve|ll|d|m|t)$", re.IGNORECASE)
_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)  # Thai, Lao, Burmese, Khmer, kana, Han, Hangul
_COMPARING: Final = re.compile(
    r"\b(would(?: (?:i|you|he|she|they|we))?|['’]d|looks?|feels?|seems?|sounds?) like\b"
    r"|(?<!\bI)(?<!\byou)( )like(?=\?)",
    re.IGNORECASE,
)
"""Where "like" tells nothing of anybody's taste."""
_GRAM: Final = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One thing to look up."""

    text: str
    route: Literal["words", "letters"] = "words"
    """`words`: the porter index. `letters`: three letters by the trigram index, fewer by substring."""
    others: tuple[str, ...] = ()
    """Words that count for this one, at less than full weight."""


def words_of(text: str) -> list[str]:
    """Return every word in lower case, without a possessive or contracted ending, in order."""
    return [_ENDING.sub("", word).replace("’", "'").lower() for word in _WORD.findall(text)]


def terms_of(text: str) -> tuple[Term, ...]:
    """Return the different things to look up for `text`, in order of appearance, at most `MOST_TERMS`."""
    language = english()
    found: dict[str, Term] = {}
    for word in words_of(_COMPARING.sub(r"\1 ", text)):
        if _UNSPACED.search(word):
            for piece in _pieces(word):
                found.setdefault(piece, Term(text=piece, route="letters"))
        elif word not in language.stop_words:
            found.setdefault(
                word,
                Term(text=word, others=language.others.get(word) or language.others.get(word.removesuffix("s"), ())),
            )
    return tuple(found.values())[:MOST_TERMS]


def _pieces(word: str) -> list[str]:
    pieces: list[str] = []
    for run in _UNSPACED.findall(word):
        pieces += [run[at : at + _GRAM] for at in range(max(1, len(run) - _GRAM + 1))]
    return pieces
