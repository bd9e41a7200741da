"""What `talk` waits for, told by a real session whose line a test speaks through."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.cli.output import Display
from alicia_desktop.cli.turn_tracker import TurnTracker
from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    Message,
    StartAnswer,
    Transcription,
    UserMessage,
)
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import ActiveSession, SessionPool
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import CUT_OFF
from tests.session.rehearsal import OpenRooms, QuietLine, through


@dataclass
class Stage:
    database: Database
    clock: JumpingClock
    line: QuietLine
    sessions: SessionPool
    tracker: TurnTracker
    active: ActiveSession

    async def ask(self, message_id: str) -> None:
        """Write a question, as `talk` does."""
        self.tracker.ask(message_id)
        await self.write(message_id)

    async def write(self, message_id: str) -> None:
        """Write a question that nobody waits for, as an earlier run has done."""
        await self.active.session.enqueue(UserMessage(id=message_id, conversation_id="ac_1", content="Well?"))

    async def hear(self, *bodies: Message) -> None:
        """Let something come, and be recorded."""
        passed: list[object] = []
        disconnect = self.active.session.stanza_journaled.connect(passed.append)
        for body in bodies:
            self.line.arrive(self.active.session.link, body)
        await through(self.clock, self.database, lambda: len(passed) == len(bodies))
        disconnect()

    def repeat(self, stanza: Stanza) -> None:
        """Let a stanza with this very id be journaled."""
        at = self.clock.now()
        self.active.session.stanza_journaled.emit(
            JournaledStanza(seq=1, inbound=stanza, raw=b"", outbound=False, at=at)
        )


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock, line = JumpingClock(), QuietLine()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id="ac_1")
    sessions = SessionPool(
        database=database,
        rooms=OpenRooms(),
        line=line,
        clock=clock,
        client_version="1",
        sound=lambda: (SoundChoice(), "muted"),
    )
    active = await sessions.open("ac_1")
    await through(clock, database, lambda: line.of(frames.Connect))
    tracker = TurnTracker(active, line=line, display=Display(), as_json=False)
    yield Stage(database=database, clock=clock, line=line, sessions=sessions, tracker=tracker, active=active)
    await sessions.close()
    await database.close()


def answer(question: str, text: str = "Yes.") -> tuple[Message, Message]:
    return (
        StartAnswer(id=f"to_{question}", previous_id=question, conversation_id="ac_1"),
        AssistantSentence(previous_id=f"to_{question}", conversation_id="ac_1", sequence=1, text=text, is_final=True),
    )


async def test_the_answer_to_what_an_earlier_run_asked_is_not_the_one_that_is_waited_for(stage: Stage) -> None:
    await stage.write("old")
    await stage.ask("new")
    await stage.hear(*answer("old"))
    assert stage.tracker.question == "new"
    await stage.hear(*answer("new"))
    assert not stage.tracker.question
    assert stage.tracker.answer == "to_new"
    assert not stage.tracker.is_incomplete


async def test_nor_is_one_that_comes_whole(stage: Stage) -> None:
    await stage.write("old")
    await stage.ask("new")
    await stage.hear(AssistantMessage(id="a", previous_id="old", conversation_id="ac_1", content="Yes."))
    assert stage.tracker.question == "new"
    await stage.hear(AssistantMessage(id="b", previous_id="new", conversation_id="ac_1", content="Yes."))
    assert not stage.tracker.question


async def test_an_answer_to_nobody_knows_what_is_taken_for_the_one_that_is_waited_for(stage: Stage) -> None:
    await stage.ask("new")
    await stage.hear(*answer("of the server's own"))
    assert not stage.tracker.question
    assert not stage.tracker.is_incomplete


def from_server(number: int, body: Message, source: str = "microphone") -> Stanza:
    return Stanza(stanza_id=number, conversation_id="ac_1", body=body, meta={"source": source})


async def test_what_another_device_asks_meanwhile_is_neither_awaited_nor_printed(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    await stage.ask("mine")
    theirs = UserMessage(id="theirs", conversation_id="ac_1", content="What time is it?")
    await stage.hear(theirs, *answer("theirs", "Noon."))
    assert stage.tracker.question == "mine"
    await stage.hear(*answer("mine"))
    assert not stage.tracker.question
    assert stage.tracker.answer == "to_mine"
    assert capsys.readouterr().out == "Yes.\n"


async def test_a_question_that_the_server_repeats_is_not_the_one_that_is_spoken(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    old = UserMessage(id="old", conversation_id="ac_1", content="Old?")
    await stage.hear(AssistantMessage(id="x", conversation_id="ac_1", content=""))  # the furthest id so far
    last = stage.active.session.state.sequence.last
    stage.tracker.listen()
    stage.repeat(from_server(-last, old))
    stage.repeat(from_server(5, UserMessage(id="theirs", conversation_id="ac_1", content="Theirs?")))
    before = stage.tracker.question
    stage.repeat(from_server(-last - 1, UserMessage(id="mine", conversation_id="ac_1", content="Mine?")))
    assert (before, stage.tracker.question) == ("", "mine")
    assert capsys.readouterr().out == "> Mine?\n"


async def test_a_spoken_question_may_come_as_a_transcription_alone(stage: Stage) -> None:
    stage.tracker.listen()
    spoken = Transcription(id="mine", conversation_id="ac_1", text="Mine?", final=True)
    stage.repeat(from_server(-50, spoken))
    stage.repeat(from_server(-51, UserMessage(id="mine", conversation_id="ac_1", content="Mine?")))
    assert stage.tracker.question == "mine"


async def test_of_a_deployed_server_no_repeated_question_is_the_one_that_is_spoken(stage: Stage) -> None:
    session = stage.active.session
    session.state = replace(session.state, profile="deployed")
    stage.tracker.listen()
    session.state = replace(session.state, sequence=replace(session.state.sequence, epoch=7))  # another agent came
    repeated = Stanza(stanza_id=-2, conversation_id="ac_1", body=UserMessage(id="old", content="Old?"))
    stage.repeat(repeated)
    assert not stage.tracker.question


async def test_a_deployed_answer_has_ended_also_while_another_devices_answer_is_written(stage: Stage) -> None:
    session = stage.active.session
    session.state = replace(session.state, profile="deployed")
    await stage.ask("mine")
    start, _ = answer("mine")
    await stage.hear(start)
    for answers in (("to_mine", "to_theirs"), ("to_theirs",)):
        session.state = replace(session.state, open_answers=answers)
        session.changed.emit(session.state)
    assert not stage.tracker.question
    assert not stage.tracker.is_incomplete


@pytest.mark.parametrize(("asked", "printed"), [(("mine",), ""), ((), "Noon.\n")])
async def test_of_a_deployed_server_the_history_tells_whose_answer_it_is(
    stage: Stage, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...], printed: str
) -> None:
    session = stage.active.session
    await stage.ask("mine")
    session.state = replace(session.state, profile="deployed", history_due=True)
    await stage.hear(*answer("am_of_the_server", "Noon."))
    assert capsys.readouterr().out == ""
    session.state = replace(session.state, history_due=False, asked=asked, open_answers=())
    session.changed.emit(session.state)
    assert capsys.readouterr().out == printed
    assert stage.tracker.question == ("mine" if asked else "")
    await stage.hear(*answer("mine", "One."))
    assert not stage.tracker.question


async def test_what_is_repeated_whole_is_printed_once_and_what_is_cut_is_said(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    await stage.ask("mine")
    start, _ = answer("mine")
    first = AssistantSentence(id="s1", previous_id="to_mine", conversation_id="ac_1", sequence=1, text="One.")
    await stage.hear(start, first)
    await stage.hear(
        AssistantMessage(id="to_mine", previous_id="mine", conversation_id="ac_1", content="One. Two."),
        AssistantSentence(id="s2", previous_id="s1", conversation_id="ac_1", sequence=2, text="Two."),
    )
    assert not stage.tracker.question
    assert capsys.readouterr().out == "One.\nTwo.\n"
    await stage.ask("again")
    begun = StartAnswer(id="to_again", previous_id="again", conversation_id="ac_1")
    await stage.hear(begun, AssistantSentence(previous_id="to_again", sequence=1, text="One. Two."))
    await stage.hear(AssistantMessage(id="to_again", previous_id="again", conversation_id="ac_1", content="One."))
    assert stage.tracker.is_incomplete
    printed = capsys.readouterr()
    assert printed.out == "One. Two.\n"
    assert CUT_OFF in printed.err


async def test_an_answer_is_spoken_once_the_loudspeaker_has_played_it(stage: Stage) -> None:
    stage.active.voice.open()
    link = stage.active.session.link
    stage.line.tell(frames.SoundChanged(open=True, opened_for=link, output="loudspeaker"))
    await stage.ask("mine")
    start, sentence = answer("mine")
    await stage.hear(replace(start, answer_type="voice"), sentence)
    stage.line.tell(frames.Levels(input=0.0, output=0.6, voice=0.0))
    assert (stage.tracker.is_spoken, stage.tracker.is_sounding) == (False, True)
    played = frames.PlaybackProgressed(
        link=link, message_id="to_mine", sequence=1, spoken_ms=900, duration_ms=900, state="finished"
    )
    stage.line.tell(played)
    assert stage.tracker.is_spoken


async def test_a_chain_of_sentences_ends_the_answer(stage: Stage) -> None:
    await stage.ask("mine")
    start, _ = answer("mine")
    await stage.hear(
        start,
        AssistantSentence(id="s1", previous_id="to_mine", conversation_id="ac_1", sequence=1, text="One."),
        AssistantSentence(id="s2", previous_id="s1", conversation_id="ac_1", sequence=2, text="Two.", is_final=True),
    )
    assert not stage.tracker.question
    assert not stage.tracker.is_incomplete


async def test_what_is_in_progress_is_waited_for_without_limit(stage: Stage) -> None:
    is_over = False
    waiting = asyncio.ensure_future(  # noqa: TID251 - the test is its scope
        stage.tracker.wait(lambda: is_over, seconds=0.01, patient=lambda: True)
    )
    await asyncio.sleep(0.05)
    assert not waiting.done()
    is_over = True
    stage.tracker.fail("")
    assert await waiting
    assert not await stage.tracker.wait(lambda: False, seconds=0.01)
