"""Synthesise speech by hibari: one sentence at a time, 24 kHz resampled to the 48 kHz of everything else.

It makes speech some hundred times faster than it is spoken, so a sentence is one piece; what streams is sentence by
sentence.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.base.files import find_package_file
from alicia_desktop.server.engines.contract import Samples, Voice
from alicia_desktop.server.engines.loading import Loading
from alicia_desktop.server.engines.voice_selection import select_voice
from alicia_desktop.server.options import DEFAULT_STYLE, SpeakingStyle

BUNDLED: Final = "heart"
MIN_SPEED, MAX_SPEED = 0.5, 2.0
"""What the synthesiser's own parameter takes."""
AUDIBLE: Final = 0.002
"""Of full scale; what the voice gives before its first sound and behind its last is far under it."""
BEFORE_SAMPLES, BEHIND_SAMPLES = 240, 960
"""10 and 40 ms at 24 kHz that stay around what is audible: the softest onset, and the end of a reverberation."""
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
    """The loaded voices; used on one thread."""

    def __init__(self, *, model: Path | None = None, voice: str = "") -> None:
        """Load the `model` of another voice, or the voice of that name, by default the bundled one.

        Raises:
            OSError: its file is missing.
        """
        self._model = model
        self._loaded: dict[str, Any] = {}
        self.speak("Ready.", SpeakingStyle(voice=voice))  # the pronunciation tables load at the first sentence

    def speak(self, text: str, style: SpeakingStyle = DEFAULT_STYLE) -> bytes:
        """Synthesise `text`: 16-bit mono PCM at 48 kHz, from its first sound to its last."""
        speed = min(max(style.speed, MIN_SPEED), MAX_SPEED)
        return pcm_48k(voiced(self._voice(style)(text, speed=speed)))

    def _voice(self, style: SpeakingStyle) -> Any:
        from hibari import Hibari as Loaded  # noqa: PLC0415 - heavy libraries load when first used

        name = select_voice(installed_voices(), style.voice, language=style.language) or BUNDLED
        if name not in self._loaded:
            model = None if self._model is None else str(self._model)
            self._loaded = {name: Loaded(voice=name, model=model, threads=1)}  # one at a time: 60 MB each
        return self._loaded[name]


def installed_voices() -> tuple[Voice, ...]:
    """Return the bundled voice, and of each other language one that was fetched before; none is fetched for this."""
    from hibari import voices  # noqa: PLC0415 - as above

    first = [BUNDLED, *(name for name in voices.VOICES if name != BUNDLED)]
    known = [(name, voices.VOICES[name]) for name in first]
    there = [(name, told) for name, told in known if told.get("bundled") or _is_fetched(voices.cache_dir(), told)]
    found: dict[str, Voice] = {}
    for name, told in there:
        found.setdefault(told["language"], Voice(name=name, language=told["language"], gender=told["gender"]))
    return tuple(found.values())


def _is_fetched(folder: str, told: Mapping[str, Any]) -> bool:
    return Path(folder, told["file"]).is_file()


def voiced(samples_24k: Samples) -> Samples:
    """Return the samples from the first audible one to the last, and a little around them.

    The model rests 0.3 s before each text and half a second behind it. The first would only be waited for, and how long
    a voice rests behind a piece depends on what comes next.
    """
    (audible,) = np.nonzero(np.abs(samples_24k) > AUDIBLE)
    if not len(audible):
        return samples_24k[:0]
    return samples_24k[max(0, audible[0] - BEFORE_SAMPLES) : audible[-1] + BEHIND_SAMPLES]


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

    def __init__(self, *, model: Path | None = None, style: SpeakingStyle = DEFAULT_STYLE) -> None:
        """`model` is another voice's ONNX file, or None for the bundled one."""
        super().__init__(
            name="voice",
            find=lambda: find_voice(model),
            load=lambda: Hibari(model=model, voice=self.style.voice),
            remedy="Its model is missing or damaged: install the program again. Answers still appear in writing.",
        )
        self.style = style

    async def voices(self) -> tuple[Voice, ...]:
        """See `contract.TextToSpeech`."""
        try:
            return await asyncio.to_thread(installed_voices)
        except Exception:  # noqa: BLE001 - a foreign package that is damaged raises whatever it likes
            return ()

    async def speak(self, text: str, *, style: SpeakingStyle | None = None) -> bytes:
        """See `contract.TextToSpeech`."""
        chosen = style or self.style
        return await self.use(lambda voice: voice.speak(text, chosen))
