import pytest

from alicia_desktop.audio import contract
from alicia_desktop.audio.levels import NO_SOUND_DBFS, dbfs, is_silent, meter
from alicia_desktop.transport import contract as transport_contract
from tests.audio.sounds import tone


def test_a_full_sine_is_three_decibels_below_full_scale():
    assert dbfs(tone(0.1, level=1.0)) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("pcm", [b"", contract.SILENCE])
def test_nothing_is_silence(pcm):
    assert dbfs(pcm) == NO_SOUND_DBFS
    assert is_silent(pcm)


def test_what_a_codec_makes_of_zeros_is_silence_and_a_whisper_is_not():
    assert is_silent(tone(0.01, level=0.0002))
    assert not is_silent(tone(0.01, level=0.002))


def test_the_meter_goes_from_minus_sixty_decibels_to_full_scale():
    assert [meter(level) for level in (-200.0, -60.0, -30.0, 0.0, 3.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]


def test_both_neighbours_mean_the_same_frame():
    assert contract.SAMPLE_RATE == transport_contract.SAMPLE_RATE
    assert contract.FRAME_BYTES == transport_contract.FRAME_BYTES
