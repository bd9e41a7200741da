"""Moves sound while devices are open: microphone → echo and noise → gate → room, and room → loudspeaker.

Frames are 10 ms of 16-bit little-endian mono PCM at 48 kHz (960 bytes). Everything here runs on the event loop, frame
by frame, in a few hundred microseconds each; the devices' threads only fill and empty rings. Barge-in is decided here,
because only here it is known in the same instant that the user speaks and that the assistant does; by what rule, says
`audio/interruption.py`.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from alicia_desktop.audio.activity import START_MS, SpeechEdge
from alicia_desktop.audio.contract import FRAME_BYTES, FRAME_MS, SILENCE
from alicia_desktop.audio.device_streams import chime
from alicia_desktop.audio.interruption import Verdict
from alicia_desktop.audio.levels import NO_SOUND_DBFS, dbfs, from_meter, is_silent, meter
from alicia_desktop.audio.ring import PLAYBACK_FRAMES
from alicia_desktop.line import frames
from alicia_desktop.line.device_factory import OpenDevices
from alicia_desktop.line.mic_gate import CutGuard, Lookback, MicrophoneGate
from alicia_desktop.line.playback_tracker import PlaybackTracker, Report
from alicia_desktop.line.stanza_sniffer import AnnouncedSegment

BEFORE_FRAMES: Final = 50
"""Speech is noticed late, and begins softly."""
MAX_BYTES: Final = PLAYBACK_FRAMES * FRAME_BYTES
"""Two minutes of one stretch; it goes up in one frame, and a loudspeaker queues no more."""


class SpeechRecorder:
    """Records one stretch of the user's speech, from half a second before it was noticed. Pure."""

    def __init__(self) -> None:
        self._before: deque[bytes] = deque(maxlen=BEFORE_FRAMES)
        self._recorder = bytearray()

    def feed(self, frame: bytes, *, speaking: bool) -> bytes:
        """Add one frame (960 bytes of PCM); return the whole stretch when it is over, else b''."""
        if not speaking:
            said = self._take()
            self._before.append(frame)
            return said
        if not self._recorder:
            self._recorder += b"".join(self._before)
            self._before.clear()
        if len(self._recorder) < MAX_BYTES:
            self._recorder += frame
        return b""

    def end(self) -> bytes:
        """End the stretch, since nobody listens any more; return it, or b''."""
        self._before.clear()
        return self._take()

    def _take(self) -> bytes:
        said = bytes(self._recorder)
        self._recorder.clear()
        return said


PAUSE_FRAMES: Final = 50
"""Half a second of silence in the loudspeaker and she is not speaking: between two words it is shorter."""
INTERRUPT_MS: Final = 192
"""Beside her voice it takes twice as long a speech as to be seen on the meter: a rest of echo is never that long."""

Emit = Callable[[frames.LineEvent], None]


