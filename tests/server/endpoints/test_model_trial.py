import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.endpoints.model_list import find_endpoint
from alicia_desktop.server.endpoints.model_trial import try_model
from tests.support.model_endpoint import COUNTING, OLLAMA_CALLS, TOOL_CALL, ModelEndpoint
from tests.support.scripted_model import Script


async def trial(http, endpoint, key=""):
    found = await find_endpoint(http, endpoint.url, key=key)
    return await try_model(http, found, "qwen3:4b", key=key, clock=SystemClock())


async def test_a_trial_measures_the_model_and_says_what_it_can(http):
    async with ModelEndpoint(calls=OLLAMA_CALLS, key="k").up() as endpoint:
        result = await trial(http, endpoint, "k")
    assert result.model == "qwen3:4b"
    assert 40 <= result.first_token_ms < 5_000
    assert result.tokens_per_second is not None
    assert 1 < result.tokens_per_second < 25
    assert (result.tools, result.thinks, result.context_tokens) == (True, False, 4096)
    assert {given for _, given in endpoint.asked} == {"Bearer k"}
    assert [bool(question.get("tools")) for question in endpoint.questions] == [True, False]


async def test_an_endpoint_that_refuses_tools_is_heard_without_them(http):
    async with ModelEndpoint(scripts=(Script(status=400), COUNTING)).up() as endpoint:
        assert (await trial(http, endpoint)).tools is False


async def test_a_model_that_thinks_is_told(http):
    async with ModelEndpoint(scripts=("No.", Script(thoughts=("Hm", "m"), pieces=("Red.",)))).up() as endpoint:
        result = await trial(http, endpoint)
    assert (result.thinks, result.tools) == (True, False)


async def test_an_answer_too_short_to_measure_has_no_speed(http):
    async with ModelEndpoint(scripts=(TOOL_CALL, "Red.")).up() as endpoint:
        assert (await trial(http, endpoint)).tokens_per_second is None


async def test_an_empty_answer_and_an_error_are_sentences(http):
    async with ModelEndpoint(scripts=(Script(),)).up() as endpoint:
        with pytest.raises(WorldError) as error:
            await trial(http, endpoint)
    assert error.value.sentence == "qwen3:4b gave an empty answer. Choose a model that is made for chats."
    async with ModelEndpoint(scripts=(Script(finish="stop"),)).up() as endpoint:
        with pytest.raises(WorldError, match="gave an empty answer"):
            await trial(http, endpoint)
    async with ModelEndpoint(scripts=(Script(status=500),)).up() as endpoint:
        with pytest.raises(WorldError):
            await trial(http, endpoint)
