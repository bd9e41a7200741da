"""What a server does for devices that were apart, over HTTP (docs/protocol.md#offline-sync)."""

import asyncio
import json

import aiohttp
import pytest

from alicia_desktop.protocol.messages import AssistantSentence, StartAnswer
from tests.support.participant import Participant
from tests.support.patience import PATIENCE

TOKEN = {"Authorization": "Bearer open sesame"}


@pytest.fixture
async def ask(server):
    async with aiohttp.ClientSession(headers=TOKEN) as http:

        async def call(method, path, *, body=None):
            async with http.request(method, f"{server.address}/api/v1/{path}", json=body) as answer:
                text = await answer.text()
                return answer.status, json.loads(text) if text else None

        yield call


@pytest.fixture
async def path(ask):
    _, made = await ask("POST", "conversations", body={"title": "Tides"})
    return f"conversations/{made['id']}"


def offered(local_id, contents, number=1, **more):
    return {"local_id": local_id, "sequence_number": number, "role": "user", "contents": contents, **more}


async def test_messages_are_taken_once_in_their_order(ask, path):
    both = {"messages": [offered("local_b", "And ebb?", 2, previous_id="local_a"), offered("local_a", "When is high?")]}
    for _ in range(2):
        status, said = await ask("POST", f"{path}/sync", body=both)
        assert status == 200
        assert [(one["server_id"], one["status"]) for one in said["synced_messages"]] == [
            ("local_a", "synced"),
            ("local_b", "synced"),
        ]
    _, page = await ask("GET", f"{path}/messages")
    assert [(one["id"], one["contents"], one["previous_id"]) for one in page["messages"]] == [
        ("local_a", "When is high?", None),
        ("local_b", "And ebb?", "local_a"),
    ]
    _, state = await ask("GET", f"{path}/sync/status")
    assert (state["pending_count"], state["synced_count"], state["conflict_count"]) == (0, 2, 0)
    assert state["last_synced_at"]


async def test_the_same_name_with_other_words_is_a_conflict_and_nothing_is_overwritten(ask, path):
    await ask("POST", f"{path}/sync", body={"messages": [offered("local_a", "When is high?")]})
    _, said = await ask("POST", f"{path}/sync", body={"messages": [offered("local_a", "When is low?")]})
    (one,) = said["synced_messages"]
    assert one["status"] == "conflict"
    assert one["conflict"]["server_message"]["contents"] == "When is high?"
    assert [each["contents"] for each in (await ask("GET", f"{path}/messages"))[1]["messages"]] == ["When is high?"]


async def test_pages_of_messages(ask, path):
    many = [offered(f"local_{number}", f"{number}", number) for number in range(5)]
    await ask("POST", f"{path}/sync", body={"messages": many})
    _, page = await ask("GET", f"{path}/messages?limit=2&offset=3")
    assert ([one["contents"] for one in page["messages"]], page["total"]) == (["3", "4"], 5)


async def test_what_somebody_else_changed_meanwhile_is_not_overwritten(ask, path):
    assert (await ask("PATCH", path, body={"title": "Ebb", "expected": {"title": "Tides"}}))[0] == 200
    status, said = await ask("PATCH", path, body={"title": "Flow", "expected": {"title": "Tides"}})
    assert (status, said["error"]) == (409, "changed_meanwhile")
    assert (await ask("PATCH", path, body={"title": "Ebb", "expected": {"title": "Tides"}}))[0] == 200
    version = (await ask("GET", path))[1]["updated_at"]
    await ask("POST", f"{path}/sync", body={"messages": [offered("local_a", "When?")]})
    assert (await ask("DELETE", f"{path}?version={version.replace('+', '%2B')}"))[0] == 409
    version = (await ask("GET", path))[1]["updated_at"]
    assert (await ask("DELETE", f"{path}?version={version.replace('+', '%2B')}"))[0] == 204
    assert (await ask("PATCH", path, body={"status": "active", "expected": {"status": "deleted"}}))[0] == 200
    assert len((await ask("GET", "conversations"))[1]["conversations"]) == 1


async def test_a_conversation_is_made_once_under_the_name_that_a_device_gave_it(ask):
    body = {"title": "Tides", "preferences": {"local_id": "local_1"}}
    made = [(await ask("POST", "conversations", body=body))[1]["id"] for _ in range(2)]
    assert made[0] == made[1]


async def test_what_another_device_adds_is_told_as_it_comes(server, ask, path):
    async with aiohttp.ClientSession(headers=TOKEN) as http, http.get(f"{server.address}/api/v1/{path}/events") as told:
        assert told.content_type == "text/event-stream"
        await ask("POST", f"{path}/sync", body={"messages": [offered("local_a", "When?")]})
        lines: list[bytes] = []
        async with asyncio.timeout(PATIENCE):
            while not any(line.startswith(b"event: conversation") for line in lines):
                lines.append(await told.content.readline())
    place = lines.index(b"event: message\n")
    assert json.loads(lines[place + 1].removeprefix(b"data: "))["contents"] == "When?"


async def test_a_change_of_the_list_of_conversations_is_told_without_what_changed(server, ask, path):
    async with aiohttp.ClientSession(headers=TOKEN) as http, http.get(f"{server.address}/api/v1/{path}/events") as told:
        _, other = await ask("POST", "conversations", body={"title": "Of another device"})
        assert await next_event(told) == (b"list", {})
        await ask("PATCH", f"conversations/{other['id']}", body={"title": "Renamed"})
        assert await next_event(told) == (b"list", {})
        await ask("DELETE", f"conversations/{other['id']}")
        assert await next_event(told) == (b"list", {})
        await ask("PATCH", path, body={"title": "This one"})
        name, head = await next_event(told)
        assert (name, head["title"]) == (b"conversation", "This one")
        assert await next_event(told) == (b"list", {})


async def next_event(told):
    """Return name and data of the next event of a stream."""
    async with asyncio.timeout(PATIENCE):
        while not (line := await told.content.readline()).startswith(b"event: "):
            pass
        return line.removeprefix(b"event: ").strip(), json.loads(
            (await told.content.readline()).removeprefix(b"data: ")
        )


async def test_a_question_that_came_by_sync_is_answered_in_the_room(server, ask, path):
    person = Participant(server)
    person.conversation_id = path.partition("/")[2]
    await person.join()
    await ask("POST", f"{path}/sync", body={"messages": [offered("local_a", "Please help.")]})
    await person.until(lambda: person.of(AssistantSentence))
    await person.leave()


async def test_all_questions_that_came_by_sync_are_answered_in_their_order_but_those_of_the_past(server, ask, path):
    person = Participant(server)
    person.conversation_id = path.partition("/")[2]
    await person.join()
    past = {**offered("local_b", "It was."), "role": "assistant", "previous_id": "local_a"}
    written = [offered("local_a", "How was it?"), past, offered("local_c", "Help me."), offered("local_d", "And me.")]
    numbered = [{**one, "sequence_number": number} for number, one in enumerate(written, 1)]
    _, said = await ask("POST", f"{path}/sync", body={"messages": numbered})
    questions = [one["server_id"] for one in said["synced_messages"]][2:]
    await person.until(lambda: len(person.of(StartAnswer)) == 2)
    assert [one.previous_id for one in person.of(StartAnswer)] == questions
    await person.leave()


async def test_a_message_without_a_name_of_its_own_is_refused(ask, path):
    status, said = await ask("POST", f"{path}/sync", body={"messages": [offered("", "When is high?")]})
    assert (status, said["error"]) == (400, "bad_request")
