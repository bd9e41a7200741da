"""Stream chat completions, with tool calls, from any OpenAI-compatible endpoint.

The stream is server-sent events, each a piece of text, of a thought or of a tool call. Endpoints are many and some are
odd: an event of another shape is reported as an error of the model, never raised as one of ours, and neither a line nor
the whole stream is read without end.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import msgspec

from alicia_desktop.api.responses import bounded_lines
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    EngineState,
    Piece,
    TextPiece,
    Thought,
    ToolCall,
)

MAX_LINE_BYTES: Final = 1024 * 1024
"""Of one event; some endpoints send all arguments of a tool call at once."""
MAX_STREAM_BYTES: Final = 32 * 1024 * 1024
"""Of one answer. Most of it is packaging: an event of some 300 bytes carries one token."""
MAX_CHARACTERS: Final = 400_000
"""Of text and thoughts in one answer: about 100,000 tokens, more than any answer is asked to have."""
MAX_ARGUMENTS_DEPTH: Final = 24
"""Of a tool's arguments, which go on in a stanza: the wire carries 32 levels."""
DRAIN_SECONDS: Final = 1.0
DRAIN_BYTES: Final = 64 * 1024
CONNECT_SECONDS: Final = 10
CHECK_SECONDS: Final = 10.0
"""How often an endpoint that is not there is asked again whether it is."""
_NO_SUCH_CALL: Final = frozenset({404, 405, 501})
SILENCE_SECONDS: Final = 120
"""How long the endpoint may be silent within one answer; a large prompt on a slow computer takes its time."""


class FunctionDelta(msgspec.Struct, frozen=True):
    """A part of the function that a tool call names."""

    name: str | None = None
    arguments: str | dict[str, Any] | None = None
    """JSON in pieces; endpoints that send it whole may send the object itself."""


class ToolCallDelta(msgspec.Struct, frozen=True):
    """A part of one tool call."""

    index: int | None = None
    id: str | None = None
    function: FunctionDelta | None = None


class Delta(msgspec.Struct, frozen=True):
    """What an event adds to the answer."""

    content: str | None = None
    reasoning_content: str | None = None
    """What the model thinks: the protocol has no word for it, and this one and the next are in use."""
    reasoning: str | None = None
    tool_calls: list[ToolCallDelta] | None = None


class StreamedChoice(msgspec.Struct, frozen=True):
    """One of the answers that were asked for: the only one."""

    delta: Delta | None = None


class StreamedEvent(msgspec.Struct, frozen=True):
    """One server-sent event."""

    choices: list[StreamedChoice] | None = None
    error: Any = None


async def read_pieces(answer: aiohttp.ClientResponse) -> AsyncIterator[Piece]:
    """Yield text and thoughts of a completion as they come, and its tool calls at the end.

    Raises:
        ClientPayloadError: the stream ended without saying so, which is how a killed process looks.
        WorldError: the endpoint sent an error inside the stream, no event, or too much.
    """
    calls = _ToolCalls()
    characters = 0
    async for delta in _deltas(answer):
        calls.add(delta.tool_calls or ())
        if thought := delta.reasoning_content or delta.reasoning:
            yield Thought(text=thought)
        if delta.content:
            yield TextPiece(text=delta.content)
        characters += len(thought or "") + len(delta.content or "")
        if characters > MAX_CHARACTERS:
            raise _too_long()
    for call in calls.whole():
        yield call


async def _deltas(answer: aiohttp.ClientResponse) -> AsyncIterator[Delta]:
    """Yield the first choice of each event until `[DONE]`."""
    size = 0
    async for line in bounded_lines(answer, max_bytes=MAX_LINE_BYTES):
        size += len(line)
        if size > MAX_STREAM_BYTES:
            raise _too_long()
        if not line.startswith(b"data:"):
            continue
        data = line[5:].strip()
        if data == b"[DONE]":
            await _drain(answer)
            return
        for choice in (_event(data).choices or ())[:1]:
            yield choice.delta or Delta()
    raise aiohttp.ClientPayloadError("the stream ended early")


async def _drain(answer: aiohttp.ClientResponse) -> None:
    """Read the response to its near end, so that the connection can be used again."""
    size = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            async for chunk in answer.content.iter_any():
                size += len(chunk)
                if size > DRAIN_BYTES:
                    return


def _event(data: bytes) -> StreamedEvent:
    try:
        event = decode_json(data, StreamedEvent)
    except msgspec.DecodeError:
        event = StreamedEvent(error=True)
    if event.error is not None:
        raise WorldError(sentence="The language model sent an invalid response.", code="model_failed", retry=True)
    return event


def _too_long() -> WorldError:
    return WorldError(sentence="The language model's answer did not end, so it was stopped.", code="model_failed")


