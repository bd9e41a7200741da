"""Takes the loudspeaker out of the microphone's sound by a linear filter, which never weakens who speaks besides.

WebRTC's canceller (`processing.py`) also suppresses what sounds while the loudspeaker does: what it leaves is good to
send, but the first words of who speaks over her are weak in it or missing, above all with headphones, where there is no
echo at all. This is the partitioned-block frequency-domain Kalman filter (Enzner and Vary, 2006; Kuech, Mabande and
Enzner, 2014): its step shrinks by itself while somebody speaks. It leaves some echo (−15 to −25 dB), so it serves to
notice that somebody speaks (`interruption.py`), and to send how they began.
"""

from collections import deque
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.audio.contract import FRAME_SAMPLES, SILENCE
from alicia_desktop.audio.levels import NO_SOUND_DBFS, dbfs

PARTITIONS: Final = 24
"""Frames of echo that are modelled: 240 ms from the loudspeaker's callback through the room to the microphone's."""
BINS: Final = 241
"""Of the 481 of a frame and the one before: up to 12 kHz; voices of synthesisers end there."""
LATE_FRAMES: Final = 4
"""Played frames that may wait for their recorded ones: both come in blocks."""
REST_FRAMES: Final = PARTITIONS + 10
"""After so much silence of the loudspeaker there is no echo left to take out."""
_TRANSITION: Final = 0.9997
"""How much of an echo path is still so a frame later, in power."""
_SMOOTHING: Final = 0.8
_FIRST_DECAY: Final = 4.0
"""Frames after which a room's echo is expected to be weaker by e, before anything was learned."""
_CAUTION: Final = 0.7
"""1/2 learns quickest and makes up an echo where there is none (35 dB too loud), 1 hardly does (10 dB)."""
_TINY: Final = 1e-6

Spectrum = NDArray[np.complex64]


class EchoFilter:
    """Learns the way from loudspeaker to microphone and subtracts what comes that way. Not for two threads at once."""

    def __init__(self) -> None:
        self._far: deque[bytes] = deque(maxlen=LATE_FRAMES)
        self._silent_frames = REST_FRAMES
        self._before: NDArray[np.float32] = np.zeros(FRAME_SAMPLES, np.float32)
        self._spectra: Spectrum = np.zeros((PARTITIONS, BINS), np.complex64)
        self._path: Spectrum = np.zeros((PARTITIONS, BINS), np.complex64)
        decay = np.exp(-np.arange(PARTITIONS) / _FIRST_DECAY).astype(np.float32)
        self._doubt: NDArray[Any] = np.repeat(decay[:, None], BINS, axis=1)
        """Variance of what is not yet known of the path."""
        self._near_power: NDArray[Any] = np.full(BINS, 1e-2, np.float32)
        self._turn = 0
        self.echo_dbfs = NO_SOUND_DBFS
        """How loud the echo in the last frame was, as far as it is known."""

    def far(self, frame: bytes) -> None:
        """Feed one frame (10 ms of PCM) that the loudspeaker played."""
        self._far.append(frame)

    def near(self, frame: bytes) -> bytes:
        """Return one frame of the microphone without what is known to come from the loudspeaker."""
        far = self._far.popleft() if self._far else SILENCE
        self._silent_frames = 0 if far != SILENCE else self._silent_frames + 1
        if self._silent_frames >= REST_FRAMES:
            self.echo_dbfs = NO_SOUND_DBFS
            return frame
        echo = self._predict(_floats(far))
        self.echo_dbfs = min(dbfs(frame), dbfs(_pcm(echo)))
        left = _floats(frame) - echo
        self._learn(_spectrum(np.zeros(FRAME_SAMPLES, np.float32), left))
        cleaned = _pcm(left)
        return cleaned if dbfs(cleaned) < dbfs(frame) else frame  # what makes it louder has taken nothing out

    def _predict(self, far: NDArray[np.float32]) -> NDArray[np.float32]:
        self._spectra = np.roll(self._spectra, 1, axis=0)
        self._spectra[0] = _spectrum(self._before, far)
        self._before = far
        return _samples((self._path * self._spectra).sum(0))[FRAME_SAMPLES:]

    def _learn(self, error: Spectrum) -> None:
        self._near_power = _SMOOTHING * self._near_power + (1.0 - _SMOOTHING) * np.abs(error) ** 2
        power = np.abs(self._spectra) ** 2
        step = self._doubt / (_CAUTION * (self._doubt * power).sum(0) + self._near_power + _TINY)
        self._path += step * self._spectra.conj() * error
        changed = (1.0 - _TRANSITION) * np.abs(self._path) ** 2
        self._doubt = _TRANSITION * (1.0 - 0.5 * step * power) * self._doubt + changed
        self._turn = (self._turn + 1) % PARTITIONS
        for number in (self._turn, (self._turn + PARTITIONS // 2) % PARTITIONS):
            self._constrain(number)

    def _constrain(self, number: int) -> None:
        """Keep one partition as long as a frame; a circular filter would have twice that."""
        taps = _samples(self._path[number])
        self._path[number] = _spectrum(taps[:FRAME_SAMPLES], np.zeros(FRAME_SAMPLES, np.float32))


def _floats(frame: bytes) -> NDArray[np.float32]:
    return np.frombuffer(frame, dtype="<i2").astype(np.float32) / 32_768.0


def _pcm(samples: NDArray[np.float32]) -> bytes:
    return bytes((np.clip(samples, -1.0, 1.0) * 32_767.0).astype("<i2").tobytes())


def _spectrum(first: NDArray[np.float32], second: NDArray[np.float32]) -> Spectrum:
    return np.fft.rfft(np.concatenate([first, second]))[:BINS].astype(np.complex64)


def _samples(bins: Spectrum) -> NDArray[np.float32]:
    whole = np.zeros(FRAME_SAMPLES + 1, np.complex64)
    whole[:BINS] = bins
    return np.fft.irfft(whole, 2 * FRAME_SAMPLES).astype(np.float32)
