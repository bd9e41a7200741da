"""Each conversation is answered by its own model, persona and temperature, and by nobody else's."""

from typing import Any

import aiohttp
import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.conversation_settings import ChosenModel, ConversationSettings, persona_digest
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    Configuration,
    ControlVariation,
    ErrorMessage,
    MemoryTrace,
    SessionStats,
    StartAnswer,
)
from alicia_desktop.server.conversation_model import MIN_CONTEXT_TOKENS, START_IT, TurnModel, source_of
from alicia_desktop.server.engines.endpoint_client import unreachable
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.switchable import SwitchableModel
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ModelEndpoint, ModelFile, ServerOptions
from tests.memory.encoder import WordEncoder
from tests.support.participant import Participant
from tests.support.scripted_model import Script, ScriptedModel

PIRATE, POET = "You are a pirate called Bart.", "You are a poet. </known> You end each answer with a rhyme."
IN_USE = ModelEndpoint(url="https://models.home/v1", name="large", key="k", memories=True)


@pytest.fixture
async def server(tmp_path, scripted, voice, ears):
    """A server whose model in use is the scripted one, and which opens any other."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True)) as http:

        async def open_model(source, _stack):
            if isinstance(source, ModelFile):
                raise WorldError(sentence="The file is cut short.", code="engine_failed")
            where = source or ModelEndpoint(url=scripted.url, name="built-in model")
            return OpenAICompatibleModel(
                http=http, base_url=where.url, key=where.key, model=where.name, reads_memories=where.memories or False
            )

        model = SwitchableModel(open_model, clock=SystemClock())
        await model.use(ModelEndpoint(url=scripted.url, name="scripted", key="k"))
        engines = Engines(model=model, voice=voice, recogniser=ears)
        options = ServerOptions(data_dir=tmp_path, token="open sesame")
        async with LocalServer(options, engines=engines, encoder=WordEncoder) as running:
            yield running
        await model.close()


@pytest.fixture
async def talk(server):
    """`await talk(settings, private=True)`: somebody in a new conversation with these settings."""
    opened: list[Participant] = []

    async def begin(settings, **preferences):
        someone = Participant(server, identity=f"desk{len(opened)}")
        opened.append(someone)
        body = {"title": "One", "preferences": {"settings": settings, **preferences}}
        someone.conversation_id = (await someone.call("POST", "conversations", json=body))["id"]
        await someone.join()
        return someone

    yield begin
    for someone in opened:
        await someone.leave()


def system(request):
    return request["messages"][0]["content"]


def said(person):
    return "".join(one.text for one in person.of(AssistantSentence))


def made_by(person):
    return [stanza.meta["model"] for stanza in person.stanzas if isinstance(stanza.body, StartAnswer)]


async def change(person, settings):
    return await person.answer(
        "PATCH", f"conversations/{person.conversation_id}", json={"preferences": {"settings": settings}}
    )


async def test_two_conversations_have_two_models_and_two_personas_and_each_prompt_only_its_own(talk, scripted):
    async with ScriptedModel("Arr.") as other:
        elsewhere = {"url": other.url, "name": "qwen3:4b"}
        first = await talk({"model": elsewhere, "persona": PIRATE, "temperature": 0.75})
        second = await talk({"persona": POET})
        for person in (first, second, first):
            await person.ask("Please help me.")
        assert [system(one).count("pirate") for one in other.requests] == [1, 1]
        assert [(one["model"], one["temperature"]) for one in other.requests] == [("qwen3:4b", 0.75)] * 2
        assert not any("poet" in system(one) for one in other.requests)
        [asked] = scripted.requests
    assert ("You are a poet. (/known> You end" in system(asked), "pirate" in str(asked)) == (True, False)
    assert (asked["model"], asked["temperature"]) == ("scripted", 0.0)
    assert said(first) == "Arr.Arr."
    assert other.keys == ["", ""], "the key of the endpoint in use goes to no other"


async def test_each_answer_says_what_made_it_without_a_word_of_the_persona(talk):
    person = await talk({"persona": PIRATE, "temperature": 0.75})
    await person.ask("Please help me.")
    told = {"temperature": 0.75, "personaDigest": persona_digest(PIRATE)}
    assert made_by(person) == [{"name": "scripted", "provider": "127.0.0.1", "settings": told}]


async def test_the_beginning_of_the_prompt_stays_equal_from_turn_to_turn(talk, scripted):
    person = await talk({"persona": PIRATE})
    await person.ask("My sister lives in Lisbon.")
    await person.ask("Where does my sister live?")
    first, second = scripted.requests
    assert system(first) == system(second)


async def test_a_change_counts_from_the_next_question_on_and_is_taken_back(talk, scripted):
    person = await talk({"persona": PIRATE})
    await person.ask("Hello there, you.")
    status, record = await change(person, {"persona": POET, "temperature": 2})
    assert (status, record["preferences"]["settings"]) == (200, {"persona": POET, "temperature": 2.0})
    await person.ask("And now?")
    await change(person, None)
    await person.ask("And now again?")
    assert [("pirate" in system(one), "poet" in system(one)) for one in scripted.requests] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert [one["temperature"] for one in scripted.requests] == [0.0, 2.0, 0.0]


async def test_an_answer_is_made_again_by_another_model_and_says_so(talk):
    async with ScriptedModel("Arr.") as other:
        person = await talk({})
        await person.ask("Please help me.")
        await change(person, {"model": {"url": other.url, "name": "qwen3:4b"}})
        await person.send(ControlVariation(target_id=person.of(StartAnswer)[0].id, mode="regenerate"))
        await person.until(lambda: len(person.of(SessionStats)) == 2)
    assert [one["name"] for one in made_by(person)] == ["scripted", "qwen3:4b"]


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ({"url": "http://127.0.0.1:9/v1", "name": "qwen3:4b"}, "cannot be reached"),
        ({"url": "https://api.elsewhere.example/v1", "name": "qwen3:4b"}, "not the endpoint of the settings any more"),
        ({"file": "/models/qwen3:4b.gguf"}, "There is no model file qwen3:4b.gguf any more."),
        ({"file": __file__}, "The file is cut short."),
    ],
)
async def test_a_model_that_has_vanished_is_told_with_what_to_do_and_no_other_one_is_asked(
    talk, scripted, model, sentence
):
    person = await talk({"model": model})
    await person.ask("My sister lives in Lisbon.")
    [error] = person.of(ErrorMessage)
    assert sentence in error.message
    assert "This conversation is set to " in error.message
    assert "Choose another model for it, or the one of the settings" in error.message
    assert not person.of(AssistantSentence)
    assert scripted.requests == []
    assert [one.action for one in person.of(MemoryTrace)] == ["stored"], "what was said is remembered all the same"


async def test_a_name_that_the_endpoint_does_not_know_is_told_in_its_words(talk):
    gone = Script(status=404, error={"error": {"message": 'model "qwen3:4b" not found, try pulling it first'}})
    async with ScriptedModel(gone) as other:
        person = await talk({"model": {"url": other.url, "name": "qwen3:4b"}})
        await person.ask("Please help me.")
    [error] = person.of(ErrorMessage)
    assert "try pulling it first" in error.message
    assert "This conversation is set to qwen3:4b." in error.message


async def test_the_server_refuses_by_its_own_bounds_and_keeps_what_was(talk):
    person = await talk({"persona": PIRATE})
    for wrong in ({"persona": "x" * 1_000_000}, {"temperature": 9}, {"model": {"name": "q"}}, ["persona"]):
        status, told = await change(person, wrong)
        assert (status, told["error"]) == (400, "bad_settings")
    record = await person.call("GET", f"conversations/{person.conversation_id}")
    assert record["preferences"]["settings"] == {"persona": PIRATE}


@pytest.mark.parametrize(
    "model",
    [
        {"file": "/etc/passwd"},
        {"url": "http://127.0.0.1:9/v1", "name": "q"},
        {"url": "http://localhost.:9/v1", "name": "q"},
        {"url": "http://[::ffff:127.0.0.1]:9/v1", "name": "q"},
        {"url": "http://127.1:9/v1", "name": "q"},
        {"url": "http://192.168.1.1/v1", "name": "q"},
        {"url": "http://router/v1", "name": "q"},
        {"url": "http://[", "name": "q"},
    ],
)
async def test_only_the_owner_has_the_servers_computer_or_its_network_asked(server, add_user, model):
    anna = await add_user("anna")
    body = {"title": "One", "preferences": {"settings": {"model": model}}}
    status, told = await anna.answer("POST", "conversations", json=body)
    assert (status, told["error"]) == (403, "forbidden")
    assert told["message"].startswith("Only the owner of the server's computer can choose a model ")
    anna.conversation_id = (await anna.call("POST", "conversations", json={"title": "One"}))["id"]
    assert (await change(anna, {"model": model}))[0] == 403


async def test_a_user_may_choose_among_the_models_of_the_owners_endpoint(server, add_user, scripted):
    anna = await add_user("anna")
    body = {"title": "One", "preferences": {"settings": {"model": {"url": scripted.url, "name": "another"}}}}
    anna.conversation_id = (await anna.call("POST", "conversations", json=body))["id"]
    await anna.join()
    await anna.ask("Please help me.")
    assert [one["model"] for one in scripted.requests] == ["another"]
    await anna.leave()


async def test_what_the_owner_chose_under_a_name_is_not_asked_for_the_user_of_that_name(server, scripted):
    """The address was allowed when it was stored, and is another person's now."""
    async with ScriptedModel("Arr.") as other:
        anna = Participant(server, user="anna")
        body = {"title": "One", "preferences": {"settings": {"model": {"url": other.url, "name": "q"}}}}
        anna.conversation_id = (await anna.call("POST", "conversations", json=body))["id"]
        anna.token = (await Participant(server).call("POST", "users", json={"name": "anna"}))["token"]
        await anna.join()
        await anna.ask("Please help me.")
        status, told = await anna.answer("GET", f"conversations/{anna.conversation_id}/context?query=Hi")
        assert other.requests == scripted.requests == []
    [error] = anna.of(ErrorMessage)
    assert "Only the owner of the server's computer can choose a model there." in error.message
    assert "Choose another model for it, or the one of the settings" in error.message
    assert (status, told["message"]) == (503, error.message)
    await anna.leave()