class _ToolCalls:
    """Assembles tool calls from the pieces in which they stream."""

    def __init__(self) -> None:
        self._calls: dict[int, dict[str, str]] = {}

    def add(self, deltas: Iterable[ToolCallDelta]) -> None:
        for delta in deltas:
            call = self._calls.setdefault(delta.index or 0, {"id": "", "name": "", "arguments": ""})
            function = delta.function or FunctionDelta()
            call["id"] = delta.id or call["id"]
            call["name"] += function.name or ""
            given = function.arguments or ""
            call["arguments"] += given if isinstance(given, str) else msgspec.json.encode(given).decode()

    def whole(self) -> list[ToolCall]:
        """Return the calls; arguments that are no JSON object become `{"unreadable": …}`, which the tool refuses."""
        return [
            ToolCall(id=call["id"] or f"call_{index}", name=call["name"], arguments=_arguments(call["arguments"]))
            for index, call in sorted(self._calls.items())
        ]


def _arguments(text: str) -> Mapping[str, Any]:
    try:
        return decode_json(text or "{}", dict[str, Any], max_depth=MAX_ARGUMENTS_DEPTH)
    except msgspec.DecodeError:
        return {"unreadable": text}


class OpenAICompatibleModel:
    """A chat model behind `POST {base_url}/chat/completions` (`contract.LanguageModel`)."""

    def __init__(
        self,
        *,
        http: aiohttp.ClientSession,
        base_url: str,
        key: str,
        model: str,
        provider: str = "",
        small: bool = False,
    ) -> None:
        """`base_url` is such as `http://127.0.0.1:8080/v1`; the caller owns and closes `http`."""
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")
        """Ready from the start for whoever knows that; `start` asks the endpoint first."""
        self.name = model
        self.provider = provider or urlsplit(base_url).hostname or base_url
        self.small = small
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._key = key
        self._start_check: Callable[[], asyncio.Task[None]] | None = None
        self._checking: asyncio.Task[None] | None = None

    def start(self, scope: Scope, *, clock: Clock) -> None:
        """Check in the background that the endpoint answers and takes the key; again whenever it is gone."""
        self.state = EngineState(phase="getting_ready")
        self._start_check = lambda: scope.spawn("check language model", self._check(clock))
        self._checking = self._start_check()

    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        begun = False
        try:
            async with self._post(request) as response:
                await _refuse_errors(response)
                begun = True
                async for piece in read_pieces(response):
                    yield piece
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            failure = _unreachable(begun=begun, provider=self.provider)
            if not begun:
                self._on_unreachable(failure)
            raise failure from error

    def _on_unreachable(self, failure: WorldError) -> None:
        """Show that the endpoint is gone until it is there again; only if `start` was called."""
        if self._start_check is not None and (self._checking is None or self._checking.done()):
            self._change(EngineState(phase="failed", sentence=failure.sentence))
            self._checking = self._start_check()

    async def _check(self, clock: Clock) -> None:
        while True:
            try:
                await self._list_models()
            except WorldError as error:
                self._change(EngineState(phase="failed", sentence=error.sentence))
            else:
                self._change(EngineState(phase="ready"))
                return
            await clock.sleep(CHECK_SECONDS)

    async def _list_models(self) -> None:
        """Ask for the list of models, which costs nothing; a server that has no such call is there all the same.

        Raises:
            WorldError: `model_unreachable`, `model_refused` or `model_failed`.
        """
        timeout = aiohttp.ClientTimeout(total=CONNECT_SECONDS)
        try:
            async with self._http.get(
                f"{self._base_url}/models", headers=self._headers(), timeout=timeout, allow_redirects=False
            ) as response:
                if response.status not in _NO_SUCH_CALL:
                    await _refuse_errors(response)
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise _unreachable(begun=False, provider=self.provider) from error

    def _change(self, state: EngineState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def _post(self, request: ChatRequest) -> Any:
        return self._http.post(
            f"{self._base_url}/chat/completions",
            json=_payload(request, self.name),
            headers=self._headers(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=SILENCE_SECONDS),
            allow_redirects=False,  # neither the key nor what was said goes where nobody sent it
        )


def _payload(request: ChatRequest, model: str) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "model": model,
        "messages": [_message(message) for message in request.messages],
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "seed": request.seed,
        "stream": True,
    }
    if request.stop:
        payload["stop"] = list(request.stop)
    if request.tools:
        payload["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
            }
            for tool in request.tools
        ]
    return payload


def _message(message: ChatMessage) -> dict[str, Any]:
    plain: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_call_id:
        plain["tool_call_id"] = message.tool_call_id
    if message.tool_calls:
        plain["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for call in message.tool_calls
        ]
    return plain


async def _refuse_errors(response: aiohttp.ClientResponse) -> None:
    if response.status == 200:
        return
    if response.status in {401, 403}:
        raise WorldError(
            sentence="The language model refused the key. Check the key of the model in the settings.",
            code="model_refused",
        )
    if response.status == 404:
        raise WorldError(
            sentence="The language model's address or name was not found. Check both in the settings.",
            code="model_refused",
        )
    raise WorldError(
        sentence=f"The language model answered with an error ({response.status}).",
        code="model_failed",
        retry=response.status in {429, 500, 502, 503, 504},
    )


def _unreachable(*, begun: bool, provider: str) -> WorldError:
    if begun:
        return WorldError(
            sentence="The language model stopped in the middle of the answer.", code="model_interrupted", retry=True
        )
    return WorldError(
        sentence=f"The language model ({provider}) cannot be reached.", code="model_unreachable", retry=True
    )
