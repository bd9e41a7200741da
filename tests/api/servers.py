"""A small HTTP server that answers as told and keeps what it was asked."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web


@dataclass(kw_only=True)
class Asked:
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: object


@dataclass(kw_only=True)
class TestServer:
    __test__ = False

    url: str = ""
    status: int = 200
    answer: object = field(default_factory=dict)
    text: str | None = None
    asked: list[Asked] = field(default_factory=list)
    speaks: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle(self, request):
        await self.speaks.wait()
        body = await request.json() if request.can_read_body else None
        self.asked.append(
            Asked(
                method=request.method,
                path=request.raw_path.partition("?")[0],
                query=dict(request.query),
                headers=dict(request.headers),
                body=body,
            )
        )
        if self.text is not None:
            return web.Response(status=self.status, text=self.text)
        return web.json_response(self.answer, status=self.status)


@asynccontextmanager
async def running():
    server = TestServer()
    server.speaks.set()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", server.handle)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield server
    server.speaks.set()
    await runner.cleanup()
