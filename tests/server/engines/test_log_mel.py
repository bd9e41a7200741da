"""The features that Whisper models read."""

import numpy as np
import pytest

from alicia_desktop.server.engines.log_mel import HOP_SAMPLES, RATE, LogMel, mel_filters
from tests.support.recordings import FOLDER, recorded_samples

RECORDED = np.load(FOLDER / "log_mel.npz")


@pytest.mark.parametrize(
    ("name", "samples"),
    [("cards_001", recorded_samples("cards_001")), ("silence", np.zeros(RATE // 2, np.float32))],
)
def test_features_equal_those_that_faster_whisper_computes(name, samples):
    features = LogMel(bands=80)(np.pad(samples, (0, HOP_SAMPLES)))  # which it adds to every clip
    assert features.dtype == np.float32
    np.testing.assert_allclose(features, RECORDED[name], rtol=0, atol=1e-5)


@pytest.mark.parametrize("bands", [80, 128])
def test_every_band_has_a_filter_and_each_lies_above_the_one_before(bands):
    filters = mel_filters(bands)
    assert filters.shape == (bands, 201)
    assert (filters.max(axis=1) > 0).all()
    assert (np.diff(filters.argmax(axis=1)) >= 0).all()


def test_a_tone_is_loudest_in_the_band_of_its_frequency():
    filters = mel_filters(80)
    for hertz in (120, 440, 2_000, 6_000):
        tone = np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE).astype(np.float32)
        loudest = LogMel(bands=80)(tone)[:, 50].argmax()
        assert filters[loudest, round(hertz / 40)] > 0, hertz
