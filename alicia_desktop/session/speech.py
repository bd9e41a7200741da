"""Drives the voice of one session: opens devices for its link, reports barge-in to the server, stores speech times.

The line cuts the assistant's sound by itself the moment the user speaks; what is decided here is what the server is
told of it, and what is stored: when speech began and ended and when sound began and ended, by this computer's clock,
for the waterfall and the server.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import BRIDGE
from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    AudioChunk,
    ControlStop,
    ErrorMessage,
    StartAnswer,
    Transcription,
    UserMessage,
)
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.ledger import SOUND_ENDED_AT, SOUND_STARTED_AT, SPEECH_ENDED_AT, SPEECH_STARTED_AT, Ledger
from alicia_desktop.session.local_speech import COMING, LocalSpeech, SpeechSource
from alicia_desktop.session.state import SessionState
from alicia_desktop.session.voice_state import VoiceState, on_line, on_stanza, without_room
from alicia_desktop.store.sync.withdrawal import WithdrawnQuestion

SPEECH_FORMAT: Final = "pcm_s16le_48000"
SOUND_SECONDS: Final = 10.0
"""So long is the sound of a written answer waited for; what has not come then (a sentence of signs only) never will."""


class TurnTimestamps:
    """Stores speech and sound times of the messages of one session."""

    def __init__(self, *, session: SessionDriver, ledger: Ledger, clock: Clock, scope: Scope) -> None:
        self._session, self._ledger, self._clock, self._scope = session, ledger, clock, scope
        self._begun: datetime | None = None
        """When the user began to speak; None while they do not."""
        self._spoken: tuple[datetime, datetime] | None = None
        """When what they said last began and ended, until its message is here: by then they may speak again."""
        self._sounded: set[str] = set()
        self._track = ("", "")
        """The link whose track carries the microphone, and LiveKit's id of that track."""

    def on_line_event(self, event: frames.LineEvent) -> None:
        """Note the times of the user's speech and of the assistant's sound."""
        now = self._clock.now()
        match event:
            case frames.TrackAnnounced(link=link, sid=sid):
                self._track = (link, sid)
            case frames.SpeechChanged(speaking=True):
                self._begun = self._begun or now
            case frames.SpeechChanged() if self._begun is not None:
                self._spoken, self._begun = (self._begun, now), None
            case frames.PlaybackProgressed(message_id=answer, sequence=sequence, state=state) if sequence != BRIDGE:
                if answer not in self._sounded:
                    self._sounded.add(answer)
                    self._note(answer, {SOUND_STARTED_AT: now})
                if state in {"finished", "cut"}:
                    self._note(answer, {SOUND_ENDED_AT: now})
            case _:
                pass

    def on_spoken_message(self, message_id: str) -> None:
        """Store when this message was spoken, and send the server how long that took by this computer."""
        started, ended = self._spoken or (self._begun, None)
        self._spoken = None
        self._note(message_id, {SPEECH_STARTED_AT: started, SPEECH_ENDED_AT: ended})
        if started is None or ended is None:
            return
        chunk = AudioChunk(
            conversation_id=self._session.state.conversation_id,
            track_sid=self._track[1] if self._track[0] == self._session.link else None,
            format=SPEECH_FORMAT,
            duration=round((ended - started).total_seconds() * 1000),
            is_last=True,
            timestamp=round(started.timestamp() * 1000),
        )
        self._scope.spawn(
            "speech", self._session.send_unacknowledged(chunk, {"messageId": message_id, "source": "microphone"})
        )

    def _note(self, ref: str, moments: Mapping[str, datetime | None]) -> None:
        kept = {key: moment for key, moment in moments.items() if moment is not None}
        if kept:
            self._scope.spawn("moments", self._ledger.store_timestamps(ref, kept, at=self._clock.now()))


@dataclass(frozen=True, kw_only=True, slots=True)
class SoundChoice:
    """Which devices and how sensitive; empty names are the system's defaults."""

    input: str = ""
    output: str = ""
    threshold: float = 0.25
    barge_in: bool = True
    volume: float = 1.0
    keeps_speech: bool = False
    """Whether the user wants what they say to be kept."""
    wav_input: str | None = None
    wav_output: str | None = None


