"""Encodes commands and events for a pipe: four bytes of length, little-endian, then one `msgspec` MessagePack struct.

Both ends are the same program of the same version, so a frame that cannot be read is a bug and ends the pipe; a pipe
that ends is how each side learns that the other is gone.
"""

import asyncio
import struct
from typing import Final, Generic, TypeVar

import msgspec

from alicia_desktop.line.frames import LineCommand, LineEvent

T = TypeVar("T")
FRAME_LIMIT: Final = 16 * 1024 * 1024
"""A stanza has 2 MiB at most, a sentence's sound a few; what claims more is no frame of ours."""
_LENGTH: Final = struct.Struct("<I")


class PipeFormat(Generic[T]):
    """Encodes and decodes the frames of one direction of the pipe."""

    def __init__(self, kind: object) -> None:
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(kind)

    def encode(self, frame: T) -> bytes:
        """Return one frame with its length before it."""
        body = self._encoder.encode(frame)
        return _LENGTH.pack(len(body)) + body

    def decode(self, body: bytes) -> T:
        """Return the frame of a body, or raise `msgspec.DecodeError`."""
        return self._decoder.decode(body)


def commands() -> PipeFormat[LineCommand]:
    """Return the format of what goes down to the line."""
    return PipeFormat(LineCommand)


def events() -> PipeFormat[LineEvent]:
    """Return the format of what comes up from the line."""
    return PipeFormat(LineEvent)


async def read_frame(reader: asyncio.StreamReader, format_: PipeFormat[T]) -> T | None:
    """Return the next frame, or None when the other side is gone.

    Raises:
        ValueError: the bytes are no frame of ours (`msgspec.DecodeError` is one).
    """
    try:
        (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
        if length > FRAME_LIMIT:
            raise ValueError(f"a frame of {length} bytes")
        return format_.decode(await reader.readexactly(length))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
