"""What the model read of an answer, over HTTP: what really was asked, whose it is, and what forgetting leaves."""

import json
from datetime import UTC, datetime

import pytest

from alicia_desktop.api.answers import PromptApi
from alicia_desktop.protocol.messages import AssistantSentence, MemoryTrace, StartAnswer
from tests.support.participant import Participant

CANARY = "My aunt Ada keeps canaries in Vesuvius Lane."


@pytest.fixture
def small():
    return False


async def ask(person, text):
    """Ask, and return the id of the answer and its `meta.prompt`."""
    await person.ask(text)
    started = [one for one in person.stanzas if isinstance(one.body, StartAnswer)][-1]
    return started.body.id, started.meta["prompt"]


async def prompt_of(person, answer, path=""):
    return await person.call("GET", f"messages/{answer}/prompt{path}")


def named(found):
    return [(part["source"], part["ref"]) for part in found["parts"] if part["source"] not in {"markup", "tool"}]


async def test_it_is_what_the_model_was_asked_part_by_part(server, person, scripted):
    await person.join()
    await person.ask(CANARY)
    stored = person.of(MemoryTrace)[-1].memory_id
    answer, summary = await ask(person, "Where does my aunt Ada keep canaries?")
    found = await prompt_of(person, answer)
    asked = [one for one in scripted.requests if one.get("tools")][-1]
    question = next(part for part in found["parts"] if part["source"] == "question")
    assert (found["id"], found["state"], question["text"]) == (answer, "kept", "Where does my aunt Ada keep canaries?")
    said = "".join(part["text"] for part in found["parts"] if part["source"] != "tool")
    assert "".join(said.split()) == "".join("".join(one["content"] for one in asked["messages"]).split())
    assert len([part for part in found["parts"] if part["source"] == "tool"]) == len(asked["tools"])
    assert ("memory", stored) in named(found)
    assert [source for source, _ in named(found)].count("message") == 2
    assert found["model"]["name"]
    assert found["timesAsked"] == 1
    assert summary["tokens"] == found["tokens"] == sum(one["tokens"] for one in summary["parts"].values())
    assert summary["parts"]["memory"]["count"] == 1


async def test_the_windows_own_calls_read_the_same(server, person):
    await person.join()
    answer, _ = await ask(person, "Where does my aunt Ada live?")
    found, at = await prompt_of(person, answer), datetime.now(UTC)
    place = {"conversation_id": person.conversation_id, "at": at}
    async with PromptApi(url=server.address, user_id="user", token="open sesame") as api:
        read = await api.prompt(answer, **place)
        today = await api.todays_prompt(answer, **place)
    assert read is not None
    assert [part.text for part in read.parts] == [part["text"] for part in found["parts"]]
    assert (read.told["model"], read.told["timesAsked"]) == (found["model"], 1)
    assert read.told["firstTokenMs"] == found["firstTokenMs"]
    assert [part.source for part in today.parts] == [part.source for part in read.parts if part.source != "tool"]


async def test_todays_prompt_is_for_the_same_question_with_what_is_known_now(server, person):
    await person.join()
    answer, _ = await ask(person, "Where does my aunt Ada live?")
    await person.ask("My aunt Ada lives in Oslo.")
    before, now = await prompt_of(person, answer), await prompt_of(person, answer, "/today")
    assert "memory" not in [source for source, _ in named(before)]
    assert "memory" in [source for source, _ in named(now)]
    assert "message" not in [source for source, _ in named(now)], "what was said later was not read then either"
    again = await prompt_of(person, answer)
    assert again == before


async def test_what_is_forgotten_is_gone_from_it_and_from_the_file(open_server, tmp_path):
    async with open_server() as server:
        person = Participant(server)
        await person.join("streaming", "forgetting")
        await person.ask(CANARY)
        answer, _ = await ask(person, "Where does my aunt Ada keep canaries?")
        assert "Vesuvius" in json.dumps(await prompt_of(person, answer))
        forgot, _ = await ask(person, f"Please forget this: {CANARY} And what is 2 + 2?")
        for one in (answer, forgot):
            found = await prompt_of(person, one)
            assert found["state"] == "emptied"
            assert {part["text"] for part in found["parts"]} == {None}
        assert "Vesuvius" not in json.dumps((await prompt_of(person, answer, "/today"))["parts"][:-1])
        await person.leave()
    left = b"".join(one.read_bytes() for one in tmp_path.glob("server.db*"))
    assert b"Vesuvius" not in left


async def test_a_private_conversation_tells_its_sizes_and_keeps_no_words(server):
    person = Participant(server)
    person.conversation_id = (
        await person.call("POST", "conversations", json={"title": "t", "preferences": {"private": True}})
    )["id"]
    await person.join()
    answer, summary = await ask(person, "My aunt Ada lives in Oslo.")
    assert summary["parts"]["question"]["tokens"] > 0
    assert await prompt_of(person, answer) == {"id": answer, "state": "not_kept", "tokens": 0, "parts": []}


async def test_another_user_is_told_that_there_is_no_such_answer(person, add_user):
    await person.join()
    answer, _ = await ask(person, "Where does my aunt Ada live?")
    anna = await add_user("anna")
    for path in ("prompt", "prompt/today"):
        for one in (answer, "am_none"):
            status, said = await anna.answer("GET", f"messages/{one}/{path}")
            assert (status, said["error"]) == (404, "not_found")


async def test_an_answer_that_no_model_made_says_so(open_server):
    async with open_server(small=True) as server:
        person = Participant(server)
        await person.join()
        answer, summary = await ask(person, "What is 2 + 2?")
        assert person.of(AssistantSentence)
        assert summary == {"tokens": 0, "parts": {}}
        assert (await prompt_of(person, answer))["state"] == "not_kept"
