"""Lines of both kinds, each with an owner, on worlds of both local transports."""

from contextlib import AsyncExitStack

import pytest

from alicia_desktop.line.frames import Line
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.line.supervisor import ProcessLine
from alicia_desktop.transport import new_transport
from tests.audio.sounds import frames_of, speech
from tests.line.support import Owner
from tests.transport.worlds import memory_world, websocket_world


@pytest.fixture(scope="session")
def speech_frames():
    """Six seconds of clear speech in frames of 10 ms."""
    return frames_of(speech())


@pytest.fixture
async def world(request):
    """A network with a server; in memory only where a test's line is in this process."""
    kind = getattr(request, "param", "websocket")
    async with memory_world() if kind == "memory" else websocket_world() as here:
        yield here


@pytest.fixture
async def process_owner(tmp_path):
    """The owner of a line process that is up."""
    line = ProcessLine(log_folder=tmp_path / "logs")
    owner = Owner(line)
    await line.start()
    yield owner
    await line.close()


@pytest.fixture(
    params=["in process, memory", "in process, websocket", pytest.param("a process, websocket", marks=pytest.mark.e2e)]
)
async def met(request, tmp_path):
    """An owner of a line, and the world in which its line is."""
    async with AsyncExitStack() as stack:
        memory = "memory" in request.param
        world = await stack.enter_async_context(memory_world() if memory else websocket_world())
        if request.param.startswith("a process"):
            line: Line = ProcessLine(log_folder=tmp_path / "logs")
        else:
            line = InProcessLine(transports=lambda kind: new_transport(kind, hub=world.hub))
        owner = Owner(line)
        await line.start()
        stack.push_async_callback(line.close)
        yield owner, world
