"""Transcribe a turn while it is being spoken, so that what is shown neither flickers nor costs much.

    partial = PartialTranscript()
    while speaking:  # every 300 ms
        partial = transcriber.extend(partial, turn[partial.start :])
        show(partial.text)

A word that two transcripts in a row have at the same place is settled and stays ("local agreement", Macháček et al.,
Turning Whisper into Real-Time Transcription System, 2023). The sound of settled words, but for the last few, is left
out from then on, so that a long turn costs no more than a short one. The last word is held back until something
follows it, for it may have been cut in the middle. Sound without speech is not transcribed again.

The decoder repeats itself where little silence follows the speech (docs/decisions/0011-speech-windows.md). Encoding
silence every time would cost as much as the speech itself, so it is encoded once and put behind what is encoded anew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Final

import numpy as np

from alicia_desktop.server.engines.contract import PartialTranscript, RecognizedSpeech, Samples
from alicia_desktop.server.engines.log_mel import RATE
from alicia_desktop.server.engines.speech_to_text import (
    FRAME_SECONDS,
    LEAD_SECONDS,
    Encoded,
    Whisper,
    Word,
    repeats_itself,
    token_bound,
)

MIN_SECONDS: Final = 0.5
"""With less, nothing is recognised."""
LANGUAGE_SECONDS: Final = 2.0
"""From there on the language is known."""
TRIM_SECONDS: Final = 1.3
"""Sound that may wait before that of settled words is left out."""
MAX_SECONDS: Final = 8.0
"""Sound in which nothing settles, such as of many voices: it counts as settled then."""
CONTEXT_WORDS: Final = 2
"""Settled words whose sound stays, so that the next word does not begin in the middle."""
TAIL_SECONDS: Final = 0.5
"""Silence that is encoded behind the speech; more of it comes from what was encoded once."""
WINDOW_SECONDS: Final = 6.0
MAX_WINDOW_SECONDS: Final = 30.0
QUIET: Final = 0.1
"""Of the loudness of the speech: below it, nobody speaks."""
SILENCE: Final = 0.003
"""Root of the mean square below which it is not worth to look."""
FORGETTING: Final = 0.97
PIECE: Final = RATE * 3 // 100
"""30 ms, over which loudness is measured."""
PAUSE_PIECES: Final = 4
HOP: Final = RATE // 100
PHRASE_TOKENS: Final = 2


class PartialTranscriber:
    """Extends transcripts of turns that go on; used on the thread of its model."""

    def __init__(self, whisper: Whisper) -> None:
        self._whisper = whisper
        self._silence: Encoded | None = None

    def extend(self, partial: PartialTranscript, samples: Samples) -> PartialTranscript:
        """See `contract.SpeechToText`."""
        levels = _levels(samples[partial.end - partial.start :])
        loudness = max([partial.loudness * FORGETTING, *levels])
        if len(samples) < MIN_SECONDS * RATE:
            return partial
        if max(levels, default=0.0) < max(SILENCE, QUIET * loudness):
            return replace(partial, is_last_word_open=False)
        encoded = self._encode(samples)
        window = self._with_silence(encoded)
        language = partial.language or self._whisper.recognise_language(window)
        decoded = self._whisper.decode(window, language=language, max_tokens=token_bound(samples), phrase=PHRASE_TOKENS)
        words = [] if decoded.is_silence else self._whisper.words(decoded.tokens)
        spelled = [self._whisper.text(word) for word in words]
        is_pause = max(levels[-PAUSE_PIECES:]) < QUIET * loudness
        extended = _agree(partial, spelled, is_pause=is_pause)
        extended = replace(extended, end=partial.start + len(samples), confidence=decoded.confidence, loudness=loudness)
        if extended.end > LANGUAGE_SECONDS * RATE:
            extended = replace(extended, language=language)
        if len(samples) > MAX_SECONDS * RATE:
            return _give_up(extended)
        if len(samples) > TRIM_SECONDS * RATE:
            return self._trim(extended, encoded, samples, words, spelled, language=language)
        return extended

    def _encode(self, samples: Samples) -> Encoded:
        lead, tail = int(LEAD_SECONDS * RATE), int(TAIL_SECONDS * RATE)
        return self._whisper.encode(np.concatenate([np.zeros(lead, np.float32), samples, np.zeros(tail, np.float32)]))

    def _with_silence(self, encoded: Encoded) -> Encoded:
        if self._silence is None:
            self._silence = self._whisper.encode(np.zeros(int(MAX_WINDOW_SECONDS * RATE), np.float32))
        frames = encoded.shape[1]
        wanted = max(int(WINDOW_SECONDS / FRAME_SECONDS), frames + int(1.0 / FRAME_SECONDS))
        return np.ascontiguousarray(np.concatenate([encoded, self._silence[:, frames:wanted]], axis=1))

    def _trim(
        self,
        partial: PartialTranscript,
        encoded: Encoded,
        samples: Samples,
        words: Sequence[Word],
        spelled: Sequence[str],
        *,
        language: str,
    ) -> PartialTranscript:
        """Leave out the sound of settled words but for the last few."""
        inside = partial.settled[partial.left_behind :]
        drop = len(inside) - CONTEXT_WORDS
        ahead = position_behind(inside[:drop], spelled) if drop > 0 else 0
        if not 0 < ahead < len(words):
            return partial
        seconds = self._whisper.word_starts(encoded, words, language=language)[ahead] - LEAD_SECONDS
        cut = _quietest(samples, int(seconds * RATE))
        return replace(partial, start=partial.start + cut, left_behind=partial.left_behind + drop) if cut else partial


def _agree(partial: PartialTranscript, spelled: Sequence[str], *, is_pause: bool) -> PartialTranscript:
    """Settle the words that `spelled`, a new transcript of the sound from `start`, has in common with the last one."""
    inside = partial.settled[partial.left_behind :]
    fresh = spelled[position_behind(inside, spelled) :]
    whole = fresh if is_pause else fresh[:-1]
    pairs = takewhile(lambda pair: same_word(*pair), zip(whole, partial.tentative, strict=False))
    agreed = tuple(new for new, _ in pairs)
    tentative = tuple(fresh[len(agreed) :])
    settled = (*partial.settled, *agreed)
    return replace(partial, settled=settled, tentative=tentative, is_last_word_open=bool(tentative) and not is_pause)


def _give_up(partial: PartialTranscript) -> PartialTranscript:
    settled = (*partial.settled, *partial.tentative)
    start = partial.end // HOP * HOP
    return replace(
        partial, settled=settled, tentative=(), is_last_word_open=False, start=start, left_behind=len(settled)
    )


def position_behind(words: Sequence[str], spelled: Sequence[str]) -> int:
    """Return where in a new transcript the words go on that were recognised before, which it may spell otherwise."""
    before, now = normalized(words), normalized(spelled)
    if now[: len(before)] == before:
        return len(before)
    blocks = [block for block in SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks() if block.size]
    behind = len(before) if not blocks else blocks[-1].b + len(before) - blocks[-1].a
    return min(behind, len(now))


def same_word(one: str, other: str) -> bool:
    """Whether two spellings are one word: case and punctuation do not count."""
    return normalized([one]) == normalized([other])


def normalized(words: Iterable[str]) -> list[str]:
    """Return words without case and punctuation; one that has nothing else stays as it is."""
    return ["".join(filter(str.isalnum, word)).casefold() or word.strip() for word in words]


def _levels(samples: Samples) -> list[float]:
    pieces = samples[: len(samples) // PIECE * PIECE].reshape(-1, PIECE)
    return [float(level) for level in np.sqrt(np.mean(np.square(pieces), axis=1))]


def _quietest(samples: Samples, near: int) -> int:
    """Return where it is quietest around `near`, a multiple of 10 ms; 0 where that is not inside."""
    first, last = near // HOP - 8, near // HOP + 4
    places = [place for place in range(first, last) if 0 < place * HOP < len(samples) - HOP]
    return min(places, key=lambda place: float(np.abs(samples[place * HOP :][:HOP]).sum()), default=0) * HOP


def complete(final: RecognizedSpeech, partial: PartialTranscript) -> RecognizedSpeech:
    """Return the final transcript of a turn, or the one before it where the final one only lost words of it.

    Heard as a whole, a turn is recognised better than in parts, but now and then the decoder stops too early.
    """
    shown = partial.text.split()
    before, now = normalized(shown), normalized(final.text.split())
    lost = len(before) - len(now)
    is_part = any(before[at : at + len(now)] == now for at in range(lost + 1))
    if lost <= 0 or not now or not is_part or repeats_itself(partial.text):
        return final
    return replace(final, text=partial.text)
