"""The active conversation and the delivery of others, over a real line and database against a scripted server."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.protocol.messages import Configuration, UserMessage
from alicia_desktop.session.pool import DELIVERY_SECONDS, SessionPool
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.state import Phase
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.transport.memory import MemoryHub, MemoryTransport
from tests.session.rehearsal import NoSound, OpenRooms, through
from tests.support.patience import PATIENCE
from tests.support.scripted_server import ScriptedServer

ANN = Account(user_id="ann")


@dataclass
class Stage:
    database: Database
    clock: JumpingClock
    rooms: OpenRooms
    server: ScriptedServer
    sessions: SessionPool

    async def begin(self, *names: str) -> None:
        for name in names:
            await self.database.write(
                conversations.create, at=self.clock.now(), conversation_id=name, user_id=ANN.user_id
            )

    async def belong(self, conversation_id: str, account: Account) -> None:
        await self.database.write(
            conversations.create,
            at=self.clock.now(),
            conversation_id=conversation_id,
            user_id=account.user_id,
            server=account.server,
        )

    async def leave_unsent(self, conversation_id: str, message_id: str) -> None:
        """Compose something in a conversation that is not connected."""
        body = UserMessage(id=message_id, conversation_id=conversation_id, content="later")
        session, _ = await self.sessions._make(conversation_id)
        await session.enqueue(body)
        await session.close()

    async def until(self, condition: object) -> None:
        assert callable(condition)
        await through(self.clock, self.database, condition)

    async def open(self, conversation_id: str) -> None:
        self.server.conversation_id = conversation_id
        active = await self.sessions.open(conversation_id)
        await self.until(lambda: active.session.state.phase is Phase.ONLINE)

    def delivered(self) -> list[str]:
        return [body.id for body in self.server.bodies(UserMessage)]

    async def waits(self) -> dict[str, int]:
        return await self.database.read(_waiting)


def _waiting(conn: Connection) -> dict[str, int]:
    return dict(outbox.conversations_waiting(conn))


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock, hub, rooms = JumpingClock(), MemoryHub(), OpenRooms()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    line = InProcessLine(transports=lambda _: MemoryTransport(hub=hub), sound=NoSound(), clock=clock)  # type: ignore[arg-type]  # opens nothing
    await line.start()
    sessions = SessionPool(
        database=database,
        rooms=rooms,
        line=line,
        clock=clock,
        client_version="1",
        sound=lambda: (SoundChoice(), "muted"),
        account=ANN,
    )
    server = ScriptedServer(hub)
    yield Stage(database=database, clock=clock, rooms=rooms, server=server, sessions=sessions)
    await sessions.close()
    await line.close()
    await server.close()
    await database.close()


async def test_one_conversation_is_active_with_the_mode_of_the_settings(stage: Stage) -> None:
    await stage.begin("ac_1", "ac_2")
    await stage.open("ac_1")
    first = stage.sessions.active
    assert first is not None
    assert first.voice.state.mode == "muted"
    await stage.open("ac_2")
    assert first.session.state.phase is Phase.OFFLINE
    assert stage.sessions.active is not None
    assert stage.sessions.active.session.state.conversation_id == "ac_2"


async def test_what_waits_in_other_conversations_goes_out_once_the_active_one_is_online(stage: Stage) -> None:
    await stage.begin("ac_1", "ac_2", "ac_3")
    await stage.leave_unsent("ac_2", "am_2")
    await stage.leave_unsent("ac_3", "am_3")
    await stage.open("ac_1")
    await stage.until(lambda: len(stage.delivered()) == 2)
    assert stage.delivered() == ["am_2", "am_3"]
    async with asyncio.timeout(PATIENCE):
        while await stage.waits():
            await stage.clock.advance(0.3)
    found = await stage.database.read(messages.get, "am_3")
    assert found is not None
    assert found.sync_status == "synced"
    assert stage.sessions.active is not None
    assert stage.sessions.active.session.state.phase is Phase.ONLINE


@pytest.mark.parametrize(
    "other", [Account(server="https://alicia.home", user_id="ann"), Account(user_id="bob")], ids=["server", "user"]
)
async def test_what_was_written_for_another_account_is_never_told_to_this_one(stage: Stage, other: Account) -> None:
    await stage.begin("ac_1", "ac_2", "ac_3")
    await stage.leave_unsent("ac_2", "am_2")
    await stage.leave_unsent("ac_3", "am_3")
    await stage.belong("ac_2", other)
    await stage.open("ac_1")
    await stage.until(lambda: stage.delivered() == ["am_3"])
    async with asyncio.timeout(PATIENCE):
        while await stage.waits() != {"ac_2": 1}:
            await stage.clock.advance(0.3)
    assert stage.rooms.asked == ["ac_1", "ac_3"]
    with pytest.raises(WorldError, match=r"lives on https://alicia\.home|belongs to bob"):
        await stage.sessions.open("ac_2")
    assert await stage.waits() == {"ac_2": 1}


async def test_what_was_begun_without_a_name_is_theirs_who_go_on_with_it(stage: Stage) -> None:
    await stage.database.write(accounts.sign_in, "ann", stage.clock.now())
    await stage.begin("ac_1")
    await stage.belong("ac_1", Account())
    await stage.leave_unsent("ac_1", "am_1")
    known = await stage.database.read(conversations.get, "ac_1")
    assert known is not None
    assert known.user_id == "ann"


async def test_a_conversation_behind_that_is_refused_does_not_hold_up_the_next(stage: Stage) -> None:
    await stage.begin("ac_1", "ac_2", "ac_3")
    await stage.leave_unsent("ac_2", "am_2")
    await stage.leave_unsent("ac_3", "am_3")

    def refuse(conversation_id: str) -> None:
        if conversation_id == "ac_2":
            raise WorldError(sentence="It is gone.", code="not_found", retry=False)

    stage.rooms.refuse = refuse
    began = stage.clock.monotonic()
    await stage.open("ac_1")
    await stage.until(stage.delivered)
    assert stage.delivered() == ["am_3"]
    assert stage.clock.monotonic() - began < DELIVERY_SECONDS
    assert "ac_2" in await stage.waits()


async def test_opening_a_conversation_that_is_being_delivered_leaves_one_session_of_it(stage: Stage) -> None:
    await stage.begin("ac_1", "ac_2")
    await stage.leave_unsent("ac_2", "am_2")
    await stage.open("ac_1")
    stage.server.acknowledges = False
    await stage.until(stage.delivered)
    behind = stage.sessions._delivery
    assert behind is not None
    stage.server.acknowledges = True
    await stage.open("ac_2")
    assert behind.state.phase is Phase.OFFLINE
    active = stage.sessions.active
    assert active is not None
    await stage.until(lambda: not active.session.state.waiting)
    assert await stage.waits() == {}
    await stage.until(lambda: stage.sessions._delivery is None)


async def test_opening_a_conversation_that_is_about_to_be_delivered_leaves_one_session_of_it(stage: Stage) -> None:
    await stage.begin("ac_1", "ac_2")
    await stage.leave_unsent("ac_2", "am_2")
    async with Scope("test") as scope:
        delivering = scope.spawn("deliver", stage.sessions._deliver("ac_2"))
        await asyncio.sleep(0)  # it reads what an earlier run left
        await stage.open("ac_2")
        await delivering
    assert stage.rooms.asked == ["ac_2"]


async def test_a_conversation_begun_offline_tells_its_real_id(stage: Stage) -> None:
    await stage.begin("local_1")
    stage.rooms.names["local_1"] = "ac_9"
    told: list[tuple[str, str]] = []
    stage.sessions.adopted.connect(told.append)
    stage.server.conversation_id = "ac_9"
    active = await stage.sessions.open("local_1")
    await stage.until(lambda: active.session.state.phase is Phase.ONLINE)
    assert told == [("local_1", "ac_9")]
    assert active.ledger.conversation_id == "ac_9"
    assert await stage.database.read(conversations.get, "local_1") is None


async def test_going_there_and_back_quickly_ends_online_in_the_last_one(stage: Stage) -> None:
    await stage.begin("ac_1", "ac_2")
    for name in ("ac_1", "ac_2", "ac_1", "ac_2", "ac_1"):
        await stage.sessions.open(name)
    stage.server.conversation_id = "ac_1"
    active = stage.sessions.active
    assert active is not None
    await stage.until(lambda: active.session.state.phase is Phase.ONLINE)
    assert active.session.state.conversation_id == "ac_1"
    assert active.session.state.attempt == 0  # nothing of the connections before was taken for its own


async def test_the_room_is_left_at_the_end_and_what_waits_is_kept(stage: Stage) -> None:
    await stage.begin("ac_1")
    stage.server.acknowledges = False
    await stage.open("ac_1")
    assert stage.server.bodies(Configuration)
    active = stage.sessions.active
    assert active is not None
    await active.session.enqueue(UserMessage(id="am_1", content="kept"))
    await stage.sessions.close()
    assert stage.sessions.active is None
    assert "ac_1" in await stage.waits()


async def test_with_a_server_that_is_back_the_conversation_begins_anew_in_a_room_of_its_own(stage: Stage) -> None:
    await stage.begin("ac_1")
    stage.sessions.reconnect_after_restart()  # nobody is connected
    await stage.open("ac_1")
    active = stage.sessions.active
    assert active is not None
    joined = len(stage.server.bodies(Configuration))
    stage.sessions.reconnect_after_restart()
    await stage.until(lambda: active.session.state.phase is not Phase.ONLINE)
    stage.sessions.reconnect_after_restart()  # it is on its way already
    await stage.until(lambda: active.session.state.phase is Phase.ONLINE)
    assert stage.rooms.asked == ["ac_1", "ac_1"]
    assert len(stage.server.bodies(Configuration)) == joined + 1
