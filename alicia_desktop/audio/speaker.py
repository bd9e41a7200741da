"""A real loudspeaker: a PortAudio output stream whose callback takes each 10 ms out of a ring, or plays silence.

What it took, silence too, it puts into a second ring: that is what the echo canceller must take out of the microphone,
and what the spoken sentence is counted by, because only what a loudspeaker took was heard.
"""

import threading
from collections.abc import Callable
from typing import Any, Final

from alicia_desktop.audio.contract import FLOWING_BLOCKS, FRAME_SAMPLES, SAMPLE_RATE, Wake
from alicia_desktop.audio.ring import FrameRing, PlaybackRing

UNCOUNTED_FRAMES: Final = 200
"""Two seconds of played sound that nobody took back: then the loop is stuck and the oldest are forgotten."""


class DeviceLoudspeaker:
    """An open output stream. Made by `devices.PortAudioSound`, which translates its errors."""

    def __init__(self, *, device: int | None, name: str, wake: Wake | None, on_close: Callable[[], None]) -> None:
        import sounddevice  # noqa: PLC0415  PortAudio looks for devices while it is imported

        self.name = name
        self._wake = wake
        self._on_close = on_close
        self._closed = False
        self._blocks = 0
        self.flowing = threading.Event()
        """Set when the device has really begun."""
        self._ring = PlaybackRing()
        self._played = FrameRing(frames=UNCOUNTED_FRAMES)
        self.underflows = 0
        """How often the system ran out of sound because we were late."""
        self._stream = sounddevice.RawOutputStream(
            device=device,
            samplerate=SAMPLE_RATE,
            blocksize=FRAME_SAMPLES,
            channels=1,
            dtype="int16",
            latency="low",
            callback=self._on_block,
        )
        self._stream.start()
        self.latency = float(self._stream.latency)

    @property
    def waiting(self) -> int:
        """Frames that are queued."""
        return len(self._ring)

    def play(self, pcm: bytes) -> None:
        """Queue sound."""
        self._ring.put(pcm)

    def cut(self) -> int:
        """Forget what is queued."""
        return self._ring.cut()

    def take_played(self) -> bytes | None:
        """Return the next frame that was played."""
        return self._played.take()

    def close(self) -> None:
        """Stop at once and let the device go."""
        self._ring.cut()
        if self._closed:
            return
        self._closed = True
        self._stream.abort(ignore_errors=True)
        self._stream.close(ignore_errors=True)
        self._on_close()

    def _on_block(self, data: Any, _frames: int, _time: Any, status: Any) -> None:
        self._blocks += 1
        if self._blocks == FLOWING_BLOCKS:
            self.flowing.set()
        self.underflows += bool(status)
        frame = self._ring.next_frame()
        data[:] = frame
        self._played.push(frame)
        if self._wake is not None:
            self._wake()
