"""Tell in which languages answers can be spoken: those of the voices. In others they appear in writing."""

from typing import Final, Protocol

from alicia_desktop.server.engines.contract import Voice
from alicia_desktop.server.engines.voice_selection import default_language, select_voice

NAMES: Final = {
    "ar": "Arabic",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "he": "Hebrew",
    "hi": "Hindi",
    "hu": "Hungarian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "zh": "Chinese",
}
"""Of the languages that are spoken most; another one is named by its code."""


class Voices(Protocol):
    """What speaks (`contract.TextToSpeech`), as far as it matters here."""

    async def voices(self) -> tuple[Voice, ...]:
        """Return the voices that are installed."""
        ...


class SpokenLanguages:
    """Compares the language of what was said with those of the voices."""

    def __init__(self, voice: Voices) -> None:
        self._voice = voice
        self._told: set[str] = set()

    async def has_voice(self, language: str) -> bool:
        """Whether an answer in a language, such as `de`, can be spoken; where no voice is installed, that is for it."""
        voices = await self._voice.voices()
        return not voices or bool(select_voice(voices, "", language=language))

    async def other_language(self, language: str) -> str:
        """Return a language that another voice than the default one is needed for; empty for any other."""
        voices = await self._voice.voices()
        is_other = language != default_language(voices) and select_voice(voices, "", language=language)
        return language if is_other else ""

    async def problem(self, language: str) -> str:
        """Return, once a language, the sentence that it has no voice; else nothing."""
        if language in self._told or await self.has_voice(language):
            return ""
        self._told.add(language)
        name = NAMES.get(language, f"the language “{language}”")
        return f"There is no voice for {name} on this server: answers to what you say in it appear in writing."
