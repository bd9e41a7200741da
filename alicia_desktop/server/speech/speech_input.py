"""Turn the user's sound in a room into messages: voice activity, endpointing, recognition, transcripts.

The line's own voice activity moves the meter and interrupts answers; this one decides only where a turn ends
(docs/architecture.md#sound). A turn is the speech from half a second before its start to a pause that is long enough,
or to the end of the sound itself: whoever lets go of hold-to-talk, mutes or hangs up has finished. Interim transcripts,
the final one and the message have one id.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from alicia_desktop.audio.activity import STOP_MS, VoiceActivity
from alicia_desktop.audio.processing import Resampler
from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import Transcription, UserMessage
from alicia_desktop.server.engines.contract import PartialTranscript, RecognizedSpeech, Samples, SpeechToText
from alicia_desktop.server.engines.partial_transcripts import complete
from alicia_desktop.server.outbound import StanzaSink
from alicia_desktop.transport.contract import FRAME_BYTES, SAMPLE_RATE

FRAME_MS: Final = 10
PRE_ROLL_FRAMES: Final = 50
"""Half a second from before speech was certain."""
PAUSE_FRAMES: Final = 20
"""200 ms, on top of the half second after which voice activity calls speech ended: people pause inside sentences."""
KEPT_SILENCE_FRAMES: Final = 20
"""Behind the last word; recognisers make up words for long silence."""
SILENT_STREAM_SECONDS: Final = 1.0
"""Without any frame for this long, the sound has ended: networks and busy computers stop for half a second at times."""
POLLS_PER_TIMEOUT: Final = 8
"""In so many steps, since a loop that stood still finds the time gone by before it finds the frames."""
INTERIM_FRAMES: Final = 30
"""Between two interim transcripts."""
MAX_TURN_FRAMES: Final = 6_000
"""A minute; a longer turn is cut, because nobody can interrupt a radio."""
MODEL_RATE: Final = 16_000
HOP: Final = MODEL_RATE * FRAME_MS // 1000
"""Samples of a frame at the model's rate."""
log = get_logger(__name__)
LANGUAGE = "en"


class EndpointingStep(Enum):
    """What one more frame does to a turn."""

    STARTED = "started"
    INTERIM = "interim"
    ENDED = "ended"


class TurnSegmenter:
    """Splits a stream of frames into turns. Pure: it is told whether somebody speaks."""

    def __init__(self) -> None:
        self.sound: list[bytes] = []
        """The frames of the open turn; empty when there is none."""
        self._before: deque[bytes] = deque(maxlen=PRE_ROLL_FRAMES)
        self._quiet = 0
        self._since_interim = 0

    def take(self, frame: bytes, *, speaking: bool) -> EndpointingStep | None:
        """Feed 10 ms (48 kHz 16-bit mono PCM); after `ENDED` call `finish` for the sound."""
        if not self.sound:
            self._before.append(frame)
            if not speaking:
                return None
            self.sound = [*self._before]
            self._before.clear()
            self._quiet = self._since_interim = 0
            return EndpointingStep.STARTED
        self.sound.append(frame)
        self._quiet = 0 if speaking else self._quiet + 1
        if self._quiet >= PAUSE_FRAMES or len(self.sound) >= MAX_TURN_FRAMES:
            return EndpointingStep.ENDED
        self._since_interim += 1
        if self._since_interim < INTERIM_FRAMES:
            return None
        self._since_interim = 0
        return EndpointingStep.INTERIM

    def finish(self) -> bytes:
        """Return the sound of the turn without the silence that ended it, and start anew."""
        silence = self._quiet + STOP_MS // FRAME_MS - KEPT_SILENCE_FRAMES if self._quiet else 0
        sound, self.sound = b"".join(self.sound[: max(1, len(self.sound) - silence)]), []
        return sound


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeechStarted:
    """The user started to speak."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeechRecognised:
    """The transcript so far, or the final one."""

    heard: RecognizedSpeech
    final: bool
    milliseconds: int
    """How long the sound of it is."""
    took_ms: float = 0.0
    """How long the recogniser took."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecognitionFailed:
    """Speech could not be recognised."""

    error: WorldError


OnSpeechEvent = Callable[[SpeechStarted | SpeechRecognised | RecognitionFailed], None]


