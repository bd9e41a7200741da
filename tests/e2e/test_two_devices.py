"""One person with two devices, each with a copy of the memories of one server, over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.servers import RemoteServer
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.paths import Paths
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions
from alicia_desktop.session.message_factory import ActionName, MemoryRefusal, MemoryRequest
from alicia_desktop.session.state import Phase
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories, memory_pages
from alicia_desktop.store.memories.memory_pages import MemoryPage
from alicia_desktop.transport import new_transport
from tests.memory.encoder import WordEncoder
from tests.support.patience import PATIENCE
from tests.support.ports import free_ports
from tests.support.scripted_server import until
from tests.support.tokens import known_token

pytestmark = pytest.mark.e2e


class Device:
    """A client that is online in a conversation of its own."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.refusals: list[MemoryRefusal] = []
        self._changed = asyncio.Event()
        client.database.changed.connect(lambda _: self._changed.set())
        client.sessions.memory_refused.connect(self.refusals.append)

    async def page(self) -> MemoryPage | None:
        return await self.client.database.read(memory_pages.memory_page, "m1")

    async def until(self, met: Callable[[MemoryPage | None], object]) -> MemoryPage | None:
        """Wait until the memory's page is as it should be, and return it."""
        async with asyncio.timeout(PATIENCE):
            while not met(page := await self.page()):
                await self._changed.wait()
                self._changed.clear()
        return page

    async def until_says(self, content: str) -> None:
        await self.until(lambda page: page and page.record.content == content and not page.unsent)

    async def act(self, action: ActionName, **memory: Any) -> None:
        active = self.client.sessions.active
        assert active is not None
        await active.session.enqueue_memory_requests([MemoryRequest(memory_id="m1", action=action, memory=memory)])

    async def online(self) -> None:
        active = await self.client.sessions.open(await self.client.new_conversation())
        changed = asyncio.Event()
        active.session.changed.connect(lambda _: changed.set())
        async with asyncio.timeout(PATIENCE):
            while active.session.state.phase is not Phase.ONLINE:
                await changed.wait()
                changed.clear()


Serve = Callable[[], Awaitable[object]]
"""Starts the server."""


@pytest.fixture
async def offline(tmp_path: Path) -> AsyncIterator[tuple[Device, Device, Serve]]:
    """Two devices of a server that does not run yet."""
    async with AsyncExitStack() as behind, AsyncExitStack() as stack:
        (port,) = free_ports(1)
        options = ServerOptions(data_dir=tmp_path / "server", token="open sesame", port=port)
        options.data_dir.mkdir()
        server = LocalServer(options, encoder=WordEncoder)
        opened = []
        for name in ("desk", "lap"):
            line = InProcessLine(transports=lambda _: new_transport("websocket"), clock=SystemClock())
            client = Client(
                paths=Paths(folder=tmp_path / name),
                settings=Settings(),
                credentials=Credentials(folder=tmp_path / name, environment={}),
                server=RemoteServer(address=f"http://127.0.0.1:{port}", token=known_token(options.token)),
                line=line,
            )
            opened.append(Device(await stack.enter_async_context(client)))
        yield opened[0], opened[1], lambda: behind.enter_async_context(server)


@pytest.fixture
async def devices(offline: tuple[Device, Device, Serve]) -> tuple[Device, Device]:
    desk, lap, serve = offline
    await serve()
    return desk, lap


async def test_what_one_writes_the_other_reads_and_neither_overwrites_the_other_unseen(
    devices: tuple[Device, Device],
):
    desk, lap = devices
    await desk.online()
    await desk.act("create", content="User likes tea.")
    await desk.until_says("User likes tea.")
    await lap.online()
    await lap.until_says("User likes tea.")

    await desk.act("update", content="User likes coffee.")
    await desk.until_says("User likes coffee.")
    await lap.act("update", content="User likes cocoa.")
    await until(lambda: lap.refusals)
    await lap.until_says("User likes coffee.")
    (refusal,) = lap.refusals
    assert (refusal.reason, refusal.theirs, refusal.yours) == ("changed", "User likes coffee.", "User likes cocoa.")

    await lap.act("update", content="User likes cocoa.")  # now they have seen it
    await lap.until_says("User likes cocoa.")
    before = ["User likes tea.", "User likes coffee."]
    await lap.until(lambda page: page and [one.content for one in page.history] == before)


async def test_what_was_done_offline_is_done_on_the_server_later_and_forgotten_everywhere(
    offline: tuple[Device, Device, Serve],
):
    desk, lap, serve = offline
    await desk.client.sessions.open(await desk.client.new_conversation())
    await desk.act("create", content="User's locker code is 4417.")
    await desk.act("pin")
    await serve()
    await lap.online()
    await desk.until(lambda page: page and not page.unsent)
    lap.client.memories.wake()
    await lap.until(lambda page: page and page.record.pinned)
    await lap.act("delete", forget=True)
    await lap.until(lambda page: page and not page.unsent and page.record.deleted_at)
    desk.client.memories.wake()
    await desk.until(lambda page: page and not page.record.content)
    assert await desk.client.database.read(memories.get_memory, "m1") is not None
    assert await desk.client.database.read(_mentions, "4417") == 0


def _mentions(conn: Connection, word: str) -> int:
    query = "SELECT count(*) FROM journal WHERE instr(raw, CAST(? AS BLOB)) > 0"
    return int(conn.exec_driver_sql(query, (word,)).scalar_one())
