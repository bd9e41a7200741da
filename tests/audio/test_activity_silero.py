import json

import numpy as np
import pytest

from alicia_desktop.audio.activity import WINDOW_SAMPLES, Silero
from alicia_desktop.base.errors import WorldError
from tests.support.recordings import FOLDER, recorded_samples

RECORDED = json.loads((FOLDER / "voice_activity.json").read_text("utf-8"))


def predict(silero, samples):
    starts = range(0, len(samples) - WINDOW_SAMPLES + 1, WINDOW_SAMPLES)
    return [silero.predict(samples[start : start + WINDOW_SAMPLES]) for start in starts]


def test_probabilities_equal_those_of_the_library_that_ran_the_model_before():
    silero = Silero()
    for name, expected in RECORDED.items():
        silero.reset()
        assert predict(silero, recorded_samples(name)) == pytest.approx(expected, abs=1e-3), name


def test_a_damaged_model_is_a_sentence(tmp_path):
    damaged = tmp_path / "silero.onnx"
    damaged.write_bytes(b"nothing")
    with pytest.raises(WorldError, match="could not be loaded"):
        Silero(file=damaged)


def test_silence_is_no_speech():
    assert max(predict(Silero(), np.zeros(WINDOW_SAMPLES * 20, np.float32))) < 0.1
