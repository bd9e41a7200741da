"""Prompts fit the machine: the budget follows the context and the measured speed of reading."""

import asyncio

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.endpoints.endpoint_address import known
from alicia_desktop.server.engines import language_model, prompt_reading
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest
from alicia_desktop.server.engines.endpoint_dialect import Dialects
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.prompt_reading import MIN_TOKENS, RESERVED_TOKENS, PromptRoom
from tests.support.documented_endpoint import having, read_facts
from tests.support.http_handler import serving
from tests.support.model_endpoint import OLLAMA_CALLS, ModelEndpoint

REQUEST = ChatRequest(messages=(ChatMessage(role="user", content="Hello"),))


def test_nothing_is_known_at_first():
    assert PromptRoom().budget(6_000) == 6_000


@pytest.mark.parametrize(("tokens", "seconds", "budget"), [(900, 15.0, 1_200), (900, 0.1, 6_000), (900, 900.0, 600)])
def test_a_model_gets_what_it_reads_while_somebody_waits(tokens, seconds, budget):
    room = PromptRoom(is_loaded=True)
    room.note_reading(tokens=tokens, seconds=seconds)
    assert room.budget(6_000) == budget


def test_a_few_tokens_tell_nothing_of_the_speed():
    room = PromptRoom(is_loaded=True)
    room.note_reading(tokens=20, seconds=5.0)
    assert room.budget(6_000) == 6_000


def test_a_slow_reading_among_others_is_not_all_and_the_first_does_not_count():
    room = PromptRoom()
    for seconds in (90.0, 1.0, 1.0, 30.0):
        room.note_reading(tokens=900, seconds=seconds)
    assert room.budget(100_000) > 9_000


@pytest.mark.parametrize("name", having("too_long"))
def test_every_endpoint_that_says_how_much_it_reads_is_understood(name):
    said = str(read_facts()[name]["cases"]["too_long"]["body"])
    room = PromptRoom()
    room.note_refusal(said)
    assert room.context_tokens in {4096, 8192, 16384, 131072}


def test_the_context_leaves_room_for_instructions_tools_and_the_answer():
    assert PromptRoom(context_tokens=4_096).budget(6_000) == 4_096 - RESERVED_TOKENS
    assert PromptRoom(context_tokens=512).budget(6_000) == MIN_TOKENS


@pytest.mark.slow
async def test_what_was_measured_is_kept_for_the_model_when_it_is_chosen_again(monkeypatch):
    monkeypatch.setattr(prompt_reading, "READ_SECONDS", 0.5)

    async def answer(_: web.Request) -> web.Response:
        await asyncio.sleep(0.2)
        usage = {"prompt_tokens": 900, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 300}}
        return web.json_response({"choices": [{"message": {"content": "Hello."}}], "usage": usage})

    dialects = Dialects(learned={})
    async with serving(answer) as url, aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(http=http, base_url=url, key="", model="big", dialects=dialects)
        for _ in range(2):
            assert model.context_budget(6_000) == 6_000
            [_ async for _ in model.answer(REQUEST)]
        again = OpenAICompatibleModel(http=http, base_url=url, key="", model="big", dialects=dialects)
        assert MIN_TOKENS <= again.context_budget(6_000) <= 600 / 0.2 * 0.5


async def test_a_server_is_asked_how_much_its_model_reads_once_it_has_answered(monkeypatch):
    """Ollama leaves out the oldest messages without a word where a prompt is too long."""
    monkeypatch.setattr(language_model, "kind_of", lambda _: known("ollama"))
    endpoint = ModelEndpoint(calls=OLLAMA_CALLS, scripts=("Hello.",))
    async with endpoint.up(), aiohttp.ClientSession() as http, Scope("test") as scope:
        model = OpenAICompatibleModel(http=http, base_url=f"{endpoint.url}/v1", key="", model="qwen3:4b")
        model.start(scope, clock=SystemClock())
        for _ in range(2):
            [_ async for _ in model.answer(REQUEST)]
        async with asyncio.timeout(10):
            while model.room.context_tokens is None:  # noqa: ASYNC110 - nothing tells of it
                await asyncio.sleep(0.01)
        assert model.context_budget(6_000) == 4_096 - RESERVED_TOKENS
    assert [call for call, _ in endpoint.asked].count("GET /api/ps") == 1
