"""Reads an answer aloud on this computer, whoever wrote it and whenever, or replays it as it sounded once.

What is read anew is said in a room for speech; what was stored needs no room and no server. The devices are taken for
that, without the microphone, and given back when it ends; whoever had them takes them again.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.ids import new_id
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, ControlStop, ErrorMessage, StartAnswer
from alicia_desktop.session.local_speech import SpeechRoom, SpeechSource
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.voice_state import PlaybackProgress, ToSay, VoiceState

SILENT_SECONDS: Final = 60.0
"""No sound for so long and there will be none: the voice may have to be loaded first."""
AHEAD: Final = 2
"""So many kept sentences wait at the loudspeaker, so that there is no gap between them."""
Sentences = Sequence[tuple[int, str]]
"""Number and text of each sentence."""
Kept = Sequence[tuple[int, bytes]]
"""Number and sound of each sentence."""


class ReadAloud:
    """Reads or replays one answer at a time."""

    def __init__(self, *, source: SpeechSource, line: frames.Line, clock: Clock, scope: Scope) -> None:
        self.message_id = ""
        """The answer that is being read or replayed; empty while none is."""
        self.changed: Signal[None] = Signal()
        """How far it is."""
        self.ended: Signal[str] = Signal()
        """With a sentence where it could not be read."""
        self._room = SpeechRoom(source=source, line=line, clock=clock, scope=scope)
        self._line, self._clock, self._scope = line, clock, scope
        self._sentences: Sentences = ()
        """What is to be said anew, until it was handed over."""
        self._kept: deque[tuple[int, bytes]] | None = None
        """What is still to be replayed; None where it is said anew."""
        self._again = ""
        """The link of this replay, which leads nowhere: kept sound is only played."""
        self._last = 0
        """The number of the last sentence."""
        self._choice = SoundChoice()
        self._spoken: PlaybackProgress | None = None
        self._said = 0
        """Counts what sounded, so that silence is noticed."""
        self._watching: asyncio.Task[None] | None = None
        self._disconnect = [
            self._room.changed.connect(self._on_room),
            self._room.line_event.connect(self._on_spoken),
            self._room.arrived.connect(self._on_stanza),
            line.event_received.connect(self._on_line),
        ]

    def read(self, message_id: str, sentences: Sentences, choice: SoundChoice) -> None:
        """Read an answer, in place of the one that is being read; one that is being read goes on."""
        if message_id == self.message_id and self._kept is None:
            return
        said = [one for one in sentences if any(letter.isalnum() for letter in one[1])]
        self._begin(message_id, choice, last=max((sequence for sequence, _ in said), default=0))
        self._sentences, self._kept = said, None
        if not said:
            self._end("")
        elif self._room.link:
            self._open()
        else:
            self._room.open()

    def replay(self, message_id: str, kept: Kept, choice: SoundChoice) -> None:
        """Play what was kept of an answer, in place of what is being read; what is being replayed goes on."""
        if message_id == self.message_id and self._kept is not None:
            return
        self._begin(message_id, choice, last=max((sequence for sequence, _ in kept), default=0))
        self._sentences, self._kept, self._again = (), deque(kept), new_id("again ")
        self._room.shut()
        if kept:
            self._open()
        else:
            self._end("")

    def stop(self) -> bool:
        """Stop at once; return whether something was being read."""
        was_reading = bool(self.message_id)
        self._silence()
        self._end("")
        return was_reading

    def override(self, voice: VoiceState) -> VoiceState:
        """Return the voice state while something is read aloud: nobody is listened to."""
        if not self.message_id:
            return voice
        to_say = ToSay(message_id=self.message_id)
        return replace(voice, open=False, spoken=self._spoken, to_say=to_say, heard_to=self._spoken)

    def close(self) -> None:
        """Leave the room and disconnect from the line."""
        self.message_id = ""
        for disconnect in self._disconnect:
            disconnect()
        self._room.close()

    @property
    def _link(self) -> str:
        return self._room.link if self._kept is None else self._again

    def _begin(self, message_id: str, choice: SoundChoice, *, last: int) -> None:
        self._silence()
        self.message_id, self._choice, self._last, self._spoken = message_id, choice, last, None
        self._watch()
        self.changed.emit(None)

    def _silence(self) -> None:
        if self.message_id and self._link:
            self._line.post(frames.ClearSound(link=self._link, message_id=self.message_id))
            self._room.send(ControlStop(target_id=self.message_id, stop_type="speech"))

    def _end(self, sentence: str) -> None:
        if self.message_id:
            self.message_id, self._spoken, self._sentences, self._kept = "", None, (), None
            self._room.shut()
            self.changed.emit(None)
            self.ended.emit(sentence)

    def _open(self) -> None:
        choice = self._choice
        self._line.post(
            frames.OpenSound(
                link=self._link,
                output=choice.output or None,
                wav_output=choice.wav_output,
                volume=choice.volume,
                listens=False,
            )
        )

    def _on_room(self, sentence: str) -> None:
        if self.message_id and sentence:
            self._end(sentence)
        elif self.message_id:
            self._open()

    def _on_line(self, event: frames.LineEvent) -> None:
        match event:
            case frames.SoundChanged(opened_for=link) if self.message_id and link and link == self._link:
                self._on_loudspeaker(event)
            case frames.PlaybackProgressed(link=link) if self._kept is not None and link == self._again:
                self._on_spoken(event)
            case frames.LineRestarted() if self._kept is not None:
                self._end("")
            case _:
                pass

    def _on_loudspeaker(self, event: frames.SoundChanged) -> None:
        """Announce sound once the loudspeaker is open, or end where there is none."""
        if event.output is None:
            self._end(event.sentence)
        elif self._kept is None:
            self._send_all()
        else:
            for _ in range(AHEAD):
                self._play_next()

    def _play_next(self) -> None:
        if self._kept:
            sequence, pcm = self._kept.popleft()
            self._line.post(
                frames.PlaySentence(link=self._again, message_id=self.message_id, sequence=sequence, pcm=pcm)
            )

    def _send_all(self) -> None:
        sentences, self._sentences = self._sentences, ()
        if not sentences:
            return
        self._room.send(StartAnswer(id=self.message_id, previous_id=""))
        for place, (sequence, text) in enumerate(sentences, 1):
            last = place == len(sentences)
            body = AssistantSentence(previous_id=self.message_id, sequence=sequence, text=text, is_final=last)
            self._room.send(body)

    def _on_spoken(self, event: frames.LineEvent) -> None:
        if not isinstance(event, frames.PlaybackProgressed) or event.message_id != self.message_id:
            return
        self._said += 1
        if event.state == "finished":
            self._play_next()
        sounds = event.state in {"started", "playing"}
        spoken = PlaybackProgress(message_id=event.message_id, sequence=event.sequence, spoken_ms=event.spoken_ms)
        self._spoken = spoken if sounds else None
        self.changed.emit(None)
        if event.state == "cut" or (event.state == "finished" and event.sequence >= self._last):
            self._end("")

    def _on_stanza(self, stanza: Stanza) -> None:
        if isinstance(stanza.body, ErrorMessage):
            self._end(stanza.body.message)

    def _watch(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
        self._watching = self._scope.spawn("reading", self._give_up_when_silent())

    async def _give_up_when_silent(self) -> None:
        said = -1
        while said != self._said:
            said = self._said
            await self._clock.sleep(SILENT_SECONDS)
        self._end("")
