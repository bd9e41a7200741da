"""Try a model out: ask it something small, measure it, offer it a tool, and say what the endpoint said if it fails.

    result = await try_model(http, found, "qwen3:4b", key="", clock=clock)
    result.first_token_ms, result.tokens_per_second, result.tools, result.context_tokens

It is asked twice. The first question offers a tool, and has an endpoint load the model; the second is the one measured.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Final

import aiohttp

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.endpoints.model_details import read_details
from alicia_desktop.server.endpoints.model_list import FoundEndpoint
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    Finish,
    LanguageModel,
    Piece,
    Thought,
    ToolCall,
    ToolOffer,
)
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.model_file import DescribedFile, file_server

MAX_TOKENS: Final = 120
MAX_PIECES: Final = 400
"""More than that many tokens are not needed to measure; a model that does not stop is left alone."""
MEASURABLE_SECONDS: Final = 0.05
"""Below that a speed says nothing: all came at once."""
_QUESTION: Final = "Name three colours and one thing of each colour."
_TOOL_QUESTION: Final = "What time is it now in Oslo? Use the tool."
_TOOL: Final = ToolOffer(
    name="current_time",
    description="Tell the current time of a city.",
    parameters={"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
_GONE: Final = frozenset({"model_unreachable", "model_refused"})


@dataclass(frozen=True, kw_only=True, slots=True)
class TrialResult:
    """What a trial showed."""

    base_url: str
    """Empty for a file."""
    model: str
    first_token_ms: int
    """From the question to the first piece of text or thought."""
    tokens_per_second: float | None
    """As the pieces come, which are mostly a token each; None where the answer was too short to tell."""
    tools: bool
    """Whether it called the tool, or its endpoint says that it would."""
    thinks: bool
    """Whether it thinks before it answers."""
    context_tokens: int | None
    """How much it reads at once, where the endpoint tells it."""


async def try_model(
    http: aiohttp.ClientSession, found: FoundEndpoint, model: str, *, key: str = "", clock: Clock
) -> TrialResult:
    """Ask `model` of an endpoint that was found.

    Raises:
        WorldError: it does not answer; the sentence has the endpoint's words.
    """
    asked = OpenAICompatibleModel(http=http, base_url=found.base_url, key=key, model=model)
    result = await _try(asked, clock)
    details = await read_details(http, found, model, key=key)
    tools = result.tools or details.tools is True
    return replace(result, base_url=found.base_url, tools=tools, context_tokens=details.context_tokens)


async def try_file(http: aiohttp.ClientSession, described: DescribedFile, *, clock: Clock) -> TrialResult:
    """Load the model of a file, in a process of its own, and ask it.

    Raises:
        WorldError: it cannot be loaded, or does not answer.
    """
    async with Scope("model file") as scope:
        server = file_server(described.header.path, http=http, clock=clock)
        server.start(scope)
        result = await _try(server, clock)
    return replace(result, context_tokens=described.plan.context_tokens)


async def _try(model: LanguageModel, clock: Clock) -> TrialResult:
    called = await _calls_tool(model)
    first, last, pieces, thinks = await _measure(model, clock)
    seconds = last - first
    return TrialResult(
        base_url="",
        model=model.name,
        first_token_ms=round(first * 1000),
        tokens_per_second=round((pieces - 1) / seconds, 1) if seconds > MEASURABLE_SECONDS else None,
        tools=called,
        thinks=thinks,
        context_tokens=None,
    )


async def _calls_tool(model: LanguageModel) -> bool:
    """Whether it calls a tool; an endpoint that refuses the tool is heard again without it."""
    try:
        async with aclosing(_ask(model, _TOOL_QUESTION, (_TOOL,))) as pieces:
            async for piece in pieces:
                if isinstance(piece, ToolCall):
                    return True
    except WorldError as error:
        if error.code in _GONE:
            raise
    return False


async def _measure(model: LanguageModel, clock: Clock) -> tuple[float, float, int, bool]:
    """Return the seconds until the first and the last piece, how many came, and whether it thought."""
    began, first, last, pieces, thinks = clock.monotonic(), 0.0, 0.0, 0, False
    async for piece in _ask(model, _QUESTION, ()):
        if isinstance(piece, Finish):
            continue
        last = clock.monotonic() - began
        first, pieces, thinks = first or last, pieces + 1, thinks or isinstance(piece, Thought)
    if not pieces:
        raise WorldError(
            sentence=f"{model.name} gave an empty answer. Choose a model that is made for chats.", code="model_failed"
        )
    return first, last, pieces, thinks


async def _ask(model: LanguageModel, question: str, tools: tuple[ToolOffer, ...]) -> AsyncGenerator[Piece, None]:
    request = ChatRequest(messages=(ChatMessage(role="user", content=question),), tools=tools, max_tokens=MAX_TOKENS)
    async with aclosing(model.answer(request)) as pieces:
        count = 0
        async for piece in pieces:
            yield piece
            count += 1
            if count == MAX_PIECES:
                return
