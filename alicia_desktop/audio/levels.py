"""Loudness of a frame: decibels of full scale, and the meter's 0–1 that people see.

The meter is linear in decibels from −60 dBFS to 0, because that is how loudness is heard; a linear amplitude would
leave normal speech in the lowest tenth.
"""

import math
from typing import Final

import numpy as np

QUIETEST_DBFS: Final = -60.0
"""The lower end of the meter."""
NO_SOUND_DBFS: Final = -120.0
"""What digital silence is called; below all that 16 bits can say (−96)."""
SILENT_PEAK: Final = 8
"""Samples up to this are silence: what a codec makes of zeros is not always zero."""
_FULL_SCALE: Final = 32_768.0


def dbfs(pcm: bytes) -> float:
    """Return the root mean square of 16-bit PCM in decibels of full scale."""
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
    if not samples.size:
        return NO_SOUND_DBFS
    mean_square = float(np.dot(samples, samples)) / samples.size
    if mean_square <= 0.0:
        return NO_SOUND_DBFS
    return max(NO_SOUND_DBFS, 10.0 * math.log10(mean_square / _FULL_SCALE**2))


def meter(level_dbfs: float) -> float:
    """Return the place on the meter, 0–1, of a level in dBFS."""
    return min(1.0, max(0.0, 1.0 - level_dbfs / QUIETEST_DBFS))


def is_silent(pcm: bytes) -> bool:
    """Return whether a frame is digital silence or what a codec made of it."""
    samples = np.frombuffer(pcm, dtype="<i2")
    return not samples.size or (int(samples.max()) <= SILENT_PEAK and int(samples.min()) >= -SILENT_PEAK)


def from_meter(level: float) -> float:
    """Return the decibels of full scale at a place 0–1 of the meter."""
    return QUIETEST_DBFS * (1.0 - level)
