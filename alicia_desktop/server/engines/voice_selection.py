"""Choose among the installed voices: one a language, by the names that the person chose.

select_voice(voices, "emma anna")                      →  "emma", where the first voice is for English
select_voice(voices, "emma anna", language="de")       →  "anna", whose language is de-DE
select_voice(voices, "emma anna", language="fr")       →  "", because nobody speaks it
"""

from collections.abc import Sequence

from alicia_desktop.server.engines.contract import Voice


def select_voice(voices: Sequence[Voice], chosen: str, *, language: str = "") -> str:
    """Return the name of the voice that speaks a language; empty where none does.

    Args:
        voices: Those that are installed, the default first.
        chosen: Names with spaces between them. The first that speaks the language is taken, else its first voice.
        language: Such as `de`; empty for that of the default voice.
    """
    wanted = language or default_language(voices)
    speaking = [voice.name for voice in voices if base_language(voice.language) == wanted]
    return next((name for name in chosen.split() if name in speaking), speaking[0] if speaking else "")


def default_language(voices: Sequence[Voice]) -> str:
    """Return the language of the default voice; empty where there is no voice."""
    return base_language(voices[0].language) if voices else ""


def base_language(tag: str) -> str:
    """Return a language without its country: `de` of `de-AT`."""
    return tag.split("-", maxsplit=1)[0].lower()
