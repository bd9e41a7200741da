"""Read the answer of an OpenAI-compatible endpoint as pieces: text, thoughts, tool calls, and how it ended.

The answer is a stream of server-sent events, each a piece of text, of a thought or of a tool call; or, from endpoints
that do not stream, one JSON object. Endpoints are many and some are odd: an answer of another shape is reported as an
error of the model, never raised as one of ours, and neither a line nor the whole stream is read without end.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

import aiohttp
import msgspec

from alicia_desktop.api.responses import OversizedAnswerError, bounded_lines
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.engines.contract import Finish, Piece, TextPiece, Thought, ToolCall, Usage
from alicia_desktop.server.engines.endpoint_refusals import RefusalError, is_page, refusal_of
from alicia_desktop.server.engines.thought_splitter import ThoughtSplitter

MAX_LINE_BYTES: Final = 1024 * 1024
"""Of one event; some endpoints send all arguments of a tool call at once."""
MAX_STREAM_BYTES: Final = 32 * 1024 * 1024
"""Of one answer. Most of it is packaging: an event of some 300 bytes carries one token."""
MAX_CHARACTERS: Final = 400_000
"""Of text, thoughts and tool calls in one answer: about 100,000 tokens, more than any answer is asked to have."""
MAX_CALLS: Final = 128
"""Tool calls of one answer; far fewer are run."""
MAX_REASON: Final = 64
"""Characters of how an answer ended, which goes on in a stanza."""
MAX_ARGUMENTS_DEPTH: Final = 24
"""Of a tool's arguments, which go on in a stanza: the wire carries 32 levels."""
DRAIN_BYTES: Final = 64 * 1024
DRAIN_SECONDS: Final = 1.0
NO_EVENT: Final = "The language model sent an invalid response."
_FIELD: Final = re.compile(rb"(?:data|event|id|retry)?:")
"""How a line of an event stream begins; one that begins with a colon is a comment."""


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


class TextPart(msgspec.Struct, frozen=True):
    """A part of a text."""

    text: str | None = None


class ContentPart(msgspec.Struct, frozen=True):
    """A part of a content that is a list, as thinking models of Mistral send it: text or a thought."""

    text: str | None = None
    thinking: list[TextPart] | None = None


class Delta(msgspec.Struct, frozen=True):
    """What an event adds to the answer, or the whole message of an answer that does not stream."""

    content: str | list[ContentPart] | None = None
    reasoning_content: str | None = None
    """What the model thinks: the protocol has no word for it, and this one and the next are in use."""
    reasoning: str | None = None
    tool_calls: list[ToolCallDelta] | None = None

    @property
    def text(self) -> str:
        """The part of the answer."""
        if isinstance(self.content, list):
            return "".join(part.text or "" for part in self.content)
        return self.content or ""

    @property
    def thought(self) -> str:
        """The part of what the model thinks."""
        if isinstance(self.content, list):
            return "".join(one.text or "" for part in self.content for one in part.thinking or ())
        return self.reasoning_content or self.reasoning or ""


class TokenLogprob(msgspec.Struct, frozen=True):
    """How probable one token was."""

    logprob: float | None = None


class TokenLogprobs(msgspec.Struct, frozen=True):
    """How probable the tokens of an event were."""

    content: list[TokenLogprob] | None = None


class AnswerChoice(msgspec.Struct, frozen=True):
    """One of the answers that were asked for: the only one."""

    delta: Delta | None = None
    message: Delta | None = None
    finish_reason: str | None = None
    logprobs: TokenLogprobs | None = None

    @property
    def logprob(self) -> float | None:
        """Logarithm of the probability of its text; None where the endpoint does not tell."""
        told = [one.logprob for one in (self.logprobs and self.logprobs.content) or ()]
        known = [logprob for logprob in told if logprob is not None]
        return sum(known) if known and len(known) == len(told) else None


class CachedTokens(msgspec.Struct, frozen=True):
    """Details of the prompt's tokens."""

    cached_tokens: int | None = None


