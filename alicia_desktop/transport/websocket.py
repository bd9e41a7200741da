"""Rooms of the local server over WebSocket: the client that joins, and the server's end of it.

There are two ends and no third, so the other one is there from the start. A connection that drops has ended: the
session asks for a fresh token and comes with a new transport. See docs/protocol.md#websocket-rooms.
"""

import asyncio
from http import HTTPStatus
from typing import Final

import aiohttp
from aiohttp import web
from yarl import URL

from alicia_desktop.base.errors import WorldError
from alicia_desktop.transport.contract import LOCAL_AGENT, Accept, RoomAddress, Sink
from alicia_desktop.transport.refusals import ROOM_IN_USE, TOKEN_REFUSED, room_in_use, token_refused, unreachable
from alicia_desktop.transport.socketend import FAREWELL_SECONDS, HEARTBEAT_SECONDS, MESSAGE_BYTES, SocketEnd

CONNECT_SECONDS: Final = 10.0
_STATUS: Final = {TOKEN_REFUSED: HTTPStatus.UNAUTHORIZED, ROOM_IN_USE: HTTPStatus.CONFLICT}


class WebSocketTransport(SocketEnd):
    """The participant's end."""

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
                    heartbeat=self._heartbeat,
                    max_msg_size=MESSAGE_BYTES,
                    timeout=aiohttp.ClientWSTimeout(ws_close=FAREWELL_SECONDS),
                )
        except aiohttp.WSServerHandshakeError as error:
            raise _refusal(error.status, address) from error
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise unreachable(address.url) from error


class ServerSocket(SocketEnd):
    """The server's end, inside the handler of the request that opens the room."""

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
    """Go nowhere else: the token is for the room that was asked for, and `ws_connect` cannot be told so."""
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
