"""What `talk` waits for, told by a real session whose line a test speaks through."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.cli.display import Display
from alicia_desktop.cli.following import Following
from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    Message,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.session.pool import ActiveSession, SessionPool
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from tests.session.rehearsal import OpenRooms, QuietLine, through


@dataclass
class Stage:
    database: Database
    clock: JumpingClock
    line: QuietLine
    sessions: SessionPool
    following: Following
    front: ActiveSession

    async def ask(self, message_id: str) -> None:
        """Write a question, as `talk` does."""
        self.following.ask(message_id)
        await self.write(message_id)

    async def write(self, message_id: str) -> None:
        """Write a question that nobody waits for, as an earlier run has done."""
        await self.front.session.enqueue(UserMessage(id=message_id, conversation_id="ac_1", content="Well?"))

    async def hear(self, *bodies: Message) -> None:
        """Let something come, and be recorded."""
        passed: list[object] = []
        disconnect = self.front.session.stanza_journaled.connect(passed.append)
        for body in bodies:
            self.line.arrive(self.front.session.link, body)
        await through(self.clock, self.database, lambda: len(passed) == len(bodies))
        disconnect()


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
    front = await sessions.open("ac_1")
    await through(clock, database, lambda: line.of(frames.Connect))
    following = Following(front, display=Display(), as_json=False)
    yield Stage(database=database, clock=clock, line=line, sessions=sessions, following=following, front=front)
    await sessions.close()
    await database.close()


def answer(question: str) -> tuple[Message, Message]:
    return (
        StartAnswer(id=f"to_{question}", previous_id=question, conversation_id="ac_1"),
        AssistantSentence(previous_id=f"to_{question}", conversation_id="ac_1", sequence=1, text="Yes.", is_final=True),
    )


async def test_the_answer_to_what_an_earlier_run_asked_is_not_the_one_that_is_waited_for(stage: Stage) -> None:
    await stage.write("old")
    await stage.ask("new")
    await stage.hear(*answer("old"))
    assert stage.following.question == "new"
    await stage.hear(*answer("new"))
    assert not stage.following.question
    assert stage.following.answer == "to_new"
    assert not stage.following.is_incomplete


async def test_nor_is_one_that_comes_whole(stage: Stage) -> None:
    await stage.write("old")
    await stage.ask("new")
    await stage.hear(AssistantMessage(id="a", previous_id="old", conversation_id="ac_1", content="Yes."))
    assert stage.following.question == "new"
    await stage.hear(AssistantMessage(id="b", previous_id="new", conversation_id="ac_1", content="Yes."))
    assert not stage.following.question


async def test_an_answer_to_nobody_knows_what_is_taken_for_the_one_that_is_waited_for(stage: Stage) -> None:
    await stage.ask("new")
    await stage.hear(*answer("of the server's own"))
    assert not stage.following.question
    assert not stage.following.is_incomplete
