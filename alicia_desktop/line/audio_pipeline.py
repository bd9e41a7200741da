"""The way of the voice while devices are open: microphone → echo and noise → gate → room, and room → loudspeaker.

Everything here runs on the event loop, frame by frame, in a few hundred microseconds each; the devices' threads only
fill and empty rings. Barge-in is decided here, because only here it is known in the same instant that the person
speaks and that she does.
"""

from collections.abc import Callable
from typing import Final

from alicia_desktop.audio.activity import START_MS, SpeechEdge
from alicia_desktop.audio.chime import CHIME
from alicia_desktop.audio.contract import FRAME_BYTES, FRAME_MS, SILENCE
from alicia_desktop.audio.levels import NO_SOUND_DBFS, dbfs, from_meter, is_silent, meter
from alicia_desktop.line import frames, kept_frames
from alicia_desktop.line.device_factory import OpenDevices
from alicia_desktop.line.mic_gate import CutGuard, MicrophoneGate
from alicia_desktop.line.playback_tracker import Report, SpokenSentences
from alicia_desktop.line.speech_recorder import MAX_BYTES, SaidSound
from alicia_desktop.line.stanza_sniffer import AnnouncedSegment

HER_PAUSE_FRAMES: Final = 50
"""Half a second of silence in the loudspeaker and she is not speaking: between two words it is shorter."""
INTERRUPT_MS: Final = 192
"""To cut her it takes twice as long a speech as to be seen on the meter: a rest of echo is never that long."""
LIVE_FRAMES: Final = 20
"""Live sound that waits longer than 200 ms is behind (two clocks drift): then silent frames are left out."""

Tell = Callable[[frames.LineEvent], None]


