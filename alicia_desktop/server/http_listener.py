"""The HTTP server's socket: an aiohttp application behind bounded connections and checked request heads.

    async with listen(application, host="127.0.0.1", port=0, limits=ConnectionLimits()) as address:
        ...  # `http://127.0.0.1:40123`

What is checked here is looked at before routing, because aiohttp itself already trips over text that is not UTF-8.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from aiohttp import hdrs, web
from aiohttp.typedefs import Middleware

from alicia_desktop.server.connections import BoundedConnection, ConnectionLimits, Connections
from alicia_desktop.server.http_guard import OPEN, Handler, refuse

SHUTDOWN_SECONDS: Final = 1.0
ACCEPTED_AT_ONCE: Final = 4
"""Connections that asyncio accepts in one round of the loop. It takes some rounds until one is counted and another that
makes room for it is closed, so their files come on top of the cap."""
MAX_QUEUED_CONNECTIONS: Final = 128
"""Connections that wait in the system until they are accepted."""
EVENTS: Final = "events"
ROOM: Final = "room"
BaseHandler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def listen(application: web.Application, *, host: str, port: int, limits: ConnectionLimits) -> AsyncIterator[str]:
    """Serve an application while entered; yields its address.

    Raises:
        OSError: the address or port cannot be used.
    """
    connections = Connections(limits)
    application.middlewares.append(_bounding(connections))
    application.on_response_prepare.append(_keep_rooms)
    runner = web.AppRunner(application, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        server = runner.server
        assert server is not None
        server.request_handler = _checking(server.request_handler)
        listening = await asyncio.get_running_loop().create_server(
            lambda: BoundedConnection(server, connections), host, port, backlog=ACCEPTED_AT_ONCE
        )
        for one in listening.sockets:  # asyncio has one figure for what it accepts at once and what the system queues
            with one.dup() as same:
                same.listen(MAX_QUEUED_CONNECTIONS)
        try:
            name, number = listening.sockets[0].getsockname()[:2]
            yield f"http://[{name}]:{number}" if ":" in name else f"http://{name}:{number}"
        finally:
            listening.close()
    finally:
        await runner.cleanup()


def refusal_of_head(request: web.BaseRequest) -> web.Response | None:
    """Return why the head of a request is not taken; None where it is."""
    try:
        for name, value in request.raw_headers:
            name.decode()
            value.decode()
    except UnicodeDecodeError:
        return refuse(HTTPStatus.BAD_REQUEST, "bad_request", "The headers are not UTF-8 text.")
    if request.headers.get(hdrs.CONTENT_ENCODING, "identity") != "identity":
        return refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", "Send the body uncompressed.")
    return None


def _checking(handler: BaseHandler) -> BaseHandler:
    async def check(request: web.BaseRequest) -> web.StreamResponse:
        return refusal_of_head(request) or await handler(request)

    return check


def _bounding(connections: Connections) -> Middleware:
    """Return the innermost middleware: who comes so far has shown a valid token, or asks for what is open to all."""

    @web.middleware
    async def bound(request: web.Request, handler: Handler) -> web.StreamResponse:
        name, connection = request.match_info.route.name, _connection(request)
        if name not in OPEN:
            connection.serve()
        if name not in {EVENTS, ROOM}:
            return await handler(request)
        if not connections.open_stream(connection):
            sentence = f"This server has no more than {connections.limits.streams} rooms and event streams at a time."
            return refuse(HTTPStatus.SERVICE_UNAVAILABLE, "too_many_streams", sentence)
        try:
            return await handler(request)
        finally:
            connections.close_stream(connection)

    return bound


async def _keep_rooms(request: web.Request, response: web.StreamResponse) -> None:
    """Keep the connection of a room, which has a token of its own, once that has let somebody in."""
    if response.status == HTTPStatus.SWITCHING_PROTOCOLS:
        _connection(request).serve()


def _connection(request: web.Request) -> BoundedConnection:
    connection = request.protocol
    assert isinstance(connection, BoundedConnection)
    return connection
