"""The HTTP interface: who may ask, and every call with its answer and its refusals."""

import asyncio
import json
import stat
from base64 import b64decode

import aiohttp
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import AssistantSentence, Configuration, ErrorMessage, StartAnswer, UserMessage
from alicia_desktop.server import server_child
from alicia_desktop.server.local_server import LocalServer
from alicia_desktop.server.options import ServerOptions
from alicia_desktop.transport.contract import ConnectionState
from tests.memory.encoder import WordEncoder
from tests.support.participant import Participant
from tests.support.scripted_model import Script


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


@pytest.fixture
async def ask(server):
    """Make a call and return status and JSON; the token is given unless `headers` says otherwise."""
    async with aiohttp.ClientSession() as http:

        async def call(method, path, *, body=None, headers=None, data=None):
            given = {"Authorization": "Bearer open sesame"} if headers is None else headers
            url = f"{server.address}/api/v1/{path}"
            async with http.request(method, url, json=body, data=data, headers=given) as answer:
                text = await answer.text()
                return answer.status, json.loads(text) if text else None

        yield call


async def test_health_needs_no_token_and_says_how_far_the_engines_are(ask):
    status, health = await ask("GET", "health", headers={})
    assert status == 200
    assert health["engines"]["languageModel"]["state"] == "ready"


@pytest.mark.parametrize(
    ("headers", "status", "error"),
    [
        ({}, 401, "unauthorized"),
        ({"Authorization": "Bearer guessed"}, 401, "unauthorized"),
        ({"Authorization": "Basic open sesame"}, 401, "unauthorized"),
        ({"Authorization": "Bearer open sesame", "Host": "evil.example"}, 403, "forbidden_host"),
        ({"Authorization": "Bearer open sesame", "Origin": "https://evil.example"}, 403, "forbidden_origin"),
        ({"Authorization": "Bearer open sesame", "Origin": "null"}, 403, "forbidden_origin"),
        ({"Authorization": "Bearer open sesame", "Origin": "http://["}, 403, "forbidden_origin"),
        ({"Authorization": "Bearer open sesame", "Host": "["}, 403, "forbidden_host"),
    ],
)
async def test_who_may_not_ask(ask, headers, status, error):
    answered, said = await ask("GET", "conversations", headers=headers)
    assert (answered, said["error"], said["code"]) == (status, error, status)


async def test_a_conversation_is_made_read_changed_deleted_and_taken_back(ask):
    status, made = await ask("POST", "conversations", body={"title": "Holidays"})
    assert (status, made["title"], made["status"], made["user_id"]) == (201, "Holidays", "active", "user")
    path = f"conversations/{made['id']}"
    changed = {"title": "Lisbon", "preferences": {"voice": "heart"}}
    assert (await ask("PATCH", path, body=changed))[1]["title"] == "Lisbon"
    assert (await ask("GET", path))[1]["preferences"] == {"voice": "heart"}
    assert (await ask("GET", "conversations"))[1]["total"] == 1
    assert (await ask("DELETE", path))[0] == 204
    assert (await ask("GET", path))[0] == 404
    assert (await ask("GET", "conversations"))[1] == {"conversations": [], "total": 0, "limit": 50, "offset": 0}
    assert (await ask("PATCH", path, body={"status": "active"}))[1]["status"] == "active"
    assert (await ask("GET", path))[0] == 200


async def test_a_deleted_conversation_goes_for_good_when_that_is_asked(ask):
    made = [(await ask("POST", "conversations", body={"title": title}))[1]["id"] for title in "ab"]
    gone, restored = (f"conversations/{one}" for one in made)
    for path in (gone, restored):
        assert (await ask("DELETE", path))[0] == 204
    assert (await ask("PATCH", restored, body={"status": "active"}))[0] == 200
    assert (await ask("DELETE", f"{gone}?permanent=1"))[0] == 204
    assert (await ask("DELETE", f"{restored}?permanent=1"))[0] == 409, "another device has restored it"
    assert (await ask("PATCH", gone, body={"status": "active"}))[0] == 404
    assert (await ask("GET", restored))[0] == 200