class Endpointer:
    """Finds turns in the frames of one conversation and recognises them; reports to `on_event`."""

    def __init__(
        self,
        *,
        recogniser: SpeechToText,
        on_event: OnSpeechEvent,
        load_activity: Callable[[], Awaitable[VoiceActivity]] | None = None,
    ) -> None:
        """`load_activity` loads the voice activity; by default in a thread at the first frame."""
        self._recogniser, self._on_event = recogniser, on_event
        self._load_activity = load_activity or (lambda: asyncio.to_thread(VoiceActivity))
        self._frames: asyncio.Queue[bytes] = asyncio.Queue(maxsize=500)
        self._turn = TurnSegmenter()
        self._interim: asyncio.Task[None] | None = None
        self._partial = PartialTranscript()
        """Of the open turn."""

    def start(self, scope: Scope) -> None:
        """Start to listen."""
        scope.spawn("ears", self._run(scope))

    def feed(self, frame: bytes) -> None:
        """Feed 10 ms of sound; if it falls behind, the newest frames are dropped."""
        if len(frame) == FRAME_BYTES and not self._frames.full():
            self._frames.put_nowait(frame)

    async def _run(self, scope: Scope) -> None:
        first = await self._frames.get()
        try:
            activity = await self._load_activity()
        except WorldError as error:
            self._on_event(RecognitionFailed(error=error))
            return
        activity.feed(first)
        while True:
            frame = await self._next_frame()
            if frame is None:
                activity.reset()
                await self._end_turn()
                continue
            activity.feed(frame)
            match self._turn.take(frame, speaking=activity.speaking):
                case EndpointingStep.STARTED:
                    self._partial = PartialTranscript()
                    self._on_event(SpeechStarted())
                case EndpointingStep.INTERIM if self._interim is None or self._interim.done():
                    self._interim = scope.spawn("interim", self._extend(self._turn.sound[self._partial.start // HOP :]))
                case EndpointingStep.ENDED:
                    await self._end_turn()

    async def _next_frame(self) -> bytes | None:
        """Return the next frame; None when a turn is open and its sound has ceased."""
        if not self._turn.sound:
            return await self._frames.get()
        for _ in range(POLLS_PER_TIMEOUT):
            with suppress(TimeoutError):
                async with asyncio.timeout(SILENT_STREAM_SECONDS / POLLS_PER_TIMEOUT):
                    return await self._frames.get()
        return None

    async def _end_turn(self) -> None:
        sound = self._turn.finish()
        if self._interim is not None:
            await asyncio.wait({self._interim})  # so that an interim text never comes after the final one
        await self._recognise(sound)

    async def _extend(self, frames: list[bytes]) -> None:
        """Show how the transcript of the open turn goes on, if `frames`, the sound since its start, change it."""
        begun, before = time.monotonic(), self._partial
        with suppress(WorldError):  # said at the end of the turn
            self._partial = await self._recogniser.extend(before, to_samples(b"".join(frames)))
        if self._partial.text != before.text:
            heard = RecognizedSpeech(text=self._partial.text, confidence=self._partial.confidence)
            length, took = self._partial.end * 1000 // MODEL_RATE, (time.monotonic() - begun) * 1000
            self._on_event(SpeechRecognised(heard=heard, final=False, milliseconds=length, took_ms=took))

    async def _recognise(self, sound: bytes) -> None:
        begun = time.monotonic()
        try:
            heard = complete(await self._recogniser.transcribe(to_samples(sound)), self._partial)
        except WorldError as error:
            self._on_event(RecognitionFailed(error=error))
            return
        length, took = len(sound) // FRAME_BYTES * FRAME_MS, (time.monotonic() - begun) * 1000
        self._on_event(SpeechRecognised(heard=heard, final=True, milliseconds=length, took_ms=took))


def to_samples(pcm: bytes) -> Samples:
    """Convert 48 kHz 16-bit mono `pcm` to mono float32 at 16 kHz in -1…1."""
    resampler = Resampler(from_rate=SAMPLE_RATE, to_rate=MODEL_RATE)
    narrow = resampler.push(pcm) + resampler.flush()
    return np.frombuffer(narrow, dtype="<i2").astype(np.float32) / 32_768.0


class SpeechInput:
    """Sends the transcripts and messages of what is spoken in one conversation."""

    def __init__(
        self,
        *,
        recogniser: SpeechToText,
        outbound: StanzaSink,
        on_speech: Callable[[], None],
        on_message: Callable[[UserMessage], None],
        on_failure: Callable[[WorldError], None],
    ) -> None:
        """`on_speech` is called when the user starts to speak, `on_message` with the final message."""
        self._outbound = outbound
        self._on_speech, self._on_message, self._on_failure = on_speech, on_message, on_failure
        self._listener = Endpointer(recogniser=recogniser, on_event=self._on_event)
        self._id: str | None = None
        """Of the turn that is being spoken; None until there are words."""

    def start(self, scope: Scope) -> None:
        """Start to listen."""
        self._listener.start(scope)

    def feed(self, pcm: bytes) -> None:
        """Feed 10 ms of sound."""
        self._listener.feed(pcm)

    def _on_event(self, event: SpeechStarted | SpeechRecognised | RecognitionFailed) -> None:
        match event:
            case SpeechStarted():
                self._on_speech()
            case SpeechRecognised(final=False):
                self._id = self._id or ids.new_id(ids.MESSAGE)
                self._transcribe(self._id, event)
            case SpeechRecognised():
                self._finish(event)
            case RecognitionFailed(error=error):
                self._id = None
                self._on_failure(error)

    def _finish(self, event: SpeechRecognised) -> None:
        shown, self._id = self._id, None
        text = event.heard.text
        if not text and shown is None:
            return  # a cough: nothing was shown of it, so nothing has to be taken back
        message_id = shown or ids.new_id(ids.MESSAGE)
        self._transcribe(message_id, event)
        if text:
            body = UserMessage(id=message_id, conversation_id=self._outbound.conversation_id, content=text)
            self._on_message(body)

    def _transcribe(self, message_id: str, event: SpeechRecognised) -> None:
        self._outbound.enqueue(
            Transcription(
                id=message_id,
                conversation_id=self._outbound.conversation_id,
                text=event.heard.text,
                final=event.final,
                confidence=event.heard.confidence,
                language=LANGUAGE,
            ),
            {"durationMs": event.milliseconds, "recognitionMs": round(event.took_ms, 1)},
        )
