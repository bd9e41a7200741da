"""When a round of sync is due, over a real database, a server under control and a clock that jumps."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.api.records import ConversationPage, MessagePage, ServerConversation, ServerMessage
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Database
from alicia_desktop.store.sync import sync_records
from alicia_desktop.sync.service import FAILED_MOST_SECONDS, MAX_SECONDS, MIN_SECONDS, Pace, SyncProgress, SyncService
from tests.session.rehearsal import through

AWAY = WorldError(sentence="It cannot be reached.", code="unreachable", retry=True)
HOME = "https://home"
ANN = Account(server=HOME, user_id="ann")


class Server:
    """Lists conversations of one message each."""

    def __init__(self, clock: JumpingClock, count: int) -> None:
        self.listed = [
            ServerConversation(id=f"ac_{number}", title=f"Day {number}", updated_at=clock.now())
            for number in range(count)
        ]
        self.looks = 0
        self.away = False
        self.fetched: list[str] = []
        self.told: asyncio.Queue[str] | None = None
        """Names of events; None: this server tells none."""

    async def conversations(self, *, limit: int = 50, offset: int = 0) -> ConversationPage:
        self.looks += 1
        if self.away:
            raise AWAY
        return ConversationPage(conversations=tuple(self.listed[offset : offset + limit]), total=len(self.listed))

    async def messages(self, conversation_id: str, **_: Any) -> MessagePage:
        self.fetched.append(conversation_id)
        said = ServerMessage(id=f"am_{conversation_id}", role="user", contents="Hello.")
        return MessagePage(messages=(said,), total=1)

    async def events(self, conversation_id: str) -> AsyncIterator[str]:
        if self.told is None:
            raise WorldError(sentence="It cannot do that.", code="not_supported")
        while True:
            yield await self.told.get()


class Stage:
    def __init__(self, database: Database, clock: JumpingClock) -> None:
        self.database, self.clock, self.server = database, clock, Server(clock, 3)
        self.told: list[SyncProgress] = []
        server: Any = self.server

        async def source() -> Any:
            return server

        self.live = False
        self.sync = SyncService(
            database=database,
            source=source,
            account=ANN,
            clock=clock,
            is_live=lambda _: self.live,
            jitter=lambda: 1.0,
        )
        self.sync.changed.connect(self.told.append)

    async def idle(self) -> None:
        looks = self.server.looks
        await through(self.clock, self.database, lambda: self.server.looks > looks and self.sync.state.phase == "idle")


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = JumpingClock()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    stage = Stage(database, clock)
    yield stage
    await stage.sync.close()
    await database.close()


async def test_the_list_comes_first_then_the_open_conversation_then_the_rest_with_progress(stage: Stage):
    stage.sync.look_at("ac_1")
    stage.sync.start()
    await stage.idle()
    listed = await stage.database.read(conversations.listed, account=ANN)
    assert {one.title for one in listed} == {"Day 0", "Day 1", "Day 2"}
    assert stage.server.fetched[0] == "ac_1"
    assert sorted(stage.server.fetched) == ["ac_0", "ac_1", "ac_2"]
    assert [(one.fetched, one.left) for one in stage.told if one.left] == [(0, 3), (1, 2), (2, 1)]
    assert stage.sync.state.last_synced is not None
    said = await stage.database.read(messages.of_conversation, "ac_2")
    assert [one.contents for one in said] == ["Hello."]
    log = await stage.database.read(sync_records.logged_steps, ANN)
    assert ("Came from the server", "Day 1") in [(line.what, line.title) for line in log]


async def test_a_server_that_says_nothing_new_is_looked_at_ever_more_seldom_until_a_sign(stage: Stage):
    stage.sync.start()
    await stage.idle()
    looks = stage.server.looks
    await stage.clock.advance(MIN_SECONDS / 2)
    assert stage.server.looks == looks
    await stage.idle()
    looks = stage.server.looks
    await stage.clock.advance(MIN_SECONDS * 1.5)
    assert stage.server.looks == looks
    stage.sync.wake()
    await stage.idle()


async def test_a_server_that_is_away_is_tried_again_later_and_what_is_wrong_is_said(stage: Stage):
    stage.server.away = True
    stage.sync.start()
    await through(stage.clock, stage.database, lambda: stage.sync.state.phase == "waiting")
    assert stage.sync.state.sentence == "It cannot be reached."
    assert stage.sync.state.next_at is not None
    stage.server.away = False
    await stage.idle()
    assert stage.sync.state.sentence == ""


def test_pauses_grow_to_a_limit_and_begin_anew():
    pace = Pace()
    quiet = [pace.looked(changed=False) for _ in range(10)]
    assert quiet == sorted(quiet)
    assert quiet[-1] == MAX_SECONDS
    assert pace.looked(changed=True) == MIN_SECONDS
    failed = [pace.failed(1.0) for _ in range(12)]
    assert failed[:3] == [2.0, 4.0, 8.0]
    assert failed[-1] == FAILED_MOST_SECONDS
    assert pace.failed(0.0) == FAILED_MOST_SECONDS / 2
    pace.hurry()
    assert pace.failed(1.0) == 2.0


@pytest.mark.parametrize(("name", "at_once"), [("message", False), ("conversation", False), ("list", True)])
async def test_what_a_live_room_brings_is_not_looked_for_and_another_list_is(
    stage: Stage, name: str, at_once: bool
) -> None:
    stage.server.told, stage.live = asyncio.Queue(), True
    stage.sync.look_at("ac_1")
    stage.sync.start()
    await stage.idle()
    began = stage.clock.monotonic()
    stage.server.told.put_nowait(name)
    await stage.idle()
    assert (stage.clock.monotonic() - began < MIN_SECONDS) == at_once
