"""What an endpoint refuses is asked for in another way, later, or told in the endpoint's own words."""

import asyncio
import time
from contextlib import aclosing

import aiohttp
import pytest
from aiohttp import web

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines import endpoint_client, language_model
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, ModelNotice, TextPiece, ToolOffer
from alicia_desktop.server.engines.endpoint_dialect import Dialects
from alicia_desktop.server.engines.endpoint_refusals import _retry_after
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.model_server import ResumingModel
from tests.support.http_handler import serving
from tests.support.scripted_model import Script, ScriptedModel

PROMPT = (
    ChatMessage(role="system", content="You are Alicia."),
    *(ChatMessage(role=role, content=f"{role} {at}") for at in range(8) for role in ("user", "assistant")),
    ChatMessage(role="user", content="And now?"),
)
TOOLS = (ToolOffer(name="clock", description="Tell the time.", parameters={"type": "object"}),)
ROOM = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens."
PAGE = "<!doctype html><title>Welcome</title>"


def refusal(message, status=400, **about):
    return Script(status=status, error={"error": {"message": message, **about}})


@pytest.fixture
async def endpoint():
    """A scripted endpoint and two models at it, of one server."""
    async with ScriptedModel() as scripted, aiohttp.ClientSession() as http:
        yield Endpoint(scripted, http)


class Endpoint:
    def __init__(self, scripted, http):
        self.scripted, self.notices, self.dialects = scripted, [], Dialects(learned={})
        self.accepted = []
        self.http = http

    async def ask(self, *scripts, messages=PROMPT, name="qwen3:4b"):
        """Return what is answered after these scripts; the model is a new one each time, as after an exchange."""
        self.scripted.say(*scripts)
        self.scripted.requests.clear()
        model = OpenAICompatibleModel(
            http=self.http, base_url=self.scripted.url, key="sk-secret", model=name, dialects=self.dialects
        )
        request = ChatRequest(
            messages=messages,
            tools=TOOLS,
            stop=("END",),
            logprobs=True,
            notify=self.notices.append,
            accepted=self.accepted.append,
        )
        pieces = [piece async for piece in ResumingModel(model).answer(request)]
        return "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))

    async def error(self, *scripts, **how):
        with pytest.raises(WorldError) as error:
            await self.ask(*scripts, **how)
        return error.value

    @property
    def last(self):
        return self.scripted.requests[-1]


@pytest.mark.parametrize(
    ("message", "about", "gone", "there"),
    [
        (
            "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
            {"param": "max_tokens", "code": "unsupported_parameter"},
            "max_tokens",
            "max_completion_tokens",
        ),
        ("Unsupported value: 'temperature' does not support 0.0 with this model.", {}, "temperature", "max_tokens"),
        ("Unknown field", {"param": "seed"}, "seed", "temperature"),
        ("Unsupported parameter: 'stop' is not supported with this model.", {}, "stop", "temperature"),
        ("registry.ollama.ai/library/gemma3:4b does not support tools", {}, "tools", "temperature"),
        ('"auto" tool choice requires --enable-auto-tool-choice', {}, "tools", "temperature"),
        ("This model does not support logprobs.", {}, "logprobs", "temperature"),
        ("Extra inputs are not permitted: stream_options", {}, "stream_options", "stream"),
    ],
)
async def test_a_parameter_that_is_refused_is_left_out_at_once_and_from_then_on(endpoint, message, about, gone, there):
    assert await endpoint.ask(refusal(message, **about), "Hello.") == "Hello."
    before, after = endpoint.scripted.requests
    assert gone in before
    assert gone not in after
    assert there in after
    await endpoint.ask("Again.")
    assert [gone in request for request in endpoint.scripted.requests] == [False]
    await endpoint.ask("Another model.", name="other")
    assert gone in endpoint.last


async def test_a_model_without_a_system_role_gets_the_instructions_with_the_first_question(endpoint):
    words = "Unsupported value: 'messages[0].role' does not support 'system' with this model."
    await endpoint.ask(refusal(words, param="messages[0].role"), "Hello.")
    assert endpoint.last["messages"][0] == {"role": "user", "content": "You are Alicia.\n\nuser 0"}
    roles = [one["role"] for one in endpoint.last["messages"]]
    assert roles == ["user", "assistant"] * 8 + ["user"]


async def test_messages_of_one_role_are_joined_where_roles_must_alternate(endpoint):
    two = (ChatMessage(role="user", content="One?"), ChatMessage(role="user", content="Two?"))
    words = "Conversation roles must alternate user/assistant/user/assistant/..."
    await endpoint.ask(refusal(words, status=500), "Hello.", messages=two)
    assert endpoint.last["messages"] == [{"role": "user", "content": "One?\n\nTwo?"}]