class AudioPipeline:
    """Moves the sound of one pair of open devices in one room."""

    def __init__(
        self,
        *,
        opened: OpenDevices,
        command: frames.OpenSound,
        gate: MicrophoneGate,
        send: Callable[[bytes], None],
        emit: Emit,
    ) -> None:
        self.command = command
        self._opened = opened
        self._loudspeaker = opened.loudspeaker
        """Where it was lost, the lost one still: what is to be played waits in it for the next."""
        self._gate = gate
        self._send = send
        self._emit = emit
        self._tracker = PlaybackTracker()
        self._played_pcm = bytearray()
        """What was played of the sentence that is spoken."""
        self._recorder = SpeechRecorder()
        self._guard = CutGuard()
        self._lookback = Lookback()
        self._interruption = opened.interruption
        self._told_speaking = False
        self._quiet_frames = PAUSE_FRAMES
        self._input_dbfs = NO_SOUND_DBFS
        self._output_dbfs = NO_SOUND_DBFS
        self.recorded_frames = 0
        """Frames the microphone gave."""
        self.played_frames = 0
        """Frames the loudspeaker took."""
        self.dead_frames = 0
        """Frames in a row in which the microphone gave pure zeros, as one does that is switched off."""
        self._set_delay()

    @property
    def is_playing_speech(self) -> bool:
        """Return whether the assistant's voice can be heard now."""
        return self._quiet_frames < PAUSE_FRAMES

    @property
    def is_held(self) -> bool:
        """Return whether she pauses because somebody may be interrupting her."""
        return self._interruption is not None and self._interruption.held

    @property
    def _may_be_interrupted(self) -> bool:
        return self.command.barge_in and self._gate.listening and (self.is_playing_speech or self.is_held)

    @property
    def _speaking(self) -> bool:
        return self._opened.activity is not None and self._opened.activity.speaking

    def use(self, opened: OpenDevices) -> None:
        """Go on with other devices; what the former loudspeaker has not played, the next one plays."""
        self.pump()
        self._forget_interruption()
        former, loudspeaker = self._loudspeaker, opened.loudspeaker
        self._opened, self._interruption = opened, opened.interruption
        if loudspeaker is not None and loudspeaker is not former:
            self._loudspeaker = loudspeaker
            if former is None:
                self.cut()  # what was announced so far had no sound
            else:
                loudspeaker.play(former.take_rest())
        if opened.microphone is None:
            self._end_speech()
        self._set_delay()
        self.change(self.command)

    def _set_delay(self) -> None:
        microphone, loudspeaker, processing = self._opened.microphone, self._opened.loudspeaker, self._opened.processing
        if processing is not None and microphone is not None and loudspeaker is not None:
            processing.set_delay(seconds=microphone.latency + loudspeaker.latency)

    def change(self, command: frames.OpenSound) -> None:
        """Change threshold, volume or barge-in; playback goes on."""
        self.command = command
        if self._loudspeaker is not None:
            self._loudspeaker.volume = command.volume
        if self._opened.activity is not None:
            self._opened.activity.floor_dbfs = from_meter(command.threshold)
        if self._interruption is not None:
            self._interruption.activity.floor_dbfs = from_meter(command.threshold)
        if not command.barge_in:
            self._forget_interruption()

    def pump(self) -> None:
        """Process all frames the devices have, by turns and a played one first, as the echo canceller needs them."""
        speaker, microphone = self._loudspeaker, self._opened.microphone
        while True:
            played = speaker.read_played() if speaker is not None else None
            if played is not None:
                self._on_played(played)
            heard = microphone.read() if microphone is not None else None
            if heard is not None:
                self._on_recorded(heard)
            elif played is None:
                return

    def receive(self, pcm: bytes, *, now: float, live: bool) -> None:
        """Play one frame from the room; `live` where the room sends a stream that never pauses (LiveKit)."""
        silent = is_silent(pcm)
        speaker = self._loudspeaker
        if not self._guard.admits_sound(silent=silent, now=now) or speaker is None:
            return
        speaker.play(pcm, live=live)

    def play_chime(self) -> None:
        """Play two soft tones, as a test of the loudspeaker."""
        speaker = self._opened.loudspeaker
        if speaker is not None:
            pcm = chime()
            for start in range(0, len(pcm), FRAME_BYTES):
                speaker.play(pcm[start : start + FRAME_BYTES])

    def play_sentence(self, command: frames.PlaySentence) -> None:
        """Play a stored sentence; its sound begins with what can be heard."""
        speaker = self._loudspeaker
        if speaker is not None and command.pcm:
            duration_ms = -(-len(command.pcm) // FRAME_BYTES) * FRAME_MS
            segment = AnnouncedSegment(
                message_id=command.message_id, sequence=command.sequence, duration_ms=duration_ms
            )
            self._tracker.announce(segment)
            speaker.play(command.pcm)

    def announce(self, segment: AnnouncedSegment, *, now: float) -> None:
        """Add a sentence whose sound follows."""
        if self._guard.admits_segment(message_id=segment.message_id, now=now):
            self._tracker.announce(segment)

    def cut(self, *, message_id: str = "", now: float | None = None) -> None:
        """Stop playback at once; `message_id` is the answer, where its sound has not begun, and `now` when."""
        self._guard.cut(message_id=self._tracker.message_id or message_id or None, now=now)
        self._quiet_frames = PAUSE_FRAMES
        if self._loudspeaker is not None:
            self._loudspeaker.cut()
        if self._interruption is not None:
            self._interruption.reset()
        self._report(self._tracker.cut())

    def listening_changed(self) -> None:
        """End the recorded speech when the gate no longer listens."""
        if not self._gate.listening and self._opened.activity is not None:
            self._end_speech()

    def _end_speech(self) -> None:
        self._emit_speech(self._recorder.end())
        if self._opened.activity is not None:
            self._opened.activity.reset()
        self._tell_speaking(interrupted=False)
        self._forget_interruption()

    def take_levels(self) -> frames.Levels:
        """Return the loudest levels since the last call, and start over."""
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
        if self._opened.processing is not None:
            self._opened.processing.far(frame)
        if self._interruption is not None:
            self._interruption.far(frame)
        if silent and self.is_held:
            return  # it is no silence of hers
        self._quiet_frames = self._quiet_frames + 1 if silent else 0
        was_speaking = self._tracker.speaking
        report = self._tracker.played(silent=silent)
        if (was_speaking or self._tracker.speaking) and len(self._played_pcm) < MAX_BYTES:
            self._played_pcm += frame
        self._report(report)

    def _on_recorded(self, frame: bytes) -> None:
        self.recorded_frames += 1
        self.dead_frames = self.dead_frames + 1 if frame == SILENCE else 0
        clean = self._opened.processing.near(frame) if self._opened.processing is not None else frame
        direct = self._interruption.near(frame) if self._interruption is not None else clean
        if self._gate.mode != "muted":
            self._input_dbfs = max(self._input_dbfs, dbfs(clean))
        if self._gate.listening:
            self._detect_speech(clean, direct)
        delays = self._may_be_interrupted and not self.is_held
        for ready in self._lookback.feed(clean, direct, delays=delays, speaking=self._speaking):
            self._send_microphone(ready)

    def _send_microphone(self, frame: bytes) -> None:
        outgoing = self._gate.filter(frame)
        if outgoing is not None:
            self._send(outgoing)

    def _detect_speech(self, clean: bytes, direct: bytes) -> None:
        if self._opened.activity is None:
            return
        start_ms = INTERRUPT_MS if self.is_playing_speech else START_MS
        edge = self._opened.activity.feed(clean, start_ms=start_ms)
        stopped = self._judge_interruption(direct, certain=edge is SpeechEdge.STARTED)
        if stopped:
            self._opened.activity.assume_speaking()
        self._emit_speech(self._recorder.feed(clean, speaking=self._speaking))
        self._tell_speaking(interrupted=stopped)

    def _judge_interruption(self, direct: bytes, *, certain: bool) -> bool:
        """Pause her, let her go on, or stop her; return whether she was stopped."""
        if self._interruption is None or not self._may_be_interrupted:
            return False
        verdict = self._interruption.judge(direct, certain=certain)
        if verdict is Verdict.HOLD and self._loudspeaker is not None:
            self._loudspeaker.hold()
            for frame in self._lookback.begin():
                self._send_microphone(frame)
        elif verdict is Verdict.RESUME:
            self._release()
        elif verdict is Verdict.STOP:
            self.cut()
        return verdict is Verdict.STOP

    def _forget_interruption(self) -> None:
        if self._interruption is not None:
            self._interruption.reset()
        self._release()

    def _release(self) -> None:
        """Let her go on where she paused."""
        if self._loudspeaker is not None:
            self._loudspeaker.resume()

    def _tell_speaking(self, *, interrupted: bool) -> None:
        """Tell of a beginning or end of the user's speech; beside her voice only once it has stopped her."""
        speaking = self._speaking and (self._told_speaking or not self._may_be_interrupted)
        if speaking != self._told_speaking or interrupted:  # who began in a pause of hers was told of then
            self._told_speaking = speaking
            self._emit(frames.SpeechChanged(speaking=speaking, interrupted=interrupted))

    def _emit_speech(self, pcm: bytes) -> None:
        if pcm and self.command.records:
            self._emit(frames.SpeechRecorded(link=self.command.link, pcm=pcm))

    def _report(self, report: Report | None) -> None:
        if report is None:
            return
        self._emit(
            frames.PlaybackProgressed(
                link=self.command.link,
                message_id=report.segment.message_id,
                sequence=report.segment.sequence,
                spoken_ms=report.spoken_ms,
                duration_ms=report.segment.duration_ms,
                state=report.state,
            )
        )
        if report.state in {"finished", "cut"}:
            self._emit_playback(report.segment)

    def _emit_playback(self, segment: AnnouncedSegment) -> None:
        pcm, self._played_pcm = bytes(self._played_pcm), bytearray()
        if self.command.keeps:
            self._emit(
                frames.SentencePlayed(
                    link=self.command.link, message_id=segment.message_id, sequence=segment.sequence, pcm=pcm
                )
            )