class SessionVoice:
    """Runs microphone and loudspeaker of the active conversation."""

    def __init__(
        self,
        *,
        session: SessionDriver,
        ledger: Ledger,
        line: frames.Line,
        clock: Clock,
        choice: SoundChoice,
        mode: frames.VoiceMode = "hands_free",
        speech: SpeechSource | None = None,
    ) -> None:
        """Take `speech` of this computer, which is used where the server has none."""
        self.state = VoiceState(mode=mode)
        self.changed: Signal[VoiceState] = Signal()
        self.levels: Signal[frames.Levels] = Signal()
        self._session = session
        self._ledger = ledger
        self._line = line
        self._clock = clock
        self._choice = choice
        self._wanted = False
        self._opened_for = ""
        self._answer = ""
        """The answer that is being written, or whose sound may still come."""
        self._written = False
        self._asked = False
        """Whether a question came after `_answer` was whole and has no answer yet."""
        self._scope = scope = Scope(f"voice {session.state.conversation_id}")
        self._times = TurnTimestamps(session=session, ledger=ledger, clock=clock, scope=scope)
        self._disconnect = [
            session.line_event.connect(self._on_line),
            session.stanza_journaled.connect(self._on_journaled),
            session.changed.connect(self._on_session),
        ]
        self._own = None if speech is None else self._speak_here(speech)

    def _speak_here(self, source: SpeechSource) -> LocalSpeech:
        own = LocalSpeech(
            source=source,
            session=self._session,
            ledger=self._ledger,
            line=self._line,
            clock=self._clock,
            scope=self._scope,
        )
        own.room.changed.connect(self._on_own_room)
        own.arrived.connect(self._on_own)
        own.refused.connect(self._on_own_room)
        own.room.line_event.connect(self._on_line)
        return own

    def open(self) -> None:
        """Open microphone and loudspeaker; they stay open across reconnects until `shut`."""
        self._wanted = True
        self._line.post(frames.SetMode(mode=self.state.mode))
        self._open_for_link()

    def shut(self) -> None:
        """Close the devices; the microphone's light goes out."""
        self._wanted = False
        self._opened_for = ""
        self._line.post(frames.CloseSound())
        if self._own is not None:
            self._own.room.shut()
            self.set_state(replace(self.state, preparing=""))
        self.set_state(replace(self.state, opening=False))

    def choose(self, choice: SoundChoice) -> None:
        """Use other devices or another threshold, at once when they are open."""
        self._choice = choice
        self._opened_for = ""
        self._open_for_link()

    def set_mode(self, mode: frames.VoiceMode) -> None:
        """Change the voice mode: hands-free, hold to talk, or muted."""
        self._line.post(frames.SetMode(mode=mode))
        self.set_state(replace(self.state, mode=mode, hearing=False, held=False))

    def hold(self, *, down: bool) -> None:
        """Press or release the hold-to-talk key."""
        if self.state.mode == "hold" and self.state.held != down:
            self._line.post(frames.Hold(down=down))
            self.set_state(replace(self.state, held=down))

    async def stop(self, *, question: str = "", reason: str = "stopped by the person") -> None:
        """Stop writing and speaking: cut here at once, and tell the server how much was heard (docs/protocol.md#stop).

        With a `question` whose answer has not begun only that one is stopped, whatever else waits.

        Of an answer that is whole only the sound is stopped, also where it has not begun. While she still speaks of one
        thing and thinks of the next, it stops both.
        """
        if question in self._session.state.asked:
            await self._send_stop("all", reason, target=question)
            return
        if self._link:
            self._line.post(frames.ClearSound(link=self._link, message_id=self._answer))
        if self._own is not None:
            self._own.silence()
        if self._is_whole and self._answer:
            await self._send_stop("speech", reason)
            if not self._asked:
                return
            self._answer = ""
        await self._send_stop("all", reason)

    async def withdraw(self, message_id: str) -> WithdrawnQuestion | None:
        """Take a question that has not left back into the draft; None where it may have: then it can be stopped."""
        taken = await self._session.withdraw(message_id, to_draft=True)
        if taken is not None and not self._session.state.asked:
            self.set_state(replace(self.state, thinking=False))
        return taken

    async def close(self) -> None:
        """End with the session; devices that were open for it are closed."""
        for disconnect in self._disconnect:
            disconnect()
        if self._wanted:
            self.shut()
        if self._own is not None:
            self._own.room.close()
        await self._scope.close()

    @property
    def _is_own(self) -> bool:
        """Return whether this computer recognises and speaks, because the server does not."""
        return self._own is not None and self._session.state.profile == "deployed"

    @property
    def _is_whole(self) -> bool:
        """Whether the answer is written; a deployed server marks no sentence as the last.

        See docs/protocol.md#order-in-a-turn.
        """
        state = self._session.state
        return self._written or (state.profile == "deployed" and state.answer_id != self._answer)

    @property
    def _link(self) -> str:
        """The link whose room hears the microphone and gives the sound."""
        return self._own.room.link if self._own is not None and self._is_own else self._session.link

    def _open_for_link(self) -> None:
        if self._own is not None and self._is_own and self._wanted and self._own.room.open():
            self.set_state(replace(self.state, preparing=COMING))
        link = self._link
        if not self._wanted or not link or link == self._opened_for:
            return
        self._opened_for = link
        self.set_state(replace(self.state, opening=not self.state.open))
        choice = self._choice
        self._line.post(
            frames.OpenSound(
                link=link,
                input=choice.input or None,
                output=choice.output or None,
                wav_input=choice.wav_input,
                wav_output=choice.wav_output,
                threshold=choice.threshold,
                barge_in=choice.barge_in,
                volume=choice.volume,
                keeps=True,
                records=choice.keeps_speech,
            )
        )

    def set_state(self, state: VoiceState) -> None:
        """Take over a state, and show it where it is another one."""
        if state != self.state:
            if _waits(state) and (not _waits(self.state) or state.heard_to != self.state.heard_to):
                self._scope.spawn("wait for sound", self._expire_awaited_sound(state))
            self.state = state
            self.changed.emit(state)

    async def _expire_awaited_sound(self, since: VoiceState) -> None:
        await self._clock.sleep(SOUND_SECONDS)
        now = self.state
        if _waits(now) and (now.to_say, now.heard_to) == (since.to_say, since.heard_to):
            self.set_state(replace(now, to_say=None))

    def _on_session(self, _: SessionState) -> None:
        if not self._session.link:
            self.set_state(without_room(self.state))
        self._open_for_link()

    def _on_line(self, event: frames.LineEvent) -> None:
        if isinstance(event, frames.Levels):
            self.levels.emit(event)
        if isinstance(event, frames.LineRestarted):
            self._opened_for = ""
        self._times.on_line_event(event)
        self.set_state(on_line(self.state, event))
        if isinstance(event, frames.SpeechChanged) and event.speaking and event.interrupted:
            if self._own is not None:
                self._own.silence()
            self._scope.spawn("barge-in", self._send_stop("speech", "barge-in"))

    def _on_journaled(self, passed: JournaledStanza) -> None:
        stanza = passed.inbound
        if not isinstance(stanza, Stanza) or passed.duplicate:
            return
        self.set_state(on_stanza(self.state, stanza, outbound=passed.outbound))
        if self._own is not None and self._is_own and not (passed.after_stop or passed.outbound):
            self._own.follow(stanza, aloud=self.state.open)
            self.set_state(
                replace(self.state, to_say=None)
            )  # there no sentence is the last, which would end the waiting
        match stanza.body:
            case StartAnswer(id=answer):
                self._answer, self._written, self._asked = answer, False, False
            case AssistantSentence(is_final=True) | AssistantMessage():
                self._written = True
            case UserMessage(id=message):
                self._asked = self._is_whole
                if self._is_whole and self.state.spoken is None and self.state.to_say is None:
                    self._answer = ""  # a stop is from now on about this question, no longer about what was before
                if stanza.meta.get("source") == "microphone":
                    self._times.on_spoken_message(message)
                    self._stop_for_words()
            case _:
                pass

    def _stop_for_words(self) -> None:
        """Stop what still sounds of the answer before: the server understood a word that was too short for the line."""
        if self.state.spoken is not None:
            self._line.post(frames.ClearSound(link=self._link, message_id=self._answer))
            if self._own is not None:
                self._own.silence()
            self._scope.spawn("barge-in", self._send_stop("speech", "barge-in"))

    def _on_own_room(self, sentence: str) -> None:
        self.set_state(replace(self.state, interim=None, preparing=sentence))
        self._open_for_link()

    def _on_own(self, stanza: Stanza) -> None:
        match stanza.body:
            case Transcription(final=True):  # nothing was understood
                self.set_state(replace(self.state, interim=None))
            case ErrorMessage(message=sentence):
                self.set_state(replace(self.state, preparing=sentence))
            case _:
                self.set_state(on_stanza(self.state, stanza, outbound=False))

    async def _send_stop(self, stop_type: str, reason: str, *, target: str = "") -> None:
        heard = self.state.heard_to
        meta: dict[str, Any] = {}
        if not target and heard is not None and heard.message_id == self._answer:
            meta = {"spokenSequence": heard.sequence, "spokenMs": heard.spoken_ms}
        state = self._session.state
        body = ControlStop(
            conversation_id=state.conversation_id,
            target_id=target or self._answer or next(iter(state.asked), None),
            reason=reason,
            stop_type="all" if stop_type == "all" else "speech",
        )
        await self._session.enqueue(body, meta)


def _waits(state: VoiceState) -> bool:
    """Return whether all is written and its sound is awaited."""
    return state.to_say is not None and state.to_say.last is not None and state.spoken is None
