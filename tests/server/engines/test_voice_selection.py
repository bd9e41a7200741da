import pytest

from alicia_desktop.server.engines.contract import Voice
from alicia_desktop.server.engines.voice_selection import select_voice

VOICES = tuple(
    Voice(name=name, language=language)
    for name, language in (("heart", "en-US"), ("emma", "en-GB"), ("anna", "de-DE"), ("karl", "de-AT"))
)


@pytest.mark.parametrize(
    ("chosen", "language", "name"),
    [
        ("", "", "heart"),
        ("emma", "", "emma"),
        ("karl", "", "heart"),
        ("emma karl", "", "emma"),
        ("emma karl", "de", "karl"),
        ("emma", "de", "anna"),
        ("gone karl", "en", "heart"),
        ("emma karl", "fr", ""),
    ],
)
def test_each_language_has_its_own_voice(chosen, language, name):
    assert select_voice(VOICES, chosen, language=language) == name


def test_where_no_voice_is_installed_there_is_none():
    assert select_voice((), "heart") == select_voice((), "", language="de") == ""
