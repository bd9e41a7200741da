"""Split the sound of a room into turns: where one begins, pauses, goes on and ends. Pure.

Voice activity notices silence 60 ms late in a quiet room and 140 ms in a noisy one, which everybody who has finished
would wait for. So once it does, the levels of the frames before tell since when there is nothing but the room.
"""

from collections import deque
from collections.abc import Sequence
from enum import Enum
from statistics import fmean
from typing import Final

from alicia_desktop.audio.levels import NO_SOUND_DBFS, dbfs
from alicia_desktop.server.speech.endpointing import PAUSE_MS

FRAME_MS: Final = 10
PRE_ROLL_FRAMES: Final = 50
"""Half a second from before speech was certain."""
PAUSE_FRAMES: Final = PAUSE_MS // FRAME_MS
"""Of silence begin a pause."""
RESUMED_FRAMES: Final = 6
"""Of speech end a pause: a click is shorter."""
KEPT_SILENCE_FRAMES: Final = 20
"""Behind the last word; recognisers make up words for long silence."""
INTERIM_FRAMES: Final = 30
"""Between two interim transcripts."""
MAX_TURN_FRAMES: Final = 6_000
"""A minute; a longer turn is cut, because nobody can interrupt a radio."""
LEVEL_FRAMES: Final = 150
"""Within these somebody who speaks was as loud as they are."""
FLOOR_FRAMES: Final = 8
"""Without speech, more than two windows of voice activity: they are as loud as the room. Two are often in a word, and
each pause is asked about: 58 times in 680 s of speech, after one window 137 times, and 41 times without all this."""
MAX_UNNOTICED_FRAMES: Final = 15
FLOOR_DB: Final = 6.0
"""Above the room; 10 ms of noise differ by that."""
SOFT_DB: Final = 35.0
"""So much under the loudest nobody speaks."""
LOUD_DB: Final = 10.0
"""So near the loudest somebody does, whatever the room."""


class EndpointingStep(Enum):
    """What one more frame does to a turn."""

    STARTED = "started"
    PAUSED = "paused"
    RESUMED = "resumed"
    INTERIM = "interim"
    ENDED = "ended"


class TurnSegmenter:
    """Splits a stream of frames into turns. Pure: it is told whether somebody speaks."""

    def __init__(self) -> None:
        self.sound: list[bytes] = []
        """The frames of the open turn; empty when there is none."""
        self._before: deque[bytes] = deque(maxlen=PRE_ROLL_FRAMES)
        self._levels: deque[float] = deque()
        """Of the last frames of the open turn, in dBFS."""
        self.last_pause_ms = 0
        """Length of the pause after which the speaker went on."""
        self._quiet = self._voiced = 0
        self._paused = False
        self._since_interim = 0

    @property
    def silence_ms(self) -> int:
        """Silence since the last speech of the open turn."""
        return self._quiet * FRAME_MS

    def take(self, frame: bytes, *, speaking: bool, voiced: bool, wait_ms: int) -> EndpointingStep | None:
        """Feed 10 ms (48 kHz 16-bit mono PCM); after `ENDED` call `finish` for the sound.

        Args:
            speaking: Whether somebody speaks, with short pauses in it; begins a turn.
            voiced: Whether there is speech in this very frame.
            wait_ms: How much silence ends the turn, by what is known now.
        """
        if not self.sound:
            return self._open(frame, speaking=speaking)
        self.sound.append(frame)
        self._levels.append(dbfs(frame))
        if self._is_resumed(voiced=voiced):
            return EndpointingStep.RESUMED
        if self.is_over(wait_ms) or len(self.sound) >= MAX_TURN_FRAMES:
            return EndpointingStep.ENDED
        if self._quiet >= PAUSE_FRAMES:
            entered, self._paused = not self._paused, True
            return EndpointingStep.PAUSED if entered else None
        return self._count_interim()

    def is_over(self, wait_ms: int) -> bool:
        """Return whether a turn is open in which nobody has spoken for `wait_ms`, nor begins to by now."""
        return bool(self.sound) and self._paused and not self._voiced and self.silence_ms >= wait_ms

    def finish(self) -> bytes:
        """Return the sound of the turn without the silence that ended it, and start anew."""
        silence = max(0, self._quiet - KEPT_SILENCE_FRAMES)
        sound, self.sound = b"".join(self.sound[: max(1, len(self.sound) - silence)]), []
        return sound

    def _open(self, frame: bytes, *, speaking: bool) -> EndpointingStep | None:
        self._before.append(frame)
        if not speaking:
            return None
        self.sound = [*self._before]
        self._levels = deque(map(dbfs, self._before), maxlen=LEVEL_FRAMES)
        self._before.clear()
        self._quiet = self._voiced = self._since_interim = 0
        self._paused = False
        return EndpointingStep.STARTED

    def _is_resumed(self, *, voiced: bool) -> bool:
        """Count speech and silence; return whether a pause is over."""
        self._voiced = self._voiced + 1 if voiced else 0
        if self._voiced < RESUMED_FRAMES and (self._paused or not voiced):
            self._quiet += 1
            if self._quiet == FLOOR_FRAMES and not self._paused:
                self._quiet += unnoticed_silence(self._levels)
            return False
        self.last_pause_ms, self._quiet = self.silence_ms, 0
        was_paused, self._paused = self._paused, False
        return was_paused

    def _count_interim(self) -> EndpointingStep | None:
        self._since_interim += 1
        if self._since_interim < INTERIM_FRAMES:
            return None
        self._since_interim = 0
        return EndpointingStep.INTERIM


def unnoticed_silence(levels: Sequence[float]) -> int:
    """Return how many frames before the last `FLOOR_FRAMES` were as quiet as these, which are the room.

    Args:
        levels: Of the frames so far, in dBFS.
    """
    known = [*levels]
    spoken, room = known[:-FLOOR_FRAMES], known[-FLOOR_FRAMES:]
    loudest = max(spoken, default=NO_SOUND_DBFS)
    limit = min(max(fmean(room) + FLOOR_DB, loudest - SOFT_DB), loudest - LOUD_DB)
    last = spoken[-MAX_UNNOTICED_FRAMES:]
    return next((count for count, level in enumerate(reversed(last)) if level >= limit), len(last))
