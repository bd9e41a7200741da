"""Rings of 10 ms frames between a device's thread and the event loop.

One thread puts, another takes, and neither ever waits: `collections.deque` does both in one step under the
interpreter's lock. Whatever is too much falls out at the old end and is counted, because late sound is worse than lost
sound.
"""

from collections import deque
from typing import Final

from alicia_desktop.audio.contract import FRAME_BYTES, SILENCE

PREFILL_FRAMES: Final = 4
"""40 ms are gathered before playing starts, so that frames which come a little late leave no gap."""
PLAYBACK_FRAMES: Final = 12_000
"""Two minutes: a server may send a whole sentence as fast as it can."""
MAX_LIVE_FRAMES: Final = 8
"""A live stream is kept 80 ms at most."""
FORGIVING_FRAMES: Final = 6_000
"""After a minute without a gap a live stream is kept 10 ms less."""


class FrameRing:
    """First in, first out, bounded; the oldest fall out and are counted in `dropped`."""

    def __init__(self, *, frames: int) -> None:
        self._frames: deque[bytes] = deque(maxlen=frames)
        self._limit = frames
        self.pushed = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._frames)

    def push(self, frame: bytes) -> None:
        """Put one frame; never waits."""
        if len(self._frames) == self._limit:
            self.dropped += 1
        self._frames.append(frame)
        self.pushed += 1

    def pop(self) -> bytes | None:
        """Return the oldest frame, or None when there is none."""
        try:
            return self._frames.popleft()
        except IndexError:
            return None

    def clear(self) -> int:
        """Drop everything; return how many frames that was."""
        count = len(self._frames)
        self._frames.clear()
        return count


class PlaybackRing:
    """Queues frames for a loudspeaker: gives one for every 10 ms asked, silence when there is nothing to play.

    After a gap it waits until `prefill` frames are there, or as long as those would last: the end of an answer may be
    shorter.

    A live stream (LiveKit) never pauses, so what it is kept for once it is kept for ever, and its receiver has a jitter
    buffer already. Of such a stream no more is gathered than its own gaps have taught, one frame at first, silent ones
    included; and silent frames are left out where more than that waits, after a standstill or because two clocks drift.
    """

    def __init__(self, *, frames: int = PLAYBACK_FRAMES, prefill: int = PREFILL_FRAMES) -> None:
        self._ring = FrameRing(frames=frames)
        self._prefill = prefill
        self._waited = 0
        self._playing = False
        self._holding = self._faded = False
        self._live = False
        self._live_frames = 1
        """What is gathered of a live stream."""
        self._since_gap = 0
        self.gaps = 0
        """How often the sound ran out; the end of an answer is one, more of them is a slow network."""

    def __len__(self) -> int:
        return len(self._ring)

    @property
    def dropped(self) -> int:
        """Frames that fell out because nobody played them."""
        return self._ring.dropped

    def put(self, pcm: bytes, *, live: bool = False) -> None:
        """Queue sound of any multiple of 10 ms; a rest that fills no frame is filled with silence."""
        self._live = live
        if live and len(self._ring) > self._live_frames and _is_silent(pcm):
            return
        for start in range(0, len(pcm), FRAME_BYTES):
            self._ring.push(pcm[start : start + FRAME_BYTES].ljust(FRAME_BYTES, b"\0"))

    def next_frame(self) -> bytes:
        """Return what is to be played in the next 10 ms."""
        if self._holding and self._faded:
            return SILENCE
        fades, self._faded = self._holding != self._faded, self._holding
        frame = self._take()
        return _faded(frame, rising=not self._holding) if fades else frame

    def take_rest(self) -> bytes:
        """Remove what waits and return it."""
        return b"".join(iter(self._ring.pop, None))

    def hold(self) -> None:
        """Fade out in the next frame and keep the rest."""
        self._holding = True

    def resume(self) -> None:
        """Fade in where `hold` stopped."""
        self._holding = False

    def _take(self) -> bytes:
        if not self._playing:
            self._playing = self._ready()
        frame = self._ring.pop() if self._playing else None
        if self._live and self._playing:
            self._learn(is_gap=frame is None)
        if frame is not None:
            return frame
        if self._playing:
            self._playing = False
            self.gaps += 1
        return SILENCE

    def _learn(self, *, is_gap: bool) -> None:
        self._since_gap += 1
        if is_gap:
            self._live_frames = min(self._live_frames + 1, MAX_LIVE_FRAMES)
        elif self._since_gap >= FORGIVING_FRAMES:
            self._live_frames = max(self._live_frames - 1, 1)
        else:
            return
        self._since_gap = 0

    def cut(self) -> int:
        """Drop what waits; return how many frames that was."""
        self._playing = self._holding = self._faded = False
        self._waited = 0
        return self._ring.clear()

    def _ready(self) -> bool:
        if not self._ring:
            return False
        self._waited += 1
        prefill = self._live_frames if self._live else self._prefill
        if len(self._ring) < prefill and self._waited <= prefill:
            return False
        self._waited = 0
        return True


def _is_silent(pcm: bytes) -> bool:
    from alicia_desktop.audio.levels import is_silent  # noqa: PLC0415 - brings numpy, as below

    return is_silent(pcm)


def _faded(frame: bytes, *, rising: bool) -> bytes:
    """Return a frame that begins or ends in silence, so that nothing clicks."""
    import numpy as np  # noqa: PLC0415 - a third of the start of a line, of which most never sound

    samples = np.frombuffer(frame, dtype="<i2")
    ramp = np.linspace(0.0, 1.0, len(samples), dtype=np.float32)
    return bytes((samples * (ramp if rising else ramp[::-1])).astype("<i2").tobytes())


class RingLoudspeaker:
    """What every loudspeaker shares: a ring of what is to be played, and one of what was played."""

    def __init__(self, *, played_frames: int) -> None:
        """Keep at most `played_frames` that nobody has read back."""
        self.volume = 1.0
        self._ring = PlaybackRing()
        self._played = FrameRing(frames=played_frames)

    @property
    def waiting(self) -> int:
        """Frames that are queued."""
        return len(self._ring)

    def play(self, pcm: bytes, *, live: bool = False) -> None:
        """Queue sound; `live` of a stream that never pauses."""
        self._ring.put(pcm, live=live)

    def cut(self) -> int:
        """Drop what is queued; return how many frames."""
        return self._ring.cut()

    def take_rest(self) -> bytes:
        """Take back what is queued, also what came after the device was closed."""
        return self._ring.take_rest()

    def hold(self) -> None:
        """Fall silent and keep what is queued."""
        self._ring.hold()

    def resume(self) -> None:
        """Go on where `hold` stopped."""
        self._ring.resume()

    def read_played(self) -> bytes | None:
        """Return the next frame that was played."""
        return self._played.pop()

    def _next_frame(self) -> bytes:
        """Return what is to be played in the next 10 ms, and count it as played."""
        frame = self._ring.next_frame()
        self._played.push(frame)
        return frame
