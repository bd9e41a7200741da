"""Rooms of the local server over WebSocket (docs/protocol.md#websocket-rooms): the client's end and the server's.

Binary messages; the first byte says whether a stanza or 10 ms of sound follows. TCP keeps order and completeness, so a
stanza goes out as it is; sound goes through a short queue, because its owner must never wait. There are two ends and
no third, so the other one is there from the start. A connection that drops has ended: the session asks for a fresh
token and comes with a new transport.
"""

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Final, Protocol

import aiohttp
from aiohttp import web
from yarl import URL

from alicia_desktop.base.certificates import certificate_changed, certificate_untrusted
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.contract import (
    CLOSE_SECONDS,
    FRAME_BYTES,
    LOCAL_AGENT,
    STANZA_BYTES,
    Accept,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    RoomAddress,
    Sink,
    SoundReceived,
    StanzaReceived,
)
from alicia_desktop.transport.endpoint import (
    CONNECTION_LOST,
    LOST_SENTENCE,
    ROOM_IN_USE,
    TOKEN_REFUSED,
    Endpoint,
    SoundQueue,
    not_connected,
    room_in_use,
    token_refused,
    unreachable,
)

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
        self.listens = True
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
        """Drop the sound that has not left yet."""
        self._sound.clear()

    def mute(self, *, muted: bool) -> None:
        """Stop sending sound, or start again."""
        self._sound.mute(muted=muted)

    async def close(self) -> None:
        """Close the WebSocket within a second, then drop the connection."""
        self._endpoint.change(ConnectionState.CLOSED)
        if self._socket is not None:
            goodbye = self._scope.spawn("goodbye", self._socket.close())
            await asyncio.wait({goodbye}, timeout=FAREWELL_SECONDS)
        await self._scope.close()
        self._ended.set()

    def _connected(self, socket: Socket, *, peer: str) -> None:
        self._socket = socket
        self._endpoint.change(ConnectionState.CONNECTED)
        self._endpoint.emit(PeerJoined(identity=peer))
        self._scope.spawn("read", self._read(socket, peer))
        self._scope.spawn("sound", self._carry_sound())

    async def _read(self, socket: Socket, peer: str) -> None:
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.BINARY:
                    self._on_message(message.data, peer)
        except ConnectionError as error:  # it was closing when a ping came, which aiohttp would have answered
            log.info("a connection closed while it was read", error=type(error).__name__)
        finally:
            self._endpoint.emit(PeerLeft(identity=peer))
            self._endpoint.change(ConnectionState.CLOSED, sentence=LOST_SENTENCE, code=CONNECTION_LOST)
            self._ended.set()

    def _on_message(self, message: bytes, peer: str) -> None:
        kind, data = message[:1], message[1:]
        if kind == bytes([STANZA]):
            self._endpoint.emit(StanzaReceived(data=data, sender=peer))
        elif kind == bytes([SOUND]) and len(data) == FRAME_BYTES:
            self._endpoint.emit(SoundReceived(pcm=data, sender=peer))
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


CONNECT_SECONDS: Final = 10.0
_STATUS: Final = {TOKEN_REFUSED: HTTPStatus.UNAUTHORIZED, ROOM_IN_USE: HTTPStatus.CONFLICT}


class WebSocketTransport(SocketEnd):
    """Joins a WebSocket room: the participant's end."""

    def __init__(self, *, heartbeat: float = HEARTBEAT_SECONDS) -> None:
        super().__init__(name="websocket")
        self._heartbeat = heartbeat
        self._http: aiohttp.ClientSession | None = None

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Join the room at `address`.

        Raises:
            WorldError: `token_refused` (401, 403), `room_in_use` (409), else `unreachable`.
        """
        self._endpoint.open(sink)
        tracing = aiohttp.TraceConfig()
        tracing.on_request_redirect.append(_refuse_redirect)
        self._http = aiohttp.ClientSession(trace_configs=[tracing])
        try:
            socket = await self._open(self._http, address)
        except BaseException:
            self._endpoint.fail()
            await self._http.close()
            raise
        if self._endpoint.closed:
            await socket.close()
            raise unreachable(address.url)
        self._connected(socket, peer=LOCAL_AGENT)

    async def close(self) -> None:
        """Leave the room."""
        await super().close()
        if self._http is not None:
            await self._http.close()

    async def _open(self, http: aiohttp.ClientSession, address: RoomAddress) -> aiohttp.ClientWebSocketResponse:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                return await http.ws_connect(
                    _room_url(address),
                    ssl=aiohttp.Fingerprint(bytes.fromhex(address.certificate)) if address.certificate else True,
                    heartbeat=self._heartbeat,
                    max_msg_size=MESSAGE_BYTES,
                    timeout=aiohttp.ClientWSTimeout(ws_close=FAREWELL_SECONDS),
                )
        except aiohttp.WSServerHandshakeError as error:
            raise _refusal(error.status, address) from error
        except aiohttp.ServerFingerprintMismatch as error:
            raise certificate_changed(address.url) from error
        except aiohttp.ClientConnectorCertificateError as error:
            raise certificate_untrusted(address.url) from error
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise unreachable(address.url) from error


class ServerSocket(SocketEnd):
    """Serves a WebSocket room: the server's end, inside the handler of the request that opens it."""

    def __init__(self, *, request: web.Request, heartbeat: float = HEARTBEAT_SECONDS) -> None:
        super().__init__(name="server socket")
        self._request = request
        self._response = web.WebSocketResponse(
            heartbeat=heartbeat, max_msg_size=MESSAGE_BYTES, timeout=FAREWELL_SECONDS, compress=False
        )

    async def connect(self, address: RoomAddress, sink: Sink) -> None:
        """Answer the request: the participant of `address` is in."""
        self._endpoint.open(sink)
        await self._response.prepare(self._request)
        self._connected(self._response, peer=address.participant_id)

    async def wait_closed(self) -> web.WebSocketResponse:
        """Wait for the end of the connection; the handler must not return before."""
        await self._ended.wait()
        return self._response


async def answer_room_request(request: web.Request, *, address: RoomAddress, accept: Accept) -> web.StreamResponse:
    """Answer a `GET …/room` whole: `accept` takes the participant in, or its refusal becomes the HTTP status."""
    socket = ServerSocket(request=request)
    try:
        await accept(address, socket)
    except WorldError as error:
        status = _STATUS.get(error.code, HTTPStatus.SERVICE_UNAVAILABLE)
        return web.json_response({"error": error.code, "message": error.sentence}, status=status)
    try:
        return await socket.wait_closed()
    finally:
        await socket.close()


async def _refuse_redirect(*_: object) -> None:
    """Refuse a redirect: the token is for the room that was asked for, and `ws_connect` has no option for that."""
    raise aiohttp.ClientError("redirected")


def _refusal(status: int, address: RoomAddress) -> WorldError:
    match status:
        case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
            return token_refused()
        case HTTPStatus.CONFLICT:
            return room_in_use()
        case _:
            return unreachable(address.url)


def _room_url(address: RoomAddress) -> URL:
    url = URL(address.url)
    if url.path in {"", "/"}:
        url = url.with_path("/") / "api/v1/conversations" / address.room_name / "room"
    return url.update_query(token=address.token)
