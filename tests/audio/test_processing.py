import random

import numpy as np
import pytest

from alicia_desktop.audio.contract import FRAME_BYTES, SILENCE
from alicia_desktop.audio.levels import dbfs
from alicia_desktop.audio.processing import Processing, Resampler
from tests.audio.sounds import tone


def quieter(frame, factor):
    return (np.frombuffer(frame, dtype="<i2") * factor).astype("<i2").tobytes()


@pytest.mark.parametrize("delay_frames", [2, 6, 15])
def test_what_the_loudspeaker_plays_is_taken_out_of_the_microphone(speech_frames, delay_frames):
    processing = Processing()
    processing.set_delay(seconds=delay_frames / 100)
    echo = [SILENCE] * delay_frames + [quieter(frame, 0.5) for frame in speech_frames]
    left = []
    for far, near in zip(speech_frames, echo, strict=False):
        processing.far(far)
        left.append(processing.near(near))
    settled = slice(100, len(left))
    assert dbfs(b"".join(left[settled])) < dbfs(b"".join(echo[settled])) - 20


def test_the_persons_voice_stays(speech_frames):
    processing = Processing()
    clean = []
    for frame in speech_frames:
        processing.far(SILENCE)
        clean.append(processing.near(frame))
    assert {len(frame) for frame in clean} == {FRAME_BYTES}
    assert dbfs(b"".join(clean)) > dbfs(b"".join(speech_frames)) - 6


def test_steady_noise_gets_quieter():
    processing, noise = Processing(), random.Random(1)
    frames = [np.array([noise.gauss(0, 300) for _ in range(480)]).astype("<i2").tobytes() for _ in range(400)]
    clean = [processing.near(frame) for frame in frames]
    assert dbfs(b"".join(clean[200:])) < dbfs(b"".join(frames[200:])) - 6


@pytest.mark.parametrize("seconds", [-1.0, 0.0, 0.25, 3.0])
def test_any_delay_can_be_told(seconds):
    processing = Processing()
    processing.set_delay(seconds=seconds)
    assert len(processing.near(SILENCE)) == FRAME_BYTES


def test_resampling_keeps_the_length_and_the_loudness():
    resampler = Resampler(from_rate=48_000, to_rate=16_000)
    pcm = tone(1.0)
    out = resampler.push(pcm) + resampler.flush()
    assert len(out) == pytest.approx(len(pcm) / 3, rel=0.01)
    assert dbfs(out) == pytest.approx(dbfs(pcm), abs=0.3)
