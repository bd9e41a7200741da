"""Split text into sentences, words and search terms.

Word forms are the full-text index's business (porter): a term is the plain word, and the index stems both sides
alike. Scripts that write no spaces between words are looked up by three letters at a time, shorter pieces by
substring.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from alicia_desktop.memory.vocabulary import english

MAX_TERMS: Final = 24
"""A longer query is cut here: each term costs one look into the index."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ENDING: Final = re.compile(r"['’](?:s|re|ve|ll|d|m|t)$", re.IGNORECASE)
_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)  # Thai, Lao, Burmese, Khmer, kana, Han, Hangul
_EMOJI: Final = re.compile("[\u2600-\u27bf\U0001f1e6-\U0001faff]")
"""Emoji and signs, one at a time: those of a sequence are looked up by its members."""
_COMPARISON: Final = re.compile(
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
_BREAK: Final = re.compile(
    r"(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\b[ap]\.m\.)"
    r"(?<!\bProf\.)(?<!\bCo\.)(?<!\bapprox\.)(?!(?<=\b[Nn]o\.)\s+\d)"
    r"(?!(?<=\b[A-HJ-Z]\.)\s+(?!(?:I|My|We|Our|The|He|She|They|It|And|But|So|A|An|This|That|What|How)\b)[A-Z])"
    r"(?<=[.!?])[\"')]*\s+|(?<=[,;:.?!])\s+\(?[1-9]\)\s+|\n+"
)
"""Behind a final mark or before "2)" in a list, but not behind a short form, "no. 12" or the initial of a name."""
_HESITATION: Final = re.compile(r"(?<![\w'’-])(?:u[hm]+|er+m+|e+r|hm+)(?![\w'’-]),?\s*")
"""What is said while somebody thinks; "ER" is a place."""
ASSISTANT_NAME: Final = r"(?:alicia|alica|allicia|alcia|alicai)"
"""The assistant's name as a pattern, also with slips of typing that are no other name."""
_OPENERS: Final = re.compile(
    r"^(?:(?:well|so|then(?= (?:remember|please|note|keep|forget)\b)"
    r"|oh(?: no(?= i\b))?|ah|hm+|u[hm]+|(?:hey|hi|hello)(?: there)?|okay|ok|yes|yeah,? no|yeah|yep|nope"
    r"|no(?= ?[,.!:;–-]| i mean\b)|anyway|also|and|but|plus|actually|honestly|basically|by the way|btw|fyi|tbh|ngl"
    r"|fwiw|imo|p\.?s"
    r"|i mean|to be honest|you know(?! that\b)|just so you know|thanks|thank (?:you|god|goodness|heavens)|sorry|right"
    rf"|sure|great|cool|{ASSISTANT_NAME}|ugh+|ye+s{{2,}}|wow+|lol|(?:ha){{2,}}h?|omg|heads up|fun fact|about me"
    r"|another thing"
    r"|before i forget|(?!family|hypothetical)\w+ly(?=,)|(?:kidding|joking) aside|if (?:it|that) (?:helps|matters)"
    r"|(?:scratch|strike|scrap) that(?=[,:;–-])|no wait(?=[,:;–-])|(?:just )?to correct (?:you|that|myself)"
    r"|(?:(?:an?|one|tiny|small|quick) )*correction"
    r"|i (?:told you wrong|(?:got|had) (?:that|it) wrong|made a mistake|was wrong|(?:have )?changed my mind)"
    r"(?:[^:;.,]{0,40}(?=[:;–-])|(?: before| again| earlier)?(?= (?:i|my|our|we|it)\b)))\b[\s,.!:;–-]*)+",
    re.IGNORECASE,
)
_FRAMES: Final = re.compile(
    r"^(?:i (?:just |also |really )?(?:want(?:ed)? to|would like to|should|need to|have to|must|forgot to)"
    r"(?: probably| maybe)? (?:tell you|let you know|say|mention|add|warn you)"
    r"|you (?:(?:already|should|need to|have to|must) )?know|(?:just )?(?:to let|letting) you know"
    r"|you (?:may|might) have guessed|(?:it )?turn(?:s|ed) out|(?:believe|trust) me|i (?:think|guess|believe|suppose)"
    r"|(?:the )?(?:only |main |real |big )?(?:thing|fact|truth|problem|trouble|reason(?: i ask)?) is"
    r"|(?:did|have) i (?:ever |already )?(?:tell|told|mention|mentioned)(?: to)?(?: you)?)"
    r"(?:(?: that| because)?[\s,:]+(?=(?:i|my|we|our|both|all)\b)| that[\s,]+(?=\w+ .*\w))",
    re.IGNORECASE,
)
"""What only leads to what is told."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Term:
    """One search term, and how it is looked up."""

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
    """Return the distinct search terms of `text`, in order of appearance, at most `MAX_TERMS`.

    Emoji count where no word does: beside words they are mood.
    """
    language = english()
    found: dict[str, Term] = {}
    for word in words_of(_COMPARISON.sub(r"\1 ", text)):
        if _UNSPACED.search(word):
            for piece in _trigrams(word):
                found.setdefault(piece, Term(text=piece, route="letters"))
        elif word not in language.stop_words:
            found.setdefault(
                word,
                Term(text=word, others=language.others.get(word) or language.others.get(word.removesuffix("s"), ())),
            )
    for picture in () if found else _EMOJI.findall(text):
        found.setdefault(picture, Term(text=picture, route="letters"))
    return tuple(found.values())[:MAX_TERMS]


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """Return the common stem of the forms of an English word, so that "saving", "saves" and "saved" are one.

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


def _trigrams(word: str) -> list[str]:
    pieces: list[str] = []
    for run in _UNSPACED.findall(word):
        pieces += [run[at : at + _GRAM] for at in range(max(1, len(run) - _GRAM + 1))]
    return pieces


def sentences_of(text: str) -> list[str]:
    """Split `text` into sentences, with their final marks."""
    return [sentence.strip() for sentence in _BREAK.split(text.strip()) if sentence and sentence.strip()]


def without_hesitation(text: str) -> str:
    """Return a sentence without what is said while somebody thinks: "remember that, um, I park here"."""
    return _HESITATION.sub("", text)


def strip_openers(sentence: str) -> str:
    """Return the sentence without greetings, fillers and frames such as "I wanted to tell you that"."""
    before = ""
    text = sentence.strip()
    while text != before:
        before = text
        text = _FRAMES.sub("", _OPENERS.sub("", text)).strip()
    return text
