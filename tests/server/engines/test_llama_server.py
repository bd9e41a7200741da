"""A real llama.cpp server behaves as the scripted ones; also with a model of one's own, named by `ALICIA_TEST_GGUF`.

It is llama.cpp's own HTTP server, which the built-in model runs in too.
"""

import os
from contextlib import aclosing
from pathlib import Path

import aiohttp
import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, Finish, ModelNotice, TextPiece, ToolOffer
from alicia_desktop.server.engines.model_server import ModelServer, bundled_model

pytestmark = pytest.mark.e2e
OWN = os.environ.get("ALICIA_TEST_GGUF", "")
CONTEXT_TOKENS = 1_024
SYSTEM = ChatMessage(role="system", content="You are Alicia. You answer in one sentence. " + "You are kind. " * 40)
QUESTION = ChatMessage(role="user", content="Write a long story about a fox and a hen.")
CLOCK = ToolOffer(name="clock", description="Tell the time.", parameters={"type": "object", "properties": {}})
HISTORY = tuple(
    ChatMessage(role=role, content=f"{role} {at}: " + "the hen and the fox " * 16)
    for at in range(8)
    for role in ("user", "assistant")
)


@pytest.fixture(params=[pytest.param("", id="bundled"), *([OWN] if OWN else [])])
async def server(request):
    path = Path(request.param) if request.param else bundled_model()
    async with aiohttp.ClientSession() as http, Scope("test") as scope:
        model = ModelServer(http=http, clock=SystemClock(), path=lambda: path, context_tokens=lambda _: CONTEXT_TOKENS)
        model.start(scope)
        yield model


async def ask(server, *messages, **how):
    request = ChatRequest(messages=messages, **{"max_tokens": 8, **how})
    pieces = [piece async for piece in server.answer(request)]
    text = "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))
    return text, next(piece for piece in pieces if isinstance(piece, Finish))


async def test_an_answer_streams_is_counted_and_cut_where_it_may_not_be_longer(server):
    text, finish = await ask(server, SYSTEM, QUESTION)
    assert text.strip()
    assert (finish.reason, finish.usage.completion_tokens) == ("length", 8)
    assert finish.usage.prompt_tokens > 100


async def test_the_fixed_part_of_a_prompt_is_read_once(server):
    await ask(server, SYSTEM, QUESTION)
    _, finish = await ask(server, SYSTEM, ChatMessage(role="user", content="And about a goose?"))
    assert finish.usage.cached_tokens > 0.8 * finish.usage.prompt_tokens


async def test_tools_may_be_offered(server):
    _, finish = await ask(server, SYSTEM, QUESTION, tools=(CLOCK,))
    assert finish.reason in {"length", "stop", "tool_calls"}


async def test_a_conversation_that_is_too_long_is_shortened_asked_again_and_said(server):
    notices: list[ModelNotice] = []
    text, finish = await ask(server, SYSTEM, *HISTORY, QUESTION, notify=notices.append)
    assert text.strip()
    assert finish.usage.prompt_tokens < CONTEXT_TOKENS
    assert ["more than the model" in notice.sentence for notice in notices if not notice.waits] == [True]


async def test_an_answer_can_be_left_at_any_time(server):
    async with aclosing(server.answer(ChatRequest(messages=(SYSTEM, QUESTION), max_tokens=2_000))) as pieces:
        assert isinstance(await anext(pieces), TextPiece)
    text, _ = await ask(server, SYSTEM, QUESTION)
    assert text.strip()
