"""Tell in which language a message is written that is not English, by script and frequent words (`languages.toml`)."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from alicia_desktop.memory.vocabulary import known_words

MIN_SHARE_OF_WORDS: Final = 0.3
"""Share of a message's words that must be frequent ones of a language."""
MIN_SHARE_OF_SCRIPT: Final = 0.3
"""Share of its letters that must be of the language's script; Japanese writes half of them in Chinese characters."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
ENGLISH: Final = "english"


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherLanguage:
    """A language that is recognised, and what she answers in it."""

    words: frozenset[str]
    script: re.Pattern[str] | None
    """Letters of its own script."""
    letters: frozenset[str]
    """Letters one of which must occur, where another language has the same script."""
    reply: str


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files("alicia_desktop.server.dialogue").joinpath("languages.toml").read_text("utf-8"))


@cache
def english_words() -> frozenset[str]:
    """Return frequent words of English, which count against every other language."""
    return frozenset(_table()[ENGLISH]["words"].split())


@cache
def languages() -> Mapping[str, OtherLanguage]:
    """Read the table."""
    return {
        name: OtherLanguage(
            words=frozenset(row["words"].split()) - english_words(),
            script=re.compile(f"[{row['script']}]") if "script" in row else None,
            letters=frozenset(row.get("letters", "")),
            reply=row["reply"],
        )
        for name, row in _table().items()
        if name != ENGLISH
    }


def other_language(text: str) -> str | None:
    """Return the name of the language that `text` is written in; None for English, and where it is not clear."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    letters = [sign for sign in text.lower() if sign.isalpha()]
    if not letters:
        return None
    for name, one in languages().items():
        if _is_script_of(letters, one):
            return name
    english = sum(word in english_words() for word in words)
    shares = {name: sum(word in one.words for word in words) for name, one in languages().items()}
    best = max(shares, key=lambda name: shares[name])
    is_clear = shares[best] >= MIN_SHARE_OF_WORDS * len(words) and shares[best] > english
    return best if is_clear and (shares[best] > 1 or _is_foreign(words)) else None


def _is_script_of(letters: list[str], one: OtherLanguage) -> bool:
    if one.script is None or (one.letters and one.letters.isdisjoint(letters)):
        return False
    return sum(one.script.match(sign) is not None for sign in letters) >= MIN_SHARE_OF_SCRIPT * len(letters)


def _is_foreign(words: list[str]) -> bool:
    """Return whether a message with one word of a language has no word besides that English has as well."""
    return not any(word in known_words() for word in words)
