"""One MCP server: connects, lists its tools, calls them, and connects again after it has ended.

    connection = McpConnection(McpServer(name="files", command=("npx", "…")), clock=clock)
    connection.changed.connect(show)         # after each change of `state`
    connection.start()
    state = await connection.settled()
    result = await connection.call(state.tools[0], {"path": "notes.txt"})
    await connection.close()

One task holds the connection from its beginning to its end, because the library's parts are bound to the task that
opened them. Whatever a server does wrong becomes the `reason` of its state, or a `ToolRefusalError` of the call.
"""

import asyncio
import hashlib
import importlib
import json
import shutil
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from alicia_desktop.base.child_process import child_environment
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.base.visible_text import escape_hidden
from alicia_desktop.protocol.client_tools import MAX_DESCRIPTION_CHARACTERS, MAX_NAME_CHARACTERS
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.mcp.tool_checks import (
    MAX_TOOLS,
    RefusedTool,
    announced_name,
    result_of,
    schema_problem,
)

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import Tool

    from alicia_desktop.session.tools.mcp.transports import Traffic

START_SECONDS: Final = 60.0
"""What a server has to start and to list its tools: a package runner may download it first."""
CLOSE_SECONDS: Final = 1.5
DIGEST_CHARACTERS: Final = 12
FIRST_PAUSE_SECONDS: Final = 1.0
MAX_PAUSE_SECONDS: Final = 300.0
STEADY_SECONDS: Final = 60.0
"""After this time of working, an end counts as the first one again."""
REFRESH_SECONDS: Final = 2.0
"""Between two lists that a server says have changed."""
MAX_REASON_CHARACTERS: Final = 300
_LOST: Final = frozenset({-32000, -32600})
"""Codes of errors by which a server on the web, or what stands before it, says that it does not know us any more."""
Status = Literal["starting", "ready", "failed"]
T = TypeVar("T")
log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class McpServer:
    """A server as the user added it: a program, or an address."""

    name: str
    command: tuple[str, ...] = ()
    """The program and its arguments."""
    url: str = ""
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Environment variables of the program, or headers of each request; they may hold secrets."""


@dataclass(frozen=True, kw_only=True, slots=True)
class McpTool:
    """A tool that is offered."""

    name: str
    """Under which it is offered: the server's name and the tool's."""
    own_name: str
    description: str
    schema: Mapping[str, Any]
    digest: str
    """Of the server and the tool as they were: what was always allowed is asked again when this is another."""


@dataclass(frozen=True, kw_only=True, slots=True)
class McpState:
    """How a server is."""

    name: str
    status: Status = "starting"
    reason: str = ""
    """Why it failed, as a sentence."""
    tools: tuple[McpTool, ...] = ()
    refused: tuple[RefusedTool, ...] = ()


class McpConnection:
    """Keeps one server connected between `start` and `close`."""

    def __init__(self, server: McpServer, *, clock: Clock) -> None:
        self.server = server
        self.state = McpState(name=server.name)
        self.changed: Signal[McpState] = Signal()
        self._clock = clock
        self._scope = Scope(f"mcp {server.name}")
        self._closing = False
        self._client: Client | None = None
        self._traffic: Traffic | None = None
        self._task: asyncio.Task[None] | None = None
        self._list_changed = asyncio.Event()
        self._settled = asyncio.Event()

    def start(self) -> None:
        """Begin to connect."""
        self._task = self._scope.spawn("run", self._run())

    async def settled(self) -> McpState:
        """Wait until the server is ready or has failed for the first time."""
        await self._settled.wait()
        return self.state

    async def close(self) -> None:
        """Disconnect; a program is ended."""
        task, self._closing = self._task, True
        try:
            if self._client is not None and self._traffic is not None and task is not None:
                self._traffic.end()  # it takes leave by itself, unless that takes too long
                await asyncio.wait({task}, timeout=CLOSE_SECONDS)
        finally:  # who is cancelled meanwhile leaves no program behind
            await self._scope.close()

    async def call(self, tool: McpTool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Call a tool and return its result.

        Raises:
            ToolRefusalError: it has none.
        """
        client, traffic = self._client, self._traffic
        if client is None or traffic is None:
            raise ToolRefusalError("execution_error", f"The MCP server {self.server.name} is not connected.")
        transports = _load()
        calling = self._scope.spawn("call", _settle(transports.call_tool(client, tool.own_name, arguments)))
        ending = self._scope.spawn("end", traffic.ended.wait())
        try:
            await asyncio.wait({calling, ending}, return_when=asyncio.FIRST_COMPLETED)
            result = calling.result() if calling.done() else EOFError()
        finally:
            calling.cancel()
            ending.cancel()
            await asyncio.wait({calling, ending})
        if isinstance(result, Exception):
            raise self._refusal(result, traffic) from result
        return result_of(result)

    def _refusal(self, error: Exception, traffic: "Traffic") -> ToolRefusalError:
        """Return why a call has no result; a connection that is lost is made anew."""
        reason = _describe(error)
        if traffic.ended.is_set():
            reason = traffic.problem or "It ended while it worked."
        elif getattr(error, "code", 0) in _LOST:
            traffic.end()
        return ToolRefusalError("execution_error", f"The MCP server {self.server.name} failed: {reason}")

    async def _run(self) -> None:
        """Connect whenever the last connection has ended, after a pause that becomes longer."""
        failures = 0
        while True:
            begun = self._clock.monotonic()
            reason = await self._serve()
            failures = 1 if self._clock.monotonic() - begun > STEADY_SECONDS else failures + 1
            if self._closing:
                return
            log.info("an MCP server ended", failures=failures)  # its words may hold what it was asked
            self._set(McpState(name=self.server.name, status="failed", reason=reason))
            await self._clock.sleep(min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0 ** min(failures - 1, 10)))

    async def _serve(self) -> str:
        """Hold one connection until it ends; returns why it did."""
        try:
            transports = await run_in_daemon_thread(_load)
            command, variables = self._prepared()
        except WorldError as error:
            return error.sentence
        traffic = self._traffic = transports.Traffic(clock=self._clock)
        refused: list[RefusedTool] = []
        connection = transports.connect(
            command=command,
            url=self.server.url,
            variables=variables,
            traffic=traffic,
            on_listing=refused.extend,
            on_changed=self._list_changed.set,
        )
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(START_SECONDS):
                    client = await stack.enter_async_context(connection)
                    await self._list(client, refused)
                self._client = client
                await self._attend(client, refused, traffic)
                self._client = None
        except TimeoutError:
            return translate("It did not answer within {seconds} seconds.").format(
                seconds=format_number(START_SECONDS, "g")
            )
        except Exception as error:  # noqa: BLE001 - whatever a library raises for what a stranger's server does
            return traffic.problem or traffic.errors[:MAX_REASON_CHARACTERS] or _describe(error)
        finally:
            self._client = None
        return traffic.problem or traffic.errors[:MAX_REASON_CHARACTERS] or "It ended."

    def _prepared(self) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """Return the command and its whole environment, or the headers.

        Raises:
            WorldError: there is no such program.
        """
        if self.server.url:
            return (), self.server.variables
        environment = child_environment("mcp") | dict(self.server.variables)
        program, *arguments = self.server.command
        found = shutil.which(Path(program).expanduser(), path=environment.get("PATH"))
        if found is None:
            raise WorldError(
                sentence=translate("There is no program {program} on this computer.").format(program=program),
                code="mcp_missing",
            )
        return (str(found), *arguments), environment

    async def _attend(self, client: "Client", refused: list[RefusedTool], traffic: "Traffic") -> None:
        """Wait for the end, and list the tools again when they have changed."""
        ending = self._scope.spawn("ended", traffic.ended.wait())
        try:
            while not ending.done():
                changing = self._scope.spawn("list changed", self._list_changed.wait())
                await asyncio.wait({ending, changing}, return_when=asyncio.FIRST_COMPLETED)
                changing.cancel()
                if not ending.done():
                    async with asyncio.timeout(START_SECONDS):
                        await self._list(client, refused)
                    await asyncio.wait({ending}, timeout=REFRESH_SECONDS)  # it may say so without an end
        finally:
            ending.cancel()

    async def _list(self, client: "Client", refused: list[RefusedTool]) -> None:
        self._list_changed.clear()
        refused.clear()
        listed = await _load().list_tools(client)
        tools, more = await run_in_daemon_thread(lambda: offered_tools(self.server, listed))
        self._set(McpState(name=self.server.name, status="ready", tools=tuple(tools), refused=(*refused, *more)))

    def _set(self, state: McpState) -> None:
        self.state = state
        self._settled.set()
        self.changed.emit(state)


