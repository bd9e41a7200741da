"""What a conversation has of its own, as header, dialog and inspector say it."""

import pytest

from alicia_desktop.protocol.conversation_settings import FEATURE, NO_SETTINGS, ChosenModel, ConversationSettings
from alicia_desktop.view.conversation_settings import (
    ALIKE,
    NOT_YET,
    ModelOption,
    OwnSettingsRow,
    made_by,
    model_options,
    own_settings_row,
)

QWEN = ChosenModel(url="http://127.0.0.1:11434/v1", name="library/qwen3:4b")
WHOLE = ConversationSettings(model=QWEN, persona="You are\na pirate.", temperature=0.75)


def test_the_header_says_in_a_line_what_it_has_and_all_of_it_in_its_tip():
    row = own_settings_row(WHOLE, frozenset({FEATURE}), is_local=False)
    assert row.text == "qwen3:4b · persona · 0.75"
    assert row.tip.splitlines() == [
        "Model: library/qwen3:4b at http://127.0.0.1:11434/v1",
        "Persona: You are a pirate.",
        "Temperature: 0.75",
    ]
    assert own_settings_row(NO_SETTINGS, frozenset({FEATURE}), is_local=False) == OwnSettingsRow()


@pytest.mark.parametrize(
    ("features", "is_local", "reason"),
    [
        (None, True, ""),
        (None, False, NOT_YET),
        (frozenset({"streaming"}), False, ALIKE),
        (frozenset({"streaming"}), True, ALIKE),
        (frozenset({FEATURE}), False, ""),
    ],
)
def test_nothing_is_shown_for_a_server_that_takes_none_and_why(features, is_local, reason):
    row = own_settings_row(WHOLE, features, is_local=is_local)
    assert (row.unsupported, bool(row.text)) == (reason, not reason)


def test_what_is_chosen_stays_in_the_list_also_where_nobody_has_it_any_more():
    found = (ModelOption(title="qwen3:4b", where="Ollama", model=QWEN),) * 2
    assert [one.label for one in model_options(found, chosen=QWEN, in_settings="large")] == [
        "As in Settings – large",
        "Built-in model – small",
        "qwen3:4b – Ollama",
    ]
    gone = model_options((), chosen=QWEN)[-1]
    assert (gone.label, gone.model) == ("library/qwen3:4b – not found", QWEN)
    assert model_options((), chosen=None)[0] == ModelOption(title="As in Settings")


def test_an_answer_says_what_made_it_as_far_as_its_server_tells():
    settings = {"temperature": 0.75, "personaDigest": "1f3a" * 4}
    told = {"name": "qwen3:4b", "provider": "127.0.0.1", "settings": settings}
    assert made_by(told) == "qwen3:4b · 127.0.0.1 · temperature 0.75 · persona 1f3a1f3a1f3a1f3a"
    assert made_by({"name": "small", "provider": 7, "settings": {"temperature": "warm"}}) == "small"
    assert made_by({}) == ""