async def test_a_server_that_breaks_in_a_stream_does_not_teach_that_it_takes_none(endpoint):
    words = "Internal error while streaming the answer: stream closed; temperature 0.0, seed 0"
    assert await endpoint.ask(refusal(words, status=500), "Hello.") == "Hello."
    assert [request["stream"] for request in endpoint.scripted.requests] == [True, True]
    assert {"temperature", "seed"} <= endpoint.last.keys()
    assert endpoint.dialects.learned == {}


async def test_two_answers_at_once_keep_what_each_of_them_has_learned(endpoint):
    held = asyncio.Event()

    async def answer(request):
        asked = await request.json()
        if "Two" in str(asked["messages"]) and "seed" in asked:
            return web.json_response({"error": {"message": "Unknown field", "param": "seed"}}, status=400)
        if "One" in str(asked["messages"]):
            if "temperature" in asked:
                return web.json_response({"error": {"message": "temperature is not supported"}}, status=400)
            await held.wait()
        return web.json_response({"choices": [{"message": {"content": "Hello."}}]})

    async with serving(answer) as url:
        models = [
            OpenAICompatibleModel(http=endpoint.http, base_url=url, key="", model="m", dialects=endpoint.dialects)
            for _ in range(2)
        ]

        async def ask(model, words):
            request = ChatRequest(messages=(ChatMessage(role="user", content=words),))
            return [piece async for piece in model.answer(request)]

        async with Scope("two answers") as scope:
            first = scope.spawn("first", ask(models[0], "One?"))
            await ask(models[1], "Two?")
            held.set()
            await first
    [learned] = endpoint.dialects.learned.values()
    assert (learned.seed, learned.temperature) == (False, False)


async def test_a_model_that_does_not_stream_is_asked_for_whole_answers():
    asked = []

    async def answer(request):
        asked.append((await request.json())["stream"])
        if asked[-1]:
            words = "Your organization must be verified to stream this model."
            return web.json_response({"error": {"message": words, "param": "stream"}}, status=400)
        return web.json_response({"choices": [{"message": {"role": "assistant", "content": "Hello."}}]})

    async with serving(answer) as url, aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(http=http, base_url=url, key="", model="o3")
        for _ in range(2):
            assert [piece async for piece in model.answer(ChatRequest(messages=PROMPT))] == [TextPiece(text="Hello.")]
    assert asked == [True, False, False]


async def test_several_refusals_are_learned_one_after_the_other(endpoint):
    words = ("'max_tokens' is not supported", "'temperature' is not supported", "system role not supported")
    assert await endpoint.ask(*map(refusal, words), "Hello.") == "Hello."
    assert len(endpoint.scripted.requests) == 4
    await endpoint.ask("Again.")
    assert len(endpoint.scripted.requests) == 1


async def test_what_did_not_help_is_not_remembered(endpoint):
    error = await endpoint.error(refusal("The temperature in the server room is too high."))
    assert "server room" in error.sentence
    await endpoint.ask("Hello.")
    assert "temperature" in endpoint.last


async def test_that_a_model_takes_no_tools_is_told_with_the_answer(endpoint):
    await endpoint.ask(refusal("qwen3:4b does not support tools"), "Hello.")
    [notice] = endpoint.notices
    assert (notice.waits, "takes no tools" in notice.sentence) == (False, True)
    assert [one.tools for one in endpoint.accepted] == [()], "what it read is told as well"


async def test_nobody_reads_of_tools_that_were_not_offered(endpoint):
    endpoint.scripted.say(refusal("this model does not support tools"), "Hello.")
    model = OpenAICompatibleModel(http=endpoint.http, base_url=endpoint.scripted.url, key="", model="small")
    request = ChatRequest(messages=PROMPT, notify=endpoint.notices.append)
    assert [piece.text async for piece in model.answer(request) if isinstance(piece, TextPiece)] == ["Hello."]
    assert endpoint.notices == []


async def test_a_prompt_that_is_too_long_is_shortened_from_its_beginning_asked_again_and_told(endpoint):
    assert await endpoint.ask(refusal(ROOM), refusal(ROOM, code="context_length_exceeded"), "Hello.") == "Hello."
    lengths = [len(request["messages"]) for request in endpoint.scripted.requests]
    assert lengths[0] > lengths[1] > lengths[2]
    assert [len(one.messages) for one in endpoint.accepted] == lengths[2:], "what it read is told as well"
    last = endpoint.last["messages"]
    assert (last[0]["content"], last[-1]["content"], last[1]["role"]) == ("You are Alicia.", "And now?", "user")
    [notice] = endpoint.notices
    assert "more than the model qwen3:4b can read" in notice.sentence


