"""What all transports share: state and sink of one transport, its short queue of outgoing sound, and its errors.

The rules that hold for every transport are kept here: a transport is used once, `CLOSED` is emitted once and is
final, a stanza is measured before anything of it is sent, and late sound is dropped rather than queued. The same code
of an error has the same sentence on every transport.
"""

import asyncio
from collections import deque
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.transport.contract import (
    FRAME_BYTES,
    SOUND_FRAMES,
    STANZA_BYTES,
    ConnectionChanged,
    ConnectionState,
    Sink,
    TransportEvent,
)

UNREACHABLE: Final = "unreachable"
TOKEN_REFUSED: Final = "token_refused"
ROOM_IN_USE: Final = "room_in_use"
TOO_LARGE: Final = "too_large"
NOT_CONNECTED: Final = "not_connected"
CONNECTION_LOST: Final = "connection_lost"

LOST_SENTENCE: Final = translate("The connection to Alicia was lost.")
IN_USE_SENTENCE: Final = translate("This conversation is in use on another device. Close it there to go on here.")


def unreachable(address: str) -> WorldError:
    """Return the error that nobody answers at `address`, or something that is no room."""
    sentence = translate("Alicia cannot be reached at {address}. Check the address and the network.").format(
        address=address
    )
    return WorldError(sentence=sentence, code=UNREACHABLE, retry=True)


def token_refused() -> WorldError:
    """Return the error that the room refuses the token: signed by another key, too old, or for another room."""
    sentence = translate("The server refused the key to this conversation. Check the user and token in the settings.")
    return WorldError(sentence=sentence, code=TOKEN_REFUSED)


def room_in_use() -> WorldError:
    """Return the error that another device is in this conversation and the server lets in one only."""
    return WorldError(sentence=IN_USE_SENTENCE, code=ROOM_IN_USE, retry=True)


def too_large(*, size: int, limit: int) -> WorldError:
    """Return the error that a stanza of `size` bytes is over the limit; nothing of it was sent."""
    sentence = translate("This message is too large to send: {size}, and this connection takes {most}.").format(
        size=_kilobytes(size), most=_kilobytes(limit)
    )
    return WorldError(sentence=sentence, code=TOO_LARGE)


def not_connected() -> WorldError:
    """Return the error that there is no connection at the moment."""
    return WorldError(sentence=translate("Not connected to Alicia at the moment."), code=NOT_CONNECTED, retry=True)


def _kilobytes(size: int) -> str:
    return f"{format_number(size / 1000, ',.0f')} kB"


class SoundQueue:
    """Frames of 10 ms between the owner, who never waits, and one task that carries them out."""

    def __init__(self, *, frames: int = SOUND_FRAMES) -> None:
        self._frames: deque[bytes] = deque(maxlen=frames)
        self._filled = asyncio.Event()
        self._muted = False

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, pcm: bytes) -> None:
        """Add one frame of `FRAME_BYTES`; a full queue drops its oldest."""
        if len(pcm) != FRAME_BYTES:
            raise ValueError(f"a frame of sound has {FRAME_BYTES} bytes, not {len(pcm)}")
        if not self._muted:
            self._frames.append(pcm)
            self._filled.set()

    def mute(self, *, muted: bool) -> None:
        """Drop what waits and refuse further frames, or accept frames again."""
        self._muted = muted
        if muted:
            self.clear()

    def clear(self) -> None:
        """Drop what waits."""
        self._frames.clear()
        self._filled.clear()

    async def filled(self) -> None:
        """Wait until there is a frame."""
        while not self._frames:
            self._filled.clear()
            await self._filled.wait()

    async def get(self) -> bytes:
        """Return the oldest frame; wait for one."""
        await self.filled()
        return self._frames.popleft()


class Endpoint:
    """State and sink of one transport."""

    def __init__(self) -> None:
        self._sink: Sink | None = None
        self._state: ConnectionState | None = None

    @property
    def state(self) -> ConnectionState | None:
        """None before `open`."""
        return self._state

    @property
    def connected(self) -> bool:
        """Whether stanzas and sound go through at this moment."""
        return self._state is ConnectionState.CONNECTED

    @property
    def closed(self) -> bool:
        """Whether this transport has come to its end."""
        return self._state is ConnectionState.CLOSED

    def open(self, sink: Sink) -> None:
        """Begin to connect; `sink` gets every event from here on."""
        if self._state is not None:
            raise RuntimeError("a transport connects once: make a new one")
        self._sink = sink
        self.change(ConnectionState.CONNECTING)

    def change(self, state: ConnectionState, *, sentence: str = "", code: str = "", retry: bool = True) -> None:
        """Enter `state` and emit it, unless it is no change or the transport is closed."""
        if self._state in {state, ConnectionState.CLOSED}:
            return
        self._state = state
        self._notify(ConnectionChanged(state=state, sentence=sentence, code=code, retry=retry))

    def fail(self) -> None:
        """Close after a failed attempt to connect, without an event: what `connect` raises reports it."""
        self._state = ConnectionState.CLOSED

    def emit(self, event: TransportEvent) -> None:
        """Hand one event to the owner, unless the transport is closed."""
        if not self.closed:
            self._notify(event)

    def check(self, data: bytes, *, limit: int = STANZA_BYTES) -> None:
        """Refuse what cannot be sent now.

        Raises:
            WorldError: `too_large` over `limit` bytes, or `not_connected`.
        """
        if len(data) > limit:
            raise too_large(size=len(data), limit=limit)
        if not self.connected:
            raise not_connected()

    def _notify(self, event: TransportEvent) -> None:
        if self._sink is not None:
            self._sink(event)
