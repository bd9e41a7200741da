"""Whether open devices still live.

A lost device gives no sign but that its thread falls silent, a microphone that is switched off gives only zeros. Pure:
counts and the time go in, a verdict comes out.
"""

from dataclasses import dataclass
from typing import Final, Literal

FIRST_SECONDS: Final = 4.0
"""The first blocks of a device come late (0.3 s measured, a Bluetooth headset takes seconds)."""
LOST_SECONDS: Final = 1.5
"""A device that was alive and gave nothing for so long is gone."""
DEAD_FRAMES: Final = 500
"""Five seconds of pure zeros."""

Verdict = Literal["microphone_lost", "loudspeaker_lost", "microphone_silent"]


@dataclass(kw_only=True, slots=True)
class _Pulse:
    opened: float
    frames: int = 0
    moved: float | None = None

    def is_lost(self, frames: int, now: float) -> bool:
        if frames != self.frames:
            self.frames, self.moved = frames, now
            return False
        if self.moved is None:
            return now - self.opened > FIRST_SECONDS
        return now - self.moved > LOST_SECONDS


class DeviceWatch:
    """Watches one pair of open devices; each verdict on the microphone's silence is given once."""

    def __init__(self, *, microphone: bool, loudspeaker: bool, now: float) -> None:
        self._microphone = _Pulse(opened=now) if microphone else None
        self._loudspeaker = _Pulse(opened=now) if loudspeaker else None
        self._said_silent = False

    def look(self, *, heard: int, played: int, dead: int, now: float) -> Verdict | None:
        """Judge by the frames heard and played so far and the zeros heard in a row; `now` in seconds."""
        if self._microphone is not None and self._microphone.is_lost(heard, now):
            return "microphone_lost"
        if self._loudspeaker is not None and self._loudspeaker.is_lost(played, now):
            return "loudspeaker_lost"
        if self._microphone is not None and dead >= DEAD_FRAMES and not self._said_silent:
            self._said_silent = True
            return "microphone_silent"
        return None
