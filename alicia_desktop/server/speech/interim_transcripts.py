"""Transcribe the open turn while it is spoken: every 300 ms, without flicker and at little cost.

What is recognised how, says `partial_transcripts`.
"""

import time
from dataclasses import dataclass
from typing import Final

from alicia_desktop.server.engines.contract import PartialTranscript, RecognizedSpeech, SpeechToText
from alicia_desktop.server.engines.log_mel import RATE
from alicia_desktop.server.engines.partial_transcripts import complete
from alicia_desktop.server.speech.pause_analysis import to_samples

SAMPLES_A_FRAME: Final = RATE // 100


@dataclass(frozen=True, kw_only=True, slots=True)
class InterimTranscript:
    """What is shown of the open turn."""

    heard: RecognizedSpeech
    milliseconds: int
    """Of the turn that was transcribed."""
    took_ms: float


class InterimTranscripts:
    """Holds the transcript of one turn after the other."""

    def __init__(self, recogniser: SpeechToText) -> None:
        self._recogniser = recogniser
        self._partial = PartialTranscript()

    def begin(self) -> None:
        """Begin with another turn."""
        self._partial = PartialTranscript()

    async def extend(self, frames: list[bytes]) -> InterimTranscript | None:
        """Transcribe what is new in `frames`, the turn so far (10 ms each); None if nothing else is shown of it.

        Raises:
            WorldError: as the recogniser.
        """
        begun, before = time.monotonic(), self._partial
        samples = to_samples(b"".join(frames[before.start // SAMPLES_A_FRAME :]))
        partial = await self._recogniser.extend(before, samples)
        if self._partial is not before:
            return None  # another turn has begun
        self._partial = partial
        if partial.text == before.text:
            return None
        return InterimTranscript(
            heard=RecognizedSpeech(text=partial.text, confidence=partial.confidence, language=partial.language or "en"),
            milliseconds=partial.end * 1000 // RATE,
            took_ms=(time.monotonic() - begun) * 1000,
        )

    def complete(self, final: RecognizedSpeech) -> RecognizedSpeech:
        """Return the final transcript of the turn, or what was shown where that is the same and more."""
        return complete(final, self._partial)
