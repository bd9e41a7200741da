"""Listen for HTTP: an aiohttp application behind bounded connections and checked request heads.

    async with listening(application, limits=ConnectionLimits()) as listen:
        address = await listen("127.0.0.1", 0)  # `http://127.0.0.1:40123`

A process that runs out of open files can neither accept nor close in order, so there are far fewer connections than
files. Where all are taken, whoever comes next takes the place of the one that has waited longest without a valid token,
of the address that has most of those: idle sockets, however many, lock nobody out. Heads are checked before routing,
because aiohttp itself already fails on text that is not UTF-8.
"""

import asyncio
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final, Protocol

from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Middleware

from alicia_desktop.base.logs import get_logger
from alicia_desktop.server.http.guard import OPEN, Handler, refuse

MAX_CONNECTIONS: Final = 512
IDLE_SECONDS: Final = 20.0
"""Longer than clients keep an idle connection for the next request (aiohttp: 15 s), so that none is used as it ends."""
MAX_HEADERS: Final = 64
MAX_HEADER_BYTES: Final = 4 * 1024
log = get_logger(__name__)
SHUTDOWN_SECONDS: Final = 1.0
ACCEPTED_AT_ONCE: Final = 4
"""Connections that asyncio accepts in one round of the loop. It takes some rounds until one is counted and another that
makes room for it is closed, so their files come on top of the cap."""
MAX_QUEUED_CONNECTIONS: Final = 128
"""Connections that wait in the system until they are accepted."""
EVENTS: Final = "events"
ROOM: Final = "room"
BaseHandler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


