"""Handle the HTTP calls about what memories are retrieved by: threshold, token budget and weights of score parts.

They are this project's own, and the owner's alone: what is set holds for all users of the server, from the next answer
until it ends. Then it has what its settings say.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web

from alicia_desktop.config import MAX_MEMORY_TOKENS
from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS
from alicia_desktop.memory.retrieval.selection import DEFAULT_THRESHOLD, DEFAULT_TOKEN_BUDGET, RetrievalSettings
from alicia_desktop.server.agent import RetrievalInUse
from alicia_desktop.server.http import json_bodies
from alicia_desktop.server.http.guard import check_owner

MAX_WEIGHT: Final = 2.0
WEIGHTS: Final = frozenset(asdict(DEFAULT_WEIGHTS))
CHANGE: Final = "choose what memories are retrieved by"

Threshold = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Budget = Annotated[int, msgspec.Meta(ge=0, le=MAX_MEMORY_TOKENS)]
Weight = Annotated[float, msgspec.Meta(ge=-MAX_WEIGHT, le=MAX_WEIGHT)]


class RetrievalUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """Body of `PUT /retrieval`; what is left out is as the program comes."""

    threshold: Threshold = DEFAULT_THRESHOLD
    budget: Budget = DEFAULT_TOKEN_BUDGET
    weights: dict[str, Weight] = {}


class RetrievalHandlers:
    """Handlers for the owner."""

    def __init__(self, in_use: RetrievalInUse) -> None:
        self._in_use = in_use

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [web.get("/api/v1/retrieval", self.show), web.put("/api/v1/retrieval", self.use)]

    async def show(self, request: web.Request) -> web.Response:
        """`GET /retrieval` → {`threshold`,`budget`,`weights`}."""
        check_owner(request, CHANGE)
        return web.json_response(settings_map(self._in_use.settings))

    async def use(self, request: web.Request) -> web.Response:
        """`PUT /retrieval` {`threshold`,`budget`,`weights`}: answers that begin from now on have it."""
        check_owner(request, CHANGE)
        body = await json_bodies.read_body(request, RetrievalUpdate)
        check_weights(body.weights)
        self._in_use.settings = RetrievalSettings(threshold=body.threshold, budget=body.budget, weights=body.weights)
        return web.json_response(settings_map(self._in_use.settings))


def check_weights(weights: Mapping[str, float]) -> None:
    """Return if all of them are parts of a score.

    Raises:
        WorldError: `bad_request`.
    """
    if unknown := sorted(weights.keys() - WEIGHTS):
        raise json_bodies.bad_request(f"There is no weight called {unknown[0][:40]!r}.")


def settings_map(settings: RetrievalSettings, fitted: Mapping[str, float] | None = None) -> dict[str, Any]:
    """Return settings as JSON; with the `fitted` weights all of them are named."""
    weights = {**(fitted or {}), **settings.weights}
    return {"threshold": settings.threshold, "budget": settings.budget, "weights": weights}
