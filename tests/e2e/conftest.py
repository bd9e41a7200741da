"""Her voice and her ears, loaded once, for tests that speak and listen themselves; and a household."""

import pytest

from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from alicia_desktop.server.engines.text_to_speech import Hibari
from tests.support.bad_network import reason_against
from tests.support.hearing import write_speech
from tests.support.household import running_household


@pytest.fixture(scope="session")
def voice():
    return Hibari(model=None)


@pytest.fixture(scope="session")
def ears():
    return Whisper(folder=bundled_model(), threads=2)


@pytest.fixture
def spoken(voice, tmp_path):
    """From words to the wav file of somebody who says them."""

    def speak(text):
        return write_speech(tmp_path / f"said-{len(list(tmp_path.iterdir()))}.wav", voice.speak(text))

    return speak


@pytest.fixture(params=["websocket", "livekit"])
def environment(request, sound_card):
    """Of a computer with a sound card, whose rooms are on LiveKit or not."""
    livekit = request.getfixturevalue("livekit_server").environment if request.param == "livekit" else {}
    return {**sound_card.environment, **livekit}


@pytest.fixture
def household(tmp_path):
    """A server with LiveKit at home, and another place whose cable can be pulled out."""
    if reason := reason_against():
        pytest.skip(reason)
    with running_household(tmp_path) as made:
        yield made
