"""The HTTP calls about rooms: the key to one, and the WebSocket that is one (PROTOCOL.md §8, §9)."""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from aiohttp import web

from alicia_desktop.base.clock import Clock
from alicia_desktop.server import http_json
from alicia_desktop.server.options import LiveKitServer
from alicia_desktop.server.rooms import SPEECH_ROOM, Rooms
from alicia_desktop.store import aliases
from alicia_desktop.store.database import Database
from alicia_desktop.transport.contract import RoomAddress
from alicia_desktop.transport.token import DEFAULT_TTL, livekit_token, socket_token
from alicia_desktop.transport.websocket import answer_room_request

NEW: Final = "new"
Prepare = Callable[[str], Awaitable[None]]
"""Has the agent in the room of that name, before anybody gets the key to it."""


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /conversations/{id}/token`."""

    participant_id: str
    participant_name: str = ""


class RoomCalls:
    """Handlers that let people in."""

    def __init__(
        self,
        *,
        database: Database,
        rooms: Rooms,
        clock: Clock,
        secret: str,
        livekit: LiveKitServer | None,
        prepare: Prepare,
    ) -> None:
        self._database, self._rooms, self._clock = database, rooms, clock
        self._secret, self._livekit, self._prepare = secret, livekit, prepare

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.post("/api/v1/conversations/{id}/token", self.token),
            web.post("/api/v1/speech/token", self.speech),
            web.get("/api/v1/conversations/{id}/room", self.room, name="room"),
        ]

    async def token(self, request: web.Request) -> web.Response:
        """`POST /conversations/{id}/token`."""
        body = await http_json.read_body(request, Participant)
        user_id = http_json.user_of(request)
        wanted = request.match_info["id"]
        name = self._rooms.new_room(user_id) if wanted == NEW else await self._name(wanted, user_id)
        if self._livekit is not None:
            await self._prepare(name)
        return self._key(request, name, body, self._livekit)

    async def speech(self, request: web.Request) -> web.Response:
        """`POST /speech/token`: the key to a room for speech alone, always by WebSocket: it is for this computer."""
        body = await http_json.read_body(request, Participant)
        name = self._rooms.new_room(http_json.user_of(request), SPEECH_ROOM)
        return self._key(request, name, body, None)

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

    async def _name(self, conversation_id: str, user_id: str) -> str:
        room = await self._rooms.room(conversation_id)
        user_ids = await self._database.read(aliases.of_user, user_id)
        if room is None or room.user_id not in user_ids:
            raise http_json.missing("conversation")
        return room.name  # that of an open room may still be the one under which its conversation began

    def _key(self, request: web.Request, room: str, who: Participant, livekit: LiveKitServer | None) -> web.Response:
        expires_at = self._clock.now() + DEFAULT_TTL
        if livekit is None:
            token = socket_token(secret=self._secret, room=room, identity=who.participant_id, expires_at=expires_at)
        else:
            token = livekit_token(
                key=livekit.key,
                secret=livekit.secret,
                room=room,
                identity=who.participant_id,
                name=who.participant_name,
                ttl=DEFAULT_TTL,
            )
        return web.json_response(
            {
                "token": token,
                "expires_at": expires_at.isoformat(),
                "room_name": room,
                "participant_id": who.participant_id,
                "url": livekit.url if livekit is not None else _socket_url(request, room),
                "transport": "livekit" if livekit is not None else "websocket",
            }
        )


def _socket_url(request: web.Request, room: str) -> str:
    return f"ws://{request.host}/api/v1/conversations/{room}/room"
