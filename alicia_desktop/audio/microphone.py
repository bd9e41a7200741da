"""A real microphone: a PortAudio input stream whose callback puts each 10 ms into a ring and tells of every other one.

Input and output are two streams, not one duplex stream: measured, that one started a second late.
"""

import threading
from collections.abc import Callable
from typing import Any, Final

from alicia_desktop.audio.contract import FLOWING_BLOCKS, FRAME_SAMPLES, SAMPLE_RATE, Wake
from alicia_desktop.audio.ring import FrameRing

UNHEARD_FRAMES: Final = 200
"""Two seconds: longer than that the loop is stuck, and old sound is of no use."""
WAKE_BLOCKS: Final = 2
"""The loop is woken each 20 ms, as often as voice is sent elsewhere: half the price of each 10 ms, unheard."""


class DeviceMicrophone:
    """An open input stream. Made by `devices.PortAudioSound`, which translates its errors."""

    def __init__(self, *, device: int | None, name: str, wake: Wake | None, on_close: Callable[[], None]) -> None:
        import sounddevice  # noqa: PLC0415  PortAudio looks for devices while it is imported

        self.name = name
        self._wake = wake
        self._on_close = on_close
        self._closed = False
        self._blocks = 0
        self.flowing = threading.Event()
        """Set when the device has really begun."""
        self._ring = FrameRing(frames=UNHEARD_FRAMES)
        self.overflows = 0
        """How often the system lost sound before we got it."""
        self._stream = sounddevice.RawInputStream(
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

    def take(self) -> bytes | None:
        """Return the oldest frame that waits."""
        return self._ring.take()

    def close(self) -> None:
        """Stop and let the device go."""
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
        self.overflows += bool(status)
        self._ring.push(bytes(data))
        if self._wake is not None and self._blocks % WAKE_BLOCKS == 0:
            self._wake()
