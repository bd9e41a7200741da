"""Other languages than English, with a model that knows many; and 8 kHz, which telephones have."""

import numpy as np
import pytest

from alicia_desktop.audio.processing import Resampler
from alicia_desktop.server.engines.contract import PartialTranscript
from alicia_desktop.server.engines.log_mel import RATE
from alicia_desktop.server.engines.partial_transcripts import PartialTranscriber
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from tests.support.recordings import recorded_pcm, recorded_samples
from tests.support.whisper_base import whisper_base

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return whisper_base(tmp_path_factory.mktemp("whisper"))


@pytest.fixture(scope="module")
def many(folder):
    return Whisper(folder=folder, threads=1)


def telephone(name):
    """A recording of 8 kHz as the model gets it."""
    resampler = Resampler(from_rate=8_000, to_rate=RATE)
    pcm = resampler.push(recorded_pcm(name)) + resampler.flush()
    return np.frombuffer(pcm, "<i2").astype(np.float32) / 32_768.0


@pytest.mark.parametrize(
    ("name", "language", "word"), [("french", "fr", "mot de passe"), ("russian", "ru", "Наберите новый номер")]
)
def test_the_language_is_recognised_and_told(many, name, language, word):
    heard = many.transcribe(telephone(name))
    assert heard.language == language
    assert word in heard.text


def test_interim_transcripts_are_in_that_language(many):
    turn, partial, transcriber = telephone("french"), PartialTranscript(), PartialTranscriber(many)
    for end in range(RATE // 2, len(turn), RATE // 2):
        partial = transcriber.extend(partial, turn[partial.start : end])
    assert partial.language == "fr"
    assert "mot de passe" in partial.text


def test_a_chosen_language_is_taken_whatever_it_sounds_like(folder):
    assert Whisper(folder=folder, threads=1, language="it").transcribe(telephone("french")).language == "it"


def test_english_is_recognised_among_many(many):
    heard = many.transcribe(recorded_samples("goforward"))
    assert heard.language == "en"
    assert "forward" in heard.text.lower()


@pytest.mark.parametrize("language", ["", "de", "nonsense"])
def test_a_model_of_one_language_recognises_that_one(language):
    heard = Whisper(folder=bundled_model(), threads=1, language=language).transcribe(recorded_samples("goforward"))
    assert (heard.language, heard.text) == ("en", "Go forward 10 meters.")
