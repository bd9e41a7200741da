"""Compute the log-mel features that Whisper and Smart Turn read, in NumPy.

    log_mel = LogMel(bands=80)
    features = log_mel(samples)  # (80, 100 columns a second), float32

They are Whisper's: a Hann window of 25 ms every 10 ms, power spectrum, triangular filters on Slaney's mel scale, log10,
at most 8 below the maximum, shifted and scaled to about −1 to 1.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

RATE: Final = 16_000
WINDOW_SAMPLES: Final = 400
HOP_SAMPLES: Final = 160
LINEAR_HZ: Final = 200 / 3
"""Width of a mel below `KNEE_HZ`; above it mels are logarithmic (Slaney's auditory toolbox)."""
KNEE_HZ: Final = 1_000.0
LOG_STEP: Final = np.log(6.4) / 27
MIN_POWER: Final = 1e-10
DYNAMIC_RANGE: Final = 8.0
"""In powers of ten: what is weaker than the maximum by more than this carries no information."""

Features = NDArray[np.float32]


class LogMel:
    """Computes features for models with `bands` mel bands: 80, or 128 for large-v3."""

    def __init__(self, *, bands: int) -> None:
        self._filters = mel_filters(bands)
        self._window = np.hanning(WINDOW_SAMPLES + 1)[:-1].astype(np.float32)

    def __call__(self, samples: NDArray[np.float32]) -> Features:
        """Compute the features of at least 25 ms of mono sound at 16 kHz: float array of shape (bands, columns)."""
        padded = np.pad(samples, WINDOW_SAMPLES // 2, mode="reflect")
        frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW_SAMPLES)[::HOP_SAMPLES][:-1]
        power = np.abs(np.fft.rfft(frames * self._window).astype(np.complex64)) ** 2
        logarithm = np.log10(np.maximum(self._filters @ power.T, MIN_POWER))
        features: Features = (np.maximum(logarithm, logarithm.max() - DYNAMIC_RANGE) + 4.0) / 4.0
        return features


def mel_filters(bands: int) -> Features:
    """Compute the triangular filters, each of unit area in Hz: float array of shape (bands, bins of the spectrum)."""
    bins = np.fft.rfftfreq(WINDOW_SAMPLES, 1 / RATE)
    edges = _to_hz(np.linspace(0.0, _to_mel(RATE / 2), bands + 2))
    rising = (bins - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - bins) / np.diff(edges)[1:, None]
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    scaled: Features = (triangles * (2.0 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)
    return scaled


def _to_mel(hz: float) -> float:
    """Convert a frequency above `KNEE_HZ`."""
    return KNEE_HZ / LINEAR_HZ + float(np.log(hz / KNEE_HZ) / LOG_STEP)


def _to_hz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    linear = mels * LINEAR_HZ
    return np.where(linear < KNEE_HZ, linear, KNEE_HZ * np.exp(LOG_STEP * (mels - KNEE_HZ / LINEAR_HZ)))
