"""Answers are spoken where there is a voice for the language, and where there is none, it is said once."""

from alicia_desktop.server.engines.contract import Voice
from alicia_desktop.server.speech.spoken_languages import SpokenLanguages


class Speaking:
    def __init__(self, *languages):
        self.known = tuple(Voice(name=language, language=language) for language in languages)

    async def voices(self):
        return self.known


async def test_a_language_with_a_voice_is_spoken():
    languages = SpokenLanguages(Speaking("en-US", "de-DE"))
    assert [await languages.has_voice(one) for one in ("en", "de", "fr")] == [True, True, False]
    assert await languages.problem("de") == ""


async def test_one_without_is_told_once():
    languages = SpokenLanguages(Speaking("en-US"))
    told = "There is no voice for French on this server: answers to what you say in it appear in writing."
    assert await languages.problem("fr") == told
    assert await languages.problem("fr") == ""
    assert "“yue”" in await languages.problem("yue")


async def test_where_no_voice_is_installed_the_voice_says_so_itself():
    assert await SpokenLanguages(Speaking()).problem("fr") == ""


async def test_another_voice_is_needed_for_another_language_that_has_one():
    languages = SpokenLanguages(Speaking("en-US", "de-DE"))
    assert [await languages.other_language(one) for one in ("en", "de", "fr")] == ["", "de", ""]
