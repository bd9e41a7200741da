"""Control the spelling of what is written: the dictionary in use, words that the user added, words of memories.

A word is right that is in the dictionary, that the user added, or that one of their memories has: names, mostly.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLocale

from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.dictionaries import Dictionaries, FoundDictionaries
from alicia_desktop.config import WritingSettings
from alicia_desktop.store.accounts import names_of
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memory_search
from alicia_desktop.ui.settings.general_page import GeneralPage
from alicia_desktop.ui.spelling.spelling_marks import SpellChecking
from alicia_desktop.ui.spelling.verdicts import SpellingVerdicts
from alicia_desktop.ui.theme import Theme


class SpellingController:
    """Answer the fields that ask about words, and follow the settings."""

    def __init__(
        self,
        *,
        client: Client,
        theme: Theme,
        scope: Scope,
        save_words: Callable[[list[str]], None],
        dictionaries: Dictionaries | None = None,
    ) -> None:
        """`save_words` stores the words that the user added; `dictionaries` are those of the system."""
        self._client, self._scope, self._save_words = client, scope, save_words
        self._dictionaries = dictionaries or Dictionaries()
        self._asking = asyncio.Lock()
        self._used: WritingSettings | None = None
        self._is_loaded = False
        self.verdicts = SpellingVerdicts()
        self.verdicts.words_wanted.connect(lambda words: scope.spawn("spelling", self._check(words)))
        self.verdicts.suggestions_wanted.connect(lambda word: scope.spawn("spelling", self._suggest(word)))
        self.verdicts.add_requested.connect(self._add)
        self._checking = SpellChecking(self.verdicts, theme=theme)
        self._disconnect = client.database.changed.connect(self._on_changed)

    def use_settings(self) -> None:
        """Use what the settings say now, if that is not in use already."""
        wanted = self._client.settings.writing
        if wanted != self._used:
            self._used = wanted
            self._is_loaded = False
            self.verdicts.use(enabled=wanted.spelling)

    async def show_dictionaries(self, page: GeneralPage) -> None:
        """Show on a page of the settings which dictionaries there are; one may have been installed meanwhile."""
        async with self._asking:
            found = await self._load()
        page.set_dictionaries(found.names, problem=found.problem)
        self.verdicts.use(enabled=self._client.settings.writing.spelling and bool(found.name))

    def close(self) -> None:
        """Take the marks away."""
        self._disconnect()
        self._checking.close()

    async def _load(self) -> FoundDictionaries:
        language = self._client.settings.writing.language
        found = await run_in_daemon_thread(partial(self._dictionaries.use, language, system_languages()))
        self._is_loaded = True
        return found

    async def _check(self, words: Sequence[str]) -> None:
        """Tell which of the words are wrong; the first ones have the dictionary loaded."""
        async with self._asking:
            if not self._is_loaded and not (await self._load()).name:
                self.verdicts.use(enabled=False)
                return
            own = set(self._client.settings.writing.words)
            asked = [word for word in words if word not in own]
            wrong = await run_in_daemon_thread(partial(self._dictionaries.wrong_words, asked))
            if wrong:
                known = await self._client.database.read(_known_words, self._client.settings.server.user, wrong)
                wrong = [word for word in wrong if word not in known]
        self.verdicts.set_verdicts(dict.fromkeys(words, False) | dict.fromkeys(wrong, True))

    async def _suggest(self, word: str) -> None:
        async with self._asking:
            suggestions = await run_in_daemon_thread(partial(self._dictionaries.suggest, word))
        self.verdicts.set_suggestions(word, suggestions)

    def _add(self, word: str) -> None:
        words = self._client.settings.writing.words
        if word not in words:
            self._save_words([*words, word])
            self._used = self._client.settings.writing

    def _on_changed(self, changes: Changes) -> None:
        if any(change.subject == "memory" for change in changes):
            self.verdicts.forget_wrong()


def system_languages() -> tuple[str, ...]:
    """Return the locales that the system prefers, the first one first, such as `de_AT`."""
    system = QLocale.system()
    names = (system.name(), *(name.replace("-", "_") for name in system.uiLanguages()))
    return tuple(dict.fromkeys(name if name != "C" else "en_US" for name in names))


def _known_words(conn: Connection, user_id: str, words: Sequence[str]) -> set[str]:
    return memory_search.words_in_memories(conn, names_of(conn, user_id), words)
