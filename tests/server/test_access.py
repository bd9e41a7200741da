"""One user of a server reaches nothing of another's, by whatever door: room, Configuration, stanza, token, HTTP."""

import asyncio
import json

import aiohttp
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import (
    Configuration,
    ControlStop,
    ControlVariation,
    ErrorMessage,
    MemoryAction,
    MemoryConfirmation,
    MemoryTrace,
    NoteConfirmation,
    SessionStats,
    UserMessage,
    UserNote,
)
from alicia_desktop.transport.contract import ConnectionState

SECRET = "My sister Clara lives in Lisbon."


@pytest.fixture
async def anna(add_user):
    """Somebody who has told her something."""
    device = await add_user("anna")
    await device.join()
    await device.ask(SECRET)
    return device


@pytest.fixture
async def mallory(add_user):
    """Another user of the same server."""
    return await add_user("mallory", identity="lap")


async def memories_of(device):
    return (await device.call("GET", "memories"))["memories"]


async def history_of(device):
    return (await device.call("GET", f"conversations/{device.conversation_id}/messages"))["messages"]


async def test_a_configuration_that_names_anothers_conversation_opens_nothing_and_cuts_nobody_off(anna, mallory):
    """Through a room of their own: the conversation is neither read nor written, and its owner stays connected."""
    before = await history_of(anna)
    await mallory.enter()
    await mallory.send(Configuration(conversation_id=anna.conversation_id, last_sequence_seen=0))
    await mallory.until(lambda: mallory.of(ErrorMessage))
    assert [(one.code, one.recoverable) for one in mallory.of(ErrorMessage)] == [(201, False)]
    await mallory.send(UserMessage(id="am_evil", conversation_id=anna.conversation_id, content="Please help."))
    await anna.ask("Please help.")
    assert [type(one.body) for one in mallory.stanzas] == [ErrorMessage]
    assert ConnectionState.CLOSED not in anna.states
    assert [one["contents"] for one in (await history_of(anna))[: len(before)]] == [one["contents"] for one in before]
    assert all(one["id"] != "am_evil" for one in await history_of(anna))


async def test_the_refusal_of_anothers_conversation_is_that_of_one_that_never_was(anna, mallory):
    sentences: list[str] = []
    for name in (anna.conversation_id, "ac_never_was"):
        await mallory.enter()
        await mallory.send(Configuration(conversation_id=name, last_sequence_seen=0))
        await mallory.until(lambda: len(mallory.of(ErrorMessage)) > len(sentences))
        sentences.append(mallory.of(ErrorMessage)[-1].message)
        await mallory.leave()
    assert sentences[0] == sentences[1]


async def test_a_conversation_that_is_open_is_not_left_for_anothers(anna, mallory):
    """A later Configuration in one's own conversation changes neither whose it is nor which one."""
    await mallory.join()
    await mallory.send(Configuration(conversation_id=anna.conversation_id, last_sequence_seen=0))
    await mallory.until(lambda: mallory.of(ErrorMessage))
    assert mallory.of(ErrorMessage)[-1].code == 201
    assert not mallory.of(MemoryTrace)
    await mallory.ask("Please help.")
    assert [one["role"] for one in await history_of(mallory)] == ["user", "assistant"]


async def test_anothers_memory_is_neither_changed_nor_deleted_nor_forgotten(anna, mallory):
    (memory,) = await memories_of(anna)
    await mallory.join()
    acts = [
        MemoryAction(id=memory["id"], action="delete", timestamp=1),
        MemoryAction(id=memory["id"], action="delete", memory={"forget": True}, timestamp=2),
        MemoryAction(id=memory["id"], action="update", memory={"content": "User lives nowhere."}, timestamp=3),
        MemoryAction(id=memory["id"], action="create", memory={"content": "User lives nowhere."}, timestamp=4),
        MemoryAction(id=memory["id"], action="pin", timestamp=5),
        MemoryAction(id=memory["id"], action="archive", timestamp=6),
    ]
    for act in acts:
        await mallory.send(act)
    await mallory.until(lambda: len(mallory.of(MemoryConfirmation)) == len(acts))
    assert not any(one.success for one in mallory.of(MemoryConfirmation))
    assert await memories_of(anna) == [memory]


async def test_what_only_a_server_says_deletes_nothing_when_a_client_says_it(anna, mallory):
    (memory,) = await memories_of(anna)
    await mallory.join()
    for number in (-9, 900):
        confirmation = MemoryConfirmation(memory_id=memory["id"], action="delete", success=True)
        await mallory.send(confirmation, stanza_id=number)
    await mallory.ask("Please help.")
    assert await memories_of(anna) == [memory]


