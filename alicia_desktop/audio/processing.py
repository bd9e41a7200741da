"""Echo, noise and gain processing, and resampling: LiveKit's native modules behind two small classes.

The only module here that knows LiveKit, and it loads it when the first object is made: a line with closed devices on
the WebSocket never pays for it. The echo canceller hears what the loudspeaker plays (`far`) and takes it out of what
the microphone hears (`near`); both in frames of exactly 10 ms, a far one for every near one, silence too.
"""

from typing import Final

from alicia_desktop.audio.contract import FRAME_SAMPLES, SAMPLE_RATE

MAX_DELAY_MS: Final = 500
"""What WebRTC takes as the delay of the stream; beyond it, it refuses."""


class Processing:
    """Cleans the microphone's sound: echo, high-pass, noise, gain. Not for two threads at once."""

    def __init__(self) -> None:
        from livekit import rtc  # noqa: PLC0415  half a second: loaded when sound is first opened

        self._frame = rtc.AudioFrame
        self._module = rtc.AudioProcessingModule(
            echo_cancellation=True,
            noise_suppression=True,
            high_pass_filter=True,
            auto_gain_control=True,
        )

    def set_delay(self, *, seconds: float) -> None:
        """Set how many seconds sound takes from `far` through loudspeaker and microphone back to `near`."""
        self._module.set_stream_delay_ms(min(MAX_DELAY_MS, max(0, round(seconds * 1000))))

    def far(self, frame: bytes) -> None:
        """Feed one frame (10 ms) that the loudspeaker plays."""
        data = self._frame(bytearray(frame), SAMPLE_RATE, 1, FRAME_SAMPLES)
        self._module.process_reverse_stream(data)

    def near(self, frame: bytes) -> bytes:
        """Return one frame of the microphone without echo and noise."""
        buffer = bytearray(frame)
        self._module.process_stream(self._frame(buffer, SAMPLE_RATE, 1, FRAME_SAMPLES))
        return bytes(buffer)


class Resampler:
    """Changes the rate of a stream of 16-bit mono PCM; what is put in comes out some milliseconds later."""

    def __init__(self, *, from_rate: int, to_rate: int) -> None:
        from livekit import rtc  # noqa: PLC0415  half a second: loaded when sound is first opened

        self._resampler = rtc.AudioResampler(from_rate, to_rate)

    def push(self, pcm: bytes) -> bytes:
        """Feed 16-bit PCM and return what is ready."""
        return b"".join(bytes(frame.data) for frame in self._resampler.push(bytearray(pcm)))

    def flush(self) -> bytes:
        """Return what is still inside; the stream has ended."""
        return b"".join(bytes(frame.data) for frame in self._resampler.flush())
