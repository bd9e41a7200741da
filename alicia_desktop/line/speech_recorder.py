"""What the microphone heard while the person spoke, from the half second before it was noticed. Pure: frames in."""

from collections import deque
from typing import Final

from alicia_desktop.audio.contract import FRAME_BYTES
from alicia_desktop.audio.ring import PLAYBACK_FRAMES

BEFORE_FRAMES: Final = 50
"""Speech is noticed late, and begins softly."""
MAX_BYTES: Final = PLAYBACK_FRAMES * FRAME_BYTES
"""Two minutes of one stretch; it goes up in one frame, and a loudspeaker queues no more."""


class SaidSound:
    """The stretch of speech that is being heard."""

    def __init__(self) -> None:
        self._before: deque[bytes] = deque(maxlen=BEFORE_FRAMES)
        self._said = bytearray()

    def hear(self, frame: bytes, *, speaking: bool) -> bytes:
        """Take one frame; returns the whole stretch when it is over, else nothing."""
        if not speaking:
            said = self._take()
            self._before.append(frame)
            return said
        if not self._said:
            self._said += b"".join(self._before)
            self._before.clear()
        if len(self._said) < MAX_BYTES:
            self._said += frame
        return b""

    def end(self) -> bytes:
        """End the stretch, since nobody listens any more; returns it, or nothing."""
        self._before.clear()
        return self._take()

    def _take(self) -> bytes:
        said = bytes(self._said)
        self._said.clear()
        return said
