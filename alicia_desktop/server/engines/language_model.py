"""Any OpenAI-compatible endpoint as a language model: streaming chat over HTTP, with tool calls.

The built-in model is spoken to by the same code (`model_server`), so another model is a base URL, a key and a name in
the settings.
"""

import json
from collections.abc import AsyncGenerator
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.server.engines.chat_stream import read_pieces
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    EngineState,
    Piece,
)

CONNECT_SECONDS: Final = 10
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
                begun = True
                async for piece in read_pieces(response):
                    yield piece
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


def _unreachable(*, begun: bool, provider: str) -> WorldError:
    if begun:
        return WorldError(
            sentence="The language model stopped in the middle of the answer.", code="model_interrupted", retry=True
        )
    return WorldError(
        sentence=f"The language model ({provider}) cannot be reached.", code="model_unreachable", retry=True
    )
