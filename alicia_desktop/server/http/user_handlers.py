"""Handle HTTP calls about users: only the owner of this computer adds and removes them.

They are this project's own, and the way of `alicia-desktop serve users` to a server that runs.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.access import Users
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.http.sync_handlers import SyncHandlers
from alicia_desktop.server.memories import Memories
from alicia_desktop.server.rooms import Rooms
from alicia_desktop.store.server.users import FORBIDDEN, UserRecord


class NewUser(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /users`."""

    name: str


class UserHandlers:
    """Handlers for the owner."""

    def __init__(self, *, users: Users, rooms: Rooms, events: SyncHandlers, memories: Memories) -> None:
        """What a user may have open ends with their token: rooms, events and memory."""
        self._users, self._rooms, self._events, self._memories = users, rooms, events, memories

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.get("/api/v1/users", self.list_all),
            web.post("/api/v1/users", self.add),
            web.delete("/api/v1/users/{name}", self.remove),
        ]

    async def list_all(self, request: web.Request) -> web.Response:
        """`GET /users` → {`users`:[{`name`,`created_at`,`removed`}]}."""
        _check_owner(request)
        return web.json_response({"users": [user(one) for one in self._users.listed()]})

    async def add(self, request: web.Request) -> web.Response:
        """`POST /users` {`name`} → {`name`,`token`}; the token is shown this once."""
        _check_owner(request)
        body = await json_bodies.read_body(request, NewUser)
        added = await self._users.add(body.name)
        await self._end(added.names)
        return web.json_response({"name": body.name, "token": added.token}, status=201)

    async def remove(self, request: web.Request) -> web.Response:
        """`DELETE /users/{name}`: the token is void, the data stays; with `?delete=1` it goes as well."""
        _check_owner(request)
        name, deletes = request.match_info["name"], request.query.get("delete") == "1"
        if not deletes or self._users.key_of(name):
            await self._users.remove(name)
        await self._end([name])
        if deletes:
            await self._users.delete(name)
        return web.Response(status=204)

    async def _end(self, names: Iterable[str]) -> None:
        """Close what is open under names that mean somebody else, or less, from now on."""
        for name in names:
            self._events.close_user(name)
            await self._rooms.close_user(name)
            await self._memories.drop(name)


def user(record: UserRecord) -> dict[str, Any]:
    """Return a user as JSON for the command line."""
    return {
        "name": record.name,
        "created_at": record.created_at.isoformat(),
        "removed": record.token_digest is None,
    }


def _check_owner(request: web.Request) -> None:
    if not principal_of(request).is_owner:
        sentence = "Only the owner of the server's computer can add and remove users."
        raise WorldError(sentence=sentence, code=FORBIDDEN)