async def test_a_question_that_is_too_long_by_itself_is_told_in_the_end(endpoint):
    error = await endpoint.error(refusal(ROOM), messages=(ChatMessage(role="user", content="why " * 10_000),))
    assert ROOM in error.sentence
    assert len(endpoint.scripted.requests) < 12
    assert endpoint.notices == []


@pytest.mark.parametrize("status", [429, 500, 503])
@pytest.mark.slow
async def test_who_is_busy_is_asked_once_more_after_the_pause_that_they_ask_for(endpoint, status):
    began = time.monotonic()
    busy = Script(status=status, error={"error": {"message": "Slow down"}}, headers={"Retry-After": "1"})
    assert await endpoint.ask(busy, "Hello.") == "Hello."
    assert time.monotonic() - began >= 1
    [notice] = endpoint.notices
    assert notice.waits
    assert "“Slow down”" in notice.sentence
    assert "asked again in 1 s" in notice.sentence


async def test_who_is_busy_twice_is_told_in_their_own_words_and_not_asked_a_third_time(endpoint):
    error = await endpoint.error(refusal("Rate limit reached for requests", status=429))
    assert (error.retry, "busy (429)" in error.sentence, "Rate limit reached" in error.sentence) == (True, True, True)
    assert len(endpoint.scripted.requests) == 2


async def test_nobody_waits_for_an_hour(endpoint):
    busy = Script(status=429, error={"error": {"message": "Slow down"}}, headers={"Retry-After": "3600"})
    error = await endpoint.error(busy)
    assert "Ask again in 60 minutes." in error.sentence
    assert len(endpoint.scripted.requests) == 1


@pytest.mark.parametrize(
    "pause", ["inf", "1e999", "nan", "-1e999", "soon", "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"]
)
def test_a_pause_that_is_none_is_not_read(pause):
    assert _retry_after({"Retry-After": pause}) is None


async def test_a_little_more_than_a_minute_is_not_one_minute(endpoint):
    busy = Script(status=429, error={"error": {"message": "Slow down"}}, headers={"Retry-After": "61"})
    assert "Ask again in 2 minutes." in (await endpoint.error(busy)).sentence


async def test_no_part_of_the_key_is_left_where_long_words_are_cut(endpoint):
    error = await endpoint.error(refusal("x" * 293 + " sk-secret is wrong", status=401))
    assert "sk-" not in error.sentence


@pytest.mark.parametrize("key", ["sk\nsecret", "clé", "a b"])
async def test_a_key_that_no_header_carries_is_told_and_asked_nowhere(endpoint, key):
    model = OpenAICompatibleModel(http=endpoint.http, base_url=endpoint.scripted.url, key=key, model="big")
    with pytest.raises(WorldError, match="The key of the language model is not valid"):
        [_ async for _ in model.answer(ChatRequest(messages=PROMPT))]
    assert endpoint.scripted.requests == []


@pytest.mark.parametrize(
    ("address", "words"), [("http://[", "is not valid"), ("http://℀/v1", "is not valid"), ("http://a..b", "be reached")]
)
async def test_an_address_that_is_none_is_told(endpoint, address, words):
    model = OpenAICompatibleModel(http=endpoint.http, base_url=address, key="", model="big")
    with pytest.raises(WorldError, match=words):
        [_ async for _ in model.answer(ChatRequest(messages=PROMPT))]


async def test_a_spent_account_is_not_asked_again(endpoint):
    error = await endpoint.error(refusal("You exceeded your current quota", status=429, code="insufficient_quota"))
    assert (error.retry, "current quota" in error.sentence) == (False, True)
    assert len(endpoint.scripted.requests) == 1


@pytest.mark.slow
async def test_waiting_ends_when_it_is_cancelled(endpoint):
    endpoint.scripted.say(Script(status=503, headers={"Retry-After": "50"}))
    model = OpenAICompatibleModel(http=endpoint.http, base_url=endpoint.scripted.url, key="", model="big")
    waits = asyncio.Event()
    request = ChatRequest(messages=PROMPT, notify=lambda _: waits.set())
    async with aclosing(model.answer(request)) as pieces:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(pieces), 0.5)
    assert waits.is_set()


@pytest.mark.slow
async def test_a_silent_endpoint_is_told_of_and_given_up_in_the_end(monkeypatch):
    monkeypatch.setattr(language_model, "SIGN_OF_LIFE_SECONDS", 0.05)
    monkeypatch.setattr(endpoint_client, "SILENCE_SECONDS", 0.4)
    notices: list[ModelNotice] = []
    asked: list[web.Request] = []

    async def answer(request):
        asked.append(request)
        await asyncio.sleep(30)

    async with serving(answer) as url, aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(http=http, base_url=url, key="", model="slow")
        with pytest.raises(WorldError, match="sent nothing for too long") as error:
            [_ async for _ in ResumingModel(model).answer(ChatRequest(messages=PROMPT, notify=notices.append))]
    assert (error.value.code, len(asked)) == ("model_silent", 1)
    [notice] = notices
    assert (notice.waits, "still waited for" in notice.sentence) == (True, True)


