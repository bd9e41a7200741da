"""Join the agent to rooms on a LiveKit server as an ordinary participant, through one line process for all of them.

LiveKit's native layer ends its process on an internal panic, so it lives in the line (docs/architecture.md#processes);
here a room on LiveKit is a `Transport` like any other. A room that is lost is joined again while it is open; one that
nobody comes to is given up by `rooms`.

Whoever has a key of that LiveKit server, or a token made with it, may be in the room too. The user's own participants
are told from them by their identity, which `user_identity` binds to room and user; all others are strangers.
"""

import asyncio
import itertools
from functools import partial
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line.frames import Line
from alicia_desktop.line.remote import LineTransport
from alicia_desktop.server.access import Users
from alicia_desktop.server.options import LiveKitServer
from alicia_desktop.server.room import Room
from alicia_desktop.server.rooms import Rooms
from alicia_desktop.transport.contract import (
    AGENT_PREFIX,
    ConnectionChanged,
    ConnectionState,
    RoomAddress,
    TransportEvent,
)
from alicia_desktop.transport.endpoint import unreachable
from alicia_desktop.transport.token import bind_identity, is_bound, livekit_token

JOIN_SECONDS: Final = 20.0
FIRST_PAUSE: Final = 0.5
MAX_BACKOFF_SECONDS: Final = 30.0
log = get_logger(__name__)


def agent_identity(room_name: str) -> str:
    """Return the identity of the server's participant in a room."""
    return f"{AGENT_PREFIX}-{room_name[-8:]}"


class LiveKitRooms:
    """The agent's connections to LiveKit rooms; runs between `start` and `close`."""

    def __init__(self, *, rooms: Rooms, users: Users, livekit: LiveKitServer, line: Line, clock: Clock) -> None:
        self._rooms, self._users, self._livekit, self._line, self._clock = rooms, users, livekit, line, clock
        self._seats: dict[str, LineTransport] = {}
        self._joining: dict[str, asyncio.Lock] = {}
        self._links = itertools.count(1)
        self._ended = False
        self._scope = Scope("livekit rooms")

    async def start(self) -> None:
        """Start the line process.

        Raises:
            WorldError: it does not come up.
        """
        await self._line.start()

    async def close(self) -> None:
        """Leave all rooms and stop the line process."""
        self._ended = True
        await self._scope.close()
        await self._line.close()

    async def prepare(self, room: Room) -> None:
        """Join the agent to a room.

        Raises:
            WorldError: LiveKit cannot be reached, or refuses the key.
        """
        async with self._joining.setdefault(room.name, asyncio.Lock()):
            if room.name not in self._seats and self._rooms.is_open(room):
                room.closed.connect(self._on_room_closed)
                await self._join(room)

    def user_identity(self, room: Room, participant_id: str) -> str:
        """Return the identity under which a participant of the room's user joins it."""
        user = self._user_of(room)
        return bind_identity(secret=self._livekit.secret, room=room.name, user=user, participant_id=participant_id)

    def _is_member(self, room: Room, identity: str) -> bool:
        return is_bound(identity, secret=self._livekit.secret, room=room.name, user=self._user_of(room))

    def _user_of(self, room: Room) -> str:
        """Return a key of the room's user as they are now: one who was removed and added again is another."""
        return f"{room.user_id}\x1f{self._users.key_of(room.user_id)}"

    async def _join(self, room: Room) -> None:
        transport = LineTransport(line=self._line, link=f"{room.name}/{next(self._links)}")
        identity = agent_identity(room.name)
        token = livekit_token(
            key=self._livekit.key, secret=self._livekit.secret, room=room.name, identity=identity, name="Alicia"
        )
        address = RoomAddress(
            transport="livekit",
            url=self._livekit.url,
            token=token,
            room_name=room.name,
            participant_id=identity,
            agent=identity,
        )
        hear = room.sink(transport, is_member=partial(self._is_member, room))

        def sink(event: TransportEvent) -> None:
            hear(event)
            if isinstance(event, ConnectionChanged) and event.state is ConnectionState.CLOSED:
                self._on_lost(room, transport)

        self._seats[room.name] = transport
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                await transport.connect(address, sink)
        except (WorldError, TimeoutError) as error:
            self._seats.pop(room.name, None)
            await transport.close()
            raise error if isinstance(error, WorldError) else unreachable(self._livekit.url) from error

    def _on_lost(self, room: Room, transport: LineTransport) -> None:
        if self._seats.get(room.name) is transport and not self._ended:
            del self._seats[room.name]
            self._scope.spawn(f"return to {room.name}", self._return(room))

    async def _return(self, room: Room) -> None:
        """Join again after a lost connection, for as long as the room is open."""
        pause = FIRST_PAUSE
        while self._rooms.is_open(room) and room.name not in self._seats:
            try:
                await self._join(room)
            except WorldError as error:
                log.info("room cannot be joined again yet", code=error.code)
                await self._clock.sleep(pause)
                pause = min(MAX_BACKOFF_SECONDS, pause * 2)

    def _on_room_closed(self, name: str) -> None:
        self._joining.pop(name, None)
        transport = self._seats.pop(name, None)
        if transport is not None and not self._ended:
            self._scope.spawn(f"leave {name}", transport.close())
