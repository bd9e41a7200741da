"""The world of a test, once for each kind of transport."""

import pytest

from tests.transport.worlds import livekit_world, memory_world, websocket_world


@pytest.fixture(params=["memory", "websocket", pytest.param("livekit", marks=pytest.mark.e2e)])
async def world(request):
    match request.param:
        case "memory":
            entered = memory_world()
        case "websocket":
            entered = websocket_world()
        case _:
            entered = livekit_world(request.getfixturevalue("livekit_server"))
    async with entered as here:
        yield here
