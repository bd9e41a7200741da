import asyncio

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, TextPiece, Thought, ToolCall, ToolOffer
from alicia_desktop.server.engines.language_model import CHECK_SECONDS, OpenAICompatibleModel
from alicia_desktop.server.engines.model_server import ResumingModel
from tests.support.http_handler import serving
from tests.support.scripted_model import Script, ScriptedModel

REQUEST = ChatRequest(
    messages=(ChatMessage(role="user", content="Hello"),),
    tools=(ToolOffer(name="clock", description="Tell the time.", parameters={"type": "object"}),),
    stop=("END",),
    seed=7,
)


@pytest.fixture
async def http():
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
def ask(http):
    async def ask_for(scripted, *, resuming=False):
        model = OpenAICompatibleModel(http=http, base_url=scripted.url + "/", key="secret", model="big")
        return [piece async for piece in (ResumingModel(model) if resuming else model).answer(REQUEST)]

    return ask_for


async def test_text_streams_and_the_request_says_everything(ask):
    async with ScriptedModel(Script(pieces=("Hel", "lo."))) as scripted:
        assert await ask(scripted) == [TextPiece(text="Hel"), TextPiece(text="lo.")]
        [request] = scripted.requests
        assert scripted.keys == ["Bearer secret"]
    assert request["model"] == "big"
    assert request["messages"] == [{"role": "user", "content": "Hello"}]
    assert (request["stream"], request["seed"], request["stop"]) == (True, 7, ["END"])
    assert request["tools"][0]["function"]["name"] == "clock"


@pytest.mark.parametrize("key", ["sk-1\n", " sk-1\r\n"])
async def test_a_line_end_that_came_with_a_key_is_not_sent(http, key):
    async with ScriptedModel("Hello.") as scripted:
        model = OpenAICompatibleModel(http=http, base_url=scripted.url, key=key, model="big")
        assert [piece async for piece in model.answer(REQUEST)] == [TextPiece(text="Hello.")]
        assert scripted.keys == ["Bearer sk-1"]


@pytest.mark.parametrize("key", ["sk-1\nsk-2", "sk-1\r\nX-Other: 1", "sk-1\x002"])
async def test_a_key_with_a_line_end_inside_is_told_and_sent_nowhere(http, key):
    async with ScriptedModel("Hello.") as scripted, Scope("test") as scope:
        model = OpenAICompatibleModel(http=http, base_url=scripted.url, key=key, model="big")
        with pytest.raises(WorldError, match="key of the language model is not valid"):
            [_ async for _ in ResumingModel(model).answer(REQUEST)]
        assert scripted.requests == []
        failed = asyncio.Event()
        model.state_changed.connect(lambda _: failed.set())
        model.start(scope, clock=JumpingClock())
        await asyncio.wait_for(failed.wait(), 10)
        assert (model.state.phase, "is not valid" in model.state.sentence) == ("failed", True)


async def test_tool_calls_are_put_together_from_their_pieces(ask):
    async with ScriptedModel(Script(calls=(("clock", {"timezone": "Europe/Oslo"}), ("clock", {})))) as scripted:
        assert await ask(scripted) == [
            ToolCall(id="call_0", name="clock", arguments={"timezone": "Europe/Oslo"}),
            ToolCall(id="call_1", name="clock", arguments={}),
        ]


@pytest.mark.parametrize(
    ("script", "code", "retry"),
    [
        (Script(status=401), "model_refused", False),
        (Script(status=404), "model_refused", False),
        (Script(status=500), "model_failed", True),
        (Script(pieces=("Hel",), cut=True), "model_interrupted", True),
    ],
)
async def test_what_goes_wrong_is_a_sentence_with_a_code(ask, script, code, retry):
    async with ScriptedModel(script) as scripted:
        with pytest.raises(WorldError) as error:
            await ask(scripted)
    assert (error.value.code, error.value.retry) == (code, retry)


async def test_an_address_where_nobody_is_cannot_be_reached(ask):
    async with ScriptedModel("Hello.") as scripted:
        gone = scripted
    with pytest.raises(WorldError) as error:
        await ask(gone)
    assert error.value.code == "model_unreachable"


async def test_an_interrupted_answer_goes_on_behind_what_was_said(ask):
    broken, other = Script(pieces=("One ", "two "), cut=True), Script(pieces=("One t", "wo thr", "ee"))
    async with ScriptedModel(broken, broken, other) as scripted:
        pieces = await ask(scripted, resuming=True)
    assert "".join(piece.text for piece in pieces) == "One two three"


