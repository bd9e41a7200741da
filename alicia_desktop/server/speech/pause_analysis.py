"""Ask, while somebody pauses, whether they have finished: the acoustic model and the transcript so far, side by side.

    analysis = PauseAnalysis(recognise=recognise, end_of_turn=engine, policy=policy, on_progress=wake)
    analysis.begin(sound, scope=scope)  # a pause began
    analysis.decision.wait_ms             # gets shorter once both have answered
    await analysis.transcript()           # the turn is over: its final transcript, recognised ahead
    analysis.drop()                       # or the speaker went on: nothing of it stays

No turn can be answered before its words are known, so the decision waits for them.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Generic, TypeVar

import numpy as np

from alicia_desktop.audio.processing import Resampler
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import EndOfTurn, Samples
from alicia_desktop.server.speech.endpointing import EndpointDecision, EndpointPolicy, PauseEvidence
from alicia_desktop.transport.contract import SAMPLE_RATE

Transcript = TypeVar("Transcript")
MODEL_RATE: Final = 16_000


class PauseAnalysis(Generic[Transcript]):
    """Gathers the evidence about one pause at a time."""

    def __init__(
        self,
        *,
        recognise: Callable[[bytes], Coroutine[Any, Any, Transcript]],
        words_of: Callable[[Transcript], str],
        end_of_turn: EndOfTurn | None,
        policy: EndpointPolicy,
        on_progress: Callable[[], None],
    ) -> None:
        """`on_progress` is called when the decision may have changed."""
        self._recognise, self._words_of = recognise, words_of
        self._end_of_turn, self._policy, self._on_progress = end_of_turn, policy, on_progress
        self._transcript: asyncio.Task[Transcript | WorldError] | None = None
        self._judging: asyncio.Task[None] | None = None
        self.decision: EndpointDecision = policy.undecided()
        """How long to wait, by what is known so far."""

    @property
    def known(self) -> Transcript | None:
        """The transcript up to the pause, once it is there."""
        asked = self._transcript
        found = asked.result() if asked is not None and asked.done() and not asked.cancelled() else None
        return None if isinstance(found, WorldError) else found

    def begin(self, sound: bytes, *, scope: Scope) -> None:
        """Start to ask about the `sound` of a turn up to a pause, 16-bit mono PCM at 48 kHz."""
        self.drop()
        self._transcript = scope.spawn("transcript-ahead", self._recognise_ahead(sound))
        self._judging = scope.spawn("end-of-turn", self._judge(sound, self._transcript))

    def drop(self) -> None:
        """Forget the pause."""
        for task in (self._judging, self._transcript):
            if task is not None:
                task.cancel()
        self._judging = self._transcript = None
        self.decision = self._policy.undecided()

    async def transcript(self) -> Transcript | None:
        """Return the transcript up to the pause and forget the pause; None where none was asked for.

        Raises:
            WorldError: the sound could not be recognised.
        """
        asked, self._transcript = self._transcript, None
        try:
            found = None if asked is None else await asked
        finally:
            self.drop()
        if isinstance(found, WorldError):
            raise found
        return found

    async def _recognise_ahead(self, sound: bytes) -> Transcript | WorldError:
        try:
            return await self._recognise(sound)
        except WorldError as error:
            return error

    async def _judge(self, sound: bytes, transcript: asyncio.Task[Transcript | WorldError]) -> None:
        acoustic = await self._acoustic(sound)
        heard = await asyncio.shield(transcript)
        words = None if isinstance(heard, WorldError) else self._words_of(heard)
        self.decision = self._policy.decide(PauseEvidence(acoustic=acoustic, words=words))
        self._on_progress()

    async def _acoustic(self, sound: bytes) -> float | None:
        if self._end_of_turn is None or self._end_of_turn.state.phase == "failed":
            return None
        try:
            return await self._end_of_turn.predict(to_samples(sound))
        except WorldError:
            return None  # said by the engine's state


def to_samples(pcm: bytes) -> Samples:
    """Convert 48 kHz 16-bit mono `pcm` to mono float32 at 16 kHz in -1…1."""
    resampler = Resampler(from_rate=SAMPLE_RATE, to_rate=MODEL_RATE)
    narrow = resampler.push(pcm) + resampler.flush()
    return np.frombuffer(narrow, dtype="<i2").astype(np.float32) / 32_768.0