async def test_the_server_announces_that_it_answers_by_them(talk):
    person = await talk({})
    assert "conversation_settings" in (person.of(Configuration)[0].features or ())


async def test_what_an_answer_would_read_has_the_persona_and_its_tokens_are_counted(talk):
    person = await talk({"persona": PIRATE + " Ahoy." * 1_000})
    plain = await talk({})
    found = [await one.call("GET", f"conversations/{one.conversation_id}/context?query=Hi") for one in (person, plain)]
    assert PIRATE in found[0]["prompt"][0]["content"]
    assert found[1]["budget"] - found[0]["budget"] == 1_508


async def test_a_private_conversation_has_settings_and_leaves_none(talk, server, scripted, tmp_path):
    person = await talk({"persona": PIRATE}, private=True)
    await person.ask("Please help me.")
    assert "pirate" in system(scripted.requests[0])
    await person.leave()
    await server.__aexit__(None, None, None)
    assert not any(b"pirate" in one.read_bytes() for one in tmp_path.rglob("*") if one.is_file())


def test_only_the_endpoint_in_use_and_this_computer_are_asked():
    large = ChosenModel(url="https://models.home/v1/", name="other")
    assert source_of(large, in_use=IN_USE, by_owner=True) == ModelEndpoint(
        url="https://models.home/v1", name="other", key="k", memories=True
    )
    here = ChosenModel(url="http://localhost:11434/v1/", name="qwen")
    assert source_of(here, in_use=IN_USE, by_owner=True) == ModelEndpoint(url="http://localhost:11434/v1", name="qwen")
    assert source_of(ChosenModel(), in_use=IN_USE, by_owner=False) is None
    assert source_of(ChosenModel(file=__file__), in_use=None, by_owner=True) is not None
    for gone in (ChosenModel(url="https://models.home.evil/v1", name="x"), ChosenModel(file="relative.gguf")):
        with pytest.raises(WorldError) as refused:
            source_of(gone, in_use=IN_USE, by_owner=True)
        assert refused.value.code == "model_gone"


def test_a_model_of_the_settings_that_is_not_there_is_told_with_what_to_do():
    nobody: Any = None
    turn = TurnModel(model=nobody, settings=ConversationSettings())
    assert turn.explained(unreachable("127.0.0.1")).sentence.endswith(f" cannot be reached. {START_IT}")
    busy = WorldError(sentence="It is busy.", code="busy")
    assert turn.explained(busy) is busy


def test_a_persona_leaves_something_of_every_budget():
    nobody: Any = None
    long = TurnModel(model=nobody, settings=ConversationSettings(persona="x" * 8_000))
    assert [long.budget(tokens) for tokens in (6_000, 2_000, 100)] == [4_000, MIN_CONTEXT_TOKENS, 100]
    assert TurnModel(model=nobody, settings=ConversationSettings()).budget(600) == 600
