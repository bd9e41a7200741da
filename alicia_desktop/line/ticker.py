"""Ten milliseconds, again and again, in real time: what wav devices and a room without devices are driven by."""

from collections.abc import Callable
from typing import Final

from alicia_desktop.audio.contract import FRAME_MS
from alicia_desktop.base.clock import Clock

BEAT_SECONDS: Final = FRAME_MS / 1000
LATEST_SECONDS: Final = 0.5
"""Beats that are later than this are left out: after a stop of the whole process, sound goes on from now."""


async def every_beat(clock: Clock, beat: Callable[[], bool]) -> None:
    """Call `beat` every 10 ms until it returns False; what was late is made up for, by up to half a second."""
    due = clock.monotonic()
    while True:
        now = clock.monotonic()
        due = max(due, now - LATEST_SECONDS)
        while due <= now:
            due += BEAT_SECONDS
            if not beat():
                return
        await clock.sleep(due - clock.monotonic())
