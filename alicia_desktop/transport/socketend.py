"""Either end of a room that is one WebSocket (docs/protocol.md#websocket-rooms): what client and server share.

Binary messages; the first byte says whether a stanza or 10 ms of sound follows. TCP keeps order and completeness, so a
stanza goes out as it is; sound goes through a short queue, because its owner must never wait.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Final, Protocol

import aiohttp

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import (
    CLOSE_SECONDS,
    FRAME_BYTES,
    STANZA_BYTES,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    SoundReceived,
    StanzaReceived,
)
from alicia_desktop.transport.endpoint import Endpoint
from alicia_desktop.transport.refusals import CONNECTION_LOST, LOST_SENTENCE, not_connected
from alicia_desktop.transport.soundqueue import SoundQueue

STANZA: Final = 0x01
SOUND: Final = 0x02
MESSAGE_BYTES: Final = 2 * STANZA_BYTES
"""The largest message that is read. A stanza over `STANZA_BYTES` is still handed on, so that the codec can show it."""
HEARTBEAT_SECONDS: Final = 5.0
"""How often each end asks whether the other is there; half of it without an answer is the end."""
FAREWELL_SECONDS: Final = CLOSE_SECONDS / 2

log = get_logger(__name__)


class Socket(Protocol):
    """What aiohttp's two kinds of WebSocket have in common."""

    async def send_bytes(self, data: bytes) -> None:
        """Send one binary message."""
        ...

    async def close(self) -> bool:
        """Say goodbye and wait for the other side's."""
        ...

    def __aiter__(self) -> AsyncIterator[aiohttp.WSMessage]:
        """Messages until the end."""
        ...


class SocketEnd:
    """Carries stanzas and sound over one open WebSocket. Whoever opens it calls `_connected`."""

    def __init__(self, *, name: str) -> None:
        self.peer_reads_streams = True
        self.recipients: tuple[str, ...] | None = None
        self._endpoint = Endpoint()
        self._socket: Socket | None = None
        self._sound = SoundQueue()
        self._ended = asyncio.Event()
        self._scope = Scope(name)

    async def send(self, data: bytes) -> None:
        """Send one stanza.

        Raises:
            WorldError: `too_large`, or `not_connected`.
        """
        self._endpoint.check(data)
        await self._send(STANZA, data)

    def send_sound(self, pcm: bytes) -> None:
        """Queue one frame."""
        if self._endpoint.connected:
            self._sound.put(pcm)

    def clear_sound(self) -> None:
        """Forget the sound that has not left yet."""
        self._sound.clear()

    def mute(self, *, muted: bool) -> None:
        """Send no sound, or some again."""
        self._sound.mute(muted=muted)

    async def close(self) -> None:
        """Say goodbye for at most a second, then drop the connection."""
        self._endpoint.change(ConnectionState.CLOSED)
        if self._socket is not None:
            goodbye = self._scope.spawn("goodbye", self._socket.close())
            await asyncio.wait({goodbye}, timeout=FAREWELL_SECONDS)
        await self._scope.close()
        self._ended.set()

    def _connected(self, socket: Socket, *, peer: str) -> None:
        self._socket = socket
        self._endpoint.change(ConnectionState.CONNECTED)
        self._endpoint.tell(PeerJoined(identity=peer))
        self._scope.spawn("read", self._read(socket, peer))
        self._scope.spawn("sound", self._carry_sound())

    async def _read(self, socket: Socket, peer: str) -> None:
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.BINARY:
                    self._take(message.data, peer)
        except ConnectionError as error:  # it was closing when a ping came, which aiohttp would have answered
            log.info("a connection closed while it was read", error=type(error).__name__)
        finally:
            self._endpoint.tell(PeerLeft(identity=peer))
            self._endpoint.change(ConnectionState.CLOSED, sentence=LOST_SENTENCE, code=CONNECTION_LOST)
            self._ended.set()

    def _take(self, message: bytes, peer: str) -> None:
        kind, data = message[:1], message[1:]
        if kind == bytes([STANZA]):
            self._endpoint.tell(StanzaReceived(data=data, sender=peer))
        elif kind == bytes([SOUND]) and len(data) == FRAME_BYTES:
            self._endpoint.tell(SoundReceived(pcm=data, sender=peer))
        else:
            log.warning("message of an unknown kind dropped", kind=kind.hex(), size=len(data))

    async def _carry_sound(self) -> None:
        while self._endpoint.connected:
            pcm = await self._sound.get()
            try:
                await self._send(SOUND, pcm)
            except WorldError:
                return  # the reading task tells the end

    async def _send(self, kind: int, data: bytes) -> None:
        if self._socket is None:
            raise not_connected()
        try:
            await self._socket.send_bytes(bytes([kind]) + data)
        except ConnectionError as error:
            raise not_connected() from error
