"""Connects to an MCP server, as a program or over HTTP, with limits on what it may send.

    traffic = Traffic(clock=clock)
    async with connect(program, traffic=traffic, on_listing=refused.extend, on_changed=again.set) as client:
        tools = await list_tools(client)
        …
        await traffic.ended.wait()       # the server has ended, or sent too much: `traffic.problem`

The program's pipes are ours and not the library's, which reads a line however long it becomes. This module loads the
library, which takes a second: only `connection` imports it, in a thread, and only where a server is configured.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import anyio
import anyio.abc
import httpx2
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp import Client
from mcp.client._transport import TransportStreams
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._stream_protocols import ReadStream
from mcp.shared.message import SessionMessage

from alicia_desktop import __version__
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.frozen import child_command
from alicia_desktop.session.tools.mcp.tool_checks import MAX_TOOLS, RefusedTool, clean_listing

MAX_MESSAGE_BYTES: Final = 4 * 2**20
"""Of one message of a server."""
WINDOW_SECONDS: Final = 10.0
MAX_WINDOW_MESSAGES: Final = 3_000
MAX_WINDOW_BYTES: Final = 32 * 2**20
"""What a server may send in that time: more would hold up the window."""
MAX_PAGES: Final = 10
"""Of a server's list of tools."""
GRACE_SECONDS: Final = 1.0
"""What a program has to end by itself once its input is closed; the whole quit has two seconds."""
KILL_SECONDS: Final = 1.0
REAP_SECONDS: Final = 5.0
"""What a killed program has until the system tells its end, which a busy machine may tell late."""
CONNECT_SECONDS: Final = 10.0
READ_SECONDS: Final = 300.0
MAX_ERROR_BYTES: Final = 4_096
"""Kept of the end of what a program prints as errors."""
_GUARD: Final = "alicia_desktop.session.tools.mcp.guard"
_TOO_MUCH: Final = "It sent too much and was disconnected."
_TOO_LONG: Final = "It sent a message that is too long and was disconnected."

for _name in ("mcp", "httpx2", "httpcore2"):  # they log what tools are called with, and what they return
    logging.getLogger(_name).setLevel(logging.CRITICAL + 1)