def default_max_connections() -> int:
    """Return half of the open files that this process may have, at most `MAX_CONNECTIONS`."""
    if sys.platform == "win32":  # its sockets are no files
        return MAX_CONNECTIONS
    import resource  # noqa: PLC0415 - Windows has none

    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS if limit == resource.RLIM_INFINITY else max(1, min(MAX_CONNECTIONS, limit // 2))


@dataclass(frozen=True, kw_only=True, slots=True)
class ConnectionLimits:
    """Limits on the connections of one server."""

    connections: int = field(default_factory=default_max_connections)
    idle_seconds: float = IDLE_SECONDS
    """For the whole head of a request, and between two requests."""

    @property
    def streams(self) -> int:
        """Maximum number of rooms and event streams, which stay open: the other half is for calls."""
        return max(1, self.connections // 2)


class Connections:
    """The open connections of one server."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._serving: set[BoundedConnection] = set()
        """Those with a request of somebody who showed a valid token, until it is answered."""
        self._waiting: dict[str, dict[BoundedConnection, None]] = {}
        """All others by their address, the longest waiting first."""
        self._streams: set[BoundedConnection] = set()

    def __len__(self) -> int:
        return len(self._serving) + sum(map(len, self._waiting.values()))

    def add(self, connection: "BoundedConnection") -> bool:
        """Add a connection, in place of another where all are taken; False where none can be closed."""
        while len(self) >= self.limits.connections:
            if not self._waiting:
                return False
            crowd = max(self._waiting.values(), key=len)
            longest = next(iter(crowd))
            self.remove(longest)
            longest.drop()
        self._wait(connection)
        return True

    def remove(self, connection: "BoundedConnection") -> None:
        """Forget a connection."""
        self._streams.discard(connection)
        self._serving.discard(connection)
        crowd = self._waiting.get(connection.address, {})
        crowd.pop(connection, None)
        if not crowd:
            self._waiting.pop(connection.address, None)

    def serve(self, connection: "BoundedConnection") -> None:
        """Protect a connection from being closed for another, until `done`."""
        if connection in self._waiting.get(connection.address, {}):
            self.remove(connection)
            self._serving.add(connection)

    def done(self, connection: "BoundedConnection") -> None:
        """Make a connection whose request is answered available for closing again."""
        if connection in self._serving:
            self._serving.discard(connection)
            self._wait(connection)

    def open_stream(self, connection: "BoundedConnection") -> bool:
        """Count a stream until it is closed or its connection is gone; False where there are enough."""
        if len(self._streams) >= self.limits.streams:
            return False
        self._streams.add(connection)
        return True

    def close_stream(self, connection: "BoundedConnection") -> None:
        """Stop counting a stream."""
        self._streams.discard(connection)

    def _wait(self, connection: "BoundedConnection") -> None:
        self._waiting.setdefault(connection.address, {})[connection] = None


class BoundedConnection(web.RequestHandler):
    """An aiohttp connection that is counted, and answers what is no HTTP with one line of log."""

    def __init__(self, server: web.Server, connections: Connections) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=connections.limits.idle_seconds,
            max_headers=MAX_HEADERS,
            max_field_size=MAX_HEADER_BYTES,
            auto_decompress=False,
            access_log=None,  # type: ignore[arg-type]  # as its own runner does to have none
        )
        self.address = ""
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start, or close at once where there is no room."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        if not self._connections.add(self):
            self.drop()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Stop counting."""
        self._connections.remove(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close now, whatever is unsent."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()
        self.force_close()

    def serve(self) -> None:
        """Protect this connection until its request is answered."""
        self._connections.serve(self)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send the rest of a response."""
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self._connections.done(self)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a malformed request, or a bug of ours, which alone is logged with its stack."""
        if isinstance(exc, HttpProcessingError):
            log.info("no request could be read", status=status, error=type(exc).__name__)
            response = refuse(HTTPStatus(status), "bad_request", "This cannot be read as a request.")
            response.force_close()
            return response
        return super().handle_error(request, status, exc, message)

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Log a bug of ours; a body that is malformed or incomplete is none."""
        error = kw.get("exc_info")
        if isinstance(error, HttpProcessingError | web.RequestPayloadError | ConnectionError):
            log.info("no body could be read", error=type(error).__name__)
        else:
            super().log_exception(*args, **kw)


class Listen(Protocol):
    """What opens one more address of an application that is served."""

    async def __call__(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> str:
        """Serve there and return its address, as `https://…` with `tls`.

        Raises:
            OSError: it cannot be used.
        """
        ...


@asynccontextmanager
async def listening(application: web.Application, *, limits: ConnectionLimits) -> AsyncIterator[Listen]:
    """Serve an application while entered, at each address that what this yields is called with."""
    connections = Connections(limits)
    application.middlewares.append(_bounding(connections))
    application.on_response_prepare.append(_keep_rooms)
    runner = web.AppRunner(application, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        server = runner.server
        assert server is not None
        server.request_handler = _checking(server.request_handler)
        with ExitStack() as opened:

            async def listen(host: str, port: int, tls: ssl.SSLContext | None = None) -> str:
                at = await asyncio.get_running_loop().create_server(
                    lambda: BoundedConnection(server, connections),
                    host,
                    port,
                    backlog=ACCEPTED_AT_ONCE,
                    ssl=tls,
                    start_serving=False,  # else a cancellation in its last await would leave the socket open
                )
                opened.callback(at.close)
                await at.start_serving()
                for one in at.sockets:  # asyncio has one figure for what it accepts at once and what the system queues
                    with one.dup() as same:
                        same.listen(MAX_QUEUED_CONNECTIONS)
                name, number = at.sockets[0].getsockname()[:2]
                scheme = "http" if tls is None else "https"
                return f"{scheme}://[{name}]:{number}" if ":" in name else f"{scheme}://{name}:{number}"

            yield listen
    finally:
        await runner.cleanup()


def refusal_of_head(request: web.BaseRequest) -> web.Response | None:
    """Return the error response for a bad request head; None for a good one."""
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
    """Return the innermost middleware: whoever comes so far has a valid token, or asks for what is open to all."""

    @web.middleware
    async def bound(request: web.Request, handler: Handler) -> web.StreamResponse:
        name, connection = request.match_info.route.name, _connection(request)
        if name not in OPEN:
            connection.serve()
        if name not in {EVENTS, ROOM}:
            return await handler(request)
        if not connections.open_stream(connection):
            sentence = f"This server allows at most {connections.limits.streams} rooms and event streams at a time."
            return refuse(HTTPStatus.SERVICE_UNAVAILABLE, "too_many_streams", sentence)
        try:
            return await handler(request)
        finally:
            connections.close_stream(connection)

    return bound


async def _keep_rooms(request: web.Request, response: web.StreamResponse) -> None:
    """Protect the connection of a room, which has a token of its own, once that was accepted."""
    if response.status == HTTPStatus.SWITCHING_PROTOCOLS:
        _connection(request).serve()


def _connection(request: web.Request) -> BoundedConnection:
    connection = request.protocol
    assert isinstance(connection, BoundedConnection)
    return connection
