"""A session with tools between a real database and line, and a server under control."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.protocol.messages import (
    ToolUseRequest,
    ToolUseResult,
)
from alicia_desktop.session.pool import SessionPool
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.state import Phase
from alicia_desktop.session.tools.folders import Allowed
from alicia_desktop.session.tools.mcp.servers import McpServers
from alicia_desktop.session.tools.tool_runner import OfferedTools
from alicia_desktop.session.tools.toolbox import Toolbox
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.transport.memory import MemoryHub, MemoryTransport
from tests.session.rehearsal import OpenRooms, through
from tests.support.agreeing import PaperDesktop, Person
from tests.support.patience import PATIENCE
from tests.support.scripted_server import ScriptedServer


class Stage:
    def __init__(self, path: Path, clock: JumpingClock, hub: MemoryHub) -> None:
        self.path, self.clock, self.hub = path, clock, hub
        self.server = ScriptedServer(hub)
        self.desktop, self.person, self.allowed = PaperDesktop(), Person(), Allowed()

    async def start(self, *, offered: bool = True, mcp: McpServers | None = None) -> None:
        self.database = await Database.open(self.path, clock=self.clock)
        self.line = InProcessLine(transports=lambda _: MemoryTransport(hub=self.hub), clock=self.clock)
        await self.line.start()
        self.sessions = SessionPool(
            database=self.database,
            rooms=OpenRooms(),
            line=self.line,
            clock=self.clock,
            client_version="1",
            sound=lambda: (SoundChoice(), "muted"),
        )
        if offered:
            toolbox = Toolbox(desktop=self.desktop, allowed=lambda: self.allowed, clock=self.clock)
            self.sessions.offer_tools(OfferedTools(toolbox=toolbox, ask=self.person.ask, mcp=mcp))
        if await self.database.read(conversations.get, "ac_1") is None:
            await self.database.write(
                conversations.create, at=self.clock.now(), conversation_id="ac_1", server="https://there"
            )
        await self.open("ac_1")

    async def open(self, conversation_id: str) -> None:
        self.server.conversation_id = conversation_id
        active = await self.sessions.open(conversation_id)
        await self.until(lambda: active.session.state.phase is Phase.ONLINE)

    async def end(self) -> None:
        await self.sessions.close()
        await self.line.close()
        await self.database.close()

    async def until(self, condition: Callable[[], object]) -> None:
        await through(self.clock, self.database, condition)

    async def request(
        self, tool: str, name: str = "atu_1", execution: str = "client", limit: int = 60_000, **arguments: object
    ) -> None:
        await self.server.say(
            ToolUseRequest(
                id=name,
                message_id="am_1",
                conversation_id=self.server.conversation_id,
                tool_name=tool,
                parameters=arguments,
                execution=execution,  # type: ignore[arg-type]  # one of the three
                timeout_ms=limit,
            )
        )

    @property
    def results(self) -> list[ToolUseResult]:
        return self.server.bodies(ToolUseResult)

    async def result(self, count: int = 1) -> ToolUseResult:
        await self.until(lambda: len(self.results) >= count)
        return self.results[-1]

    async def settled(self) -> None:
        """Wait until nothing waits in the outbox."""
        async with asyncio.timeout(PATIENCE):
            while await self.database.read(outbox.conversations_waiting):
                await self.clock.advance(0.05)
