"""What the person does to memories, over a real database and a line that only writes down."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import ErrorMessage, MemoryConfirmation
from alicia_desktop.session import commands, events
from alicia_desktop.session.connection import ACKNOWLEDGEMENT_SECONDS
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.machine import step
from alicia_desktop.session.message_factory import MemoryRefusal, MemoryRequest, refusal_in
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories, memory_pages
from alicia_desktop.store.memories.memory_edits import EXPECTED_DIGEST, digest
from alicia_desktop.store.memories.memory_pages import MemoryPage
from tests.session.rehearsal import OpenRooms, QuietLine


class Stage:
    """A session that is not online, and what it leaves on disk."""

    def __init__(self, database: Database, clock: JumpingClock) -> None:
        self.database = database
        self.line = QuietLine()
        self.ledger = Ledger(database=database, conversation_id="ac_1")
        self.session = SessionDriver(
            state=SessionState(conversation_id="ac_1", client_version="1"),
            ledger=self.ledger,
            rooms=OpenRooms(),
            line=self.line,
            clock=clock,
        )

    async def act(self, action: str, **memory: object) -> None:
        await self.session.enqueue_memory_requests([MemoryRequest(memory_id="m1", action=action, memory=memory)])  # type: ignore[arg-type]  # tests say any

    async def page(self) -> MemoryPage:
        page = await self.database.read(memory_pages.memory_page, "m1")
        assert page is not None
        return page

    async def session_writes(self) -> None:
        """Return once what arrived is on disk."""
        while writing := {task for task in self.session._writing if not task.done()}:
            await asyncio.wait(writing)

    async def waiting(self) -> int:
        return len(await self.database.read(outbox.waiting, "ac_1"))


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = JumpingClock()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await database.write(
        conversations.create, at=clock.now(), conversation_id="ac_1", user_id="ann", server="https://home"
    )
    stage = Stage(database, clock)
    yield stage
    await stage.session.close()
    await database.close()


async def test_an_action_shows_at_once_and_waits_for_the_server(stage: Stage):
    await stage.act("create", content="User likes tea.", tags=["tea"], importance=0.7)
    page = await stage.page()
    assert (page.record.content, page.record.user_id, page.record.server) == ("User likes tea.", "ann", "https://home")
    assert (page.record.tags, page.record.importance, page.unsent) == (["tea"], 0.7, True)
    assert await stage.waiting() == 1


async def test_what_no_server_could_do_is_refused_before_anything_is_done(stage: Stage):
    good = MemoryRequest(memory_id="m1", action="create", memory={"content": "User likes tea."})
    bad = MemoryRequest(memory_id="m2", action="create", memory={"content": "  "})
    with pytest.raises(WorldError, match="needs some text") as refusal:
        await stage.session.enqueue_memory_requests([good, bad])
    assert refusal.value.code == "memory_unclear"
    assert await stage.database.read(memories.get_memory, "m1") is None
    assert await stage.waiting() == 0


async def test_an_edit_tells_what_the_person_saw(stage: Stage):
    await stage.act("create", content="User likes tea.")
    await stage.act("update", content="User likes coffee.")
    waiting = await stage.database.read(outbox.waiting, "ac_1")
    assert digest("User likes tea.").encode() in waiting[1].raw
    assert EXPECTED_DIGEST.encode() in waiting[1].raw
    assert EXPECTED_DIGEST.encode() not in waiting[0].raw
    assert [version.content for version in (await stage.page()).history] == ["User likes tea."]


async def test_the_same_thing_done_twice_in_one_moment_is_two_actions(stage: Stage):
    await stage.act("create", content="User likes tea.")
    await stage.act("delete")
    await stage.act("create")
    await stage.act("delete")
    assert (await stage.page()).record.deleted_at is not None
    assert await stage.waiting() == 4


async def test_confirmations_let_go_of_actions_in_their_order(stage: Stage):
    await stage.act("create", content="User likes tea.")
    await stage.act("delete")
    await stage.act("create")
    for action, left in (("create", 2), ("delete", 1), ("create", 0)):
        stage.line.arrive(stage.session.link, MemoryConfirmation(memory_id="m1", action=action, success=True))
        await stage.session_writes()
        assert await stage.waiting() == left
    page = await stage.page()
    assert (page.unsent, page.record.deleted_at) == (False, None)


async def test_a_refusal_carries_both_texts():
    told = {"memory": {"id": "m1", "refusal": "changed", "theirs": "one", "yours": "two"}}
    line = QuietLine()
    arrived: list[object] = []
    line.event_received.connect(arrived.append)
    line.arrive("", ErrorMessage(id="e", code=202, message="Changed.", originating_id="m1"), **told)
    (event,) = arrived
    found = refusal_in(decode(event.data))  # type: ignore[attr-defined]  # a StanzaArrived
    assert found == MemoryRefusal(memory_id="m1", reason="changed", sentence="Changed.", theirs="one", yours="two")
    assert refusal_in(decode(b"")) is None


def test_while_acts_are_confirmed_those_behind_them_are_not_late():
    state = SessionState(conversation_id="ac_1", client_version="1", phase=Phase.ONLINE, waiting=True, resends=1)
    done = MemoryConfirmation(memory_id="m1", action="delete", success=True)
    inbound = Stanza(stanza_id=-2, conversation_id="ac_1", body=done)
    after, follow = step(state, events.StanzaRecorded(inbound=inbound))
    assert after.resends == 0
    assert commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS) in follow
    _, nothing = step(replace(state, waiting=False), events.StanzaRecorded(inbound=inbound))
    assert not any(isinstance(one, commands.StartTimer) and one.timer == "acknowledgement" for one in nothing)
