"""Speak the sentences of answers in a room, in real time, and stop at once when interrupted.

Two tasks a conversation: one synthesises the next sentence while the other plays the one before. A transport keeps a
second of sound at most, so frames go out as they are due, a little ahead; what is ahead is what `interrupt` has to call
back. Where she would soon have nothing to say, `cut_early` asks for the next clause before its sentence is whole; and
where an answer that is expected takes long, she says so ("One moment."), which is no part of the answer.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.extensions import BRIDGE, SYNTHESIS
from alicia_desktop.protocol.messages import AudioChunk
from alicia_desktop.server.dialogue.reply_table import bridges
from alicia_desktop.server.engines.contract import TextToSpeech
from alicia_desktop.server.options import SpeakingStyle
from alicia_desktop.server.outbound import StanzaSink
from alicia_desktop.server.speech.speakable import clause_end, pause_ms, spoken_text
from alicia_desktop.transport.contract import FRAME_BYTES, Transport

FORMAT: Final = "pcm_s16le_48000"
BUFFER_AHEAD_SECONDS: Final = 0.2
"""How far ahead of real time frames are handed over, so that a late wake-up is not heard."""
STEP_SECONDS: Final = 0.05
BYTES_PER_MS: Final = FRAME_BYTES // 10
BRIDGE_SECONDS: Final = 1.2
"""After so long without an answer a short phrase is said, so that the user knows that they were heard."""
LOW_SECONDS: Final = 1.0
"""With less than this left to say, a clause is spoken before its sentence is complete."""
CHARACTERS_A_SECOND: Final = 16.0
"""How fast she speaks, about."""
log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Utterance:
    """One sentence to be spoken."""

    answer_id: str
    sequence: int
    text: str
    last: bool
    language: str = ""
    """Such as `de`, where another voice than the default one speaks it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Sound:
    utterance: Utterance
    pcm: bytes
    begun: float
    """When it was begun to be made; as `ready`, by the monotonic clock."""
    ready: float


