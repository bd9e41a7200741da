"""Plays sound out into a room in real time, for an owner that hands over whole sentences and has no devices.

The pace is kept here and not by the server, because a busy server must not make the voice stutter, and because a cut
must find what was not yet said still on this side of the network. `every_tick` drives wav devices as well.
"""

from collections.abc import Callable
from typing import Final

from alicia_desktop.audio.contract import FRAME_BYTES, FRAME_MS, SILENCE
from alicia_desktop.audio.ring import FrameRing
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope

TICK_SECONDS: Final = FRAME_MS / 1000
MAX_CATCH_UP_SECONDS: Final = 0.5
"""Beats that are later than this are left out: after a stop of the whole process, sound goes on from now."""


async def every_tick(clock: Clock, beat: Callable[[], bool]) -> None:
    """Call `beat` every 10 ms until it returns False; what was late is made up for, by up to half a second."""
    due = clock.monotonic()
    while True:
        now = clock.monotonic()
        due = max(due, now - MAX_CATCH_UP_SECONDS)
        while due <= now:
            due += TICK_SECONDS
            if not beat():
                return
        await clock.sleep(due - clock.monotonic())


SILENT_FRAMES: Final = 20
"""200 ms of silence follow the last sound, also one that was cut: where a stream just ends, a receiver believes that
packets were lost and makes up more of the last sound for up to 100 ms."""
MAX_QUEUED_FRAMES: Final = 60_000
"""Ten minutes of speech may wait; it is 58 MB."""


class SoundSender:
    """Queues the outgoing sound of one link and sends it in real time."""

    def __init__(self, *, clock: Clock, scope: Scope, send: Callable[[bytes], None]) -> None:
        self._clock = clock
        self._scope = scope
        self._send = send
        self._ring = FrameRing(frames=MAX_QUEUED_FRAMES)
        self._running = False
        self._silence = 0
        """Frames of it that still follow the sound."""

    def put(self, pcm: bytes) -> None:
        """Queue PCM of any multiple of 10 ms; the first frame goes out at once."""
        for start in range(0, len(pcm), FRAME_BYTES):
            self._ring.push(pcm[start : start + FRAME_BYTES].ljust(FRAME_BYTES, b"\0"))
            self._silence = SILENT_FRAMES
        if not self._running and self._ring:
            self._running = True
            self._scope.spawn("outflow", every_tick(self._clock, self._beat))

    def clear(self) -> int:
        """Drop what waits; return how many frames that was."""
        return self._ring.clear()

    def _beat(self) -> bool:
        frame = self._ring.pop()
        if frame is None and self._silence == 0:
            self._running = False
            return False
        self._silence -= frame is None
        self._send(SILENCE if frame is None else frame)
        return True
