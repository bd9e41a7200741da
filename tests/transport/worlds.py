"""One world for each kind of transport: a network, and on it a room in which a person and an agent meet."""

import asyncio
import secrets
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from aiohttp import web

from alicia_desktop.transport import new_transport
from alicia_desktop.transport.contract import (
    ConnectionChanged,
    ConnectionState,
    PeerJoined,
    PeerLeft,
    RoomAddress,
    SoundReceived,
    StanzaReceived,
    Transport,
)
from alicia_desktop.transport.endpoint import room_in_use, token_refused
from alicia_desktop.transport.memory import MemoryHub
from alicia_desktop.transport.token import livekit_token, read_socket_token, socket_token
from alicia_desktop.transport.websocket import answer_room_request
from tests.support.patience import PATIENCE

ROOM = "conv_room"
PERSON = "person"
AGENT = "alicia-agent-local"


class Heard:
    """A sink that keeps what it is told, and lets a test wait for it."""

    def __init__(self):
        self.events = []
        self._news = asyncio.Event()

    def __call__(self, event):
        self.events.append(event)
        self._news.set()

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def stanzas(self):
        return [event.data for event in self.of(StanzaReceived)]

    @property
    def sound(self):
        return [event.pcm for event in self.of(SoundReceived)]

    @property
    def states(self):
        return [event.state for event in self.of(ConnectionChanged)]

    @property
    def peers(self):
        return [
            (event.identity, isinstance(event, PeerJoined))
            for event in self.events
            if isinstance(event, PeerJoined | PeerLeft)
        ]

    async def until(self, happened):
        async with asyncio.timeout(PATIENCE):
            while not happened():
                self._news.clear()
                await self._news.wait()


@dataclass(kw_only=True)
class End:
    """A transport with its sink."""

    transport: Transport
    heard: Heard = field(default_factory=Heard)

    @property
    def connected(self):
        return self.heard.states[-1:] == [ConnectionState.CONNECTED]


class TwoEndedWorld:
    """Memory and WebSocket: a server takes the participant in and has the other end."""

    def __init__(self, kind):
        self.kind = kind
        self.url = "memory://here"
        self.hub = MemoryHub()
        self.secret = secrets.token_hex(32)
        self.agent = None
        self.persons = []
        self.leave_hub = self.hub.serve(self.accept)

    def address(self, *, token=None, url=None, room=ROOM):
        soon = datetime.now(UTC) + timedelta(minutes=5)
        token = token or socket_token(secret=self.secret, room=room, identity=PERSON, expires_at=soon)
        return RoomAddress(transport=self.kind, url=url or self.url, token=token, room_name=room, participant_id=PERSON)

    def client(self):
        end = End(transport=new_transport(self.kind, hub=self.hub))
        self.persons.append(end)
        return end

    async def accept(self, address, transport):
        key = read_socket_token(address.token, secret=self.secret, now=datetime.now(UTC))
        if key is None or key.room != address.room_name:
            raise token_refused()
        if self.agent is not None and self.agent.connected:
            raise room_in_use()
        self.agent = End(transport=transport)
        await transport.connect(address, self.agent.heard)

    def go_away(self):
        """Serve nobody any more."""
        self.leave_hub()

    async def meet(self):
        person = self.client()
        await person.transport.connect(self.address(), person.heard)
        return person, self.agent

    async def close(self):
        for end in [*self.persons, *([self.agent] if self.agent else [])]:
            await end.transport.close()


class LiveKitWorld:
    """Both are participants of a real LiveKit server."""

    kind = "livekit"

    def __init__(self, server):
        self.server = server
        self.url = server.url
        self.room = f"conv_{secrets.token_hex(4)}"
        self.ends = []

    def address(self, *, token=None, url=None, identity=PERSON):
        token = token or livekit_token(
            key=self.server.key, secret=self.server.secret, room=self.room, identity=identity
        )
        return RoomAddress(
            transport="livekit", url=url or self.url, token=token, room_name=self.room, participant_id=identity
        )

    def client(self):
        end = End(transport=new_transport("livekit"))
        end.transport.peer_reads_streams = True
        self.ends.append(end)
        return end

    def go_away(self):
        """Nothing to do: a network has addresses where nobody is."""

    async def meet(self):
        person, agent = self.client(), self.client()
        await agent.transport.connect(self.address(identity=AGENT), agent.heard)
        await person.transport.connect(self.address(), person.heard)
        await person.heard.until(lambda: person.heard.peers)
        await agent.heard.until(lambda: agent.heard.peers)
        return person, agent

    async def close(self):
        for end in self.ends:
            await end.transport.close()


@asynccontextmanager
async def memory_world():
    world = TwoEndedWorld("memory")
    yield world
    await world.close()


@asynccontextmanager
async def websocket_world():
    world = TwoEndedWorld("websocket")

    async def room(request):
        token, name = request.query.get("token", ""), request.match_info["id"]
        address = world.address(token=token or "none", room=name)
        return await answer_room_request(request, address=address, accept=world.accept)

    app = web.Application()
    app.router.add_get("/api/v1/conversations/{id}/room", room)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    world.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield world
    await world.close()
    await runner.cleanup()


@asynccontextmanager
async def livekit_world(server):
    world = LiveKitWorld(server)
    yield world
    await world.close()
