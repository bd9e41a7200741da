"""What every transport does, and what it tells. `tests/transport/test_conformance.py` runs one suite over all of them.

A transport joins one room as one participant. It carries whole stanzas as bytes, both ways, in order and complete while
the connection lives; and sound, both ways, as frames of 10 ms. It does not know what a stanza says. What it has to tell
comes through one `sink`, called on the event loop's thread, never from another one.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, Protocol

SAMPLE_RATE: Final = 48_000
"""Hertz of all sound between microphone, transport and loudspeaker: 16-bit little-endian mono PCM."""
FRAME_SAMPLES: Final = 480
"""10 ms."""
FRAME_BYTES: Final = FRAME_SAMPLES * 2
PACKET_BYTES: Final = 15 * 1024
"""A stanza up to this size goes as one LiveKit data packet (docs/protocol.md#packets-and-byte-streams)."""
LEGACY_PACKET_BYTES: Final = 60_000
"""The largest single packet to a peer that does not list `byte_streams`."""
STANZA_BYTES: Final = 2 * 1024 * 1024
"""The largest stanza of all (docs/protocol.md#limits)."""
SOUND_FRAMES: Final = 100
"""One second: how much outgoing sound a transport keeps; beyond it the oldest is forgotten: late sound is no sound."""
LOCAL_AGENT: Final = "alicia-agent-local"
"""The identity of the server's side of a room that has only two ends (WebSocket, in memory)."""
AGENT_PREFIX: Final = "alicia-agent"
"""How identities of servers' participants begin; no server gives such a one to anybody else."""
CLOSE_SECONDS: Final = 2.0
"""How long `Transport.close` may take at most."""

TransportKind = Literal["livekit", "websocket", "memory"]


class ConnectionState(StrEnum):
    """Where a transport stands. `CLOSED` is final: connecting again takes a new transport."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    RECONNECTING = "reconnecting"
    """The transport repairs the connection by itself; the room is kept."""
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True, slots=True)
class RoomAddress:
    """What the token call answered (docs/protocol.md#http-api): all that is needed to join one room."""

    transport: TransportKind
    url: str
    """The LiveKit server; or the room's own address, with or without its path, without the token.

    See docs/protocol.md#websocket-rooms.
    """
    token: str = field(repr=False)
    room_name: str
    participant_id: str
    agent: str = ""
    """Identity of the server's participant, as the token answer names it; empty where it names none."""
    certificate: str = ""
    """Fingerprint of the certificate of a paired server, for a WebSocket room; empty: an authority vouches for it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaReceived:
    """One whole stanza from a participant."""

    data: bytes
    sender: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SoundReceived:
    """10 ms of the other side's voice (`FRAME_BYTES` of PCM)."""

    pcm: bytes
    sender: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConnectionChanged:
    """The connection has another state; `sentence` says why when it was not asked for."""

    state: ConnectionState
    sentence: str = ""
    code: str = ""
    """A short stable word, such as `token_refused`, `unreachable`, `room_in_use`."""
    retry: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class PeerJoined:
    """Another participant is in the room (told also for those who were there first)."""

    identity: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PeerLeft:
    """A participant left the room."""

    identity: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TrackPublished:
    """Our own sound has a track in the room, of which LiveKit tells the others under this id."""

    sid: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PeerTrackChanged:
    """Another participant's sound got a track, was muted or unmuted there, or lost it; only LiveKit has such."""

    identity: str
    sid: str
    """LiveKit's id of the track."""
    muted: bool = False
    present: bool = True


TransportEvent = (
    StanzaReceived | SoundReceived | ConnectionChanged | PeerJoined | PeerLeft | TrackPublished | PeerTrackChanged
)
Sink = Callable[[TransportEvent], None]


class Transport(Protocol):
    """One participant in one room. A transport is used once: connect, then close."""

    peer_reads_streams: bool
    """Set by the owner once the peer's Configuration lists `byte_streams`; only LiveKit makes a difference of it."""
    recipients: tuple[str, ...] | None
    """Identities of those who get what is sent from now on, set by the owner; None: everybody in the room.

    Only LiveKit makes a difference of it. There a client sends to the server's participant alone where it is named. Who
    gets a byte stream learns its id, under which anybody could send pieces of it.
    """
    listens: bool
    """Whether the owner takes the room's sound, True until it says otherwise.

    Only LiveKit makes a difference of it. There the sound of each participant comes a hundred times a second, also when
    nobody speaks, and is not even read while nobody takes it.
    """

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Join the room; from then on `sink` hears everything. A failed attempt is told by what it raises, not twice.

        Raises:
            WorldError: the room cannot be joined, with codes `unreachable`, `token_refused`, `room_in_use`.
        """
        ...

    async def send(self, data: bytes) -> None:
        """Hand one stanza over, after all earlier ones; returns when it left this process, not when it arrived.

        While the transport repairs its connection it takes nothing: the owner sends again after the next handshake.

        Raises:
            WorldError: `too_large` before anything was sent, or `not_connected`.
        """
        ...

    def send_sound(self, pcm: bytes) -> None:
        """Queue one frame of `FRAME_BYTES`, or drop it without a word while not connected: late sound is no sound."""
        ...

    def clear_sound(self) -> None:
        """Forget queued outgoing sound: what was not yet played out is not sent."""
        ...

    def mute(self, *, muted: bool) -> None:
        """Send no sound from now on, or some again; also before `connect`. On LiveKit the others see it."""
        ...

    async def close(self) -> None:
        """Leave the room. Never hangs: after two seconds the connection is dropped. Idempotent."""
        ...


Accept = Callable[[RoomAddress, Transport], Awaitable[None]]
"""How a server takes a participant into a room: it connects its own end with a sink, or raises the `WorldError` that
the other side's `connect` raises then. The address is the participant's, token included, for the server to judge."""
