"""Sound into a room without devices: a server hands over whole sentences, the line plays them out in real time.

The pace lives here and not with the server, because a busy server must not make her voice stutter, and because a cut
must find what was not yet said still on this side of the network.
"""

from collections.abc import Callable

from alicia_desktop.audio.contract import FRAME_BYTES
from alicia_desktop.audio.ring import FrameRing
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line.ticker import every_beat

MAX_QUEUED_FRAMES = 60_000
"""Ten minutes of speech may wait; it is 58 MB."""


class Outflow:
    """The sound that waits for one link."""

    def __init__(self, *, clock: Clock, scope: Scope, send: Callable[[bytes], None]) -> None:
        self._clock = clock
        self._scope = scope
        self._send = send
        self._ring = FrameRing(frames=MAX_QUEUED_FRAMES)
        self._running = False

    def put(self, pcm: bytes) -> None:
        """Queue sound of any multiple of 10 ms; the first of it goes out at once."""
        for start in range(0, len(pcm), FRAME_BYTES):
            self._ring.push(pcm[start : start + FRAME_BYTES].ljust(FRAME_BYTES, b"\0"))
        if not self._running and self._ring:
            self._running = True
            self._scope.spawn("outflow", every_beat(self._clock, self._beat))

    def clear(self) -> int:
        """Forget what waits; returns how many frames that was."""
        return self._ring.clear()

    def _beat(self) -> bool:
        frame = self._ring.take()
        if frame is None:
            self._running = False
            return False
        self._send(frame)
        return True
