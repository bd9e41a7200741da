"""Two soft tones, a fifth apart: what the test of the loudspeaker plays."""

from typing import Final

import numpy as np

from alicia_desktop.audio.contract import FRAME_SAMPLES, SAMPLE_RATE

_TONES: Final = (523.25, 783.99)
"""C5 and G5, in hertz."""
_TONE_SAMPLES: Final = 40 * FRAME_SAMPLES
_LOUDNESS: Final = 0.2


def _tone(hertz: float) -> np.ndarray:
    time = np.arange(_TONE_SAMPLES) / SAMPLE_RATE
    fading = np.minimum(1.0, time / 0.01) * np.exp(-4.0 * time)
    return _LOUDNESS * fading * np.sin(2 * np.pi * hertz * time)


CHIME: Final = (np.concatenate([_tone(hertz) for hertz in _TONES]) * 32_767).astype("<i2").tobytes()
"""16-bit PCM at 48 kHz, a whole number of frames."""
