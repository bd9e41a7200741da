"""The system's dictionaries, by Enchant: which there are, which one fits, whether a word is in it, what may be meant.

Enchant, its providers and a dictionary take a quarter of a second to load, and suggestions up to half a second for one
word, so all of it is called in threads and one at a time. On Linux Enchant is a library of the system, which may be
missing, as may the dictionaries: `found` then says which.
"""

import threading
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.logs import get_logger
from alicia_desktop.view.rows import SpellingProblem

MAX_SUGGESTIONS: Final = 8
USUAL: Final = {"en": "en_US", "pt": "pt_BR"}
"""The dictionary of a language that is meant where the system names no country of which there is one."""
OTHER_SCRIPTS: Final = {
    **dict.fromkeys(("be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk"), "CYRILLIC"),
    **dict.fromkeys(("ar", "fa", "ku", "ur"), "ARABIC"),
    "el": "GREEK",
    "he": "HEBREW",
    "yi": "HEBREW",
    "hy": "ARMENIAN",
    "ka": "GEORGIAN",
    "hi": "DEVANAGARI",
    "mr": "DEVANAGARI",
    "ne": "DEVANAGARI",
    "bn": "BENGALI",
    "ta": "TAMIL",
    "te": "TELUGU",
    "gu": "GUJARATI",
    "pa": "GURMUKHI",
    "kn": "KANNADA",
    "ml": "MALAYALAM",
    "si": "SINHALA",
    "ko": "HANGUL",
}
"""What languages are written in that are not written in Latin letters; a word in other letters is none of theirs."""
log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundDictionaries:
    """What the system has."""

    names: tuple[str, ...] = ()
    """Such as `de_DE` and `en_GB`."""
    name: str = ""
    """The one that is used, or empty."""
    problem: SpellingProblem = ""
    """Why there is none."""


def dictionary_for(wanted: str, names: Sequence[str]) -> str:
    """Return the dictionary for a locale such as `en_GB` or `de-AT`: its own, else one of its language, else ''."""
    locale = wanted.replace("-", "_").partition(".")[0]
    language = locale.partition("_")[0].lower()
    usual = USUAL.get(language, f"{language}_{language.upper()}")
    of_language = [name for name in names if name.partition("_")[0].lower() == language]
    return next((name for name in (locale, usual, language) if name in names), min(of_language, default=""))


class Dictionaries:
    """One dictionary of the system at a time, and the words that the user has added; for threads, one at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._broker: Any = None
        self._dictionary: Any = None
        self._script = "LATIN"

    def use(self, chosen: str, system: Sequence[str]) -> FoundDictionaries:
        """Load the dictionary `chosen`, else that of the first of the system's languages of which there is one."""
        with self._lock:
            self._dictionary = None
            try:
                import enchant  # noqa: PLC0415 - a library of the system, which may be missing, and slow to find

                self._broker = self._broker or enchant.Broker()
                names = tuple(sorted(set(self._broker.list_languages())))
                name = next(filter(None, (dictionary_for(one, names) for one in ([chosen] if chosen else system))), "")
                self._dictionary = self._broker.request_dict(name) if name else None
            except ImportError:
                return FoundDictionaries(problem="no_enchant")
            except Exception as error:  # noqa: BLE001 - whatever a provider of the system raises: no spelling then
                log.warning("no dictionary", error=type(error).__name__)
                return FoundDictionaries(problem="no_language")
            self._script = OTHER_SCRIPTS.get(name.partition("_")[0].lower(), "LATIN")
            problem: SpellingProblem = "" if name else "no_language" if names else "no_dictionaries"
            return FoundDictionaries(names=names, name=name, problem=problem)

    def wrong_words(self, words: Iterable[str]) -> list[str]:
        """Return those of the words that are of the dictionary's script and not in it."""
        with self._lock:
            return [word for word in words if self._dictionary is not None and self._is_wrong(word)]

    def suggest(self, word: str) -> list[str]:
        """Return what may be meant by a word, the likeliest first."""
        with self._lock:
            if self._dictionary is None:
                return []
            return [str(one) for one in self._dictionary.suggest(_plain(word))[:MAX_SUGGESTIONS]]

    def _is_wrong(self, word: str) -> bool:
        plain = _plain(word)
        return self._is_of_script(plain) and not self._dictionary.check(plain)

    def _is_of_script(self, word: str) -> bool:
        return all(unicodedata.name(letter, "").startswith((self._script, "APOSTROPHE")) for letter in word)


def _plain(word: str) -> str:
    """Return a word as dictionaries write it: composed, with a straight apostrophe."""
    return unicodedata.normalize("NFC", word.replace("’", "'"))
