"""Which rooms there are, and for how long."""

from datetime import timedelta

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.server.access import Ownership, Users
from alicia_desktop.server.rooms import MAX_EMPTY_SECONDS, MAX_WAITING_ROOMS, POLL_SECONDS, SPEECH_ROOM, Rooms
from alicia_desktop.store.database import Database
from alicia_desktop.transport.contract import RoomAddress
from alicia_desktop.transport.memory import MemoryHub, MemoryTransport
from alicia_desktop.transport.token import socket_token
from tests.support.participant import Participant

SECRET = "a secret of thirty-two bytes or more"


async def nobody(*_):
    return None


@pytest.fixture
async def quiet(tmp_path):
    """Rooms without an agent, of a database with one user: (rooms, users, clock)."""
    clock = JumpingClock()
    database = await Database.open(tmp_path / "server.db", clock=clock)
    users = Users(database=database, clock=clock, owner_token="t")
    await users.add("anna")
    rooms = Rooms(
        open_agent=nobody,
        open_speech_agent=nobody,
        ownership=Ownership(database),
        users=users,
        secret=SECRET,
        clock=clock,
    )
    yield rooms, users, clock
    await rooms.close()
    await database.close()


async def test_a_room_that_nobody_comes_to_is_given_up_and_nothing_of_it_is_kept(quiet):
    rooms, _, clock = quiet
    names = [rooms.new_room("user"), rooms.new_room("user", SPEECH_ROOM)]
    opened = [room for name in names if (room := await rooms.room(name)) is not None]
    assert [room.user_id for room in opened] == ["user", "user"]
    assert [await rooms.room(name) for name in names] == opened
    await clock.advance(MAX_EMPTY_SECONDS + POLL_SECONDS)
    assert not any(rooms.is_open(room) for room in opened)
    assert [await rooms.room(name) for name in names] == [None, None]


async def test_a_conversation_that_begins_in_a_fresh_room_is_called_as_the_room_is(server):
    person = Participant(server)
    grant = await person.call("POST", "conversations/new/token", json={"participant_id": "desk"})
    await person.enter_with(grant)
    await person.send(Configuration())
    await person.until(lambda: person.of(Configuration))
    conversation_id = person.stanzas[-1].conversation_id
    assert conversation_id == grant["room_name"]
    assert conversation_id.startswith("ac_")
    made = await person.call("GET", f"conversations/{conversation_id}")
    assert made["livekit_room_name"] == conversation_id
    again = await person.call("POST", f"conversations/{conversation_id}/token", json={"participant_id": "desk"})
    assert again["room_name"] == conversation_id


async def test_a_key_opens_its_room_to_its_user_in_its_hour(quiet):
    rooms, users, clock = quiet
    hub = MemoryHub()
    hub.serve(rooms.accept)
    room = rooms.new_room("anna")

    async def enter(*, user="anna", user_key=None, room_name=room, key_room=room, late=0):
        key = users.key_of("anna") if user_key is None else user_key
        expires = clock.now() + timedelta(seconds=10 - late)
        token = socket_token(secret=SECRET, room=key_room, identity="desk", expires_at=expires, user=user, user_key=key)
        end = MemoryTransport(hub=hub)
        address = RoomAddress(transport="memory", url="", token=token, room_name=room_name, participant_id="desk")
        try:
            await end.connect(address, lambda _: None)
        except WorldError as error:
            return error.code
        await end.close()
        return "in"

    assert await enter() == "in"
    assert await enter() == "in"  # as often as one likes, within its time
    assert await enter(late=10) == "token_refused"
    assert await enter(user="user", user_key="") == "token_refused"
    assert await enter(user="ben", user_key="") == "token_refused"
    assert await enter(user_key="") == "token_refused"
    assert await enter(user_key="0" * 16) == "token_refused"
    assert await enter(key_room="new_other") == "token_refused"
    assert await enter(room_name="new_other", key_room="new_other") == "token_refused"
    await users.remove("anna")
    assert await enter(user_key=users.listed()[0].token_digest or "") == "token_refused"


async def test_who_asks_for_rooms_and_enters_none_has_to_wait_and_holds_up_nobody_else(server, add_user):
    anna, ben = await add_user("anna"), await add_user("ben")
    body = {"participant_id": "desk"}
    answered = [await anna.answer("POST", "conversations/new/token", json=body) for _ in range(MAX_WAITING_ROOMS + 1)]
    assert [status for status, _ in answered] == [*[200] * MAX_WAITING_ROOMS, 429]
    assert answered[-1][1]["error"] == "too_many_rooms"
    await ben.join()
    await anna.enter_with(answered[0][1])
    assert (await anna.answer("POST", "conversations/new/token", json=body))[0] == 200
