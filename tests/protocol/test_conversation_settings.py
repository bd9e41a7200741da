"""What a conversation may have of its own is read, bounded, and never cut to fit."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.conversation_settings import (
    MAX_PERSONA_CHARACTERS,
    NO_SETTINGS,
    ChosenModel,
    ConversationSettings,
    check_settings,
    model_name_in,
    persona_digest,
    settings_in,
    settings_map,
)

QWEN = ChosenModel(url="http://127.0.0.1:11434/v1", name="qwen3:4b")
WHOLE = ConversationSettings(model=QWEN, persona="You are a pirate.", temperature=0.75)


def test_settings_go_there_and_back_and_what_is_not_set_is_left_out():
    assert check_settings(settings_map(WHOLE)) == WHOLE
    assert settings_map(NO_SETTINGS) == {}
    assert settings_map(ConversationSettings(model=ChosenModel())) == {"model": {}}
    assert check_settings({"model": {}}).model == ChosenModel()
    assert check_settings(None) == check_settings({"of tomorrow": 1}) == NO_SETTINGS


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"persona": "x" * (MAX_PERSONA_CHARACTERS + 1)}, "8,000 characters, and this text has 8,001"),
        ({"persona": "x" * 10_000_000}, "this text has 10,000,000"),
        ({"persona": 7}, "invalid"),
        ({"temperature": 2.5}, "from 0 to 2"),
        ({"temperature": -1}, "from 0 to 2"),
        ({"temperature": float("nan")}, "from 0 to 2"),
        ({"temperature": "warm"}, "invalid"),
        ({"model": {"url": "http://a/v1"}}, "with its name"),
        ({"model": {"name": "qwen"}}, "the address is needed"),
        ({"model": {"url": "http://a/v1", "name": "q", "file": "/q.gguf"}}, "or a file"),
        ({"model": {"url": "http://a/v1", "name": "q\nX-Key: 1"}}, "characters that none has"),
        ({"model": {"file": "/" + "x" * 5_000}}, "4,096"),
        (["persona"], "invalid"),
    ],
)
def test_what_breaks_a_bound_is_refused_with_a_sentence_and_counts_as_not_set_where_it_is_stored(value, said):
    with pytest.raises(WorldError, match=said) as refused:
        check_settings(value)
    assert refused.value.code == "bad_settings"
    assert settings_in({"settings": value}) == NO_SETTINGS


def test_a_persona_as_long_as_may_be_is_whole():
    longest = "ä" * MAX_PERSONA_CHARACTERS
    assert check_settings({"persona": longest}).persona == longest


@pytest.mark.parametrize("preferences", [None, {}, {"settings": None}, {"settings": {}}])
def test_preferences_without_settings_have_none(preferences):
    assert settings_in(preferences) == NO_SETTINGS


def test_a_model_is_told_by_its_name():
    assert [one.title for one in (QWEN, ChosenModel(file="/models/Big.gguf"), ChosenModel())] == [
        "qwen3:4b",
        "Big",
        "built-in",
    ]
    assert model_name_in({"model": "small"}) == model_name_in({"model": {"name": "small", "provider": "x"}}) == "small"
    assert [model_name_in({"model": one}) for one in ("", 7, None, {}, {"name": 7})] == [None] * 5


def test_a_digest_tells_two_personas_apart_without_a_word_of_them():
    assert persona_digest("You are a pirate.") != persona_digest("You are a poet.")
    assert len(persona_digest("You are a pirate.")) == 16
    assert persona_digest("") == ""
