"""Know which words are spelled wrong, as far as it has been asked; who has the dictionaries answers later.

No dictionary is looked into while somebody types. A field asks `is_wrong`, which knows at once or not at all; what it
does not know is emitted as `words_wanted`, and once `set_verdicts` brings the answers, fields mark their words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

MAX_VERDICTS: Final = 20_000
MAX_WANTED: Final = 2_000
"""Words that are asked for at a time; the next ones follow when these are answered."""


class SpellingVerdicts(QObject):
    """Hold what is known about words and their suggestions; ask for the rest."""

    words_wanted = Signal(list)
    suggestions_wanted = Signal(str)
    add_requested = Signal(str)
    """The user wants a word to be right from now on."""
    changed = Signal()
    """Other words may be wrong now."""
    suggested = Signal(str)
    """The suggestions for a word are known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._enabled = False
        self._wrong: dict[str, bool] = {}
        self._asked: set[str] = set()
        self._ignored: set[str] = set()
        self._suggestions: dict[str, tuple[str, ...]] = {}

    @property
    def enabled(self) -> bool:
        """Whether words are checked at all."""
        return self._enabled

    def use(self, *, enabled: bool) -> None:
        """Begin anew, with another dictionary or none."""
        self._enabled = enabled
        self._wrong.clear()
        self._asked.clear()
        self._suggestions.clear()
        self.changed.emit()

    def is_wrong(self, word: str) -> bool:
        """Return whether a word is known to be wrong."""
        return self._wrong.get(word, False) and word not in self._ignored

    def want(self, words: Iterable[str]) -> None:
        """Ask for what is not known of these words and not asked for yet."""
        if not self._enabled:
            return
        unknown = [word for word in dict.fromkeys(words) if word not in self._wrong and word not in self._asked]
        if unknown:
            self._asked.update(unknown[:MAX_WANTED])
            self.words_wanted.emit(unknown[:MAX_WANTED])

    def set_verdicts(self, wrong: Mapping[str, bool]) -> None:
        """Take which of the words that were asked for are wrong."""
        if len(self._wrong) > MAX_VERDICTS:
            self._wrong.clear()
        self._wrong.update(wrong)
        self._asked.difference_update(wrong)
        self.changed.emit()

    def forget_wrong(self) -> None:
        """Ask again about words that are wrong: they may be in a memory by now."""
        self._wrong = {word: wrong for word, wrong in self._wrong.items() if not wrong}
        self.changed.emit()

    def ignore(self, word: str) -> None:
        """Take a word for right until the program ends."""
        self._ignored.add(word)
        self.changed.emit()

    def add(self, word: str) -> None:
        """Take a word for right from now on."""
        self.ignore(word)
        self.add_requested.emit(word)

    def suggestions(self, word: str) -> tuple[str, ...] | None:
        """Return what may be meant by a word; None where that is not known yet, which `suggested` then tells."""
        if word not in self._suggestions:
            self.suggestions_wanted.emit(word)
        return self._suggestions.get(word)

    def set_suggestions(self, word: str, suggestions: Sequence[str]) -> None:
        """Take the suggestions for a word."""
        self._suggestions[word] = tuple(suggestions)
        self.suggested.emit(word)