class SpeechPlayer:
    """Speaks sentences in order."""

    def __init__(
        self,
        *,
        voice: TextToSpeech,
        outbound: StanzaSink,
        clock: Clock,
        transport: Callable[[], Transport | None],
        on_failure: Callable[[WorldError], None],
    ) -> None:
        """`transport` is called for each sentence: people leave and come back."""
        self._voice, self._outbound, self._clock = voice, outbound, clock
        self._transport, self._on_failure = transport, on_failure
        self._sentences: asyncio.Queue[tuple[int, Utterance]] = asyncio.Queue()
        self._sounds: asyncio.Queue[tuple[int, _Sound]] = asyncio.Queue(maxsize=1)
        self._interruptions = 0
        self._answer = ""
        """The answer whose sentences came last."""
        self._stopped_answers: frozenset[str] = frozenset()
        """Answers of which nothing more is to be said, though their text may go on."""
        self._pending = 0
        self._said_by = 0.0
        """When all that was queued will have been said, about; by the monotonic clock."""
        self._bridges = cycle(bridges())
        self._rehearsed: tuple[str, SpeakingStyle, bytes] | None = None
        """Text, style and sound of what may be said first."""
        self._bridging: asyncio.Task[None] | None = None
        self._scope: Scope | None = None

    @property
    def speaking(self) -> bool:
        """Whether something is being spoken or queued."""
        return self._pending > 0

    def start(self, scope: Scope) -> None:
        """Start both tasks."""
        self._scope = scope
        scope.spawn("voice", self._make())
        scope.spawn("speech", self._play())

    def prepare(self) -> None:
        """Load the voice in the background: something will be spoken soon."""
        self._voice.prepare()

    def enqueue(self, utterance: Utterance) -> None:
        """Queue one sentence, unless its answer was stopped."""
        if utterance.answer_id in self._stopped_answers:
            return
        self.stop_expecting()
        self._answer = utterance.answer_id
        self._queue(utterance)

    def expect(self, question_id: str) -> None:
        """Expect an answer to a spoken question; where nothing of it is queued soon, say that it takes a moment."""
        self.stop_expecting()
        if self._scope is not None and self._voice.style.bridges:
            self._bridging = self._scope.spawn("bridge", self._bridge(question_id))

    def stop_expecting(self) -> None:
        """Expect nothing any more."""
        if self._bridging is not None:
            self._bridging.cancel()
            self._bridging = None

    async def rehearse(self, text: str) -> None:
        """Make the sound of what may be said first, so that it is there when it is certain."""
        with suppress(WorldError):  # who says it later is told
            spoken = spoken_text(text)
            self._rehearsed = (spoken, self._voice.style, await self._voice.speak(spoken))

    def forget_rehearsed(self) -> None:
        """Forget that sound."""
        self._rehearsed = None

    def cut_early(self, sentence: str) -> int | None:
        """Return where the first clause of an unfinished sentence ends; None also while she has enough to say."""
        is_low = self._said_by - self._clock.monotonic() < LOW_SECONDS
        return clause_end(sentence, whole=False) if is_low and self._answer not in self._stopped_answers else None

    def interrupt(self) -> None:
        """Stop speaking at once and clear the queue."""
        self.stop_expecting()
        self._said_by = 0.0
        self._interruptions += 1
        if (transport := self._transport()) is not None:
            transport.clear_sound()

    def stop_answer(self, answer_id: str | None = None) -> None:
        """Stop speaking at once, and speak no more of the current answer nor of this one."""
        self._stopped_answers = frozenset({self._answer, answer_id or self._answer})
        self.interrupt()

    def resume(self, answer_id: str) -> None:
        """Speak again what comes of this answer, because the user wants it to go on."""
        self._stopped_answers -= {answer_id}

    def _queue(self, utterance: Utterance) -> None:
        seconds = len(spoken_text(utterance.text)) / CHARACTERS_A_SECOND / self._voice.style.speed
        self._said_by = max(self._said_by, self._clock.monotonic()) + seconds
        self._pending += 1
        self._sentences.put_nowait((self._interruptions, utterance))

    async def _bridge(self, question_id: str) -> None:
        await self._clock.sleep(BRIDGE_SECONDS)
        self._bridging = None
        self._queue(Utterance(answer_id=question_id, sequence=BRIDGE, text=next(self._bridges), last=False))

    async def _make(self) -> None:
        while True:
            cuts, utterance = await self._sentences.get()
            begun = self._clock.monotonic()
            pcm = await self._sound_of(utterance) if cuts == self._interruptions else b""
            sound = _Sound(utterance=utterance, pcm=pcm, begun=begun, ready=self._clock.monotonic())
            await self._sounds.put((cuts, sound))

    async def _sound_of(self, utterance: Utterance) -> bytes:
        try:
            pcm = await self._voiced(spoken_text(utterance.text), utterance.language)
        except WorldError as error:
            self._on_failure(error)
            return b""
        rest = 0 if utterance.last else pause_ms(utterance.text)
        return pcm and pcm + bytes(rest * BYTES_PER_MS)

    async def _voiced(self, text: str, language: str) -> bytes:
        rehearsed, self._rehearsed = self._rehearsed, None
        if language:
            return await self._voice.speak(text, style=replace(self._voice.style, language=language))
        if rehearsed is not None and rehearsed[:2] == (text, self._voice.style):
            return rehearsed[2]
        return await self._voice.speak(text)

    async def _play(self) -> None:
        while True:
            cuts, sound = await self._sounds.get()
            if cuts == self._interruptions and sound.pcm:
                await self._play_one(cuts, sound)
            self._pending -= 1

    async def _play_one(self, cuts: int, sound: _Sound) -> None:
        pcm = sound.pcm + bytes(-len(sound.pcm) % FRAME_BYTES)
        meta = {"messageId": sound.utterance.answer_id, SYNTHESIS: self._synthesis(sound)}
        await self._outbound.enqueue(self._chunk(sound.utterance, pcm), meta)
        begun, sent = self._clock.monotonic(), 0
        while sent < len(pcm) and cuts == self._interruptions:
            due = self._clock.monotonic() - begun + BUFFER_AHEAD_SECONDS
            until = min(len(pcm), int(due * 100) * FRAME_BYTES)
            if (transport := self._transport()) is not None:
                for at in range(sent, until, FRAME_BYTES):
                    transport.send_sound(pcm[at : at + FRAME_BYTES])
            sent = max(sent, until)
            await self._clock.sleep(STEP_SECONDS)
        if cuts == self._interruptions:
            await self._clock.sleep(
                max(0.0, seconds_of(pcm) - BUFFER_AHEAD_SECONDS - (self._clock.monotonic() - begun))
            )

    def _synthesis(self, sound: _Sound) -> dict[str, float]:
        waited = self._clock.monotonic() - sound.ready
        return {"ms": round((sound.ready - sound.begun) * 1000, 1), "waitedMs": round(waited * 1000, 1)}

    def _chunk(self, utterance: Utterance, pcm: bytes) -> AudioChunk:
        return AudioChunk(
            conversation_id=self._outbound.conversation_id,
            format=FORMAT,
            duration=round(seconds_of(pcm) * 1000),
            seq=utterance.sequence,
            is_last=utterance.last,
        )


def seconds_of(pcm: bytes) -> float:
    """Return the duration of 48 kHz 16-bit mono `pcm` in seconds."""
    return len(pcm) / FRAME_BYTES / 100
