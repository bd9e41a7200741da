"""The deployed mode of our test server: what `DeployedServer` plays, for a whole client, over HTTP and a WebSocket.

`python -m tests.support.deployed_place 8123` runs it as a process of its own; port 0 takes any. Its HTTP interface is
that of docs/protocol.md#http-there: no PATCH, no memories, no events, a sync that always fails, a `total` that is the
page's length. Only its rooms are other than there: on a WebSocket, each with a new agent for each connection.
"""

import asyncio
import itertools
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Self

from aiohttp import web

from alicia_desktop.line import frames
from alicia_desktop.transport.websocket import STANZA
from tests.support.deployed_server import DeployedServer, Row

SYNC_FAILS = "Internal error: failed to create message"


@dataclass
class Kept:
    """One conversation, and whose it is."""

    user_id: str
    title: str
    preferences: dict[str, Any]
    room: DeployedServer
    at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    said: int = 0
    """How many messages there were at `updated_at`."""
    updated_at: str = ""

    def touch(self) -> None:
        """Be as new as the last message."""
        if len(self.room.rows) != self.said or not self.updated_at:
            self.said, self.updated_at = len(self.room.rows), _now()


class DeployedPlace:
    """A deployed server on a port of its own."""

    def __init__(self, *, port: int = 0) -> None:
        self.address = ""
        self.kept: dict[str, Kept] = {}
        self.asked: list[str] = []
        """Every HTTP call, as `PATCH /conversations/ac_1`."""
        self.away = False
        """Whether nobody reaches it."""
        self._port = port
        self._numbers = itertools.count(1)
        self._open: dict[str, tuple[str, web.WebSocketResponse]] = {}
        """Who is in each room: one device."""
        self._runner = web.AppRunner(self._application(), shutdown_timeout=0.1)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.address = f"http://127.0.0.1:{self._port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.break_links()
        await self._runner.cleanup()

    @property
    def room(self) -> DeployedServer:
        """The only conversation that there is."""
        (kept,) = self.kept.values()
        return kept.room

    async def go_away(self) -> None:
        """Be out of reach until `away` is taken back."""
        self.away = True
        await self.break_links()

    async def break_links(self) -> None:
        """Everybody loses their room."""
        for _, socket in list(self._open.values()):
            await socket.close()

    def _application(self) -> web.Application:
        application = web.Application(middlewares=[self._note])
        one = "/api/v1/conversations/{id}"
        application.add_routes(
            [
                web.get("/api/v1/health", self._health),
                web.post("/api/v1/conversations", self._create),
                web.get("/api/v1/conversations", self._list),
                web.get(one, self._get),
                web.delete(one, self._delete),
                web.get(f"{one}/messages", self._messages),
                web.post(f"{one}/token", self._token),
                web.post(f"{one}/sync", self._sync),
                web.get(f"{one}/events", self._events),
                web.get("/rooms/{id}", self._join),
            ]
        )
        return application

    @web.middleware
    async def _note(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if self.away:
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)
        self.asked.append(f"{request.method} {request.path.removeprefix('/api/v1')}")
        answer: web.StreamResponse = await handler(request)
        return answer

    def _known(self, request: web.Request) -> Kept:
        kept = self.kept.get(request.match_info["id"])
        if kept is None or kept.user_id != request.headers.get("X-User-ID"):
            raise web.HTTPNotFound(text='{"error": "not_found"}', content_type="application/json")
        return kept

    async def _health(self, _: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def _create(self, request: web.Request) -> web.Response:
        body = await request.json()
        if not body.get("title"):
            raise web.HTTPBadRequest(text='{"error": "Title is required"}', content_type="application/json")
        name = f"ac_{next(self._numbers)}"
        self.kept[name] = Kept(
            user_id=request.headers["X-User-ID"],
            title=body["title"],
            preferences=body.get("preferences") or {},
            room=DeployedServer(name),
        )
        return web.json_response(_told(self.kept[name]), status=HTTPStatus.CREATED)

    async def _list(self, request: web.Request) -> web.Response:
        start, most = int(request.query.get("offset", 0)), int(request.query.get("limit", 50))
        mine = [_told(one) for one in self.kept.values() if one.user_id == request.headers.get("X-User-ID")]
        page = mine[start : start + most]
        return web.json_response({"conversations": page, "total": len(page), "limit": most, "offset": start})

    async def _get(self, request: web.Request) -> web.Response:
        return web.json_response(_told(self._known(request)))

    async def _delete(self, request: web.Request) -> web.Response:
        del self.kept[self._known(request).room.conversation_id]
        return web.Response(status=HTTPStatus.NO_CONTENT)

    async def _messages(self, request: web.Request) -> web.Response:
        kept = self._known(request)
        rows = [_message(kept, row, number) for number, row in enumerate(kept.room.rows, 1)]
        return web.json_response({"messages": rows, "total": len(rows)})

    async def _token(self, request: web.Request) -> web.Response:
        name = self._known(request).room.conversation_id
        body = await request.json()
        return web.json_response(
            {
                "token": body["participant_id"],
                "expires_at": int(time.time()) + 3_600,
                "room_name": f"conv_{name}",
                "participant_id": body["participant_id"],
                "transport": "websocket",
                "url": f"{self.address.replace('http', 'ws')}/rooms/{name}",
            }
        )

    async def _sync(self, request: web.Request) -> web.Response:
        self._known(request)
        offered = (await request.json())["messages"]
        failed = {"status": "conflict", "server_id": "", "conflict": {"reason": SYNC_FAILS, "resolution": "manual"}}
        answers = [failed | {"local_id": one["local_id"]} for one in offered]
        return web.json_response({"synced_messages": answers, "synced_at": _now()})

    async def _events(self, _: web.Request) -> web.Response:
        return web.json_response({"error": "streaming unsupported"}, status=HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _join(self, request: web.Request) -> web.WebSocketResponse:
        name, device = request.match_info["id"], request.query["token"]
        room, socket = self.kept[name].room, web.WebSocketResponse()
        if name in self._open:
            other, before = self._open[name]
            if other != device:
                raise web.HTTPConflict
            await before.close()
        await socket.prepare(request)
        self._open[name] = device, socket
        out: asyncio.Queue[bytes] = asyncio.Queue()

        def on_event(event: frames.LineEvent) -> None:
            if isinstance(event, frames.StanzaArrived):
                out.put_nowait(bytes([STANZA]) + event.data)

        async def carry() -> None:
            while True:
                await socket.send_bytes(await out.get())

        link = f"link{next(self._numbers)}"
        disconnect = room.event_received.connect(on_event)
        carrying = asyncio.ensure_future(carry())  # noqa: TID251 - ends with the request below
        room.post(
            frames.Connect(
                link=link, transport="websocket", url="", token="", room_name="", participant_id=request.path
            )
        )
        try:
            async for message in socket:
                if message.data[:1] == bytes([STANZA]):
                    room.post(frames.Send(link=link, data=message.data[1:], ticket=0))
        finally:
            disconnect()
            carrying.cancel()
            room.post(frames.Disconnect(link=link))
            if self._open.get(name) == (device, socket):
                del self._open[name]
        return socket


def _told(kept: Kept) -> dict[str, Any]:
    name = kept.room.conversation_id
    kept.touch()
    return {
        "id": name,
        "user_id": kept.user_id,
        "title": kept.title,
        "status": "active",
        "livekit_room_name": f"conv_{name}",
        "preferences": kept.preferences,
        "created_at": kept.at,
        "updated_at": kept.updated_at,
    }


def _message(kept: Kept, row: Row, number: int) -> dict[str, Any]:
    return {
        "id": row.id,
        "conversation_id": kept.room.conversation_id,
        "sequence_number": number,
        "previous_id": row.previous_id,
        "role": row.role,
        "contents": row.text,
        "created_at": kept.at,
        "updated_at": kept.at,
    }


def _now() -> str:
    return datetime.now(UTC).isoformat()


async def _serve(port: int) -> None:
    async with DeployedPlace(port=port) as place:
        print(place.address, flush=True)  # noqa: T201 - for the person who has started it
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
