import pytest

from alicia_desktop.server.speech.backchannel import is_aside


@pytest.mark.parametrize(
    "text", ["Mhm.", "Mm-hmm.", "Hmm", "Uh-huh.", "Yes.", "Yeah, yeah.", "Okay, sure.", "I see.", "Oh, right.", "MMM"]
)
def test_who_says_this_only_listens(text):
    assert is_aside(text)


@pytest.mark.parametrize(
    "text",
    ["", "...", "Stop.", "No.", "Wait.", "Yes, but when?", "Okay stop", "What?", "Yes, yes, yes, yes.", "I see a dog."],
)
def test_who_says_this_says_something(text):
    assert not is_aside(text)
