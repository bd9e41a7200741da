"""The connections of the HTTP server: how many there may be, who makes room, and how long each may take.

    connections = Connections(limits)
    connection = BoundedConnection(runner.server, connections)      # one for each socket that is accepted

A process that runs out of open files can neither accept nor close in order, so there are far fewer connections than
files. Where all are taken, whoever comes next takes the place of the one that has waited longest without a valid token,
of the address that has most of those: idle sockets, however many, lock nobody out.
"""

import asyncio
import sys
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from alicia_desktop.base.logs import get_logger
from alicia_desktop.server.http_guard import refuse

MAX_CONNECTIONS: Final = 512
IDLE_SECONDS: Final = 20.0
"""Longer than clients keep an idle connection for the next request (aiohttp: 15 s), so that none is used as it ends."""
MAX_HEADERS: Final = 64
MAX_HEADER_BYTES: Final = 4 * 1024
log = get_logger(__name__)


def default_max_connections() -> int:
    """Return half of what this process may have of open files, and no more than `MAX_CONNECTIONS`."""
    if sys.platform == "win32":  # its sockets are no files
        return MAX_CONNECTIONS
    import resource  # noqa: PLC0415 - Windows has none

    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS if limit == resource.RLIM_INFINITY else max(1, min(MAX_CONNECTIONS, limit // 2))


@dataclass(frozen=True, kw_only=True, slots=True)
class ConnectionLimits:
    """What the connections of one server may take."""

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
        """Take a new connection in, in place of another where all are taken; false where nobody can go."""
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
        """Keep a connection, whoever comes, until `done`."""
        if connection in self._waiting.get(connection.address, {}):
            self.remove(connection)
            self._serving.add(connection)

    def done(self, connection: "BoundedConnection") -> None:
        """Let a connection whose request is answered make room again."""
        if connection in self._serving:
            self._serving.discard(connection)
            self._wait(connection)

    def open_stream(self, connection: "BoundedConnection") -> bool:
        """Count a stream until it is closed or its connection is gone; false where there are enough."""
        if len(self._streams) >= self.limits.streams:
            return False
        self._streams.add(connection)
        return True

    def close_stream(self, connection: "BoundedConnection") -> None:
        """Count a stream no longer."""
        self._streams.discard(connection)

    def _wait(self, connection: "BoundedConnection") -> None:
        self._waiting.setdefault(connection.address, {})[connection] = None


class BoundedConnection(web.RequestHandler):
    """One connection: a protocol of aiohttp that is counted, and that answers what is no HTTP in one line of log."""

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
        """Begin, or end at once where there is no room."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        if not self._connections.add(self):
            self.drop()

    def connection_lost(self, exc: BaseException | None) -> None:
        """End."""
        self._connections.remove(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """End now, whatever is unsent."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()
        self.force_close()

    def serve(self) -> None:
        """Keep this connection until its request is answered."""
        self._connections.serve(self)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send what is left of an answer."""
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
        """Answer what is no request, or a bug of ours, which alone is worth a stack."""
        if isinstance(exc, HttpProcessingError):
            log.info("no request could be read", status=status, error=type(exc).__name__)
            response = refuse(HTTPStatus(status), "bad_request", "This cannot be read as a request.")
            response.force_close()
            return response
        return super().handle_error(request, status, exc, message)

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Log a bug of ours; a body that is none or stops in the middle is no bug."""
        error = kw.get("exc_info")
        if isinstance(error, HttpProcessingError | web.RequestPayloadError | ConnectionError):
            log.info("no body could be read", error=type(error).__name__)
        else:
            super().log_exception(*args, **kw)
