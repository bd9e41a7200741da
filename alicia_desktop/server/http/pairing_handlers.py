"""Handle the HTTP calls of pairing: the owner has a code shown, another computer proves that it was typed there.

They are this project's own (docs/protocol.md#pairing). The two calls of the computer that pairs need no token, for it
gets its own by them; `server.pairing` bounds the tries.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.access import Users
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import PAIRED, PAIRING, check_owner
from alicia_desktop.server.pairing import Pairings
from alicia_desktop.store.server import devices

ACTION: Final = "pair computers with it"


class NewCode(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /pairing`."""

    user_name: str
    own: bool = False


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /pairing/begin`."""

    message: Annotated[bytes, msgspec.Meta(max_length=64)]


class Completed(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `POST /pairing/complete`."""

    attempt: str
    proof: Annotated[bytes, msgspec.Meta(max_length=64)]
    device: str


class PairingHandlers:
    """Handlers for the owner, and for a computer that pairs."""

    def __init__(
        self, *, pairings: Pairings, users: Users, end_users: Callable[[Iterable[str]], Awaitable[None]]
    ) -> None:
        """`end_users` closes what is open under names that mean somebody else, or less, from now on."""
        self._pairings, self._users, self._end_users = pairings, users, end_users

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.post("/api/v1/pairing", self.show),
            web.get("/api/v1/pairing", self.look),
            web.delete("/api/v1/pairing", self.hide),
            web.post("/api/v1/pairing/begin", self.begin, name=PAIRING),
            web.post("/api/v1/pairing/complete", self.complete, name=PAIRED),
            web.get("/api/v1/devices", self.list_devices),
            web.delete("/api/v1/devices/{user_name}/{device}", self.remove_device),
        ]

    async def show(self, request: web.Request) -> web.Response:
        """`POST /pairing` {`user_name`,`own`} → {`code`,`user_name`,`own`,`seconds`,`attempts`}: a new code."""
        check_owner(request, ACTION)
        body = await json_bodies.read_body(request, NewCode)
        await self._users.check(body.user_name, own=body.own)
        return _json(self._pairings.open(body.user_name, own=body.own), status=201)

    async def look(self, request: web.Request) -> web.Response:
        """`GET /pairing`: the code that is shown; 403 where none is any more, with the reason."""
        check_owner(request, ACTION)
        return _json(self._pairings.shown())

    async def hide(self, request: web.Request) -> web.Response:
        """`DELETE /pairing`: the code is void."""
        check_owner(request, ACTION)
        self._pairings.close()
        return web.Response(status=204)

    async def begin(self, request: web.Request) -> web.Response:
        """`POST /pairing/begin` {`message`} → {`attempt`,`message`,`proof`}, in base64: a try."""
        body = await json_bodies.read_body(request, Begun)
        return _json(self._pairings.begin(body.message))

    async def complete(self, request: web.Request) -> web.Response:
        """`POST /pairing/complete` {`attempt`,`proof`,`device`} → {`user_name`,`token`}; it is shown this once."""
        body = await json_bodies.read_body(request, Completed)
        devices.check_name(body.device)
        shown = self._pairings.complete(body.attempt, body.proof)
        self._pairings.paired(shown, body.device)
        try:
            added = await self._users.pair(shown.user_name, body.device, own=shown.own)
        except WorldError as error:
            self._pairings.close(error.sentence)
            raise
        await self._end_users(added.names)
        return web.json_response({"user_name": shown.user_name, "token": added.token}, status=201)

    async def list_devices(self, request: web.Request) -> web.Response:
        """`GET /devices` → {`devices`:[{`user_name`,`name`,`created_at`}]}."""
        check_owner(request, ACTION)
        listed = [
            {"user_name": one.user_name, "name": one.name, "created_at": one.created_at.isoformat()}
            for one in self._users.devices
        ]
        return web.json_response({"devices": listed})

    async def remove_device(self, request: web.Request) -> web.Response:
        """`DELETE /devices/{user_name}/{device}`: its token is void, and what its user has open is closed."""
        check_owner(request, ACTION)
        name = request.match_info["user_name"]
        await self._users.remove_device(name, request.match_info["device"])
        await self._end_users([name])
        return web.Response(status=204)


def _json(answer: Any, *, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(answer), status=status, content_type="application/json")
