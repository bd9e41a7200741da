"""The server on this computer, as a process that may end."""

import asyncio
import os
import signal

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.servers import LocalServerProcess
from alicia_desktop.paths import Paths
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.e2e


async def _no_settings() -> dict[str, str]:
    return {}


@pytest.mark.expects_log("the server ended")
async def test_a_killed_server_tells_when_it_is_back_and_its_first_start_does_not(tmp_path):
    paths = Paths(folder=tmp_path)
    server = LocalServerProcess(paths=paths, clock=SystemClock(), settings=_no_settings)
    back = asyncio.Event()
    server.restarted.connect(lambda _: back.set())
    try:
        place = await server.place()
        assert not back.is_set()
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.wait_for(back.wait(), PATIENCE)
        assert (await server.place()).address == place.address
    finally:
        await server.close()


async def test_settings_are_refreshed_once_a_start_that_is_under_way_has_ended(tmp_path):
    server = LocalServerProcess(paths=Paths(folder=tmp_path), clock=SystemClock(), settings=_no_settings)
    try:
        async with Scope("start") as scope:
            starting = scope.spawn("start", server.place())
            await asyncio.sleep(0)  # it has begun
            await server.refresh_settings()
            assert starting.done()
    finally:
        await server.close()
