"""A redirect carries no token: not to another computer, and not from https to http."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.api.client import ApiClient
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.transport.contract import RoomAddress
from alicia_desktop.transport.websocket import WebSocketTransport
from tests.api.servers import TestServer, running

TOKEN = "canary-token"


async def call_api(url: str) -> None:
    async with ApiClient(url=url, user_id="ann", token=TOKEN) as api:
        await api.conversations()


async def follow_events(url: str) -> None:
    async with ApiClient(url=url, user_id="ann", token=TOKEN) as api:
        async for _ in api.events("ac_1"):
            pass


async def join_room(url: str) -> None:
    transport = WebSocketTransport()
    address = RoomAddress(
        transport="websocket", url=url.replace("http", "ws"), token=TOKEN, room_name="r", participant_id="p"
    )
    try:
        await transport.connect(address, lambda _: None)
    finally:
        await transport.close()


async def ask_model(url: str) -> None:
    request = ChatRequest(messages=(ChatMessage(role="user", content=TOKEN),))
    async with aiohttp.ClientSession() as http:
        async for _ in OpenAICompatibleModel(http=http, base_url=url, key=TOKEN, model="m").answer(request):
            pass


@pytest.fixture
async def trap() -> AsyncIterator[TestServer]:
    """Where the redirects lead."""
    async with running() as server:
        yield server


@pytest.fixture
async def redirecting(trap: TestServer) -> AsyncIterator[Callable[[int], Awaitable[str]]]:
    """A server that sends everybody to the trap, with the status that is asked for."""
    runners: list[web.AppRunner] = []

    async def begin(status: int) -> str:
        async def handle(request: web.Request) -> web.Response:
            return web.Response(status=status, headers={"Location": f"{trap.url}{request.path_qs}"})

        application = web.Application()
        application.router.add_route("*", "/{path:.*}", handle)
        runners.append(web.AppRunner(application, shutdown_timeout=0.1))
        await runners[0].setup()
        await web.TCPSite(runners[0], "127.0.0.1", 0).start()
        return f"http://127.0.0.1:{runners[0].addresses[0][1]}"

    yield begin
    for runner in runners:
        await runner.cleanup()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("call", [call_api, follow_events, join_room, ask_model])
async def test_nobody_follows_a_redirect_with_a_token(
    trap: TestServer,
    redirecting: Callable[[int], Awaitable[str]],
    call: Callable[[str], Awaitable[None]],
    status: int,
):
    url = await redirecting(status)
    with suppress(WorldError):
        await call(url)
    assert trap.asked == []
    with pytest.raises(WorldError):
        await call(url)