async def test_pages_of_conversations(ask):
    _, untitled = await ask("POST", "conversations", body={"title": "New conversation"})
    assert untitled["title"] == "", "nobody has chosen that"
    await ask("DELETE", f"conversations/{untitled['id']}")
    for title in "abc":
        await ask("POST", "conversations", body={"title": title})
    _, page = await ask("GET", "conversations?limit=2&offset=1")
    assert (len(page["conversations"]), page["total"]) == (2, 3)


async def test_another_user_sees_nothing_of_it(ask):
    _, made = await ask("POST", "conversations", body={"title": "Mine"})
    other = {"Authorization": "Bearer open sesame", "X-User-ID": "somebody"}
    assert (await ask("GET", f"conversations/{made['id']}", headers=other))[0] == 404
    assert (await ask("GET", "conversations", headers=other))[1]["total"] == 0
    token = {"participant_id": "x"}
    assert (await ask("POST", f"conversations/{made['id']}/token", body=token, headers=other))[0] == 404


@pytest.mark.parametrize(
    ("method", "path", "data", "status"),
    [
        ("POST", "conversations", b"{not json", 400),
        ("POST", "conversations", b'{"title": 7}', 400),
        ("POST", "conversations/new/token", b"{}", 400),
        ("GET", "conversations?limit=many", None, 400),
        ("GET", f"conversations?limit={'9' * 5000}", None, 400),
        ("POST", "memories/import", b'{"content": "\xff"}', 400),
        ("GET", "conversations/ac_nothing", None, 404),
        ("GET", "nothing/at/all", None, 404),
        ("PUT", "conversations", None, 405),
    ],
)
async def test_what_is_no_request_is_refused_with_a_sentence(ask, method, path, data, status):
    answered, said = await ask(method, path, data=data)
    assert answered == status
    assert said["message"]


async def test_a_conversation_that_is_deleted_gives_no_token_takes_no_message_and_answers_nothing(ask, server):
    person = Participant(server)
    await person.join()
    await person.ask("Please help.")
    path = f"conversations/{person.conversation_id}"
    assert (await ask("DELETE", path))[0] == 204
    await person.until(lambda: person.states[-1:] == [ConnectionState.CLOSED])
    (told,) = person.of(ErrorMessage)
    assert (told.code, told.recoverable) == (201, False)
    for call, body in (
        ("token", {"participant_id": "desk"}),
        ("messages", {"contents": "Still there?"}),
        ("sync", {"messages": []}),
    ):
        assert (await ask("POST", f"{path}/{call}", body=body))[0] == 404, call
    assert (await ask("GET", f"{path}/messages"))[0] == 404
    assert (await ask("PATCH", path, body={"status": "active"}))[0] == 200
    _, page = await ask("GET", f"{path}/messages")
    assert page["total"] == 2
    await person.join()
    await person.ask("And now?")


async def test_what_is_being_answered_ends_with_its_conversation(ask, server, scripted):
    held = asyncio.Event()
    scripted.say(Script(pieces=("Of course. ", "I will. ", "Soon."), hold=held))
    person = Participant(server)
    await person.join()
    path = f"conversations/{person.conversation_id}"
    await person.send(UserMessage(id="am_q", content="Please help."))
    await person.until(lambda: person.of(StartAnswer))
    assert (await ask("PATCH", path, body={"status": "deleted"}))[0] == 200
    await person.until(lambda: person.states[-1:] == [ConnectionState.CLOSED])
    held.set()
    assert not any(sentence.is_final for sentence in person.of(AssistantSentence))


async def test_a_key_that_was_given_before_opens_no_room_of_a_deleted_conversation(ask, server):
    person = Participant(server)
    await person.join()
    await person.leave()
    path = f"conversations/{person.conversation_id}"
    _, key = await ask("POST", f"{path}/token", body={"participant_id": "desk"})
    await ask("DELETE", path)
    with pytest.raises(WorldError) as refused:
        await person.enter_with(key)
    assert refused.value.code == "token_refused"


