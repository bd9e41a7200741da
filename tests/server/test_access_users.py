"""Who asks is known by the token: the owner, or one of several users; and the owner adds and removes them."""

import pytest

from alicia_desktop.server.options import ServerOptions
from alicia_desktop.transport.contract import ConnectionState
from tests.support.participant import Participant


@pytest.fixture
def owner(server):
    return Participant(server)


async def ask(device, path="conversations", **who):
    """Ask as somebody, and return status, error and sentence."""
    device.user, device.token = who.get("user", ""), who["token"]
    status, said = await device.answer("GET", path)
    return status, said.get("error", ""), said.get("message", "")


async def test_one_person_needs_no_set_up_and_may_call_themselves_what_they_like(server, owner):
    for name in ("", "user", "kim", "李雷"):
        assert (await ask(owner, user=name, token=server.token))[0] == 200


async def test_a_user_is_known_by_the_token_alone_and_a_name_beside_it_must_agree(server, owner):
    token = (await owner.call("POST", "users", json={"name": "anna"}))["token"]
    for name in ("", "anna"):
        assert (await ask(owner, user=name, token=token))[0] == 200
    status, error, sentence = await ask(owner, user="kim", token=token)
    assert (status, error) == (403, "forbidden")
    assert sentence == "This token belongs to anna, not to kim. Use it with the name anna."
    status, error, sentence = await ask(owner, user="anna", token=server.token)
    assert (status, error) == (403, "forbidden")
    assert sentence == "anna has a token of their own on this server. Use that one, or another name."


async def test_only_the_owner_adds_lists_and_removes(server, owner, add_user):
    anna = await add_user("anna")
    for method, path, body in (
        ("GET", "users", None),
        ("POST", "users", {"name": "eve"}),
        ("DELETE", "users/anna", None),
        ("DELETE", "users/anna?delete=1", None),
    ):
        status, said = await anna.answer(method, path, **({"json": body} if body else {}))
        assert (status, said["message"]) == (403, "Only the owner of the server's computer can add and remove users.")
    found = (await owner.call("GET", "users"))["users"]
    assert [(one["name"], one["removed"]) for one in found] == [("anna", False)]
    assert set(found[0]) == {"name", "created_at", "removed"}


@pytest.mark.parametrize(
    ("name", "status", "error"),
    [("user", 400, "bad_request"), ("", 400, "bad_request"), ("anna", 409, "user_exists")],
)
async def test_what_cannot_be_added_is_a_sentence(owner, add_user, name, status, error):
    await add_user("anna")
    answered, said = await owner.answer("POST", "users", json={"name": name})
    assert (answered, said["error"]) == (status, error)
    assert said["message"].endswith(".")


async def test_a_user_who_is_removed_is_out_at_once_and_their_data_waits_for_them(owner, add_user):
    anna = await add_user("anna")
    await anna.join()
    await anna.ask("My sister Clara lives in Lisbon.")
    grant = await anna.call("POST", f"conversations/{anna.conversation_id}/token", json={"participant_id": "desk"})
    assert (await owner.answer("DELETE", "users/anna"))[0] == 204
    await anna.until(lambda: anna.states[-1] is ConnectionState.CLOSED)
    assert (await anna.answer("GET", "memories"))[0] == 401
    with pytest.raises(Exception, match="refused the key"):
        await anna.enter_with(grant)
    assert (await owner.call("GET", "users"))["users"][0]["removed"]
    assert (await owner.answer("DELETE", "users/anna"))[0] == 404
    assert (await ask(Participant(owner.server), user="anna", token=owner.token))[0] == 403  # the name stays theirs
    old = anna.token
    anna.token = (await owner.call("POST", "users", json={"name": "anna"}))["token"]
    assert anna.token != old
    with pytest.raises(Exception, match="refused the key"):
        await anna.enter_with(grant)  # made for the token that was void by now
    assert len((await anna.call("GET", "memories"))["memories"]) == 1
    await anna.join()
    await anna.ask("Where does my sister live?")


async def test_a_user_who_is_deleted_leaves_nothing(owner, add_user):
    anna, ben = await add_user("anna"), await add_user("ben")
    for device in (anna, ben):
        await device.join()
        await device.ask("My sister Clara lives in Lisbon.")
    assert (await owner.answer("DELETE", "users/anna?delete=1"))[0] == 204
    await anna.until(lambda: anna.states[-1] is ConnectionState.CLOSED)
    anna.token = (await owner.call("POST", "users", json={"name": "anna"}))["token"]
    assert (await anna.call("GET", "memories"))["memories"] == []
    assert (await anna.call("GET", "conversations"))["total"] == 0
    assert (await anna.answer("GET", f"conversations/{anna.conversation_id}"))[0] == 404
    await ben.ask("Where does my sister live?")
    assert len((await ben.call("GET", "memories"))["memories"]) == 1


async def test_what_was_open_under_a_name_with_the_owners_token_ends_when_the_name_is_a_users(server, owner):
    shared = Participant(server, user="anna")
    await shared.join()
    await shared.ask("My sister Clara lives in Lisbon.")
    token = (await owner.call("POST", "users", json={"name": "anna"}))["token"]
    await shared.until(lambda: shared.states[-1] is ConnectionState.CLOSED)
    assert (await shared.answer("GET", "memories"))[0] == 403
    shared.token = token
    assert len((await shared.call("GET", "memories"))["memories"]) == 1
    await shared.join()
    await shared.leave()


async def test_what_has_no_name_stays_the_owners(server, owner):
    """A name that one token did for was taken for the same person under another name."""
    await owner.join()
    await owner.ask("My sister Clara lives in Lisbon.")
    anna = Participant(server, user="anna")
    assert len((await anna.call("GET", "memories"))["memories"]) == 1
    anna.token = (await owner.call("POST", "users", json={"name": "anna"}))["token"]
    assert (await anna.call("GET", "memories"))["memories"] == []
    assert (await anna.answer("GET", f"conversations/{owner.conversation_id}"))[0] == 404
    assert len((await owner.call("GET", "memories"))["memories"]) == 1
    await owner.leave()


async def test_tokens_are_valid_after_a_restart(open_server, tmp_path):
    async with open_server() as server:
        token = (await Participant(server).call("POST", "users", json={"name": "anna"}))["token"]
    async with open_server(token="another for the owner") as server:
        anna = Participant(server, user="anna", token=token)
        assert (await anna.answer("GET", "conversations"))[0] == 200
        assert ServerOptions(data_dir=tmp_path).database.read_bytes().count(token.encode()) == 0
