import pytest

from tests.audio.sounds import frames_of, speech


@pytest.fixture(scope="session")
def speech_frames():
    """Six seconds of clear speech in frames of 10 ms."""
    return frames_of(speech())
