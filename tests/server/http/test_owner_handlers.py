"""The owner has another model answer, in the middle of a conversation that goes on."""

import asyncio

import aiohttp
import pytest

from alicia_desktop.api.owner import ModelApi
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import AssistantSentence, ServerInfo
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.switchable import SwitchableModel
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ModelEndpoint, ServerOptions
from tests.memory.encoder import WordEncoder
from tests.support import model_endpoint
from tests.support.participant import Participant
from tests.support.scripted_model import Script, ScriptedModel
from tests.support.scripted_server import until


@pytest.fixture
async def switchable_server(tmp_path, scripted, voice, ears):
    """A server whose built-in model is the scripted one."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as http:

        async def open_model(endpoint, _stack):
            where = endpoint or ModelEndpoint(url=scripted.url, name="scripted", key="k")
            return OpenAICompatibleModel(
                http=http,
                base_url=where.url,
                key=where.key,
                model=where.name,
                small=endpoint is None,
                reads_memories=where.memories,
            )

        model = SwitchableModel(open_model, clock=SystemClock())
        await model.use(None)
        engines = Engines(model=model, voice=voice, recogniser=ears)
        options = ServerOptions(data_dir=tmp_path, token="open sesame")
        async with LocalServer(options, engines=engines, encoder=WordEncoder) as server:
            yield server
        await model.close()


@pytest.fixture
async def api(switchable_server):
    async with ModelApi(url=switchable_server.address, token="open sesame") as calls:
        yield calls


async def test_the_model_in_use_is_told(api):
    told = await api.model()
    assert (told.name, told.provider, told.state) == ("scripted", "127.0.0.1", "ready")


@pytest.mark.slow
async def test_an_answer_that_is_being_written_is_not_lost(switchable_server, api):
    async with ScriptedModel() as first, ScriptedModel("It is salty.") as second:
        hold = asyncio.Event()
        first.say(Script(pieces=("The sea is wide. ", "It is deep."), hold=hold))
        await api.use_model(url=first.url, name="first", key="", memories=False)
        person = Participant(switchable_server)
        await person.join("streaming")
        asked = asyncio.create_task(person.ask("Describe the sea to me."))  # noqa: TID251 - awaited below
        await first.asked.wait()
        await api.use_model(url=second.url, name="second", key="", memories=False)
        hold.set()
        await asked
        assert [one.text.strip() for one in person.of(AssistantSentence)] == ["The sea is wide.", "It is deep."]
        await person.ask("And how does it taste?")
        assert person.of(AssistantSentence)[-1].text == "It is salty."
        assert second.requests[0]["messages"][-1]["content"].endswith("And how does it taste?")
        assert "The sea is wide." in str(second.requests[0]["messages"])
        assert person.of(ServerInfo)[-1].model["name"] == "second"
        await until(lambda: not switchable_server.engines.model._former)  # no turn that has ended holds a model
        await person.leave()


async def test_every_user_gets_the_list_of_the_endpoint_in_use_which_is_asked_once_a_minute(switchable_server, api):
    anna = Participant(switchable_server, user="anna")
    anna.token = (await Participant(switchable_server).call("POST", "users", json={"name": "anna"}))["token"]
    assert await anna.call("GET", "models") == {"models": []}, "beside the built-in one there is none"
    async with model_endpoint.ModelEndpoint(key="sk-1").up() as endpoint:
        url = f"{endpoint.url}/v1"
        await api.use_model(url=url, name="tiny", key="sk-1", memories=False)
        endpoint.asked.clear()
        told = [await anna.call("GET", "models") for _ in range(3)][-1]
        assert told == {"models": [{"url": url, "name": "tiny"}, {"url": url, "name": "qwen3:4b"}]}
        assert [call for call, _ in endpoint.asked] == ["GET /v1/models"]
    assert "sk-1" not in str(told)
    await api.use_model(url="http://127.0.0.1:9/v1", name="gone", key="", memories=False)
    status, told = await anna.answer("GET", "models")
    assert (status, told["message"].endswith(".")) == (503, True)


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://", "http://[", "http://a:99999/v1", "a"])
async def test_what_is_no_address_is_refused(api, address):
    with pytest.raises(WorldError, match="The base URL of a model is"):
        await api.use_model(url=address, name="m", key="")


async def test_what_is_no_key_is_refused(api):
    with pytest.raises(WorldError, match="The key has characters"):
        await api.use_model(url="http://127.0.0.1:9/v1", name="m", key="a\nb")


async def test_a_file_needs_its_whole_path_and_no_address_beside_it(api):
    for url, file in (("", "model.gguf"), ("http://a/v1", "/model.gguf")):
        with pytest.raises(WorldError, match="either an endpoint or a file with its whole path"):
            await api.use_model(url=url, name="", key="", file=file)


async def test_a_server_with_a_model_of_somebody_elses_keeps_it(server):
    async with ModelApi(url=server.address, token="open sesame") as calls:
        with pytest.raises(WorldError, match="cannot be changed"):
            await calls.use_model(url="", name="", key="")
