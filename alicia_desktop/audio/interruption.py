"""Decides whether who speaks over her stops her: she pauses at once, and goes on or stops by how long they speak.

A pause answers two questions that nothing answers in the first tenth of a second. Is it her own echo? Then it ends with
her. Is it "mhm", "yes", a cough? Then it is over before `STOP_MS`. So the pause may be quick, and a wrong one costs a
hesitation and no word: she goes on where she was.
"""

import math
import statistics
from collections import deque
from enum import Enum
from typing import Final

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.audio.contract import FRAME_MS
from alicia_desktop.audio.echo_filter import EchoFilter
from alicia_desktop.audio.levels import NO_SOUND_DBFS, dbfs

SPEECH: Final = 0.5
"""The probability with which somebody speaks."""
HOLD_MS: Final = 300
"""So long she pauses at least."""
OVER_MS: Final = 120
"""So long a silence ends what was only "mhm"; between two syllables it is shorter."""
STOP_MS: Final = 470
"""So much speech since the pause stops her. Measured on a labelled set: `tests/bench/bench_barge_in.py`."""
FORGET: Final = 2
"""Speech that was not enough is forgotten at this part of the pace: one word before a pause counts for a while."""
BACKGROUND_FRAMES: Final = 150
"""What sounded most of the last second and a half, such as a fan or music, is nobody who begins."""
BACKGROUND_DB: Final = 4.0
"""Who speaks is louder than that by this."""
LEVEL_FRAMES: Final = 3
"""A window of voice activity: the loudness is of the same sound as the probability."""
ECHO_FRAMES: Final = 30
"""An echo and its reverberation are over after 300 ms."""
_NOTHING: Final = 1e-12
TAKEN_OUT_DB: Final = 6.0
"""Where so much of the microphone's sound was echo, it was echo."""
LEFT_OVER_DB: Final = 6.0
"""What is left of an echo is weaker by at least this than the echo of the last 300 ms, once the room is known."""


class Verdict(Enum):
    """What becomes of her voice."""

    HOLD = "hold"
    RESUME = "resume"
    STOP = "stop"


class InterruptionJudge:
    """Times a pause. Pure."""

    def __init__(self) -> None:
        self.held = False
        self._held_ms = 0
        self._speech_ms = 0
        self._quiet_ms = 0

    def step(self, *, begins: bool, goes_on: bool) -> Verdict | None:
        """Apply 10 ms in which she speaks or is held: whether somebody else begins, or goes on, to speak."""
        if not self.held:
            self._speech_ms = max(0, self._speech_ms - FRAME_MS // FORGET)
            self.held = begins
            return Verdict.HOLD if begins else None
        self._held_ms += FRAME_MS
        self._speech_ms += FRAME_MS if goes_on else 0
        self._quiet_ms = 0 if goes_on else self._quiet_ms + FRAME_MS
        if self._speech_ms >= STOP_MS:
            self.reset()
            return Verdict.STOP
        if self._held_ms < HOLD_MS or self._quiet_ms < OVER_MS:
            return None
        self.held = False
        self._held_ms = self._quiet_ms = 0
        return Verdict.RESUME

    def reset(self) -> None:
        """Forget everything: she is silent, or nobody listens."""
        self.held = False
        self._held_ms = self._speech_ms = self._quiet_ms = 0


class InterruptionDetector:
    """Listens past her voice, by an echo filter and voice activity of its own."""

    def __init__(self, *, activity: VoiceActivity) -> None:
        self.activity = activity
        self._filter = EchoFilter()
        self._judge = InterruptionJudge()
        self._heard: deque[float] = deque(maxlen=LEVEL_FRAMES)
        self._background: deque[float] = deque(maxlen=BACKGROUND_FRAMES)
        self._left: deque[float] = deque(maxlen=LEVEL_FRAMES)
        self._echoes: deque[float] = deque(maxlen=ECHO_FRAMES)

    @property
    def held(self) -> bool:
        """Return whether she pauses until it is known."""
        return self._judge.held

    def far(self, frame: bytes) -> None:
        """Feed one frame (10 ms of PCM at 48 kHz) that the loudspeaker played."""
        self._filter.far(frame)

    def near(self, frame: bytes) -> bytes:
        """Return one frame of the microphone without her echo, and otherwise as it was."""
        left = self._filter.near(frame)
        self._heard.append(_power(frame))
        self._left.append(_power(left))
        self._echoes.append(self._filter.echo_dbfs)
        return left

    def judge(self, left: bytes, *, certain: bool = False) -> Verdict | None:
        """Return what the frame that `near` returned last changes; `certain` where somebody begins in any case."""
        self.activity.feed(left)
        probability = self.activity.probability
        if not self.held:
            self._background.append(self._left[-1])
        heard = probability >= SPEECH and self._is_no_background()
        return self._judge.step(begins=certain or (heard and self._is_no_echo()), goes_on=heard)

    def reset(self) -> None:
        """Forget what was heard, not the room: she is silent now, or nobody listens."""
        self.activity.reset()
        self._judge.reset()

    def _is_no_background(self) -> bool:
        usual = 10.0 * math.log10(statistics.median(self._background) + _NOTHING)
        return _decibels(self._left) >= usual + BACKGROUND_DB

    def _is_no_echo(self) -> bool:
        left = _decibels(self._left)
        return left >= _decibels(self._heard) - TAKEN_OUT_DB and left >= max(self._echoes) - LEFT_OVER_DB


def _power(frame: bytes) -> float:
    return math.pow(10.0, dbfs(frame) / 10.0)


def _decibels(powers: deque[float]) -> float:
    return 10.0 * math.log10(sum(powers) / len(powers)) if powers else NO_SOUND_DBFS
