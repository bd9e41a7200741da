"""A language model that says what the test wants: an OpenAI-compatible endpoint over real HTTP."""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web


@dataclass(frozen=True, kw_only=True, slots=True)
class Script:
    """One answer of the model."""

    pieces: tuple[str, ...] = ()
    calls: tuple[tuple[str, dict[str, Any] | str], ...] = ()
    """Tools that it wants, with their arguments; a text is sent as it is."""
    thoughts: tuple[str, ...] = ()
    """What it thinks before that, in pieces."""
    doubt: float = 0.0
    """How unsure it is of each piece: the logarithm of its probability, turned positive; told where that is asked."""
    cut: bool = False
    """The connection breaks after the pieces."""
    status: int = 200
    error: Any = field(default_factory=lambda: {"error": {"message": "no"}})
    """What a refusal says: JSON, or a text that is a page."""
    headers: Mapping[str, str] = field(default_factory=lambda: {"Retry-After": "0"})
    """Of a refusal."""
    finish: str = ""
    """Why the answer ends, as its last event says."""
    pause: float = 0.0
    """Seconds before each piece."""
    hold: asyncio.Event | None = field(default=None)
    """Waited for before the last piece."""


class ScriptedModel:
    """Runs while it is entered; answers script by script, and the last one again and again."""

    def __init__(self, *scripts: Script | str) -> None:
        self.requests: list[dict[str, Any]] = []
        self.asked = asyncio.Event()
        """Set by every request."""
        self.keys: list[str] = []
        self.url = ""
        self.say(*scripts)

    def say(self, *scripts: Script | str) -> None:
        """Take other scripts from now on."""
        self._scripts = deque(Script(pieces=(one,)) if isinstance(one, str) else one for one in scripts)

    async def __aenter__(self) -> Self:
        application = web.Application()
        application.add_routes([web.post("/v1/chat/completions", self._answer)])
        self._runner = web.AppRunner(application, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(await request.json())
        self.asked.set()
        self.keys.append(request.headers.get("Authorization", ""))
        script = self._scripts.popleft() if len(self._scripts) > 1 else self._scripts[0]
        if script.status != 200:
            return _refusal(script)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        try:
            await response.prepare(request)
            tells = bool(self.requests[-1].get("logprobs"))
            await _play(request, response, script, tells=tells)
        except ConnectionResetError:  # whoever asked has heard enough
            return response
        return response


def _refusal(script: Script) -> web.Response:
    if isinstance(script.error, str):
        return web.Response(text=script.error, content_type="text/html", status=script.status, headers=script.headers)
    return web.json_response(script.error, status=script.status, headers=script.headers)


async def _play(request: web.Request, response: web.StreamResponse, script: Script, *, tells: bool) -> None:
    for thought in script.thoughts:
        await _send(response, {"reasoning_content": thought})
    for at, piece in enumerate(script.pieces):
        if script.hold is not None and at == len(script.pieces) - 1:
            await script.hold.wait()
        await asyncio.sleep(script.pause)
        choice = {"logprobs": {"content": [{"token": piece, "logprob": -script.doubt}]}} if tells else {}
        await _send(response, {"content": piece}, **choice)
    if script.cut:
        assert request.transport is not None
        request.transport.abort()
        return
    for at, (name, arguments) in enumerate(script.calls):
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        half = len(text) // 2
        await _send(response, _call(at, text[:half], name=name))
        await _send(response, _call(at, text[half:]))
    if script.finish:
        await _send(response, {}, finish_reason=script.finish)
    await response.write(b"data: [DONE]\n\n")


def _call(at: int, arguments: str, *, name: str | None = None) -> dict[str, Any]:
    call: dict[str, Any] = {"index": at, "function": {"arguments": arguments}}
    if name is not None:
        call["id"], call["function"]["name"] = f"call_{at}", name
    return {"tool_calls": [call]}


async def _send(response: web.StreamResponse, delta: dict[str, Any], **choice: Any) -> None:
    event = {"choices": [{"index": 0, "delta": delta, **choice}]}
    await response.write(b"data: " + json.dumps(event).encode() + b"\n\n")


class ModelBeside:
    """A scripted model on a thread and a loop of its own, for tests that wait for other programs."""

    def __init__(self, *scripts: Script | str) -> None:
        self._model = ScriptedModel(*scripts)
        self._up: Future[asyncio.AbstractEventLoop] = Future()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    def __enter__(self) -> Self:
        self._thread.start()
        self._loop = self._up.result(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release(self._end)
        self._thread.join(10)

    @property
    def environment(self) -> dict[str, str]:
        """What leads a local server here."""
        return {"ALICIA_MODEL_URL": self._model.url, "ALICIA_MODEL_MEMORIES": "0"}

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The requests so far."""
        return self._model.requests

    def release(self, event: asyncio.Event) -> None:
        """Let the model go on that holds for this event."""
        self._loop.call_soon_threadsafe(event.set)

    async def _serve(self) -> None:
        async with self._model:
            self._up.set_result(asyncio.get_running_loop())
            await self._end.wait()