async def test_another_text_cannot_be_joined_to_what_was_said(ask):
    async with ScriptedModel(Script(pieces=("One ",), cut=True), "Never mind.") as scripted:
        with pytest.raises(WorldError) as error:
            await ask(scripted, resuming=True)
    assert error.value.code == "model_interrupted"


async def test_what_it_thinks_comes_before_what_it_says_and_is_not_thought_twice(ask):
    scripts = (
        Script(thoughts=("First ", "this."), pieces=("Hel",), cut=True),
        Script(thoughts=("First this.",), pieces=("Hello.",)),
    )
    async with ScriptedModel(*scripts) as scripted:
        pieces = await ask(scripted, resuming=True)
    assert pieces == [Thought(text="First "), Thought(text="this."), TextPiece(text="Hel"), TextPiece(text="lo.")]


@pytest.mark.parametrize(
    ("status", "phase", "words"),
    [(200, "ready", ""), (404, "ready", ""), (401, "failed", "refused the key"), (500, "failed", "error (500)")],
)
async def test_an_endpoint_is_asked_before_it_is_called_ready(status: int, phase: str, words: str) -> None:
    asked: list[tuple[str, str]] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append((request.path, request.headers.get("Authorization", "")))
        return web.json_response({"data": []}, status=status)

    async with serving(answer) as url, aiohttp.ClientSession() as http, Scope("test") as scope:
        model = OpenAICompatibleModel(http=http, base_url=f"{url}/v1/", key="secret", model="big")
        changed = asyncio.Event()
        model.state_changed.connect(lambda _: changed.set())
        model.start(scope, clock=JumpingClock())
        assert model.state.phase == "getting_ready"
        await changed.wait()
        assert (model.state.phase, words in model.state.sentence) == (phase, True)
    assert asked[0] == ("/v1/models", "Bearer secret")
    assert {key for path, key in asked if path != "/v1/models"} <= {""}


async def test_one_that_is_not_there_is_asked_again_until_it_is() -> None:
    clock, is_up, states = JumpingClock(), False, asyncio.Queue[str]()

    async def answer(_: web.Request) -> web.Response:
        return web.json_response({"data": []}, status=200 if is_up else 503)

    async with serving(answer) as url, aiohttp.ClientSession() as http, Scope("test") as scope:
        model = OpenAICompatibleModel(http=http, base_url=url, key="", model="big")
        model.state_changed.connect(lambda state: states.put_nowait(state.phase))
        model.start(scope, clock=clock)
        assert await states.get() == "failed"
        is_up = True
        await clock.advance(CHECK_SECONDS)
        assert await states.get() == "ready"


async def test_one_that_is_gone_when_it_is_needed_is_ready_no_longer() -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.json_response({"data": []})

    states: asyncio.Queue[str] = asyncio.Queue()
    async with aiohttp.ClientSession() as http, Scope("test") as scope:
        async with serving(answer) as url:
            model = OpenAICompatibleModel(http=http, base_url=url, key="", model="big")
            model.state_changed.connect(lambda state: states.put_nowait(state.phase))
            model.start(scope, clock=JumpingClock())
            assert await states.get() == "ready"
        with pytest.raises(WorldError, match="cannot be reached"):
            [_ async for _ in model.answer(REQUEST)]
        assert await states.get() == "failed"


async def test_a_connection_that_the_endpoint_has_closed_since_is_no_reason_to_call_it_gone() -> None:
    known: set[asyncio.BaseTransport | None] = set()

    async def answer(request: web.Request) -> web.Response:
        if request.transport in known:
            assert request.transport is not None
            request.transport.abort()
        known.add(request.transport)
        return web.json_response({"choices": [{"message": {"content": "Hello."}}]})

    async with serving(answer) as url, aiohttp.ClientSession() as http, Scope("test") as scope:
        model = OpenAICompatibleModel(http=http, base_url=url, key="", model="big")
        states: list[str] = []
        model.start(scope, clock=JumpingClock())
        model.state_changed.connect(lambda state: states.append(state.phase))
        for _ in range(3):
            assert [piece async for piece in model.answer(REQUEST)] == [TextPiece(text="Hello.")]
    assert states in ([], ["ready"])
