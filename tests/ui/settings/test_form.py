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
