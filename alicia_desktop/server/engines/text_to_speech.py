"""Synthesise speech by hibari: one sentence at a time, 24 kHz resampled to the 48 kHz of everything else.

It makes speech some hundred times faster than it is spoken, so a sentence is one piece; what streams is sentence by
sentence.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.base.files import find_package_file
from alicia_desktop.server.engines.contract import Samples
from alicia_desktop.server.engines.loading import Loading

SENTENCE_PAUSE_MS: Final = 120
"""Silence after each sentence, so that two do not run together."""
_HALF_BAND_TAPS: Final = 31


def find_voice(model: Path | None) -> Path:
    """Return the file of a voice, of the bundled one for None.

    Raises:
        OSError, WorldError: it is not there.
    """
    if model is None:
        return find_package_file("hibari", "assets/hibari.onnx", missing="The voice is not installed.")
    return model.resolve(strict=True)


class Hibari:
    """The loaded voice; used on one thread."""

    def __init__(self, *, model: Path | None) -> None:
        from hibari import Hibari as Voice  # noqa: PLC0415 - heavy libraries load when first used

        self._voice: Any = Voice(model=None if model is None else str(model), threads=1)
        self._voice("Ready.")  # the pronunciation tables load at the first sentence

    def speak(self, text: str) -> bytes:
        """Synthesise `text`: 16-bit mono PCM at 48 kHz."""
        samples: Samples = self._voice(text)
        return b"" if not len(samples) else pcm_48k(samples) + bytes(SENTENCE_PAUSE_MS * 96)


def pcm_48k(samples_24k: Samples) -> bytes:
    """Return 24 kHz `samples_24k` as 16-bit PCM at 48 kHz; zeros between the samples, then a half-band low-pass.

    Doubling a rate needs one short filter and no state, because a sentence is whole: a stateful resampler would keep
    its tail.
    """
    spread = np.zeros(len(samples_24k) * 2, np.float32)
    spread[::2] = samples_24k
    smooth = np.convolve(spread, _half_band(), mode="same")
    return (np.clip(smooth, -1.0, 1.0) * 32767.0).astype("<i2").tobytes()


def _half_band() -> NDArray[np.float32]:
    """Return a windowed sinc at a quarter of the rate with gain two, which makes up for the zeros."""
    at = np.arange(_HALF_BAND_TAPS) - _HALF_BAND_TAPS // 2
    return (np.sinc(at / 2) * np.kaiser(_HALF_BAND_TAPS, 6.0)).astype(np.float32)


class HibariEngine(Loading[Hibari]):
    """Text to speech as the server uses it (`contract.TextToSpeech`)."""

    def __init__(self, *, model: Path | None = None) -> None:
        """`model` is another voice's ONNX file, or None for the bundled one."""
        super().__init__(
            name="voice",
            find=lambda: find_voice(model),
            load=lambda: Hibari(model=model),
            remedy="Its model is missing or damaged: install the program again. Answers still appear in writing.",
        )

    async def speak(self, text: str) -> bytes:
        """See `contract.TextToSpeech`."""
        return await self.use(lambda voice: voice.speak(text))
