"""Handle HTTP calls about rooms: the token of a room, and its WebSocket.

A key is made for one room, one user and one participant; whoever has it can be nobody else there.
"""

from typing import Annotated, Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.base.clock import Clock
from alicia_desktop.server.access import Users
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import KEYED, principal_of
from alicia_desktop.server.livekit_rooms import LiveKitRooms, agent_identity
from alicia_desktop.server.options import LiveKitServer
from alicia_desktop.server.room import Room
from alicia_desktop.server.rooms import SPEECH_ROOM, Rooms
from alicia_desktop.transport.contract import AGENT_PREFIX, LOCAL_AGENT, RoomAddress
from alicia_desktop.transport.token import DEFAULT_TTL, livekit_token, socket_token
from alicia_desktop.transport.websocket import answer_room_request

NEW: Final = "new"
MAX_NAME_CHARACTERS: Final = 128


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /conversations/{id}/token`."""

    participant_id: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_CHARACTERS)]
    participant_name: Annotated[str, msgspec.Meta(max_length=MAX_NAME_CHARACTERS)] = ""


class RoomHandlers:
    """Handlers that admit participants to rooms."""

    def __init__(
        self,
        *,
        rooms: Rooms,
        users: Users,
        clock: Clock,
        secret: str,
        livekit: LiveKitServer | None,
        seats: LiveKitRooms | None,
    ) -> None:
        """`seats` joins the agent to a LiveKit room before anybody gets a token for it."""
        self._rooms, self._users, self._clock = rooms, users, clock
        self._secret, self._livekit, self._seats = secret, livekit, seats

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.post("/api/v1/conversations/{id}/token", self.token, name=KEYED),
            web.post("/api/v1/speech/token", self.speech),
            web.get("/api/v1/conversations/{id}/room", self.room, name="room"),
        ]

    async def token(self, request: web.Request) -> web.Response:
        """`POST /conversations/{id}/token`."""
        who, user_id = await _participant(request), principal_of(request).user_id
        wanted = request.match_info["id"]
        name = self._rooms.new_room(user_id) if wanted == NEW else wanted
        room = await self._rooms.find(name, user_id)
        if self._seats is None or self._livekit is None:
            return web.json_response(self._socket_key(request, room, who))
        await self._seats.prepare(room)
        identity = self._seats.user_identity(room, who.participant_id)
        token = livekit_token(
            key=self._livekit.key,
            secret=self._livekit.secret,
            room=room.name,
            identity=identity,
            name=who.participant_name,
            ttl=DEFAULT_TTL,
        )
        return web.json_response(
            self._key(room, identity=identity, token=token)
            | {"url": self._livekit.url, "transport": "livekit", "agent_identity": agent_identity(room.name)}
        )

    async def speech(self, request: web.Request) -> web.Response:
        """`POST /speech/token`: the key to a room for speech alone, always by WebSocket: it is for this computer."""
        who, user_id = await _participant(request), principal_of(request).user_id
        room = await self._rooms.find(self._rooms.new_room(user_id, SPEECH_ROOM), user_id)
        return web.json_response(self._socket_key(request, room, who))

    async def room(self, request: web.Request) -> web.StreamResponse:
        """`GET /conversations/{id}/room`: the WebSocket."""
        address = RoomAddress(
            transport="websocket",
            url=str(request.url.with_query(None)),
            token=request.query.get("token", ""),
            room_name=request.match_info["id"],
            participant_id="",
        )
        return await answer_room_request(request, address=address, accept=self._rooms.accept)

    def _socket_key(self, request: web.Request, room: Room, who: Participant) -> dict[str, Any]:
        user_id = principal_of(request).user_id
        token = socket_token(
            secret=self._secret,
            room=room.name,
            identity=who.participant_id,
            expires_at=self._clock.now() + DEFAULT_TTL,
            user=user_id,
            user_key=self._users.key_of(user_id) or "",
        )
        scheme = "wss" if request.secure else "ws"
        url = f"{scheme}://{request.host}/api/v1/conversations/{room.name}/room"
        return self._key(room, identity=who.participant_id, token=token) | {
            "url": url,
            "transport": "websocket",
            "agent_identity": LOCAL_AGENT,
        }

    def _key(self, room: Room, *, identity: str, token: str) -> dict[str, Any]:
        return {
            "token": token,
            "expires_at": (self._clock.now() + DEFAULT_TTL).isoformat(),
            "room_name": room.name,
            "participant_id": identity,
        }


async def _participant(request: web.Request) -> Participant:
    """Return the participant that is to join.

    Raises:
        WorldError: `bad_request`: no name, or that of the server's own participant.
    """
    who = await json_bodies.read_body(request, Participant)
    if who.participant_id.startswith(AGENT_PREFIX) or not who.participant_id.isprintable():
        raise json_bodies.bad_request(f"`participant_id` must be visible text that does not begin with {AGENT_PREFIX}.")
    return who
