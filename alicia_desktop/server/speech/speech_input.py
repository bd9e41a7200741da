"""Turn the user's sound in a room into messages: voice activity, endpointing, recognition, transcripts.

The line's own voice activity moves the meter and interrupts answers; this one decides only where a turn ends
(docs/architecture.md#sound). A turn is the speech from half a second before its start to a pause that is long enough
(`turn_segmenter`, `endpointing`), or to the end of the sound itself: whoever lets go of hold-to-talk, mutes or hangs up
has finished. From 120 ms of silence on, what was said is transcribed ahead (`pause_analysis`). Interim transcripts, the
final one and the message have one id.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import Patience
from alicia_desktop.protocol.messages import Transcription, UserMessage
from alicia_desktop.server.engines.contract import EndOfTurn, RecognizedSpeech, SpeechToText
from alicia_desktop.server.outbound import StanzaSink
from alicia_desktop.server.speech.endpointing import KNOWN_LANGUAGE, EndpointPolicy
from alicia_desktop.server.speech.interim_transcripts import InterimTranscripts
from alicia_desktop.server.speech.pause_analysis import PauseAnalysis, to_samples
from alicia_desktop.server.speech.turn_segmenter import FRAME_MS, EndpointingStep, TurnSegmenter
from alicia_desktop.transport.contract import FRAME_BYTES

SILENT_STREAM_SECONDS: Final = 1.0
"""Without any frame for this long, the sound has ended: networks and busy computers stop for half a second at times."""
POLLS_PER_TIMEOUT: Final = 8
"""In so many steps, since a loop that stood still finds the time gone by before it finds the frames."""
MAX_WAITING_FRAMES: Final = 6_000
"""A minute, while models load or an earlier turn is transcribed: what is said meanwhile is answered afterwards."""
LIKELY: Final = 0.2
"""Chance that the speaker has finished, from which on it is worth beginning an answer."""
WORTHWHILE_MS: Final = 80
"""So much longer must be waited for the end, or what is begun ahead would only be in the way of the answer itself."""
DECIDED: Final = b""
"""Stands among the frames where more is known of a pause: none may come any more."""


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
    endpoint: Mapping[str, float | int] = field(default_factory=dict)
    """Why the turn was over (docs/protocol.md, `Transcription.meta.endpoint`)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RecognitionFailed:
    """Speech could not be recognised."""

    error: WorldError


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeechPaused:
    """The user pauses, and perhaps has finished: it is waited for longer."""

    text: str
    """What they said until then, and all that they said if they have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SpeechResumed:
    """The user went on."""


SpeechEvent = SpeechStarted | SpeechPaused | SpeechResumed | SpeechRecognised | RecognitionFailed
OnSpeechEvent = Callable[[SpeechEvent], None]


class Endpointer:
    """Finds turns in the frames of one conversation and recognises them; reports to `on_event`."""

    def __init__(
        self,
        *,
        recogniser: SpeechToText,
        on_event: OnSpeechEvent,
        load_activity: Callable[[], Awaitable[VoiceActivity]] | None = None,
        end_of_turn: EndOfTurn | None = None,
        patience: Patience = "natural",
    ) -> None:
        """`load_activity` loads the voice activity; by default in a thread at the first frame."""
        self._recogniser, self._on_event = recogniser, on_event
        self._load_activity = load_activity or (lambda: asyncio.to_thread(VoiceActivity))
        self._frames: asyncio.Queue[bytes] = asyncio.Queue(maxsize=MAX_WAITING_FRAMES)
        self._turn = TurnSegmenter()
        self._interim: asyncio.Task[None] | None = None
        self._transcripts = InterimTranscripts(recogniser)
        self._policy = EndpointPolicy(patience=patience)
        self._pause = PauseAnalysis(
            recognise=self._transcribe,
            words_of=lambda heard: heard.heard.text if heard.heard.language == KNOWN_LANGUAGE else "",
            end_of_turn=end_of_turn,
            policy=self._policy,
            on_progress=lambda: self._put(DECIDED),
        )

    def start(self, scope: Scope) -> None:
        """Start to listen."""
        scope.spawn("ears", self._run(scope))

    def feed(self, frame: bytes) -> None:
        """Feed 10 ms of sound; if it falls behind, the newest frames are dropped."""
        if len(frame) == FRAME_BYTES:
            self._put(frame)

    def _put(self, frame: bytes) -> None:
        if not self._frames.full():
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
            elif frame == DECIDED:
                if self._turn.is_over(self._pause.decision.wait_ms):
                    await self._end_turn()
                else:
                    self._report_pause()
            else:
                activity.feed(frame)
                await self._take(frame, activity, scope)

    async def _take(self, frame: bytes, activity: VoiceActivity, scope: Scope) -> None:
        wait_ms = self._pause.decision.wait_ms
        match self._turn.take(frame, speaking=activity.speaking, voiced=activity.voiced, wait_ms=wait_ms):
            case EndpointingStep.STARTED:
                self._transcripts.begin()
                self._on_event(SpeechStarted())
            case EndpointingStep.PAUSED:
                self._pause.begin(b"".join(self._turn.sound), scope=scope)
            case EndpointingStep.RESUMED:
                self._policy.pauses.add(self._turn.last_pause_ms)
                self._pause.drop()
                self._on_event(SpeechResumed())
            case EndpointingStep.INTERIM if self._interim is None or self._interim.done():
                self._interim = scope.spawn("interim", self._show([*self._turn.sound]))
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
        silence_ms, sound = self._turn.silence_ms, self._turn.finish()
        if self._interim is not None:
            await asyncio.wait({self._interim})  # so that an interim text never comes after the final one
        endpoint = self._pause.decision.as_meta(silence_ms=silence_ms)
        try:
            heard = await self._pause.transcript() or await self._transcribe(sound)
        except WorldError as error:
            self._on_event(RecognitionFailed(error=error))
        else:
            complete = self._transcripts.complete(heard.heard)
            self._on_event(replace(heard, heard=complete, final=True, endpoint=endpoint))

    def _report_pause(self) -> None:
        """Tell of a pause that may be the end, where there is time for something before it is."""
        decision, heard = self._pause.decision, self._pause.known
        is_likely = decision.finished is None or decision.finished >= LIKELY
        if heard is not None and is_likely and decision.wait_ms - self._turn.silence_ms >= WORTHWHILE_MS:
            self._on_event(SpeechPaused(text=self._transcripts.complete(heard.heard).text))

    async def _show(self, frames: list[bytes]) -> None:
        """Report the transcript so far, where it changed."""
        with suppress(WorldError):  # the final transcript fails as well, and says so
            if shown := await self._transcripts.extend(frames):
                self._on_event(
                    SpeechRecognised(
                        heard=shown.heard, final=False, milliseconds=shown.milliseconds, took_ms=shown.took_ms
                    )
                )

    async def _transcribe(self, sound: bytes) -> SpeechRecognised:
        begun = time.monotonic()
        heard = await self._recogniser.transcribe(to_samples(sound))
        length, took = len(sound) // FRAME_BYTES * FRAME_MS, (time.monotonic() - begun) * 1000
        return SpeechRecognised(heard=heard, final=False, milliseconds=length, took_ms=took)


class SpeechInput:
    """Sends the transcripts and messages of what is spoken in one conversation."""

    def __init__(
        self,
        *,
        recogniser: SpeechToText,
        outbound: StanzaSink,
        on_speech: Callable[[], None],
        on_message: Callable[[UserMessage, str], None],
        on_failure: Callable[[WorldError], None],
        ignores: Callable[[str], bool] = lambda _: False,
        end_of_turn: EndOfTurn | None = None,
        patience: Patience = "natural",
        on_pause: Callable[[str], None] = lambda _: None,
        on_resume: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_speech` is called when the user starts to speak, `on_message` with the final message and its language.

        What `ignores` says of its words is then no message, and a transcript of it is taken back. `on_pause` is called
        in between with what may be all of it, and `on_resume` where it was not.
        """
        self._ignores, self._on_pause, self._on_resume = ignores, on_pause, on_resume
        self._outbound = outbound
        self._on_speech, self._on_message, self._on_failure = on_speech, on_message, on_failure
        self._listener = Endpointer(
            recogniser=recogniser, on_event=self._on_event, end_of_turn=end_of_turn, patience=patience
        )
        self._id: str | None = None
        """Of the turn that is being spoken; None until there are words."""

    def start(self, scope: Scope) -> None:
        """Start to listen."""
        self._listener.start(scope)

    def feed(self, pcm: bytes) -> None:
        """Feed 10 ms of sound."""
        self._listener.feed(pcm)

    def _on_event(self, event: SpeechEvent) -> None:
        match event:
            case SpeechPaused(text=text):
                self._on_pause(text)
            case SpeechResumed():
                self._on_resume()
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
        if self._ignores(event.heard.text):
            event = replace(event, heard=replace(event.heard, text=""))
        text = event.heard.text
        if not text and shown is None:
            return  # a cough: nothing was shown of it, so nothing has to be taken back
        message_id = shown or ids.new_id(ids.MESSAGE)
        self._transcribe(message_id, event)
        if text:
            body = UserMessage(id=message_id, conversation_id=self._outbound.conversation_id, content=text)
            self._on_message(body, event.heard.language)

    def _transcribe(self, message_id: str, event: SpeechRecognised) -> None:
        self._outbound.enqueue(
            Transcription(
                id=message_id,
                conversation_id=self._outbound.conversation_id,
                text=event.heard.text,
                final=event.final,
                confidence=event.heard.confidence,
                language=event.heard.language,
            ),
            {"durationMs": event.milliseconds, "recognitionMs": round(event.took_ms, 1)}
            | ({"endpoint": event.endpoint} if event.endpoint else {}),
        )
