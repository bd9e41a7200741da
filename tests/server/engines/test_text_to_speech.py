"""The real voice: what it gives for a piece of text."""

import numpy as np
import pytest

from alicia_desktop.server.engines.text_to_speech import Hibari, installed_voices, voiced
from alicia_desktop.server.options import SpeakingStyle

SENTENCE = "The recital is on Friday."
AUDIBLE = 300
"""Of 32,767."""


@pytest.fixture(scope="module")
def hibari():
    return Hibari()


def audible_ms(pcm):
    """Return when the first sound of a piece is heard and how much silence is behind its last, in milliseconds."""
    (loud,) = np.nonzero(np.abs(np.frombuffer(pcm, "<i2").astype(np.int32)) > AUDIBLE)
    return loud[0] / 48, (len(pcm) / 2 - loud[-1]) / 48


def test_a_piece_is_what_can_be_heard_of_it(hibari):
    before, behind = audible_ms(hibari.speak(SENTENCE))
    assert before <= 60
    assert behind <= 150


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_speed_is_the_synthesisers_own(hibari, speed):
    usual = len(hibari.speak(SENTENCE))
    assert len(hibari.speak(SENTENCE, SpeakingStyle(speed=speed))) == pytest.approx(usual / speed, rel=0.15)


def test_a_speed_beyond_what_it_takes_is_the_nearest_that_it_does(hibari):
    fast, faster = (len(hibari.speak(SENTENCE, SpeakingStyle(speed=speed))) for speed in (2.0, 9.0))
    assert faster == pytest.approx(fast, rel=0.02)


def test_a_voice_that_is_not_there_is_the_bundled_one_and_nothing_is_fetched(hibari, monkeypatch, tmp_path):
    monkeypatch.setenv("HIBARI_HOME", str(tmp_path))
    assert hibari.speak(SENTENCE, SpeakingStyle(voice="emma"))
    assert not list(tmp_path.iterdir())


def test_one_voice_a_language_is_offered_of_those_that_are_there(monkeypatch, tmp_path):
    monkeypatch.setenv("HIBARI_HOME", str(tmp_path))
    assert [(voice.name, voice.language) for voice in installed_voices()] == [("heart", "en-US")]
    (tmp_path / "bf_emma.int8.onnx").write_bytes(b"a voice")
    assert [(voice.name, voice.language) for voice in installed_voices()] == [("heart", "en-US"), ("emma", "en-GB")]


def test_silence_is_no_sound_at_all():
    assert not len(voiced(np.zeros(24_000, np.float32)))
