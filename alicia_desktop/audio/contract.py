"""The Sound contract: what the line needs of microphones and loudspeakers, real ones and wav files.

Sound moves in frames of 10 ms: 16-bit little-endian mono PCM at 48 kHz (docs/protocol.md#websocket-rooms), the one size
that the echo canceller takes, so nothing in between has to cut or join. A device's own thread only touches rings;
whoever uses the sound takes frames out when it is told that there are some (`Wake`) and never waits for a device, nor a
device for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

SAMPLE_RATE: Final = 48_000
"""Hertz. The same as `transport.contract.SAMPLE_RATE`: neighbours, so each says it (a test compares them)."""
FRAME_SAMPLES: Final = 480
FRAME_BYTES: Final = FRAME_SAMPLES * 2
FRAME_MS: Final = 10
SILENCE: Final = bytes(FRAME_BYTES)
"""One frame of digital silence."""

FLOWING_BLOCKS: Final = 5
"""So many blocks a device must have moved to be believed: the first few may be a mere filling of buffers."""

Wake = Callable[[], None]
"""Called from a device's own thread when a frame is ready; returns at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Devices:
    """The sound devices of this computer by name, as the system lists them."""

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    default_input: str | None = None
    default_output: str | None = None


class Microphone(Protocol):
    """An open source of sound."""

    name: str
    latency: float
    """Seconds between the sound in the air and `read`, as the system states it."""
    gone: bool
    """Whether the system ended it; a device that was unplugged may also merely fall silent."""

    def read(self) -> bytes | None:
        """Return the oldest waiting frame, or None. What nobody takes for two seconds is dropped."""
        ...

    def close(self) -> None:
        """Close the device; may block for a moment. Idempotent."""
        ...


class Loudspeaker(Protocol):
    """An open way out for sound."""

    name: str
    latency: float
    """Seconds between a frame's leaving the ring and the sound in the air, as the system states it."""
    gone: bool
    """As a microphone's."""
    volume: float
    """How loud it plays, 0–1; what it says that it played is as loud as it came."""

    @property
    def waiting(self) -> int:
        """Frames that are queued and not yet played."""
        ...

    def play(self, pcm: bytes, *, live: bool = False) -> None:
        """Queue sound, any multiple of 10 ms; `live` of one that never pauses: the less of it waits, the better."""
        ...

    def cut(self) -> int:
        """Drop what is queued, at once, and hold no longer; return how many frames."""
        ...

    def take_rest(self) -> bytes:
        """Take back what is queued and not yet played, also of a device that is closed."""
        ...

    def hold(self) -> None:
        """Fall silent within 10 ms and keep what is queued."""
        ...

    def resume(self) -> None:
        """Go on where `hold` stopped."""
        ...

    def read_played(self) -> bytes | None:
        """Return the next frame that was really played, silence too: the far end of the echo canceller."""
        ...

    def close(self) -> None:
        """Close the device; may block for a moment. Idempotent."""
        ...


class Paced(Protocol):
    """A device without a clock of its own, such as a wav file: it moves by 10 ms at every beat."""

    def beat(self) -> None:
        """Let 10 ms pass."""
        ...


class Sound(Protocol):
    """The sound system of a computer. Its calls block (PortAudio can take seconds): call them in a thread."""

    def devices(self) -> Devices:
        """Look again at what is connected; an empty answer where there is no sound system at all."""
        ...

    def plugged(self) -> str:
        """Return a text that differs once a device was plugged in or out; '' where that cannot be told."""
        ...

    def open_microphone(self, name: str | None, wake: Wake | None) -> Microphone:
        """Open an input by name, None for the default.

        Raises:
            WorldError: `no_microphone`, with what to do.
        """
        ...

    def open_loudspeaker(self, name: str | None, wake: Wake | None) -> Loudspeaker:
        """Open an output by name, None for the default.

        Raises:
            WorldError: `no_loudspeaker`, with what to do.
        """
        ...
