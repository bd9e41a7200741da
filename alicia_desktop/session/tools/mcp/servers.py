"""All MCP servers of the user: which of them run, what they offer, and the calls of their tools."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.mcp.connection import McpConnection, McpServer, McpState, McpTool
from alicia_desktop.session.tools.mcp.tool_checks import argument_problem

MAX_SERVERS: Final = 32


class McpServers:
    """Keeps the configured servers running until `close`."""

    def __init__(self, *, clock: Clock) -> None:
        self.changed: Signal[None] = Signal()
        """A server became ready or failed, or its tools changed."""
        self._clock = clock
        self.connections: dict[str, McpConnection] = {}
        self._scope = Scope("mcp servers")
        self._closing: set[asyncio.Task[None]] = set()
        """Of connections that are not wanted any more."""

    @property
    def states(self) -> tuple[McpState, ...]:
        """How the servers are, in the order of the settings."""
        return tuple(connection.state for connection in self.connections.values())

    @property
    def tools(self) -> tuple[McpTool, ...]:
        """The tools of all servers that are ready."""
        return tuple(tool for state in self.states for tool in state.tools)

    def configure(self, servers: Sequence[McpServer]) -> None:
        """Run exactly these servers: those that are new are started, those that are gone or different are ended."""
        before = self.connections
        self.connections = {}
        for server in servers[:MAX_SERVERS]:
            connection = before.get(server.name)
            if connection is None or connection.server != server:
                connection = McpConnection(server, clock=self._clock)
                connection.changed.connect(lambda _: self.changed.emit(None))
                connection.start()
            self.connections[server.name] = connection
        for connection in before.values():
            if self.connections.get(connection.server.name) is not connection:
                self._drop(connection)
        if before or servers:
            self.changed.emit(None)

    def restart(self, name: str) -> None:
        """Connect a server anew, without waiting for the end of its pause."""
        servers = [connection.server for connection in self.connections.values()]
        if name in self.connections:
            self._drop(self.connections.pop(name))
        self.configure(servers)

    async def settled(self, seconds: float) -> None:
        """Wait until each server is ready or has failed once, at most so long."""
        waiting = {self._scope.spawn("settled", one.settled()) for one in self.connections.values()}
        if waiting:
            await asyncio.wait(waiting, timeout=seconds)
        for one in waiting:
            one.cancel()

    def find(self, name: str) -> McpTool | None:
        """Return the tool that is offered under a name."""
        return next((tool for tool in self.tools if tool.name == name), None)

    def problem(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        """Return why a tool cannot be called with `arguments`, in a sentence; None where it can, or is not there."""
        tool = self.find(name)
        return None if tool is None else argument_problem(tool.schema, arguments)

    async def run(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Call a tool.

        Raises:
            ToolRefusalError: it has no result.
        """
        for connection in self.connections.values():
            for tool in connection.state.tools:
                if tool.name == name:
                    return await connection.call(tool, arguments)
        raise ToolRefusalError("execution_error", "Its MCP server is not connected any more.")

    async def close(self) -> None:
        """End all servers, side by side."""
        connections, self.connections = self.connections, {}
        for connection in connections.values():
            self._drop(connection)
        while self._closing:
            await asyncio.wait(self._closing)
        await self._scope.close()

    def _drop(self, connection: McpConnection) -> None:
        closing = self._scope.spawn("close", connection.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
