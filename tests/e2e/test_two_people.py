"""Two people on one real server, over WebSocket and over LiveKit: each is answered from their own, and reaches no more.

They talk by the program itself (`talk`), each on a computer of their own; then the one tries every door with the ids of
the other, which she has somehow learnt.
"""

from types import SimpleNamespace

import pytest

from alicia_desktop.protocol.messages import Configuration, ErrorMessage, MemoryAction, MemoryConfirmation, UserMessage
from alicia_desktop.transport.contract import ConnectionState
from alicia_desktop.transport.token import livekit_token
from tests.server.test_routes import ROWS, ask
from tests.support.command import is_one_sentence, objects, run
from tests.support.participant import Participant
from tests.support.serving import serving
from tests.support.talking import answers, named

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]
TOLD = {"anna": "My sister Clara lives in Lisbon.", "mallory": "My sister Rosa lives in Oslo."}
QUESTION = "Where does my sister live?"


@pytest.fixture(params=["websocket", "livekit"])
def place(request, tmp_path):
    """A server that runs as a process."""
    livekit = request.getfixturevalue("livekit_server") if request.param == "livekit" else None
    with serving(environment=dict(livekit.environment) if livekit else {}) as served:
        yield SimpleNamespace(served=served, over=request.param, livekit=livekit, tokens={}, folder=tmp_path)


def talk(place, name, *said, token=None):
    """Have one of them say something on their own computer."""
    (place.folder / name).mkdir(exist_ok=True)
    environment = {
        "ALICIA_DATA_DIR": str(place.folder / name),
        "ALICIA_SERVER": place.served.address,
        "ALICIA_USER": name,
        "ALICIA_TOKEN": token or place.tokens[name],
    }
    texts = [part for text in said for part in ("--text", text)]
    return run("talk", "--json", *texts, environment=environment)


def device(place, name):
    """One of them with a program of their own making."""
    host = SimpleNamespace(address=place.served.address, token="")
    return Participant(host, user=name, token=place.tokens[name], over=place.over, identity="desk")


async def test_each_is_answered_from_their_own_and_reaches_nothing_of_the_others(place):
    owner = Participant(place.served)
    for name in TOLD:
        place.tokens[name] = (await owner.call("POST", "users", json={"name": name}))["token"]
    conversations = {}
    for name, own, others in (("anna", "Lisbon", "Oslo"), ("mallory", "Oslo", "Lisbon")):
        done = talk(place, name, TOLD[name], QUESTION)
        assert done.returncode == 0, done.stderr
        assert own in answers(objects(done.stdout))[1]
        assert others not in done.stdout
        conversations[name] = named(objects(done.stdout), "StartAnswer")[0]["body"]["conversationId"]
    check_a_wrong_pair(place)
    anna, mallory = device(place, "anna"), device(place, "mallory")
    before = await everything_of(anna, conversations["anna"])
    await walk(place, mallory, conversations["anna"])
    await intrude(mallory, conversations["anna"], before)
    assert await everything_of(anna, conversations["anna"]) == before
    if place.livekit is not None:  # a room on a WebSocket has two ends and no third
        await listen_in(place, anna)
    await remove(owner, anna, mallory)


async def everything_of(person, conversation_id):
    """Return what the server tells somebody of theirs."""
    paths = ("memories", "conversations", f"conversations/{conversation_id}/messages")
    return [await person.call("GET", path) for path in paths]


async def walk(place, mallory, conversation_id):
    """Ask every route about a conversation of somebody else."""
    none = {"pin": "asp_x", "summary": "acs_x", "message": "am_x", "answer": "am_x", "place": "0", "use": "atu_x"}
    ids = {"id": conversation_id, "name": "anna", "user_name": "anna", "device": "desk", **none}
    headers = {"Authorization": f"Bearer {mallory.token}"}
    for name, row in ROWS.items():
        status, text = await ask(place.served, name, ids, headers)
        assert (name, status) == (name, row.status)
        assert "Clara" not in text
    for token, name in ((mallory.token, "anna"), (place.served.token, "anna")):
        wrong = {"Authorization": f"Bearer {token}", "X-User-ID": name}
        assert (await ask(place.served, "GET /api/v1/memories", ids, wrong))[0] == 403


async def intrude(mallory, conversation_id, known):
    """Try through a room of one's own."""
    ((memory,), _, messages) = (known[0]["memories"], known[1], known[2]["messages"])
    await mallory.enter()
    await mallory.send(Configuration(conversation_id=conversation_id, last_sequence_seen=0))
    await mallory.until(lambda: mallory.of(ErrorMessage))
    assert mallory.of(ErrorMessage)[0].code == 201
    await mallory.leave()
    await mallory.join()
    await mallory.send(MemoryAction(id=memory["id"], action="delete", memory={"forget": True}, timestamp=1))
    await mallory.until(lambda: mallory.of(MemoryConfirmation))
    assert not mallory.of(MemoryConfirmation)[0].success
    own = mallory.conversation_id
    for body in (
        UserMessage(id="am_evil", conversation_id=conversation_id, content="Mine now."),
        UserMessage(id=messages[0]["id"], conversation_id=own, content="Mine now."),
        UserMessage(id="am_evil", conversation_id=own, previous_id=messages[0]["id"], content="Mine now."),
    ):
        await mallory.send(body)
    await mallory.until(lambda: len([one for one in mallory.of(ErrorMessage) if one.code == 202]) == 4)
    await mallory.leave()
    assert "Clara" not in str(mallory.stanzas)


def check_a_wrong_pair(place):
    """Somebody else's token under one's own name is a sentence that says what to do."""
    done = talk(place, "anna", "Hello", token=place.tokens["mallory"])
    assert done.returncode != 0
    assert is_one_sentence(done.stderr), done.stderr
    assert "Check both in the settings" in done.stderr
    assert "belongs to mallory, not to anna" in done.stderr


async def listen_in(place, anna):
    """Come into a LiveKit room with a token of one's own, as somebody with her participant's name."""
    anna.conversation_id = (await anna.call("POST", "conversations", json={"title": "Ours"}))["id"]
    await anna.join()
    room = anna.conversation_id
    token = livekit_token(key=place.livekit.key, secret=place.livekit.secret, room=room, identity="desk")
    grant = await anna.call("POST", f"conversations/{room}/token", json={"participant_id": "other"})
    eve = Participant(SimpleNamespace(address="", token=""), identity="desk", over="livekit")
    eve.conversation_id = room
    await eve.enter_with({**grant, "token": token, "participant_id": "desk"})
    await eve.send(Configuration(conversation_id=room, last_sequence_seen=0))
    await eve.send(UserMessage(id="am_evil", conversation_id=room, content="My brother Igor lives in Minsk."))
    await anna.ask("What is 17 * 23?")
    told = [one["contents"] for one in (await anna.call("GET", f"conversations/{room}/messages"))["messages"]]
    assert told[0] == "What is 17 * 23?"
    assert "Igor" not in str(told + (await anna.call("GET", "memories"))["memories"])
    for person in (eve, anna):
        await person.leave()


async def remove(owner, anna, mallory):
    """Send a user away, who is gone at once; the other goes on."""
    await anna.join()
    await mallory.join()
    assert (await owner.answer("DELETE", "users/mallory"))[0] == 204
    assert (await mallory.answer("GET", "conversations"))[0] == 401
    # On LiveKit it is the agent that leaves.
    await mallory.until(lambda: mallory.states[-1] is ConnectionState.CLOSED or not mallory.peers)
    await anna.ask("What is 17 * 23?")
    await anna.leave()
    await mallory.leave()
