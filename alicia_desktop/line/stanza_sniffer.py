"""Reads from the stanzas that a line carries which sentence's sound follows, and whether the peer reads byte streams.

Almost every stanza is neither, so a search for the bytes of the type comes first; only what passes is decoded.
"""

from dataclasses import dataclass
from typing import Final

from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AudioChunk, Configuration

BYTE_STREAMS: Final = "byte_streams"
_KEY: Final = b"\xa4type"
"""The key `type` as MessagePack."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnnouncedSegment:
    """The sound of one sentence, as an AudioChunk announces it before it comes (docs/protocol.md#spoken-answers)."""

    message_id: str
    sequence: int
    duration_ms: int


def announced_segment(data: bytes) -> AnnouncedSegment | None:
    """Return the segment that a stanza announces, if it does."""
    if not (_has_type(data, 4) or _has_type(data, 10)):
        return None
    stanza = codec.decode(data)
    if not isinstance(stanza, Stanza) or not isinstance(stanza.body, AudioChunk):
        return None
    message_id, chunk = stanza.meta.get("messageId"), stanza.body
    if not isinstance(message_id, str) or chunk.seq is None or not chunk.duration or chunk.duration < 0:
        return None
    return AnnouncedSegment(message_id=message_id, sequence=chunk.seq, duration_ms=chunk.duration)


def reads_streams(data: bytes) -> bool:
    """Return whether a stanza is a Configuration that lists `byte_streams`.

    See docs/protocol.md#packets-and-byte-streams.
    """
    if not _has_type(data, 12):
        return False
    stanza = codec.decode(data)
    return (
        isinstance(stanza, Stanza)
        and isinstance(stanza.body, Configuration)
        and BYTE_STREAMS in (stanza.body.features or ())
    )


def _has_type(data: bytes, number: int) -> bool:
    """Return whether `type` with this number may be in there, as MessagePack's shortest, 8-bit or 16-bit integer."""
    low = bytes([number])
    return any(_KEY + mark in data for mark in (low, b"\xcc" + low, b"\xcd\0" + low))
