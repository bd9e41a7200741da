"""Which rooms there are, and for how long."""

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.server.ownership import Ownership
from alicia_desktop.server.rooms import ABSENCE_SECONDS, LOOK_SECONDS, SPEECH_ROOM, Rooms
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