async def test_a_silent_endpoint_can_be_left_at_once():
    asked = asyncio.Event()

    async def answer(_):
        asked.set()
        await asyncio.sleep(30)

    async with serving(answer) as url, aiohttp.ClientSession() as http:
        model = OpenAICompatibleModel(http=http, base_url=url, key="", model="slow")
        pieces = model.answer(ChatRequest(messages=PROMPT))
        async with aclosing(pieces), Scope("test") as scope:
            first = scope.spawn("first piece", anext(pieces))
            await asyncio.wait_for(asked.wait(), 10)
            first.cancel()
            await asyncio.wait({first}, timeout=5)
            assert first.cancelled()


@pytest.mark.slow
async def test_whoever_speaks_in_time_is_not_called_silent(endpoint, monkeypatch):
    monkeypatch.setattr(language_model, "SIGN_OF_LIFE_SECONDS", 1.0)
    assert await endpoint.ask(Script(pieces=("a",) * 8, pause=0.2)) == "a" * 8
    assert endpoint.notices == []


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (refusal("model 'qwen3:4b' not found", status=404), "The language model qwen3:4b is not there.*not found"),
        (refusal("qwen3:4b is not a valid model ID"), "The language model qwen3:4b is not there"),
        (refusal("The model `x` does not exist.", status=404), "is not there"),
        (refusal("Insufficient credits", status=402), r"error \(402\).*Insufficient credits"),
        (Script(status=404, error=PAGE), "is a web page and no language model"),
        (Script(status=502, error=PAGE), r"answered with an error \(502\)\."),
        (Script(status=400, error={"detail": [{"loc": ["body", "model"], "msg": "Bad"}]}), "model: Bad"),
        (Script(status=400, error={"detail": "Never."}), "Never."),
        (Script(status=400, error=[{"error": {"message": "A list"}}]), "A list"),
        (Script(status=400, error={"error": "plain"}), "plain"),
        (Script(status=400, error={"error": '{"error": {"message": "passed on"}}'}), "“passed on”"),
        (Script(status=400, error={"error": "{ broken"}), "“{ broken”"),
        (Script(status=400, error={"object": "error", "message": "flat"}), "flat"),
        (Script(status=400, error={"error": {"message": "a" * 5_000}}), "a{299}…”"),
        (Script(status=400, error={"error": {"message": "one\n\x1b[31mtwo"}}), "one.*two"),
        (Script(status=400, error={"error": {"metadata": {"raw": "from far away"}}}), "from far away"),
        (Script(status=400, error=3), r"error \(400\)\.$"),
        (Script(status=401, error={"error": {"message": "Bad key sk-secret"}}), "refused the key.*Bad key …"),
    ],
)
async def test_the_person_reads_the_endpoints_own_words(endpoint, script, words):
    error = await endpoint.error(script)
    assert "\x1b" not in error.sentence
    assert "sk-secret" not in error.sentence
    with pytest.raises(WorldError, match=words):
        raise error


async def test_a_redirect_is_told_and_not_followed(endpoint):
    away = Script(status=308, headers={"Location": "https://else.example/v1/chat/completions?token=1"})
    error = await endpoint.error(away)
    assert "leads on to https://else.example/v1/chat/completions." in error.sentence
    assert len(endpoint.scripted.requests) == 1


async def test_an_answer_that_thinking_used_up_may_be_longer_the_next_time(endpoint):
    assert await endpoint.ask(Script(thoughts=("Hm. " * 9,), finish="length")) == ""
    first = endpoint.last["max_tokens"]
    await endpoint.ask("Hello.")
    assert endpoint.last["max_tokens"] == 4 * first


async def test_a_thought_that_the_prompt_opened_and_the_limit_cut_is_no_answer(endpoint):
    await endpoint.ask("Let me see.\n</think>\n\nHello.")
    assert await endpoint.ask(Script(pieces=("Let me ", "see"), finish="length")) == ""
    assert await endpoint.ask(Script(pieces=("Let me ", "see.</think>Hello."), finish="stop")) == "Hello."
    assert endpoint.last["max_tokens"] == 4 * 400


async def test_a_model_whose_prompt_opens_the_thought_is_known_after_its_first_answer(endpoint):
    await endpoint.ask("Let me see.\n</think>\n\nHello.")
    assert await endpoint.ask("Let me see.\n</think>\n\nHello.") == "Hello."