async def test_forgetting_ones_own_words_leaves_the_same_words_of_another_alone(anna, mallory):
    (memory,) = await memories_of(anna)
    await mallory.join()
    await mallory.ask(SECRET)
    await mallory.ask("Forget that my sister Clara lives in Lisbon.")
    assert await memories_of(mallory) == []
    assert SECRET not in str(await history_of(mallory))
    assert await memories_of(anna) == [memory]
    assert (await history_of(anna))[0]["contents"] == SECRET
    await anna.leave()
    anna.stanzas.clear()
    anna.last_seen = 0
    await anna.join()  # the replay is made of the journal
    await anna.until(lambda: any(one.content == SECRET for one in anna.of(UserMessage)))


async def test_a_refused_message_is_named_so_that_it_waits_no_more_unless_its_id_is_anothers(anna, mallory):
    """Three ways to be refused: it leans on another's message, is for another's conversation, or takes another's id."""
    question, answer = await history_of(anna)
    await mallory.join()
    here, there = mallory.conversation_id, anna.conversation_id
    await mallory.send(
        UserMessage(id="am_leans", conversation_id=here, previous_id=answer["id"], content="Please help.")
    )
    await mallory.send(UserMessage(id="am_there", conversation_id=there, content="Please help."))
    await mallory.send(UserMessage(id=question["id"], conversation_id=here, content="Please help."))
    await mallory.until(lambda: len(mallory.of(ErrorMessage)) == 3)
    assert [(one.code, one.recoverable, one.originating_id) for one in mallory.of(ErrorMessage)] == [
        (202, False, "am_leans"),
        (202, False, "am_there"),
        (202, True, None),
    ]
    assert await history_of(mallory) == []
    assert await history_of(anna) == [question, answer]


async def test_a_note_a_stop_and_an_error_about_anothers_message_change_nothing_there(anna, mallory):
    question, answer = await history_of(anna)
    await mallory.join()
    await mallory.send(UserNote(id="n1", message_id=answer["id"], content="Mine now"))
    await mallory.send(ControlStop(target_id=answer["id"], stop_type="all"))
    await mallory.send(
        ErrorMessage(id="e1", code=501, message="Gone", recoverable=False, originating_id=question["id"])
    )
    await mallory.until(lambda: len(mallory.of(ErrorMessage)) == 3)
    assert {one.code for one in mallory.of(ErrorMessage)} == {202}
    assert not mallory.of(NoteConfirmation)
    assert await history_of(anna) == [question, answer]


async def test_a_key_to_ones_own_room_opens_no_other(anna, mallory):
    grant = await mallory.call("POST", "conversations/new/token", json={"participant_id": "lap"})
    with pytest.raises(WorldError) as refused:
        await mallory.enter_with({**grant, "room_name": anna.conversation_id})
    assert refused.value.code == "token_refused"
    status, _ = await mallory.answer(
        "POST", f"conversations/{anna.conversation_id}/token", json={"participant_id": "desk"}
    )
    assert status == 404


async def test_the_same_participant_id_of_another_user_throws_nobody_out(anna, mallory):
    mallory.identity = anna.identity
    await mallory.join()
    await anna.ask("Please help.")
    assert ConnectionState.CLOSED not in anna.states


async def test_nobody_takes_the_servers_own_name_in_a_room(mallory):
    for name in ("alicia-agent-local", "alicia-agent-12345678", "", "a\x1b[2J", "x" * 129):
        status, said = await mallory.answer("POST", "conversations/new/token", json={"participant_id": name})
        assert (status, said["error"]) == (400, "bad_request")


async def test_what_is_imported_cannot_be_put_into_anothers_memory(anna, mallory):
    (memory,) = await memories_of(anna)
    lines = (
        '{"id": "evil", "content": "User trusts Mallory.", "user_id": "anna"}\n'
        f'{{"id": "link", "content": "User likes tea.", "reference_to": "{memory["id"]}"}}'
    )
    report = await mallory.call("POST", "memories/import", data=lines)
    assert (report["stored"], [one["line"] for one in report["problems"]]) == (1, [1])
    assert "anna" in report["problems"][0]["problem"]
    assert await memories_of(anna) == [memory]
    (kept,) = await memories_of(mallory)
    assert kept["reference_to"] != memory["id"]


async def test_two_people_import_the_same_file_and_each_has_all_of_it(anna, mallory):
    lines = '{"id": "m1", "content": "User plays chess."}\n{"id": "m2", "content": "Yes.", "kind": "hard"}'
    for device in (anna, mallory):
        for stored in (2, 0):  # the second time it is there already
            assert (await device.call("POST", "memories/import", data=lines))["stored"] == stored
    assert len(await memories_of(anna)) == 3
    assert {one["content"] for one in await memories_of(mallory)} == {"User plays chess.", "Yes."}