class AudioPipeline:
    """One pair of open devices in one room."""

    def __init__(
        self,
        *,
        opened: OpenDevices,
        command: frames.OpenSound,
        gate: MicrophoneGate,
        send: Callable[[bytes], None],
        tell: Tell,
    ) -> None:
        self.command = command
        self._opened = opened
        self._gate = gate
        self._send = send
        self._tell = tell
        self._spoken = SpokenSentences()
        self._sounded = bytearray()
        """What was played of the sentence that is spoken."""
        self._said = SaidSound()
        self._guard = CutGuard()
        self._quiet_frames = HER_PAUSE_FRAMES
        self._input_dbfs = NO_SOUND_DBFS
        self._output_dbfs = NO_SOUND_DBFS
        self.heard_frames = 0
        """Frames the microphone gave."""
        self.played_frames = 0
        """Frames the loudspeaker took."""
        self.dead_frames = 0
        """Frames in a row in which the microphone gave pure zeros, as one does that is switched off."""

    @property
    def she_speaks(self) -> bool:
        """Whether her voice can be heard now."""
        return self._quiet_frames < HER_PAUSE_FRAMES

    @property
    def _speaking(self) -> bool:
        return self._opened.activity is not None and self._opened.activity.speaking

    def change(self, command: frames.OpenSound) -> None:
        """Take another threshold or barge-in; she goes on speaking."""
        self.command = command
        if self._opened.activity is not None:
            self._opened.activity.floor_dbfs = from_meter(command.threshold)

    def pump(self) -> None:
        """Take all frames that the devices have, by turns and a far one first, as the echo canceller needs them."""
        speaker, microphone = self._opened.loudspeaker, self._opened.microphone
        while True:
            played = speaker.take_played() if speaker is not None else None
            if played is not None:
                self._on_played(played)
            heard = microphone.take() if microphone is not None else None
            if heard is not None:
                self._on_heard(heard)
            elif played is None:
                return

    def receive(self, pcm: bytes, *, now: float, live: bool) -> None:
        """Play a frame of hers; `live` where the room sends a stream that never pauses (LiveKit)."""
        silent = is_silent(pcm)
        speaker = self._opened.loudspeaker
        if not self._guard.admits_sound(silent=silent, now=now) or speaker is None:
            return
        if live and silent and speaker.waiting > LIVE_FRAMES:
            return
        speaker.play(pcm)

    def chime(self) -> None:
        """Play two soft tones, as a test of the loudspeaker."""
        speaker = self._opened.loudspeaker
        if speaker is not None:
            for start in range(0, len(CHIME), FRAME_BYTES):
                speaker.play(CHIME[start : start + FRAME_BYTES])

    def play_sentence(self, command: kept_frames.PlaySentence) -> None:
        """Play a sentence that was kept; its sound begins with what can be heard."""
        speaker = self._opened.loudspeaker
        if speaker is not None and command.pcm:
            duration_ms = -(-len(command.pcm) // FRAME_BYTES) * FRAME_MS
            segment = AnnouncedSegment(
                message_id=command.message_id, sequence=command.sequence, duration_ms=duration_ms
            )
            self._spoken.announce(segment)
            speaker.play(command.pcm)

    def announce(self, segment: AnnouncedSegment, *, now: float) -> None:
        """Hear that the sound of a sentence follows."""
        if self._guard.admits_segment(message_id=segment.message_id, now=now):
            self._spoken.announce(segment)

    def cut(self, *, message_id: str = "", now: float | None = None) -> None:
        """Stop her at once; `message_id` is the answer, where she has not begun to say it, and `now` when."""
        self._guard.cut(message_id=self._spoken.message_id or message_id or None, now=now)
        self._quiet_frames = HER_PAUSE_FRAMES
        if self._opened.loudspeaker is not None:
            self._opened.loudspeaker.cut()
        self._report(self._spoken.cut())

    def listening_changed(self) -> None:
        """Follow the gate: who is not listened to does not speak."""
        if self._gate.listening or self._opened.activity is None:
            return
        self._tell_said(self._said.end())
        if self._speaking:
            self._tell(frames.SpeechChanged(speaking=False))
        self._opened.activity.reset()

    def take_levels(self) -> frames.Levels:
        """Return the loudest since the last call."""
        levels = frames.Levels(
            input=round(meter(self._input_dbfs), 3),
            output=round(meter(self._output_dbfs), 3),
            voice=round(self._opened.activity.probability, 3) if self._opened.activity is not None else 0.0,
        )
        self._input_dbfs = self._output_dbfs = NO_SOUND_DBFS
        return levels

    def _on_played(self, frame: bytes) -> None:
        self.played_frames += 1
        silent = frame == SILENCE or is_silent(frame)
        if not silent:
            self._output_dbfs = max(self._output_dbfs, dbfs(frame))
        self._quiet_frames = self._quiet_frames + 1 if silent else 0
        if self._opened.processing is not None:
            self._opened.processing.far(frame)
        was_speaking = self._spoken.speaking
        report = self._spoken.played(silent=silent)
        if (was_speaking or self._spoken.speaking) and len(self._sounded) < MAX_BYTES:
            self._sounded += frame
        self._report(report)

    def _on_heard(self, frame: bytes) -> None:
        self.heard_frames += 1
        self.dead_frames = self.dead_frames + 1 if frame == SILENCE else 0
        clean = self._opened.processing.near(frame) if self._opened.processing is not None else frame
        if self._gate.mode != "muted":
            self._input_dbfs = max(self._input_dbfs, dbfs(clean))
        if self._gate.listening:
            self._judge(clean)
        outgoing = self._gate.passed(clean)
        if outgoing is not None:
            self._send(outgoing)

    def _judge(self, frame: bytes) -> None:
        if self._opened.activity is None:
            return
        start_ms = INTERRUPT_MS if self.she_speaks else START_MS
        turn = self._opened.activity.hear(frame, start_ms=start_ms)
        self._tell_said(self._said.hear(frame, speaking=self._speaking))
        if turn is None:
            return
        interrupts = turn is SpeechEdge.STARTED and self.she_speaks and self.command.barge_in
        if interrupts:
            self.cut()
        self._tell(frames.SpeechChanged(speaking=turn is SpeechEdge.STARTED, interrupted=interrupts))

    def _tell_said(self, pcm: bytes) -> None:
        if pcm and self.command.records:
            self._tell(kept_frames.SpeechSounded(link=self.command.link, pcm=pcm))

    def _report(self, report: Report | None) -> None:
        if report is None:
            return
        self._tell(
            frames.SentenceSpoken(
                link=self.command.link,
                message_id=report.segment.message_id,
                sequence=report.segment.sequence,
                spoken_ms=report.spoken_ms,
                duration_ms=report.segment.duration_ms,
                state=report.state,
            )
        )
        if report.state in {"finished", "cut"}:
            self._tell_sound(report.segment)

    def _tell_sound(self, segment: AnnouncedSegment) -> None:
        pcm, self._sounded = bytes(self._sounded), bytearray()
        if self.command.keeps:
            self._tell(
                kept_frames.SentenceSounded(
                    link=self.command.link, message_id=segment.message_id, sequence=segment.sequence, pcm=pcm
                )
            )