def offered_tools(server: McpServer, listed: "Sequence[Tool]") -> tuple[list[McpTool], list[RefusedTool]]:
    """Return the tools that can be offered, and those that cannot with the reason. May take a second."""
    tools: dict[str, McpTool] = {}
    refused: list[RefusedTool] = []
    for tool in listed:
        name = announced_name(server.name, tool.name)
        if reason := _refusal_reason(name, tool, tools):
            refused.append(RefusedTool(name=escape_hidden(tool.name, keep=""), reason=reason))
            continue
        description = (tool.description or "")[:MAX_DESCRIPTION_CHARACTERS]
        what = json.dumps([server.command, server.url, tool.name, description, tool.input_schema], sort_keys=True)
        tools[name] = McpTool(
            name=name,
            own_name=tool.name,
            description=description,
            schema=tool.input_schema,
            digest=hashlib.sha256(what.encode()).hexdigest()[:DIGEST_CHARACTERS],
        )
    return list(tools.values()), refused


def _refusal_reason(name: str, tool: "Tool", offered: Mapping[str, McpTool]) -> str:
    if len(name) > MAX_NAME_CHARACTERS:
        return translate("Its name is longer than models take ({most} characters with the server's).").format(
            most=MAX_NAME_CHARACTERS
        )
    if name in offered:
        return translate("Another tool of the server has the same name.")
    if len(offered) >= MAX_TOOLS:
        return translate("Only {most} tools of a server are offered.").format(most=MAX_TOOLS)
    return schema_problem(tool.input_schema)


async def _settle(work: Awaitable[T]) -> T | Exception:
    """Return what a call fails with, since a scope would report it as a bug of ours."""
    try:
        return await work
    except Exception as error:  # noqa: BLE001 - the caller makes a refusal of it
        return error


def _load() -> ModuleType:
    """Load the library; the first time takes a second."""
    return importlib.import_module("alicia_desktop.session.tools.mcp.transports")


def _describe(error: BaseException) -> str:
    """Return what went wrong as a sentence, from the innermost of a group of errors."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    kind = type(error).__name__
    if kind == "ValidationError":  # its text repeats what the server sent
        return "What it sent is not what the protocol asks for."
    if isinstance(error, FileNotFoundError | PermissionError):
        return f"It cannot be started: {error.strerror}."
    said = escape_hidden(str(error), keep="").strip()[:MAX_REASON_CHARACTERS] or kind
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."
