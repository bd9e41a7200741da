"""The session over a real line, transport and database, against a server that a test controls."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock, settle
from alicia_desktop.base.errors import WorldError
from alicia_desktop.line import frames
from alicia_desktop.line.inprocess import InProcessLine
from alicia_desktop.protocol.attachments import Attachment, read_attachments
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    Configuration,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.session import commands, events
from alicia_desktop.session.commands import SendUnacknowledged
from alicia_desktop.session.connection import GAP_SECONDS, GAP_TRIES
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.ledger import TRANSPORT, Ledger
from alicia_desktop.session.state import Phase
from alicia_desktop.store import journal, outbox
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import attachments, conversations, messages
from alicia_desktop.store.database import Database
from alicia_desktop.store.meta_entries import meta_value
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress
from alicia_desktop.transport.memory import MemoryHub, MemoryTransport
from tests.session.rehearsal import NoSound
from tests.support.scripted_server import ScriptedServer, until


class Rooms:
    """Grants the one room, or refuses."""

    def __init__(self) -> None:
        self.refusal: WorldError | None = None
        self.requests: list[str] = []
        self.looks = 0
        """How often its history was asked for."""
        self.opened = asyncio.Event()
        """Cleared by a test that keeps the history waiting."""
        self.opened.set()

    async def request_room(self, conversation_id: str) -> events.RoomGranted:
        self.requests.append(conversation_id)
        if self.refusal is not None:
            raise self.refusal
        address = RoomAddress(transport="memory", url="", token="t", room_name="r", participant_id="me")
        return events.RoomGranted(conversation_id="ac_1", address=address)

    async def history(self, conversation_id: str) -> tuple[HistoryMessage, ...]:
        self.looks += 1
        await self.opened.wait()
        return ()


@dataclass
class Stage:
    database: Database
    line: InProcessLine
    server: ScriptedServer
    rooms: Rooms
    clock: JumpingClock
    session: SessionDriver
    ledger: Ledger

    async def go_online(self) -> None:
        self.session.go_online()
        await until(lambda: self.session.state.phase is Phase.ONLINE)

    async def pass_time(self, seconds: float) -> None:
        """Let it pass once the session has done all that it has to do, its timers among it."""
        await until(lambda: not self.session._executing)
        await settle()
        await self.clock.advance(seconds)


async def make_session(
    database: Database, line: InProcessLine, rooms: Rooms, clock: JumpingClock, name: str
) -> tuple[SessionDriver, Ledger]:
    ledger = Ledger(database=database, conversation_id=name)
    state = await ledger.load_state(client_version="1")
    session = SessionDriver(state=state, ledger=ledger, rooms=rooms, line=line, clock=clock, jitter=lambda: 0.5)
    return session, ledger


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = JumpingClock()
    hub = MemoryHub()
    server = ScriptedServer(hub)
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id="ac_1")
    line = InProcessLine(transports=lambda _: MemoryTransport(hub=hub), sound=NoSound(), clock=clock)  # type: ignore[arg-type]  # opens nothing
    await line.start()
    rooms = Rooms()
    session, ledger = await make_session(database, line, rooms, clock, "ac_1")
    yield Stage(database=database, line=line, server=server, rooms=rooms, clock=clock, session=session, ledger=ledger)
    await session.close()
    await line.close()
    await database.close()


async def test_the_handshake_comes_first_and_then_what_was_written_before(stage: Stage) -> None:
    await stage.session.enqueue(UserMessage(id="am_1", content="early"))
    await stage.go_online()
    await until(lambda: stage.server.bodies(UserMessage))
    assert [type(stanza.body) for stanza in stage.server.received[:2]] == [Configuration, UserMessage]
    await until(lambda: not stage.session.state.waiting)
    found = await stage.database.read(messages.get, "am_1")
    assert found is not None
    assert found.sync_status == "synced"
    assert (found.local_id, found.server_id, found.synced_at is None) == (found.id, found.id, False)


async def test_how_the_computer_was_connected_when_a_question_left_is_written_down(stage: Stage) -> None:
    await stage.session.enqueue(UserMessage(id="am_1", content="early"))
    await stage.go_online()
    await until(lambda: stage.server.bodies(UserMessage))
    assert await stage.database.read(meta_value, "am_1", TRANSPORT) == "memory"


async def test_files_that_the_server_does_not_take_are_not_dropped_in_silence(stage: Stage) -> None:
    picture = Attachment(name="cat.png", media_type="image/png", size=3, data=b"cat")
    with_file = await stage.session.send_message("What is this?", attachments=[picture])
    await stage.go_online()
    await stage.session.send_message("Hello")
    await until(lambda: stage.server.bodies(UserMessage))
    assert [body.content for body in stage.server.bodies(UserMessage)] == ["Hello"]
    (item,) = await stage.database.read(outbox.of_content, with_file)
    assert (item.status, item.error) == ("failed", "This server takes no attachments.")
    assert await stage.database.read(attachments.on_wire, with_file) is not None


async def test_files_go_with_their_message_once_it_can_be_sent(stage: Stage) -> None:
    stage.server.features = ("attachments",)
    picture = Attachment(name="cat.png", media_type="image/png", size=3, data=b"cat")
    await stage.session.send_message("What is this?", attachments=[picture])
    await stage.go_online()
    await until(lambda: stage.server.bodies(UserMessage))
    (body,) = stage.server.bodies(UserMessage)
    assert [one.data for one in read_attachments(body.attachments)] == [b"cat"]


async def test_looks_at_the_history_that_are_asked_for_during_one_are_one_more(stage: Stage) -> None:
    await stage.go_online()
    await settle()
    before = stage.rooms.looks
    stage.rooms.opened.clear()
    await stage.session._execute(commands.FetchHistory())
    await until(lambda: stage.rooms.looks == before + 1)
    for _ in range(5):
        await stage.session._execute(commands.FetchHistory())
    stage.rooms.opened.set()
    await until(lambda: stage.rooms.looks == before + 2)
    await settle()
    assert stage.rooms.looks == before + 2
    await stage.session._execute(commands.FetchHistory())
    await until(lambda: stage.rooms.looks == before + 3)


async def test_an_answer_is_journaled_projected_and_acknowledged(stage: Stage) -> None:
    await stage.go_online()
    await stage.session.enqueue(UserMessage(id="am_1", content="When?"))
    await until(lambda: stage.server.bodies(UserMessage))
    await stage.server.say(
        StartAnswer(id="am_2", previous_id="am_1"),
        AssistantSentence(previous_id="am_2", sequence=1, text="On Friday."),
        AssistantSentence(previous_id="am_2", sequence=2, text="At six.", is_final=True),
    )
    await until(lambda: stage.server.bodies(Acknowledgement))
    found = await stage.database.read(messages.get, "am_2")
    assert found is not None
    assert (found.contents, found.completion_status) == ("On Friday. At six.", "completed")
    assert stage.server.bodies(Acknowledgement)[-1].last_seen_stanza_id == stage.server.last_id
    names = {record.name for record in await stage.database.read(journal.page)}
    assert {"Configuration", "UserMessage", "Acknowledgement", "StartAnswer", "AssistantSentence"} <= names


async def test_what_was_not_acknowledged_is_sent_again_under_its_old_id_after_a_break(stage: Stage) -> None:
    stage.server.acknowledges = False
    await stage.go_online()
    await stage.session.enqueue(UserMessage(id="am_1", content="once"))
    await until(lambda: stage.server.bodies(UserMessage))
    await stage.server.hang_up()
    await until(lambda: stage.session.state.phase is Phase.WAITING)
    stage.server.acknowledges = True
    await stage.pass_time(1)
    await until(lambda: len(stage.server.bodies(UserMessage)) == 2)
    sent = [stanza.stanza_id for stanza in stage.server.received if isinstance(stanza.body, UserMessage)]
    assert sent[0] == sent[1]
    await until(lambda: not stage.session.state.waiting)
    assert await stage.database.read(outbox.waiting, "ac_1") == []


async def test_a_stanza_that_nobody_confirms_is_sent_again(stage: Stage) -> None:
    stage.server.acknowledges = False
    await stage.go_online()
    await stage.session.enqueue(UserMessage(id="am_1", content="?"))
    await until(lambda: stage.server.bodies(UserMessage))
    await stage.pass_time(8.1)
    await until(lambda: len(stage.server.bodies(UserMessage)) == 2)
    assert len(stage.server.bodies(Configuration)) == 2


async def test_a_conversation_composed_offline_moves_to_its_real_id(stage: Stage) -> None:
    await stage.database.write(conversations.create, at=stage.clock.now(), conversation_id="local_1")
    session, ledger = await make_session(stage.database, stage.line, stage.rooms, stage.clock, "local_1")
    renamed: list[tuple[str, str]] = []
    ledger.adopted.connect(renamed.append)
    await session.enqueue(UserMessage(id="am_7", content="written on a train"))
    stage.server.conversation_id = "ac_1"
    session.go_online()
    await until(lambda: stage.server.bodies(UserMessage))
    assert renamed == [("local_1", "ac_1")]
    stanza = next(stanza for stanza in stage.server.received if isinstance(stanza.body, UserMessage))
    assert stanza.conversation_id == "ac_1"
    found = await stage.database.read(messages.get, "am_7")
    assert found is not None
    assert found.conversation_id == "ac_1"
    await session.close()


async def test_the_room_that_the_server_gave_is_written_down(stage: Stage) -> None:
    await stage.database.write(conversations.create, at=stage.clock.now(), conversation_id="local_1")
    before = await stage.database.read(conversations.get, "local_1")
    session, _ = await make_session(stage.database, stage.line, stage.rooms, stage.clock, "local_1")
    stage.server.conversation_id = "ac_1"
    session.go_online()
    await until(lambda: session.state.phase is Phase.ONLINE)
    found = await stage.database.read(conversations.get, "ac_1")
    assert before is not None
    assert found is not None
    assert (before.livekit_room_name, found.livekit_room_name) == (None, "r")
    await session.close()


async def test_a_resume_names_the_last_stanza_that_was_seen(stage: Stage) -> None:
    await stage.go_online()
    await stage.server.say(*(AssistantSentence(previous_id="am_2", sequence=n, text="x") for n in range(1, 5)))
    await until(lambda: stage.session.state.sequence.last == -stage.server.last_id)
    await stage.session.close()
    session, _ = await make_session(stage.database, stage.line, stage.rooms, stage.clock, "ac_1")
    session.go_online()
    await until(lambda: len(stage.server.bodies(Configuration)) == 2)
    assert stage.server.bodies(Configuration)[-1].last_sequence_seen == 5
    await session.close()


async def test_what_the_server_never_repeats_is_asked_for_by_one_run_and_by_none_after_it(stage: Stage) -> None:
    await stage.go_online()
    await stage.server.say(AssistantSentence(previous_id="am_2", sequence=1, text="x"))
    stage.server.last_id -= 4  # receipts for another connection, say
    await stage.server.say(AssistantSentence(previous_id="am_2", sequence=2, text="x"))
    await until(lambda: stage.session.state.sequence.last == -stage.server.last_id)
    assert (await stage.ledger.load_state(client_version="1")).sequence.contiguous == 2
    for tries in range(2, 2 + GAP_TRIES):
        await stage.pass_time(GAP_SECONDS)
        await until(lambda: len(stage.server.bodies(Configuration)) == tries)  # noqa: B023 - asked at once
        await until(lambda: stage.session.state.phase is Phase.ONLINE)
    await stage.pass_time(GAP_SECONDS)
    while not await stage.database.read(journal.missing_settled, "ac_1"):
        await stage.clock.advance(0.1)
    sequence = (await stage.ledger.load_state(client_version="1")).sequence
    assert sequence.contiguous == sequence.last == -stage.server.last_id


async def test_bytes_that_are_no_stanza_are_journaled_and_hurt_nothing(stage: Stage) -> None:
    await stage.go_online()
    await stage.server.say_raw(b"\xc1 no stanza")
    await stage.server.say(StartAnswer(id="am_2"))
    await until(lambda: stage.session.state.answer_id == "am_2")
    (bad,) = [record for record in await stage.database.read(journal.page) if record.malformed]
    assert bad.raw == b"\xc1 no stanza"


async def test_a_server_that_is_away_is_asked_again_with_growing_pauses(stage: Stage) -> None:
    def pauses(seconds: float) -> bool:
        return stage.session.next_try == seconds

    stage.rooms.refusal = WorldError(sentence="It is away.", code="unreachable", retry=True)
    stage.session.go_online()
    for seconds in (0.5, 1, 2):
        await until(lambda: stage.session.state.phase is Phase.WAITING)
        assert stage.session.state.retry_in == seconds
        await until(partial(pauses, seconds))
        await stage.pass_time(seconds / 2)
        assert stage.session.next_try == seconds / 2
        await stage.pass_time(seconds / 2)
    stage.rooms.refusal = None
    await until(lambda: stage.session.state.phase is Phase.WAITING)
    await stage.pass_time(4)
    await until(lambda: stage.session.state.phase is Phase.ONLINE)
    assert stage.session.state.attempt == 0


async def test_a_burst_is_recorded_whole_and_in_order(stage: Stage) -> None:
    await stage.go_online()
    await stage.server.say(StartAnswer(id="am_2"))
    await stage.server.say(*(AssistantSentence(previous_id="am_2", sequence=n, text=f"s{n}") for n in range(1, 501)))
    await until(lambda: stage.session.state.sequence.last == -stage.server.last_id)
    kept = [
        record for record in await stage.database.read(journal.page, limit=2000) if record.name == "AssistantSentence"
    ]
    assert [record.stanza_id for record in kept] == sorted(
        (record.stanza_id for record in kept), key=lambda n: -(n or 0)
    )
    assert len(kept) == 500


async def test_acknowledgements_of_a_burst_are_committed_together_and_sent_in_order(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.go_online()
    commits: list[int] = []
    journal_outgoing = stage.ledger.journal_outgoing

    async def count(stanzas: Sequence[SendUnacknowledged], *, at: datetime) -> tuple[JournaledStanza, ...]:
        commits.append(len(stanzas))
        return await journal_outgoing(stanzas, at=at)

    monkeypatch.setattr(stage.ledger, "journal_outgoing", count)
    for turn in range(200):
        answer = f"am_{turn}"
        await stage.server.say(
            StartAnswer(id=answer), AssistantSentence(previous_id=answer, sequence=1, text="s", is_final=True)
        )
    await until(lambda: sum(commits) == 200 and len(stage.server.bodies(Acknowledgement)) == 200)
    assert len(commits) <= 20
    seen = [acknowledged.acknowledged_stanza_id for acknowledged in stage.server.bodies(Acknowledgement)]
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) == 200


async def test_closing_leaves_the_room_and_keeps_what_waits(stage: Stage) -> None:
    stage.server.acknowledges = False
    await stage.go_online()
    await stage.session.enqueue(UserMessage(id="am_1", content="kept"))
    await stage.session.close()
    assert stage.session.state.phase is Phase.OFFLINE
    assert [item.content_id for item in await stage.database.read(outbox.waiting, "ac_1")] == ["am_1"]
    await asyncio.sleep(0)


async def test_nothing_that_a_slow_disk_left_over_begins_after_closing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("alicia_desktop.session.driver.CLOSE_SECONDS", 0.0)
    hangs = asyncio.Event()
    monkeypatch.setattr(stage.ledger, "remember_room", lambda _: hangs.wait())
    stage.session.go_online()
    await until(lambda: stage.session.state.phase not in {Phase.OFFLINE, Phase.REQUESTING})
    lost = events.LinkLost(sentence="It is gone.", code="server_restarted")
    stage.session.dispatch(lost)
    stage.session.go_online()
    await stage.session.close()
    stage.session.dispatch(lost)
    await stage.pass_time(0)
    assert stage.rooms.requests == ["ac_1"]


async def test_what_is_too_large_for_the_other_side_waits_for_the_person_with_the_reason(stage: Stage) -> None:
    stage.server.acknowledges = False
    await stage.go_online()
    await stage.session.enqueue(UserMessage(id="am_1", content="long"))
    await until(lambda: stage.server.bodies(UserMessage))
    await stage.session.enqueue(UserMessage(id="am_2", content="longer"))
    refused = frames.Sent(link=stage.session.link, ticket=3, code="too_large", sentence="It is too large.")
    await until(lambda: len(stage.server.bodies(UserMessage)) == 2)
    (first, second) = await stage.database.read(outbox.waiting, "ac_1")
    stage.session._outbox_pks[3] = second.pk
    settled: list[Changes] = []
    stage.database.changed.connect(settled.append)
    stage.line.event_received.emit(refused)
    await until(lambda: settled)
    assert [item.pk for item in await stage.database.read(outbox.waiting, "ac_1")] == [first.pk]
    (kept,) = await stage.database.read(outbox.of_content, "am_2")
    assert (kept.status, kept.error) == ("failed", "It is too large.")


DISK_FULL = WorldError(sentence="The disk is full.", code="disk_full", retry=True)


@pytest.mark.expects_log("could not be written down")
@pytest.mark.parametrize("refused", ["receive", "journal_outgoing"])
async def test_what_the_disk_refused_is_told_and_asked_for_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise DISK_FULL

    await stage.go_online()
    await until(lambda: stage.session.state.sequence.last == -stage.server.last_id)  # all that greets is written down
    seen = -stage.server.last_id
    with monkeypatch.context() as full:
        full.setattr(stage.ledger, refused, refuse)
        await stage.server.say(AssistantSentence(previous_id="am_2", sequence=1, text="x", is_final=True))
        await until(lambda: stage.session.state.phase is Phase.WAITING)
    assert stage.session.state.sentence == "The disk is full."
    await stage.pass_time(1)
    await until(lambda: stage.session.state.phase is Phase.ONLINE)
    resumed = stage.server.bodies(Configuration)[-1].last_sequence_seen
    assert resumed == (seen if refused == "receive" else seen + 1)


async def test_a_question_follows_the_last_message_and_an_edited_one_what_the_first_followed(stage: Stage) -> None:
    first = await stage.session.send_message("One?")
    second = await stage.session.send_message("Two?")
    rows = {row.id: row.previous_id for row in await stage.database.read(messages.of_conversation, "ac_1")}
    assert rows == {first: None, second: first}
    again = await stage.session.send_message("Two, then?", edits=second)
    edited = await stage.session.send_message("One, then?", edits=first)
    rows = {row.id: row.previous_id for row in await stage.database.read(messages.of_conversation, "ac_1")}
    assert (rows[again], rows[edited]) == (first, None)
