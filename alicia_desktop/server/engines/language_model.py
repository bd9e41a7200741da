"""Any OpenAI-compatible endpoint as a language model: streaming chat over HTTP, with tool calls.

The built-in model is spoken to by the same code (`model_server`), so another model is a base URL, a key and a name in
the settings.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.signal import Signal
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    EngineState,
    Piece,
    TextPiece,
    Thought,
    ToolCall,
)

CONNECT_SECONDS: Final = 10
THOUGHT_KEYS: Final = ("reasoning_content", "reasoning")
"""Where endpoints put what a model thinks: the protocol has no word for it, and these two are in use."""
SILENCE_SECONDS: Final = 120
"""How long the endpoint may be silent within one answer; a large prompt on a slow computer takes its time."""


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
        """Take an address such as `http://127.0.0.1:8080/v1`; the caller owns and closes `http`."""
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")
        self.name = model
        self.provider = provider or urlsplit(base_url).hostname or base_url
        self.small = small
        self._http = http
        self._url = base_url.rstrip("/") + "/chat/completions"
        self._key = key

    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        begun = False
        try:
            async with self._post(request) as response:
                await _refuse_errors(response)
                calls = _ToolCalls()
                async for choice in _choices(response):
                    begun = True
                    delta = choice.get("delta") or {}
                    calls.add(delta.get("tool_calls") or ())
                    if thought := next((delta[key] for key in THOUGHT_KEYS if delta.get(key)), None):
                        yield Thought(text=str(thought))
                    if text := delta.get("content"):
                        yield TextPiece(text=text)
                for call in calls.whole():
                    yield call
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise _unreachable(begun=begun, provider=self.provider) from error

    def _post(self, request: ChatRequest) -> Any:
        return self._http.post(
            self._url,
            json=_payload(request, self.name),
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
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
            sentence="The language model's address or name is not known there. Check both in the settings.",
            code="model_refused",
        )
    raise WorldError(
        sentence=f"The language model answered with an error ({response.status}).",
        code="model_failed",
        retry=response.status in {429, 500, 502, 503, 504},
    )


async def _choices(response: aiohttp.ClientResponse) -> AsyncIterator[Mapping[str, Any]]:
    """Yield the first choice of each server-sent event until `[DONE]`.

    Raises:
        ClientPayloadError: the stream ended without saying so, which is how a killed process looks.
        WorldError: the endpoint sent an error inside the stream, or no JSON.
    """
    async for line in response.content:
        if not line.startswith(b"data:"):
            continue
        data = line[5:].strip()
        if data == b"[DONE]":
            await response.read()  # to its end, so that the connection is whole and can be used again
            return
        event = _event(data)
        for choice in event.get("choices") or ():
            yield choice
            break
    raise aiohttp.ClientPayloadError("the stream ended early")


def _event(data: bytes) -> Mapping[str, Any]:
    try:
        event = json.loads(data)
    except ValueError:
        event = None
    if not isinstance(event, dict) or "error" in event:
        raise WorldError(
            sentence="The language model sent something that is no answer.", code="model_failed", retry=True
        )
    return event


def _unreachable(*, begun: bool, provider: str) -> WorldError:
    if begun:
        return WorldError(
            sentence="The language model stopped in the middle of the answer.", code="model_interrupted", retry=True
        )
    return WorldError(
        sentence=f"The language model ({provider}) cannot be reached.", code="model_unreachable", retry=True
    )


class _ToolCalls:
    """Tool calls put together from the pieces in which they stream."""

    def __init__(self) -> None:
        self._calls: dict[int, dict[str, str]] = {}

    def add(self, deltas: Any) -> None:
        for delta in deltas:
            call = self._calls.setdefault(int(delta.get("index", 0)), {"id": "", "name": "", "arguments": ""})
            function = delta.get("function") or {}
            call["id"] = delta.get("id") or call["id"]
            call["name"] += function.get("name") or ""
            call["arguments"] += function.get("arguments") or ""

    def whole(self) -> list[ToolCall]:
        """Return the calls; arguments that are no JSON object become `{"unreadable": …}`, which the tool refuses."""
        return [
            ToolCall(id=call["id"] or f"call_{index}", name=call["name"], arguments=_arguments(call["arguments"]))
            for index, call in sorted(self._calls.items())
        ]


def _arguments(text: str) -> Mapping[str, Any]:
    try:
        arguments = json.loads(text or "{}")
    except ValueError:
        return {"unreadable": text}
    return arguments if isinstance(arguments, dict) else {"unreadable": text}
