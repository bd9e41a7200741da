"""Handle HTTP calls about the language model of this server: which one answers, and another one from now on.

They are this project's own, for the owner only, and the way by which window and command line hand over a model that
was chosen: with its key, which the server keeps in memory alone.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines.contract import LanguageModel
from alicia_desktop.server.engines.switchable import SwitchableModel
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import principal_of
from alicia_desktop.server.options import ModelEndpoint, ModelFile, ModelSource
from alicia_desktop.store.server.users import FORBIDDEN


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


class ModelHandlers:
    """Handlers for the owner."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [web.get("/api/v1/model", self.show), web.put("/api/v1/model", self.use)]

    async def show(self, request: web.Request) -> web.Response:
        """`GET /model` → {`name`,`provider`,`state`,`sentence`}."""
        _check_owner(request)
        return web.json_response(self._described())

    async def use(self, request: web.Request) -> web.Response:
        """`PUT /model` {`url`,`name`,`key`,`memories`} or {`file`}: answers that begin from now on are this model's.

        A file is loaded first; until then, and where it cannot be loaded, the former model stays.
        """
        _check_owner(request)
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


def _check_owner(request: web.Request) -> None:
    if not principal_of(request).is_owner:
        sentence = "Only the owner of the server's computer can choose its language model."
        raise WorldError(sentence=sentence, code=FORBIDDEN)
