"""Handle the HTTP calls that are the owner's alone: which language model answers, and who the users are.

They are this project's own. By the first, window and command line hand over a model that was chosen: with its key,
which the server keeps in memory alone. The second are the way of `alicia-desktop serve users` to a server that runs.
"""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from alicia_desktop.base.clock import Clock
from alicia_desktop.server.access import Users
from alicia_desktop.server.endpoints.model_access import ModelAccess
from alicia_desktop.server.engines.contract import LanguageModel
from alicia_desktop.server.engines.switchable import SwitchableModel
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import check_owner, principal_of
from alicia_desktop.server.http.sync_handlers import SyncHandlers
from alicia_desktop.server.memories import Memories
from alicia_desktop.server.options import ModelEndpoint, ModelFile, ModelSource
from alicia_desktop.server.rooms import Rooms
from alicia_desktop.store.server.users import UserRecord


class ModelUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `PUT /model`."""

    url: str = ""
    """Base URL of an endpoint; empty: the built-in model."""
    name: str = ""
    key: str = ""
    file: str = ""
    """Instead of an endpoint: the whole path of a GGUF file on the server's computer."""
    memories: bool | None = None
    """Whether it also reads memories out of what the person says; null: where it is on this computer."""


LIST_SECONDS: Final = 60.0
"""How long a list of models counts: whoever may use the server may ask for it as often as they like."""
MAX_LISTED: Final = 1_000


class ModelHandlers:
    """Handlers for the owner, and the list of models for everybody who may use the server."""

    def __init__(self, model: LanguageModel, *, clock: Clock) -> None:
        self._model, self._clock = model, clock
        self._listing = asyncio.Lock()
        self._listed: tuple[ModelEndpoint, float, list[str]] | None = None
        """The endpoint whose list was asked for last, when, and its models."""

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.get("/api/v1/model", self.show),
            web.put("/api/v1/model", self.use),
            web.get("/api/v1/models", self.list_all),
        ]

    async def list_all(self, request: web.Request) -> web.Response:
        """`GET /models` → {`models`:[{`url`,`name`}]}: what a conversation may be set to beside the built-in model."""
        principal_of(request)
        source = self._model.source if isinstance(self._model, SwitchableModel) else None
        if not isinstance(source, ModelEndpoint):
            return web.json_response({"models": []})
        async with self._listing:
            names = await self._names(source)
        return web.json_response({"models": [{"url": source.url, "name": name} for name in names]})

    async def _names(self, source: ModelEndpoint) -> list[str]:
        now = self._clock.monotonic()
        if self._listed is not None and self._listed[0] == source and now - self._listed[1] < LIST_SECONDS:
            return self._listed[2]
        async with ModelAccess(clock=self._clock, may_send=lambda _: True) as access:  # the owner agreed with its use
            found = await access.find(source.url, key=source.key)
        names = list(dict.fromkeys([source.name, *(one.name for one in found.models)]))[:MAX_LISTED]
        self._listed = source, now, names
        return names

    async def show(self, request: web.Request) -> web.Response:
        """`GET /model` → {`name`,`provider`,`state`,`sentence`}."""
        check_owner(request, "choose its language model")
        return web.json_response(self._described())

    async def use(self, request: web.Request) -> web.Response:
        """`PUT /model` {`url`,`name`,`key`,`memories`} or {`file`}: answers that begin from now on are this model's.

        A file is loaded first; until then, and where it cannot be loaded, the former model stays.
        """
        check_owner(request, "choose its language model")
        body = await json_bodies.read_body(request, ModelUpdate)
        if not isinstance(self._model, SwitchableModel):
            raise json_bodies.bad_request("The language model of this server cannot be changed.")
        if body.url and not _is_address(body.url):
            raise json_bodies.bad_request("The base URL of a model is http:// or https:// with a computer's name.")
        if body.file and (body.url or not Path(body.file).is_absolute()):
            raise json_bodies.bad_request("A model is either an endpoint or a file with its whole path.")
        if not all("!" <= one <= "~" for one in body.key):
            raise json_bodies.bad_request("The key has characters that no key has.")
        await self._model.use(_source(body), loaded=bool(body.file))
        return web.json_response(self._described())

    def _described(self) -> dict[str, Any]:
        model, state = self._model, self._model.state
        return {
            "name": model.name,
            "provider": model.provider,
            "state": state.phase,
            "sentence": state.sentence,
        }


def _source(body: ModelUpdate) -> ModelSource | None:
    if body.file:
        return ModelFile(path=Path(body.file))
    chosen = ModelEndpoint(url=body.url, name=body.name, key=body.key, memories=body.memories)
    return chosen if body.url else None


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


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
        check_owner(request, "add and remove users")
        return web.json_response({"users": [user(one) for one in self._users.listed()]})

    async def add(self, request: web.Request) -> web.Response:
        """`POST /users` {`name`} → {`name`,`token`}; the token is shown this once."""
        check_owner(request, "add and remove users")
        body = await json_bodies.read_body(request, NewUser)
        added = await self._users.add(body.name)
        await self.end(added.names)
        return web.json_response({"name": body.name, "token": added.token}, status=201)

    async def remove(self, request: web.Request) -> web.Response:
        """`DELETE /users/{name}`: the token is void, the data stays; with `?delete=1` it goes as well."""
        check_owner(request, "add and remove users")
        name, deletes = request.match_info["name"], request.query.get("delete") == "1"
        if not deletes or self._users.key_of(name):
            await self._users.remove(name)
        await self.end([name])
        if deletes:
            await self._users.delete(name)
        return web.Response(status=204)

    async def end(self, names: Iterable[str]) -> None:
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