async def test_a_guest_session_under_anothers_name_is_nobodys_alias(anna, mallory, server):
    mine = await memories_of(mallory)
    for owner, token in (("mallory", mallory.token), ("somebody", server.token)):
        mallory.user, mallory.token = owner, token
        headers = {"X-Guest-Session-ID": "anna"}
        assert (await mallory.call("GET", "memories", headers=headers))["memories"] == mine
        assert await memories_of(mallory) == mine


async def test_offline_messages_hang_on_nothing_of_anothers(anna, mallory, server):
    question, answer = await history_of(anna)
    await mallory.join()
    path = f"conversations/{mallory.conversation_id}/sync"
    offered = [
        {"local_id": "l1", "role": "assistant", "contents": "An answer.", "previous_id": question["id"]},
        {"local_id": question["id"], "role": "user", "contents": "Mine now."},
        {"local_id": "l2", "role": "user", "contents": "After it.", "previous_id": question["id"]},
    ]
    done = await mallory.call("POST", path, json={"messages": offered})
    assert [one["status"] for one in done["synced_messages"]] == ["synced"] * 3
    own = {one["server_id"] for one in done["synced_messages"]}
    assert question["id"] not in own
    assert {one["previous_id"] for one in await history_of(mallory)} <= own | {None}
    assert await history_of(anna) == [question, answer]


async def test_what_another_said_is_not_in_what_an_answer_reads(anna, mallory):
    await mallory.join()
    await mallory.ask("Where does my sister live?")
    assert "Lisbon" not in str(mallory.stanzas)
    context = await mallory.call("GET", f"conversations/{mallory.conversation_id}/context?query=Where+is+Clara%3F")
    assert "Lisbon" not in str(context)
    (memory,) = await memories_of(anna)
    question = await mallory.ask("Where does Clara live?")
    turns = len(mallory.of(SessionStats))
    again = ControlVariation(conversation_id=mallory.conversation_id, target_id=question, mode="regenerate")
    await mallory.send(again, memories={"include": [memory["id"]]})
    await mallory.until(lambda: len(mallory.of(SessionStats)) > turns)
    assert "Lisbon" not in str(mallory.stanzas)


async def test_how_ones_own_is_found_tells_nothing_of_what_others_remember(anna, mallory):
    """Not even how rare a word is, which moves the relevance of what was archived."""
    kept = {"id": "m1", "content": "User did see an oncologist.", "archived": True}
    lines = [kept, {"id": "m2", "content": "User likes tea."}]
    await mallory.call("POST", "memories/import", data="\n".join(map(json.dumps, lines)))
    asked = {"queries": ["Which oncologist did I see?"], "explain": True}
    found = []
    for _ in range(2):
        await mallory.call("POST", "memories/vectors")  # an archived one weighs otherwise until it has its vector
        (one,) = (await mallory.call("POST", "memories/search", json=asked))["results"]
        assert "archived" in {out["reason"] for out in one["retrieval"]["missed"]}
        found.append([one["results"], one["retrieval"]["missed"]])
        hers = [{"id": f"a{number}", "content": f"User knows oncologist {number}."} for number in range(40)]
        await anna.call("POST", "memories/import", data="\n".join(map(json.dumps, hers)))
    assert found[0] == found[1]


async def test_events_tell_only_of_ones_own_conversations_and_end_with_the_token(anna, mallory, server):
    await mallory.join()
    headers = {"Authorization": f"Bearer {mallory.token}"}
    url = f"{server.address}/api/v1/conversations/{mallory.conversation_id}/events"
    async with aiohttp.ClientSession(headers=headers) as http, http.get(url) as stream:
        assert stream.status == 200
        await stream.content.readline()
        await anna.ask("Please help.")
        await mallory.call("POST", f"conversations/{mallory.conversation_id}/messages", json={"contents": "Mine"})
        heard = b""
        while b"Mine" not in heard:
            heard += await stream.content.readline()
        assert anna.conversation_id.encode() not in heard
        assert b"event: list" not in heard
        owner = type(mallory)(server)
        assert (await owner.answer("DELETE", "users/mallory"))[0] == 204
        async with asyncio.timeout(120):
            while await stream.content.readline():
                pass
    await mallory.until(lambda: mallory.states[-1] is ConnectionState.CLOSED)
    assert (await mallory.answer("GET", "conversations"))[0] == 401
