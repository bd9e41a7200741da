"""Microphone and loudspeaker as PortAudio streams, whose callbacks move 10 ms at a time between device and ring.

Frames are 16-bit little-endian mono PCM at 48 kHz. Input and output are two streams, not one duplex stream: measured,
that one started a second late. What the loudspeaker took, silence too, it puts into a second ring: that is what the
echo canceller must take out of the microphone, and what the spoken sentence is counted by, because only what a
loudspeaker took was heard.
"""

import functools
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

from alicia_desktop.audio.contract import FLOWING_BLOCKS, FRAME_SAMPLES, SAMPLE_RATE, Wake
from alicia_desktop.audio.ring import FrameRing, RingLoudspeaker

UNHEARD_FRAMES: Final = 200
"""Two seconds: longer than that the loop is stuck, and old sound is of no use."""
WAKE_BLOCKS: Final = 2
"""The loop is woken each 20 ms, as often as voice is sent elsewhere: half the price of each 10 ms, unheard."""


class _DeviceStream:
    """What both directions share: whether the device has really begun, and how it is closed."""

    def __init__(
        self, *, name: str, wake: Wake | None, lock: AbstractContextManager[object], on_close: Callable[[], None]
    ) -> None:
        self.name = name
        self.latency = 0.0
        self.flowing = threading.Event()
        """Set when the device has really begun."""
        self.gone = False
        self._wake = wake
        self._lock = lock
        """PortAudio opens and closes one stream at a time."""
        self._on_close = on_close
        self._closed = False
        self._blocks = 0
        self._stream: Any = None

    def _start(self, make: Callable[..., Any], *, device: int | None, on_block: Callable[..., None]) -> None:
        """Make a stream of PortAudio's and start it; its thread calls `on_block` for every 10 ms."""
        self._stream = make(
            device=device,
            samplerate=SAMPLE_RATE,
            blocksize=FRAME_SAMPLES,
            channels=1,
            dtype="int16",
            latency="low",
            callback=on_block,
            finished_callback=self._on_finished,
        )
        try:
            self._stream.start()
        except Exception:
            self._stream.close(ignore_errors=True)  # a stream that nobody closes stays in PortAudio's list
            raise
        self.latency = float(self._stream.latency)

    def close(self) -> None:
        """Stop at once and close the device."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            self._stream.abort(ignore_errors=True)
            self._stream.close(ignore_errors=True)
            self._on_close()

    def _on_finished(self) -> None:
        self.gone = not self._closed

    def _count_block(self) -> None:
        self._blocks += 1
        if self._blocks == FLOWING_BLOCKS:
            self.flowing.set()


class DeviceMicrophone(_DeviceStream):
    """An open input stream. Made by `devices.PortAudioSound`, which translates its errors."""

    def __init__(
        self,
        *,
        device: int | None,
        name: str,
        wake: Wake | None,
        lock: AbstractContextManager[object],
        on_close: Callable[[], None],
    ) -> None:
        import sounddevice  # noqa: PLC0415  PortAudio looks for devices while it is imported

        super().__init__(name=name, wake=wake, lock=lock, on_close=on_close)
        self._ring = FrameRing(frames=UNHEARD_FRAMES)
        self.overflows = 0
        """How often the system lost sound before we got it."""
        self._start(sounddevice.RawInputStream, device=device, on_block=self._on_block)

    def read(self) -> bytes | None:
        """Return the oldest frame that waits."""
        return self._ring.pop()

    def _on_block(self, data: Any, _frames: int, _time: Any, status: Any) -> None:
        self._count_block()
        self.overflows += bool(status)
        self._ring.push(bytes(data))
        if self._wake is not None and self._blocks % WAKE_BLOCKS == 0:
            self._wake()


_TONES: Final = (523.25, 783.99)
"""C5 and G5, in hertz."""
_TONE_SAMPLES: Final = 40 * FRAME_SAMPLES
_LOUDNESS: Final = 0.2


@functools.cache
def chime() -> bytes:
    """Return the sound that tests a loudspeaker: 16-bit PCM at 48 kHz, a whole number of frames."""
    import numpy as np  # noqa: PLC0415 - a third of the start of a line, of which most never sound

    time = np.arange(_TONE_SAMPLES) / SAMPLE_RATE
    fading = _LOUDNESS * np.minimum(1.0, time / 0.01) * np.exp(-4.0 * time)
    tones = [fading * np.sin(2 * np.pi * hertz * time) for hertz in _TONES]
    return bytes((np.concatenate(tones) * 32_767).astype("<i2").tobytes())


def at_volume(frame: bytes, volume: float) -> bytes:
    """Return a frame of 16-bit PCM at a volume, 0–1; a quarter of the height sounds about half as loud."""
    if volume >= 1.0 or not any(frame):
        return frame
    import numpy as np  # noqa: PLC0415 - as above

    return (np.frombuffer(frame, "<i2") * max(0.0, volume) ** 2).astype("<i2").tobytes()


UNCOUNTED_FRAMES: Final = 200
"""Two seconds of played sound that nobody took back: then the loop is stuck and the oldest are forgotten."""


class DeviceLoudspeaker(_DeviceStream, RingLoudspeaker):
    """An open output stream. Made by `devices.PortAudioSound`, which translates its errors."""

    def __init__(
        self,
        *,
        device: int | None,
        name: str,
        wake: Wake | None,
        lock: AbstractContextManager[object],
        on_close: Callable[[], None],
    ) -> None:
        import sounddevice  # noqa: PLC0415  PortAudio looks for devices while it is imported

        _DeviceStream.__init__(self, name=name, wake=wake, lock=lock, on_close=on_close)
        RingLoudspeaker.__init__(self, played_frames=UNCOUNTED_FRAMES)
        self.underflows = 0
        """How often the system ran out of sound because we were late."""
        self._start(sounddevice.RawOutputStream, device=device, on_block=self._on_block)

    def _on_block(self, data: Any, _frames: int, _time: Any, status: Any) -> None:
        self._count_block()
        self.underflows += bool(status)
        data[:] = at_volume(self._next_frame(), self.volume)
        if self._wake is not None:
            self._wake()
