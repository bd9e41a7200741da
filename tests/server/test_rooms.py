"""Which rooms there are, and for how long."""

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.server.ownership import Ownership
from alicia_desktop.server.rooms import ABSENCE_SECONDS, LOOK_SECONDS, MAX_WAITING_ROOMS, SPEECH_ROOM, Rooms
from alicia_desktop.server.users import Users
from alicia_desktop.store.database import Database


async def nobody(*_):
    return None


async def test_a_room_that_nobody_comes_to_is_given_up_and_nothing_of_it_is_kept(tmp_path):
    clock = JumpingClock()
    database = await Database.open(tmp_path / "server.db", clock=clock)
    users = Users(database=database, clock=clock, owner_token="t")
    rooms = Rooms(summon=nobody, interpret=nobody, ownership=Ownership(database), users=users, secret="s", clock=clock)
    names = [rooms.new_room("user"), rooms.new_room("user", SPEECH_ROOM)]
    opened = [room for name in names if (room := await rooms.room(name)) is not None]
    assert [room.user_id for room in opened] == ["user", "user"]
    assert [await rooms.room(name) for name in names] == opened
    await clock.advance(ABSENCE_SECONDS + LOOK_SECONDS)
    assert not any(rooms.is_open(room) for room in opened)
    assert [await rooms.room(name) for name in names] == [None, None]
    await rooms.close()
    await database.close()


async def test_who_asks_for_rooms_and_enters_none_has_to_wait_and_holds_up_nobody_else(server, add_user):
    anna, ben = await add_user("anna"), await add_user("ben")
    body = {"participant_id": "desk"}
    answered = [await anna.answer("POST", "conversations/new/token", json=body) for _ in range(MAX_WAITING_ROOMS + 1)]
    assert [status for status, _ in answered] == [*[200] * MAX_WAITING_ROOMS, 429]
    assert answered[-1][1]["error"] == "too_many_rooms"
    await ben.join()
    await anna.enter_with(answered[0][1])
    assert (await anna.answer("POST", "conversations/new/token", json=body))[0] == 200