class Traffic:
    """Watch over one connection: what came, what went wrong with it, and whether it has ended."""

    def __init__(self, *, clock: Clock) -> None:
        self._clock = clock
        self._since, self._messages, self._bytes = clock.monotonic(), 0, 0
        self._errors = b""
        self.problem = ""
        """Why it was disconnected, as a sentence."""
        self.ended = asyncio.Event()

    @property
    def errors(self) -> str:
        """The last line that the program printed as an error."""
        lines = self._errors.decode("utf-8", "replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    def add(self, *, messages: int = 0, size: int = 0) -> bool:
        """Count what came; returns whether the connection may go on."""
        now = self._clock.monotonic()
        if now - self._since > WINDOW_SECONDS:
            self._since, self._messages, self._bytes = now, 0, 0
        self._messages += messages
        self._bytes += size
        if self._messages > MAX_WINDOW_MESSAGES or self._bytes > MAX_WINDOW_BYTES:
            self.end(_TOO_MUCH)
        return not self.problem

    def add_errors(self, data: bytes) -> None:
        """Keep the end of what was printed as errors."""
        self._errors = (self._errors + data)[-MAX_ERROR_BYTES:]

    def end(self, problem: str = "") -> None:
        """Mark the connection as ended; the first problem counts."""
        self.problem = self.problem or problem
        self.ended.set()


@asynccontextmanager
async def connect(
    *,
    command: Sequence[str] = (),
    url: str = "",
    variables: Mapping[str, str],
    traffic: Traffic,
    on_listing: Callable[[list[RefusedTool]], object],
    on_changed: Callable[[], object],
) -> AsyncGenerator[Client, None]:
    """Connect to a program, or to `url`; `variables` are its whole environment, or the headers of each request.

    Args:
        on_listing: Called with the tools of a list that are not offered.
        on_changed: Called when the server says that its tools have changed.

    Raises:
        Exception: it is no MCP server, or there is none; `traffic` may know more.
    """

    async def on_message(message: Any) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            on_changed()

    streams = _http(url, variables, traffic) if url else _stdio(command, variables, traffic)
    info = types.Implementation(name="alicia-desktop", version=__version__)
    async with Client(
        _screened(streams, traffic, on_listing), message_handler=on_message, client_info=info, cache=None
    ) as client:
        yield client


async def list_tools(client: Client) -> list[types.Tool]:
    """Return the tools that a server lists, up to one more than are offered."""
    found: list[types.Tool] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.session.list_tools(params=types.PaginatedRequestParams(cursor=cursor))
        found += page.tools
        cursor = page.next_cursor
        if not cursor or len(found) > MAX_TOOLS:
            break
    return found


async def call_tool(client: Client, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
    """Call a tool; a caller that is cancelled cancels it at the server.

    The library's own call would check the result by a schema of the server's, whose patterns may never end.
    """
    parameters = types.CallToolRequestParams(name=name, arguments=dict(arguments))
    return await client.session.send_request(types.CallToolRequest(params=parameters), types.CallToolResult)


class _ScreenedStream:
    """What a server sends, counted, and with its list of tools made readable."""

    def __init__(
        self,
        inner: ReadStream[SessionMessage | Exception],
        traffic: Traffic,
        on_listing: Callable[[list[RefusedTool]], object],
    ) -> None:
        self._inner, self._traffic, self._on_listing = inner, traffic, on_listing

    async def receive(self) -> SessionMessage | Exception:
        try:
            message = await self._inner.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            self._traffic.end()
            raise
        if not self._traffic.add(messages=1):
            raise anyio.EndOfStream
        if isinstance(message, SessionMessage) and isinstance(message.message, types.JSONRPCResponse):
            self._screen(message.message.result)
        return message

    def _screen(self, result: dict[str, Any]) -> None:
        if isinstance(result.get("tools"), list):
            result["tools"], refused = clean_listing(result["tools"])
            self._on_listing(refused)
        if not isinstance(result.get("structuredContent", {}), dict):  # the text beside it may be of use all the same
            del result["structuredContent"]

    async def aclose(self) -> None:
        await self._inner.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


@asynccontextmanager
async def _screened(
    streams: Any, traffic: Traffic, on_listing: Callable[[list[RefusedTool]], object]
) -> AsyncGenerator[TransportStreams, None]:
    async with streams as (read, write):
        yield _ScreenedStream(read, traffic, on_listing), write


@asynccontextmanager
async def _stdio(
    command: Sequence[str], environment: Mapping[str, str], traffic: Traffic
) -> AsyncGenerator[TransportStreams, None]:
    process = await asyncio.create_subprocess_exec(
        *_guarded(command),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=MAX_MESSAGE_BYTES,
        env=dict(environment),
        cwd=Path.home(),
        start_new_session=True,  # a group of its own, so that it can be ended with all that it starts
    )
    try:
        inbound_end, inbound = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outbound, outbound_end = anyio.create_memory_object_stream[SessionMessage](0)
        async with inbound_end, inbound, outbound, outbound_end, anyio.create_task_group() as group:
            group.start_soon(_read, process, inbound_end, traffic)
            group.start_soon(_read_errors, process, traffic)
            group.start_soon(_write, process, outbound_end)
            try:
                yield inbound, outbound
            finally:
                group.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)


def _guarded(command: Sequence[str]) -> list[str]:
    """Return the command under its guard; only Linux tells a process that its parent has died."""
    guard = child_command(_GUARD, str(os.getpid())) if sys.platform == "linux" else []
    return [*guard, *command]


async def _read(
    process: asyncio.subprocess.Process, messages: MemoryObjectSendStream[SessionMessage | Exception], traffic: Traffic
) -> None:
    assert process.stdout is not None
    async with messages:
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # nobody listens any more
            while True:
                try:
                    line = await process.stdout.readline()
                except ValueError:  # longer than the limit of the stream
                    traffic.end(_TOO_LONG)
                    return
                if not line or not traffic.add(size=len(line)):
                    traffic.end()
                    return
                if line.strip():
                    await messages.send(_parsed(line))


def _parsed(line: bytes) -> SessionMessage | Exception:
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as error:
        return error


async def _read_errors(process: asyncio.subprocess.Process, traffic: Traffic) -> None:
    assert process.stderr is not None
    while data := await process.stderr.read(65_536):
        traffic.add_errors(data)
        if not traffic.add(size=len(data)):
            return


async def _write(process: asyncio.subprocess.Process, messages: MemoryObjectReceiveStream[SessionMessage]) -> None:
    assert process.stdin is not None
    async with messages:
        async for message in messages:
            text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            process.stdin.write(text.encode() + b"\n")
            try:
                await process.stdin.drain()
            except (BrokenPipeError, ConnectionResetError):
                return


async def _end(process: asyncio.subprocess.Process) -> None:
    """Close the program's input, and kill it with all that it started where that does not end it."""
    assert process.stdin is not None
    process.stdin.close()
    try:  # who is cancelled meanwhile still waits for the rest, or a child would outlive the loop that watches it
        try:
            with anyio.move_on_after(GRACE_SECONDS):
                await _drained(process)
        finally:
            _kill(process)
            with anyio.move_on_after(KILL_SECONDS):
                await _drained(process)
    finally:  # who left the program's group may hold its pipes for ever, and asyncio has no public way to close them
        process._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001
        with anyio.move_on_after(REAP_SECONDS):
            await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


async def _drained(process: asyncio.subprocess.Process) -> None:
    """Wait for the end of a program; one that still writes could not end otherwise."""
    async with anyio.create_task_group() as group:
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                group.start_soon(_drain, stream)
    await process.wait()


async def _drain(stream: asyncio.StreamReader) -> None:
    while await stream.read(65_536):
        continue


@asynccontextmanager
async def _http(url: str, headers: Mapping[str, str], traffic: Traffic) -> AsyncGenerator[TransportStreams, None]:
    timeout = httpx2.Timeout(CONNECT_SECONDS, read=READ_SECONDS)
    plain = {**headers, "Accept-Encoding": "identity"}  # what is packed may be of any size
    async with (
        httpx2.AsyncClient(transport=_BoundedTransport(traffic), headers=plain, timeout=timeout) as client,
        streamable_http_client(url, http_client=client, max_sse_event_size=MAX_MESSAGE_BYTES) as streams,
    ):
        yield streams


class _BoundedTransport(httpx2.AsyncHTTPTransport):
    """HTTP whose answers end where they become too long."""

    def __init__(self, traffic: Traffic) -> None:
        super().__init__()
        self._traffic = traffic

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request; the body of its answer is bounded."""
        response = await super().handle_async_request(request)
        if response.headers.get("Content-Encoding", "identity") != "identity":
            await response.aclose()
            self._traffic.end("It sends packed answers, which were not asked for.")
            raise httpx2.RemoteProtocolError(self._traffic.problem)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        is_stream = response.headers.get("Content-Type", "").startswith("text/event-stream")
        response.stream = _BoundedBody(response.stream, self._traffic, most=None if is_stream else MAX_MESSAGE_BYTES)
        return response


class _BoundedBody(httpx2.AsyncByteStream):
    """The body of an answer; `most` bytes of it, where it is one message."""

    def __init__(self, inner: httpx2.AsyncByteStream, traffic: Traffic, *, most: int | None) -> None:
        self._inner, self._traffic, self._left = inner, traffic, most

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        async for chunk in self._inner:
            if self._left is not None:
                self._left -= len(chunk)
                if self._left < 0:
                    self._traffic.end(_TOO_LONG)
            if not self._traffic.add(size=len(chunk)):
                raise httpx2.ReadError(self._traffic.problem)
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