async def test_messages_are_read_and_added_and_one_added_is_answered_in_the_room(ask, server):
    person = Participant(server)
    await person.join()
    await person.ask("Please help.")
    path = f"conversations/{person.conversation_id}/messages"
    _, page = await ask("GET", path)
    assert [(one["role"], one["contents"]) for one in page["messages"]] == [
        ("user", "Please help."),
        ("assistant", "Of course. I will."),
    ]
    status, added = await ask("POST", path, body={"contents": "And more, please."})
    assert (status, added["role"], added["contents"]) == (201, "user", "And more, please.")
    assert added["previous_id"] == page["messages"][-1]["id"]
    await person.until(lambda: any(one.previous_id == added["id"] for one in person.of(StartAnswer)))
    await person.leave()


async def test_the_websocket_takes_only_a_key_of_this_room(server):
    person = Participant(server, over="websocket")
    grant = await person.call("POST", "conversations/new/token", json={"participant_id": "desk"})
    async with aiohttp.ClientSession() as http:
        for url in (
            grant["url"],
            f"{grant['url']}?token=guessed",
            f"{grant['url'][:-9]}xxxx/room?token={grant['token']}",
        ):
            with pytest.raises(aiohttp.WSServerHandshakeError) as error:
                await http.ws_connect(url)
            assert error.value.status == 401


async def test_who_asks_for_a_room_without_a_websocket_does_not_take_it(server):
    person = Participant(server, over="websocket")
    await person.join()
    await person.leave()
    path = f"conversations/{person.conversation_id}/token"
    grant = await person.call("POST", path, json={"participant_id": "browser"})
    async with aiohttp.ClientSession() as http:
        answer = await http.get(f"{grant['url'].replace('ws:', 'http:')}?token={grant['token']}")
        assert answer.status == 400
    again = Participant(server, over="websocket", identity="tablet")
    again.conversation_id = person.conversation_id
    await again.join()
    await again.leave()


async def test_a_second_device_is_told_that_the_room_is_in_use_and_the_same_one_takes_its_place(server):
    first = Participant(server, over="websocket")
    await first.join()
    second = Participant(server, over="websocket", identity="tablet")
    second.conversation_id = first.conversation_id
    with pytest.raises(WorldError) as error:
        await second.enter()
    assert error.value.code == "room_in_use"
    again = Participant(server, over="websocket")
    again.conversation_id = first.conversation_id
    await again.join()
    await first.until(lambda: first.states[-1] == "closed")
    await again.ask("Please help.")
    for one in (first, again):
        await one.leave()


async def test_a_configuration_for_no_conversation_is_error_201(server):
    person = Participant(server)
    await person.enter()
    await person.send(Configuration(conversation_id="ac_gone", last_sequence_seen=0))
    await person.until(lambda: person.of(ErrorMessage))
    assert (person.of(ErrorMessage)[0].code, person.of(ErrorMessage)[0].recoverable) == (201, False)
    await person.leave()


async def test_memories_are_imported_listed_and_found(ask):
    lines = [{"id": "m1", "content": "User lives in Oslo."}, {"id": "m2", "content": "User has a dog called Biscuit."}]
    data = "\n".join([*map(json.dumps, lines), "no json"]).encode()
    _, report = await ask("POST", "memories/import", data=data)
    assert (report["stored"], report["problems"][0]["line"]) == (2, 3)
    assert (await ask("POST", "memories/vectors"))[1]["ready"]
    assert (await ask("GET", "memories"))[1]["total"] == 2
    _, found = await ask("POST", "memories/search", body={"queries": ["my dog", "Oslo"], "k": 1, "explain": True})
    assert [one["results"][0]["id"] for one in found["results"]] == ["m2", "m1"]
    assert found["results"][0]["results"][0]["parts"]


async def test_a_running_server_is_announced_to_its_owner_only(server):
    path = server.options.announcement
    found = server_child.read_announcement(path)
    assert found is not None
    assert (found.address, found.token) == (server.address, server.token)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert server.token not in repr(found)


async def test_a_second_server_on_the_same_folder_is_a_sentence_and_the_first_stays_announced(server, tmp_path):
    with pytest.raises(WorldError) as error:
        async with LocalServer(ServerOptions(data_dir=tmp_path), encoder=WordEncoder):
            pass
    assert error.value.code == "database_in_use"
    assert server_child.read_announcement(server.options.announcement) is not None