class UsageCount(msgspec.Struct, frozen=True):
    """The tokens of the answer so far; only the last event's count."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: CachedTokens | None = None


class AnswerEvent(msgspec.Struct, frozen=True):
    """One server-sent event, or the whole answer."""

    choices: list[AnswerChoice] | None = None
    usage: Any = None
    """A `UsageCount`; an answer is whole without one, or with one that cannot be read."""
    error: Any = None


async def read_pieces(
    answer: aiohttp.ClientResponse, splitter: ThoughtSplitter, *, key: str = ""
) -> AsyncGenerator[Piece, None]:
    """Yield text and thoughts of a completion as they come, its tool calls at the end, and how it ended.

    The `key` is taken out of the words of an error.

    Raises:
        ClientPayloadError: the connection broke, which is how a killed process looks.
        RefusalError: the endpoint reported an error inside the stream, or sent a page.
        WorldError: what came is no answer, or too much.
    """
    calls, finish, characters = _ToolCalls(), Finish(), 0
    async for event in _events(answer, key):
        for choice in (event.choices or ())[:1]:
            delta = choice.delta or choice.message or Delta()
            text, thought = delta.text, delta.thought
            characters += len(thought) + len(text) + calls.add(delta.tool_calls or ())
            if characters > MAX_CHARACTERS:
                raise _too_long()
            if thought:
                yield Thought(text=thought)
            for piece in splitter.push(text):
                if isinstance(piece, TextPiece) and piece.text == text:
                    yield TextPiece(text=piece.text, logprob=choice.logprob)
                else:  # a part of an event: how probable that was by itself, nobody tells
                    yield piece
            finish = Finish(reason=(choice.finish_reason or finish.reason)[:MAX_REASON], usage=finish.usage)
        if event.usage is not None:
            finish = Finish(reason=finish.reason, usage=_usage(event.usage) or finish.usage)
    for piece in splitter.flush(is_cut=finish.reason == "length"):
        yield piece
    for call in calls.whole():
        yield call
    if finish != Finish():
        yield finish


async def _events(answer: aiohttp.ClientResponse, key: str) -> AsyncIterator[AnswerEvent]:
    """Yield the events until `[DONE]` or the end; a whole answer is one event."""
    whole = bytearray()
    try:
        async for line in bounded_lines(answer, max_bytes=MAX_LINE_BYTES, max_stream=MAX_STREAM_BYTES):
            if whole or (line.strip() and not _FIELD.match(line)):
                whole += line + b"\n"
            elif line.startswith(b"data:"):
                data = line[5:].strip()
                if data == b"[DONE]":
                    await _drain(answer)
                    return
                if data:
                    yield _event(data, key)
            if len(whole) > MAX_LINE_BYTES:
                break
    except OversizedAnswerError:
        raise _too_long() from None
    if whole:
        if is_page(whole):
            raise RefusalError(status=answer.status, is_page=True)
        yield _event(bytes(whole), key)


async def _drain(answer: aiohttp.ClientResponse) -> None:
    """Read the response to its near end, so that the connection can be used again; the answer is whole already."""
    size = 0
    with suppress(TimeoutError, aiohttp.ClientError):
        async with asyncio.timeout(DRAIN_SECONDS):
            async for chunk in answer.content.iter_any():
                size += len(chunk)
                if size > DRAIN_BYTES:
                    return


def _event(data: bytes, key: str) -> AnswerEvent:
    try:
        event = decode_json(data, AnswerEvent)
    except msgspec.DecodeError as error:
        raise WorldError(sentence=NO_EVENT, code="model_failed", retry=True) from error
    if event.error is not None:
        raise refusal_of({"error": event.error}, key=key)
    return event


def _too_long() -> WorldError:
    return WorldError(sentence="The language model's answer did not end, so it was stopped.", code="model_failed")


def _usage(counted: Any) -> Usage | None:
    try:
        count = msgspec.convert(counted, UsageCount, strict=False)
    except msgspec.ValidationError:
        return None
    details = count.prompt_tokens_details or CachedTokens()
    return Usage(
        prompt_tokens=count.prompt_tokens or 0,
        completion_tokens=count.completion_tokens or 0,
        cached_tokens=details.cached_tokens or 0,
    )


class _ToolCalls:
    """Assembles tool calls from the pieces in which they stream, several at once."""

    def __init__(self) -> None:
        self._calls: dict[int, dict[str, str]] = {}
        self._last = 0

    def add(self, deltas: Iterable[ToolCallDelta]) -> int:
        """Add pieces; returns how many characters they have."""
        return sum(map(self._add, deltas))

    def _add(self, delta: ToolCallDelta) -> int:
        self._last = self._place(delta)
        call = self._calls.setdefault(self._last, {"id": "", "name": "", "arguments": ""})
        if len(self._calls) > MAX_CALLS:
            raise _too_long()
        function = delta.function or FunctionDelta()
        name, given = function.name or "", function.arguments or ""
        arguments = given if isinstance(given, str) else msgspec.json.encode(given).decode()
        call["id"] = delta.id or call["id"]
        call["name"] += name
        call["arguments"] += arguments
        return len(delta.id or "") + len(name) + len(arguments)

    def _place(self, delta: ToolCallDelta) -> int:
        """Return which call a piece belongs to: another id begins another call, also where all have one index."""
        known = {call["id"]: place for place, call in self._calls.items() if call["id"]}
        if delta.id and delta.id in known:
            return known[delta.id]
        wanted = self._last if delta.index is None else delta.index
        there = self._calls.get(wanted, {"id": "", "arguments": ""})
        is_named_again = delta.index is None and delta.function is not None and bool(delta.function.name)
        if (delta.id and there["id"]) or (is_named_again and there["arguments"]):
            return next(place for place in range(len(self._calls) + 1) if place not in self._calls)
        return wanted

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
