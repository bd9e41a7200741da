"""Words as a search sees them: what carries meaning, what else says the same, and how each is looked up.

Word forms are the full-text index's business (porter): a term is the plain word, and the index stems both sides
alike. Scripts that write no spaces between words are looked up by three letters at a time, shorter pieces by
substring.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from alicia_desktop.memory.language import english

MAX_TERMS: Final = 24
"""A longer query is cut here: each term costs one look into the index."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDING: Final = re.compile(r"['’](?:s|re|ve|ll|d|m|t)$", re.IGNORECASE)
_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)  # Thai, Lao, Burmese, Khmer, kana, Han, Hangul
_PICTURE: Final = re.compile("[\u2600-\u27bf\U0001f1e6-\U0001faff]")
"""Emoji and signs, one at a time: those of a sequence are looked up by its members."""
_COMPARING: Final = re.compile(
    r"\b(would(?: (?:i|you|he|she|they|we))?|['’]d|looks?|feels?|seems?|sounds?) like\b"
    r"|(?<!\bI)(?<!\byou)( )like(?=\?)",
    re.IGNORECASE,
)
"""Where "like" tells nothing of anybody's taste."""
_GRAM: Final = 3
_FORMS: Final = (
    ("ing", 3),
    ("ed", 3),
    ("sses", 1),
    ("shes", 2),
    ("ches", 2),
    ("xes", 2),
    ("ss", 99),
    ("us", 99),
    ("is", 99),
    ("s", 3),
)
"""Endings of forms, and how many letters must stand before them; the first that a word ends with counts."""


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
    words: list[str] = _WORD.findall(text.lower())
    return [word if word.isalnum() else _ENDING.sub("", word).replace("’", "'") for word in words]


def terms_of(text: str) -> tuple[Term, ...]:
    """Return the different things to look up for `text`, in order of appearance, at most `MAX_TERMS`.

    Emoji count where no word does: beside words they are mood.
    """
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
    for picture in () if found else _PICTURE.findall(text):
        found.setdefault(picture, Term(text=picture, route="letters"))
    return tuple(found.values())[:MAX_TERMS]


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """Return what the forms of an English word have in common, so that "saving", "saves" and "saved" are one.

    Only for words that are compared with a list of ours; the full-text index stems by itself (porter).
    """
    if word.endswith("ies") and len(word) > 4:  # "ties" is no form of "ty"
        return f"{word[:-3]}y"
    for ending, left in _FORMS:
        if word.endswith(ending) and len(word) - len(ending) >= left:
            word = word[: -len(ending)]
            break
    if len(word) > _GRAM and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _GRAM else word


def _pieces(word: str) -> list[str]:
    pieces: list[str] = []
    for run in _UNSPACED.findall(word):
        pieces += [run[at : at + _GRAM] for at in range(max(1, len(run) - _GRAM + 1))]
    return pieces