async def test_a_port_that_is_taken_is_a_sentence(server, open_server, tmp_path):
    port = int(server.address.rsplit(":", 1)[1])
    options = ServerOptions(data_dir=tmp_path / "other", port=port)
    with pytest.raises(WorldError, match=str(port)) as error:
        async with LocalServer(options, engines=server.engines, encoder=WordEncoder):
            pass
    assert error.value.code == "port_in_use"
    assert not options.announcement.exists()


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host"])
async def test_an_address_of_another_computer_is_a_sentence_that_names_it(server, tmp_path, host):
    options = ServerOptions(data_dir=tmp_path / "other", host=host)
    with pytest.raises(WorldError, match=rf"{host} cannot be used .*--host") as error:
        async with LocalServer(options, engines=server.engines, encoder=WordEncoder):
            pass
    assert error.value.code == "address_refused"


async def test_after_the_end_nothing_is_announced(open_server, tmp_path):
    async with open_server() as server:
        person = Participant(server, over="websocket")
        await person.join()
        await person.ask("Please help.")
        assert person.of(AssistantSentence)
    await person.until(lambda: person.states[-1] == "closed")
    await person.leave()
    assert server_child.read_announcement(tmp_path / "server.json") is None


async def test_changes_of_memories_are_told_from_a_cursor_on(ask):
    data = "\n".join(json.dumps({"id": f"m{number}", "content": f"Fact {number}."}) for number in range(3))
    await ask("POST", "memories/import", data=data)
    await ask("POST", "memories/vectors")
    status, first = await ask("GET", "memories/changes?limit=2")
    assert status == 200
    assert ([one["id"] for one in first["memories"]], first["more"], first["fresh"]) == (["m0", "m1"], True, True)
    assert first["memories"][0]["embeddings_info"]["width"] * 4 == len(b64decode(first["memories"][0]["embedding"]))
    _, rest = await ask("GET", f"memories/changes?after={first['cursor']}")
    assert ([one["id"] for one in rest["memories"]], rest["more"], rest["fresh"]) == (["m2"], False, False)
    _, nothing = await ask("GET", f"memories/changes?after={rest['cursor']}")
    assert (nothing["memories"], nothing["cursor"]) == ([], rest["cursor"])
    assert (await ask("GET", "memories/changes?limit=many"))[0] == 400


async def test_what_a_guest_stored_is_found_after_signing_in(ask):
    def who(name, **more):
        return {"Authorization": "Bearer open sesame", "X-User-ID": name, **more}

    for name in ("user", "guest-7", "bob"):
        line = json.dumps({"id": f"of-{name}", "content": f"A fact of {name}."})
        await ask("POST", "memories/import", data=line, headers=who(name))
    before = (await ask("GET", "memories", headers=who("ann")))[1]
    assert [one["id"] for one in before["memories"]] == ["of-user"]
    after = (await ask("GET", "memories", headers=who("ann", **{"X-Guest-Session-ID": "guest-7"})))[1]
    assert {one["id"]: one["guest_session_id"] for one in after["memories"]} == {
        "of-user": None, "of-guest-7": "guest-7",
    }  # fmt: skip
    assert [one["id"] for one in (await ask("GET", "memories", headers=who("user")))[1]["memories"]] == ["of-user"]


async def test_anonymous_memories_are_found_before_and_after_signing_in(ask):
    """`user_id IN ('user', 'anonymous')`, on a server of one person."""

    def who(name):
        return {"Authorization": "Bearer open sesame", "X-User-ID": name}

    for name in ("user", "anonymous"):
        line = json.dumps({"id": f"of-{name}", "full_text": f"A fact of {name}."})
        assert (await ask("POST", "memories/import", data=line, headers=who(name)))[1]["stored"] == 1
    for name in ("user", "anonymous", "ann"):
        found = (await ask("POST", "memories/search", body={"queries": ["a fact"]}, headers=who(name)))[1]
        assert {one["id"] for one in found["results"][0]["results"]} == {"of-user", "of-anonymous"}
