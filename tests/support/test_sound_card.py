"""The sound card that other tests stand on is one: what PortAudio plays is heard, what is spoken reaches PortAudio."""

import itertools
import math
import os
import statistics
import subprocess
import sys
import wave
from array import array

import pytest

from tests.support.patience import PATIENCE

pytestmark = pytest.mark.e2e

RATE = 48_000
HERTZ = 440

PLAY = """
import sys, sounddevice, numpy
seconds = numpy.arange(int({rate} * 1.5)) / {rate}
sounddevice.play((0.5 * numpy.sin(2 * numpy.pi * {hertz} * seconds)).astype("float32"), {rate}, blocking=True)
"""

LISTEN = """
import sys, sounddevice
sound = sounddevice.rec(int({rate} * 2.5), {rate}, channels=1, dtype="int16", blocking=False)
print("listening", flush=True)
sounddevice.wait()
sys.stdout.buffer.write(sound.tobytes())
"""


def tone(seconds):
    steps = range(int(RATE * seconds))
    return array("h", (int(16_000 * math.sin(2 * math.pi * HERTZ * step / RATE)) for step in steps))


def loudest_hertz(samples):
    """The pitch of the loud part, by how far apart it crosses zero upwards: where a busy machine leaves gaps, too."""
    loud = [sample for sample in samples if abs(sample) > 200]
    assert len(loud) > RATE / 2, "there is no sound"
    middle = samples[samples.index(loud[0]) :][RATE // 10 : RATE // 2]
    rises = [place for place, (before, after) in enumerate(itertools.pairwise(middle)) if before <= 0 < after]
    return RATE / statistics.median(after - before for before, after in itertools.pairwise(rises))


def program(source):
    return [sys.executable, "-c", source.format(rate=RATE, hertz=HERTZ)]


def test_what_portaudio_plays_is_heard(sound_card, tmp_path):
    heard = tmp_path / "heard.wav"
    with sound_card.recording(heard):
        subprocess.run(program(PLAY), env={**os.environ, **sound_card.environment}, check=True, timeout=PATIENCE)
    with wave.open(str(heard)) as file:
        assert (file.getframerate(), file.getnchannels()) == (RATE, 1)
        samples = array("h", file.readframes(file.getnframes()))
    assert loudest_hertz(samples) == pytest.approx(HERTZ, rel=0.05)


def test_what_is_spoken_reaches_portaudio(sound_card, tmp_path):
    spoken = tmp_path / "spoken.wav"
    with wave.open(str(spoken), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(tone(1.5).tobytes())
    with subprocess.Popen(
        program(LISTEN), env={**os.environ, **sound_card.environment}, stdout=subprocess.PIPE
    ) as listener:
        assert listener.stdout
        assert listener.stdout.readline() == b"listening\n"
        sound_card.play(spoken)
        samples = array("h", listener.communicate(timeout=PATIENCE)[0])
    assert loudest_hertz(samples) == pytest.approx(HERTZ, rel=0.05)
