from dataclasses import replace

import pytest

from alicia_desktop.ui.settings.form import Problem, SettingsForm, problems

LOCAL = SettingsForm()


def test_the_defaults_are_fine():
    assert problems(LOCAL) == ()


@pytest.mark.parametrize("address", ["http://alicia.home", "https://alicia.home:8443/base", "http://[::1]:80"])
def test_a_web_address_is_taken(address):
    assert problems(replace(LOCAL, place="server", server_address=address)) == ()


@pytest.mark.parametrize(
    "address", ["alicia.home", "ftp://x", "http://", "http://a:99999", "http://[::1", "javascript:1"]
)
def test_anything_else_is_named(address):
    form = replace(LOCAL, place="server", server_address=address)
    assert problems(form) == (Problem(field="server_address", kind="web"),)


def test_a_server_needs_its_address():
    assert problems(replace(LOCAL, place="server")) == (Problem(field="server_address", kind="missing"),)


def test_a_livekit_server_needs_key_and_secret():
    form = replace(LOCAL, local_livekit_address="wss://live")
    assert [problem.field for problem in problems(form)] == ["local_livekit_key", "local_livekit_secret"]


@pytest.mark.parametrize(
    ("tokens", "fine"), [("0", True), ("1200", True), ("100001", False), ("-1", False), ("many", False)]
)
def test_tokens_of_memories_are_a_number_that_a_model_could_read(tokens, fine):
    wrong = () if fine else (Problem(field="memory_tokens", kind="tokens"),)
    assert problems(replace(LOCAL, memory_tokens=tokens)) == wrong


@pytest.mark.parametrize(
    ("threshold", "fine"), [("0", True), (".34", True), ("1", True), ("1.1", False), ("-0.1", False), ("high", False)]
)
def test_a_threshold_of_memories_is_a_number_from_nought_to_one(threshold, fine):
    wrong = () if fine else (Problem(field="memory_threshold", kind="share"),)
    assert problems(replace(LOCAL, memory_threshold=threshold)) == wrong


@pytest.mark.parametrize(
    ("weights", "fine"),
    [
        ("words=0.6", True),
        ("  words=0.6   stranger=-0.5 ", True),
        ("wrods=0.6", False),
        ("words=3", False),
        ("0.6", False),
    ],
)
def test_weights_of_memories_are_parts_of_a_score(weights, fine):
    wrong = () if fine else (Problem(field="memory_weights", kind="weights"),)
    assert problems(replace(LOCAL, memory_weights=weights)) == wrong
