"""An endpoint of language models over real HTTP, as a maker documents it: its list, its own calls, its completions."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.support.http_handler import running_beside, serving
from tests.support.scripted_model import Script, ScriptedModel

OLLAMA_ROW = {"id": "qwen3:4b", "object": "model", "created": 1_760_000_000, "owned_by": "library"}
OLLAMA_CALLS: Mapping[str, Any] = {
    "POST /api/show": {
        "capabilities": ["completion", "tools", "thinking"],
        "model_info": {"qwen3.context_length": 40960},
    },
    "GET /api/ps": {"models": [{"name": "qwen3:4b", "model": "qwen3:4b", "context_length": 4096}]},
}
TOOL_CALL = Script(calls=(("current_time", {"city": "Oslo"}),))
COUNTING = Script(pieces=("Red: ", "a rose. ", "Blue: ", "the sky."), pause=0.05)


@dataclass
class ModelEndpoint:
    """What it answers and what it was asked."""

    rows: list[dict[str, Any]] = field(default_factory=lambda: [OLLAMA_ROW])
    calls: Mapping[str, Any] = field(default_factory=dict)
    """Answers by method and path, such as `GET /props`; an int is a status."""
    path: str = "/v1"
    """Where its calls are."""
    key: str = ""
    """Needed for everything, if set."""
    scripts: tuple[Script | str, ...] = (TOOL_CALL, COUNTING)
    has_list: bool = True
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Method with path, and the `Authorization` that came along."""
    url: str = ""
    """Without the path."""

    @asynccontextmanager
    async def up(self) -> AsyncIterator["ModelEndpoint"]:
        """Answer while it is entered."""
        self._model = ScriptedModel(*self.scripts)
        async with serving(self._answer) as self.url:
            yield self

    @contextmanager
    def beside(self) -> Iterator["ModelEndpoint"]:
        """Answer on a thread and a loop of its own, for tests that wait for other programs."""
        with running_beside(self.up):
            yield self

    @property
    def questions(self) -> list[dict[str, Any]]:
        """The bodies of the completions that were asked for."""
        return self._model.requests

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        call, given = f"{request.method} {request.path}", request.headers.get("Authorization", "")
        self.asked.append((call, given))
        if self.key and given != f"Bearer {self.key}":
            return _error(401, "Incorrect API key provided.")
        if call == f"GET {self.path}/models" and self.has_list:
            return web.json_response({"object": "list", "data": self.rows})
        if call == f"POST {self.path}/chat/completions":
            if not await request.json():
                return _error(400, "you must provide a model parameter")
            return await self._model._answer(request)
        known = self.calls.get(call, 404)
        return _error(known, "404 page not found") if isinstance(known, int) else web.json_response(known)


def _error(status: int, message: str) -> web.Response:
    return web.json_response({"error": {"message": message, "type": "invalid_request_error"}}, status=status)
