"""An HTTP server of one handler, for tests of who asks."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress

from aiohttp import web


@asynccontextmanager
async def serving(handle: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> AsyncIterator[str]:
    """Answer every request with `handle`; yields the address. Whoever asks may leave in the middle."""

    async def answer(request: web.Request) -> web.StreamResponse:
        with suppress(ConnectionError):
            return await handle(request)
        return web.Response()

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}"
    finally:
        await runner.cleanup()


@contextmanager
def running_beside(up: Callable[[], AbstractAsyncContextManager[object]]) -> Iterator[None]:
    """Hold `up` open on a thread and a loop of its own, for tests that wait for other programs."""
    is_up: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def serve() -> None:
        async with up():
            end = asyncio.Event()
            is_up.set_result((asyncio.get_running_loop(), end))
            await end.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    loop, end = is_up.result(10)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join(10)
