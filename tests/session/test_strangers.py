"""A client in a room in which others speak, too: only the server's participant is believed (a deployed server's)."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantMessage,
    AssistantSentence,
    Configuration,
    ControlStop,
    ErrorMessage,
    Message,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.session.driver import MAX_STRANGER_STANZAS, SessionDriver
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.state import Phase
from alicia_desktop.store import accounts, journal, outbox
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate, shipped_steps
from alicia_desktop.store.records import JournalRecord
from tests.protocol.samples import SATURATED
from tests.session.rehearsal import through
from tests.support.crowded_room import CrowdedRoom
from tests.support.deployed_server import CONVERSATION, DeployedServer

STRANGERS: Final = ("mallory", "desktop_2", "alicia-agent-9")
SERVER: Final = "https://a.example"
STRANGE: Final = journal.JournalFilter(flags=("stranger",))


@dataclass
class Stage:
    database: Database
    room: CrowdedRoom
    clock: JumpingClock
    session: SessionDriver
    passed: list[JournaledStanza]

    async def until(self, phase: Phase) -> None:
        await through(self.clock, self.database, lambda: self.session.state.phase is phase)

    async def go_online(self) -> None:
        self.session.go_online()
        await self.until(Phase.ONLINE)

    async def pass_time(self, seconds: float) -> None:
        end = self.clock.monotonic() + seconds
        await through(self.clock, self.database, lambda: self.clock.monotonic() >= end)

    async def shown(self) -> list[tuple[str, str]]:
        return [
            (row.message_role, row.contents) for row in await self.database.read(messages.of_conversation, CONVERSATION)
        ]

    async def strange(self) -> list[JournalRecord]:
        return await self.database.read(journal.page, STRANGE)

    async def profile(self) -> str:
        return await self.database.read(accounts.profile_of, CONVERSATION)


async def open_stage(database: Database, clock: JumpingClock, room: CrowdedRoom) -> Stage:
    line = InProcessLine(transports=room.transport, clock=clock)
    await line.start()
    ledger = Ledger(database=database, conversation_id=CONVERSATION)
    state = await ledger.load_state(client_version="1")
    session = SessionDriver(state=state, ledger=ledger, rooms=room.server, line=line, clock=clock, jitter=lambda: 0.5)
    passed: list[JournaledStanza] = []
    session.stanza_journaled.connect(passed.append)
    return Stage(database=database, room=room, clock=clock, session=session, passed=passed)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = JumpingClock()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id=CONVERSATION, server=SERVER)
    stage = await open_stage(database, clock, CrowdedRoom(DeployedServer()))
    yield stage
    await stage.session.close()
    await database.close()


def _greets_first(room: CrowdedRoom, *bodies: Message, stanza_id: int = 1) -> None:
    """Let another client say something just before the server replies to our Configuration."""
    greet = room.server._greet

    def greet_late(seen: int) -> None:
        for body in bodies:
            room.say("desktop_2", body, stanza_id=stanza_id)
        greet(seen)

    room.server._greet = greet_late  # type: ignore[method-assign]


@pytest.mark.parametrize("stanza_id", [1, -1])
async def test_another_clients_configuration_never_makes_the_server_another(stage: Stage, stanza_id: int) -> None:
    _greets_first(stage.room, Configuration(conversation_id=CONVERSATION, device="phone"), stanza_id=stanza_id)
    stage.room.enter("desktop_2")
    await stage.go_online()
    assert (stage.session.state.profile, await stage.profile()) == ("deployed", "deployed")
    stage.room.server.break_link()
    await stage.until(Phase.WAITING)
    await stage.until(Phase.ONLINE)
    assert {(one.name, one.sender) for one in await stage.strange()} == {("Configuration", "desktop_2")}


@pytest.mark.parametrize("stanza_id", [5, 0, -1])
async def test_a_message_that_never_left_is_not_stored_whatever_another_client_acknowledges(
    stage: Stage, stanza_id: int
) -> None:
    await stage.go_online()
    stage.room.server.listens = False
    await stage.session.enqueue(UserMessage(id="am_1", content="Are you there?"))
    (waiting,) = await stage.database.read(outbox.waiting, CONVERSATION)
    said = Acknowledgement(acknowledged_stanza_id=waiting.stanza_id, acknowledged_message_id="am_1", success=True)
    stage.room.say("desktop_2", said, stanza_id=stanza_id)
    stage.room.say("desktop_2", StartAnswer(id="am_x", previous_id="am_1"), stanza_id=stanza_id)
    await stage.pass_time(1)
    (question,) = await stage.database.read(messages.of_conversation, CONVERSATION)
    assert (question.sync_status, question.server_id) == ("pending", None)
    assert [one.content_id for one in await stage.database.read(outbox.waiting, CONVERSATION)] == ["am_1"]


@pytest.mark.parametrize("who", STRANGERS)
async def test_whatever_a_stranger_sends_is_journaled_with_their_name_and_does_nothing(stage: Stage, who: str) -> None:
    await stage.go_online()
    await stage.session.enqueue(UserMessage(id="am_1", content="Hello there."))
    await through(stage.clock, stage.database, lambda: not stage.session.state.waiting)
    await stage.pass_time(10)  # an answer ends by silence there
    shown, state, passed = await stage.shown(), stage.session.state, len(stage.passed)
    stage.room.enter(who)
    for body in SATURATED:
        for stanza_id in (-1, 0, 9):
            stage.room.say(who, body, stanza_id=stanza_id)
    stage.room.send(who, b"\xff no map")
    await stage.pass_time(5)
    assert (await stage.shown(), stage.session.state, len(stage.passed)) == (shown, state, passed)
    strange = await stage.strange()
    assert len(strange) == 3 * len(SATURATED) + 1
    assert {(one.sender, one.stranger, one.turn_ref) for one in strange} == {(who, True, None)}
    assert strange[-1].malformed
    stage.room.leave(who)
    await stage.session.enqueue(UserMessage(id="am_2", content="Still there?"))
    await through(stage.clock, stage.database, lambda: not stage.session.state.waiting)
    assert stage.room.server.questions() == ["Hello there.", "Still there?"]


async def test_a_stranger_who_is_there_first_is_not_taken_for_the_assistant(stage: Stage) -> None:
    stage.room.enter("mallory")
    comes = stage.room.server.agent_comes
    stage.room.server.agent_comes = lambda: None  # type: ignore[method-assign]
    stage.session.go_online()
    await stage.until(Phase.JOINING)
    await stage.pass_time(1)
    stage.room.say("mallory", Configuration(conversation_id=CONVERSATION), stanza_id=-2)
    await stage.pass_time(1)
    assert (stage.session.state.phase, stage.session.state.peer) == (Phase.JOINING, "")
    assert stage.room.server.received == []
    comes()
    await stage.until(Phase.ONLINE)


async def test_who_speaks_under_an_agents_name_is_not_heard_while_the_agent_is_there_and_replaces_it_when_it_goes(
    stage: Stage,
) -> None:
    await stage.go_online()
    stage.room.enter("alicia-agent-9")
    stage.room.say("alicia-agent-9", AssistantMessage(id="am_x", content="I am Alicia."))
    stage.room.say("alicia-agent-9", ErrorMessage(code=201, message="Gone.", recoverable=False))
    await stage.pass_time(1)
    assert (await stage.shown(), stage.session.state.phase) == ([], Phase.ONLINE)
    asked = len(stage.room.server.of_type(12))
    stage.room.server.agent_goes()
    await through(stage.clock, stage.database, lambda: len(stage.room.server.of_type(12)) > asked)


async def test_a_strangers_stop_or_sentence_leaves_the_answer_as_it_is(stage: Stage) -> None:
    stage.room.server.answers = False
    await stage.go_online()
    await stage.session.enqueue(UserMessage(id="am_1", content="Hello there."))
    await through(stage.clock, stage.database, stage.room.server.questions)
    stage.room.say("mallory", ControlStop(target_id="am_1", stop_type="all"), stanza_id=4)
    evil = AssistantSentence(id="ams_am_answer2_0", previous_id="am_answer2", sequence=0, text="Evil.")
    stage.room.say("mallory", evil, stanza_id=-4)
    stage.room.server.answer()
    await through(stage.clock, stage.database, lambda: not stage.session.state.waiting)
    await stage.pass_time(5)
    assert await stage.shown() == [("user", "Hello there."), ("assistant", "You said: Hello there. That is all.")]
    assert [row.stopped_at for row in await stage.database.read(messages.of_conversation, CONVERSATION)] == [None] * 2
    odd = journal.JournalFilter(flags=("out_of_order",))
    assert await stage.database.read(journal.page, odd) == []


async def test_strangers_do_not_fill_the_disk(stage: Stage) -> None:
    await stage.go_online()
    for number in range(MAX_STRANGER_STANZAS + 100):
        stage.room.say("mallory", AssistantMessage(id=f"am_{number}", content="Full?"))
    await stage.session.enqueue(UserMessage(id="am_1", content="Hello there."))
    await through(stage.clock, stage.database, lambda: not stage.session.state.waiting)
    assert await stage.database.read(journal.count, STRANGE) == MAX_STRANGER_STANZAS


async def test_a_server_once_called_canonical_that_replies_as_deployed_ones_do_is_understood(stage: Stage) -> None:
    await stage.go_online()
    stage.room.server.break_link()
    await stage.database.write(accounts.remember_profile, CONVERSATION, "canonical", stage.clock.now())
    await stage.session.close()
    again = await open_stage(stage.database, stage.clock, stage.room)
    await again.go_online()
    assert (again.session.state.profile, await again.profile()) == ("deployed", "deployed")
    await again.session.close()


async def test_a_database_that_another_client_spoilt_is_healed_and_what_never_left_arrives(tmp_path: Path) -> None:
    path, clock = tmp_path / "client.db", JumpingClock()
    _write_spoilt(path, clock)
    database = await Database.open(path, clock=clock)
    stage = await open_stage(database, clock, CrowdedRoom(DeployedServer()))
    assert (stage.session.state.waiting, stage.session.state.profile) == (True, "deployed")
    await stage.go_online()
    await through(clock, database, lambda: not stage.session.state.waiting)
    assert stage.room.server.questions() == ["Are you there?", "I wait."]
    rows = await database.read(messages.of_conversation, CONVERSATION)
    assert [(row.id, row.sync_status) for row in rows if row.message_role == "user"] == [
        ("am_1", "synced"),
        ("am_2", "synced"),
    ]
    await stage.session.close()
    await database.close()


def _write_spoilt(path: Path, clock: JumpingClock) -> None:
    engine = writing_engine(path)
    script = Path(__file__).parents[1] / "store" / "data" / "spoilt-v7.sql"
    with engine.connect() as conn:
        migrate(conn, path, now=clock.now(), steps=shipped_steps()[:7])
        with conn.begin():
            _run(conn, script.read_text(encoding="utf-8"))
    engine.dispose()


def _run(conn: Connection, script: str) -> None:
    for statement in script.removesuffix("\n").split(";\n"):
        conn.exec_driver_sql(statement)
