"""The stream of a chat completion: server-sent events, each a piece of text, of a thought or of a tool call.

Endpoints are many and some are odd: an event of another shape is told as an error of the model, never raised as one of
ours, and neither a line nor the whole stream is read without end.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

import aiohttp
import msgspec

from alicia_desktop.api.responses import bounded_lines
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines.contract import Piece, TextPiece, Thought, ToolCall

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
    """Yield what the model writes and thinks as it comes, and at the end the tools that it calls.

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
    """Read to the end, which is near, so that the connection is whole and can be used again."""
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
        raise WorldError(
            sentence="The language model sent something that is no answer.", code="model_failed", retry=True
        )
    return event


def _too_long() -> WorldError:
    return WorldError(sentence="The language model wrote on without end and was stopped.", code="model_failed")


class _ToolCalls:
    """Tool calls put together from the pieces in which they stream."""

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
