"""A session with a played deployed server, over a real database and a clock that jumps."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.inbound_batcher import FRAME_SECONDS
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.state import Phase
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import MessageRecord
from tests.session.rehearsal import through
from tests.support.deployed_server import CONVERSATION, DeployedServer, Row
from tests.support.recorded_server import RecordedServer


@dataclass
class Stage:
    database: Database
    server: DeployedServer
    clock: JumpingClock
    session: SessionDriver
    line: frames.Line | None = None

    async def again(self) -> SessionDriver:
        """Return the session of another run."""
        return await make_session(self.database, self.server, self.clock, self.line)

    async def go_online(self) -> None:
        self.session.go_online()
        await through(self.clock, self.database, lambda: self.session.state.phase is Phase.ONLINE)

    async def ask(self, name: str, text: str, previous_id: str | None = None) -> None:
        await self.session.enqueue(UserMessage(id=name, content=text, previous_id=previous_id))

    async def answered(self, count: int) -> None:
        await through(
            self.clock, self.database, lambda: not self.session.state.waiting and self.session.state.answer_id is None
        )
        assert len([row for row in await self.shown() if row.message_role == "assistant"]) == count

    async def shown(self) -> list[MessageRecord]:
        return await self.database.read(messages.of_conversation, CONVERSATION)

    async def lines(self) -> list[tuple[str, str, str]]:
        return [(row.id, row.contents, row.completion_status) for row in await self.shown()]

    async def pause(self, seconds: float) -> None:
        """Let time pass in which nothing is due to the second."""
        end = self.clock.monotonic() + seconds
        while self.clock.monotonic() < end:
            await self.clock.advance(0.5)
            for _ in range(3):
                await self.database.write(lambda _: None)
                await self.database.read(lambda _: None)
        await asyncio.sleep(2 * FRAME_SECONDS)  # a burst is committed by the frame, on the loop's own clock
        await self.database.write(lambda _: None)

    async def answering(self, question: str, words: Sequence[str] = ()) -> Row:
        """Ask, and return the answer of which these words have come."""
        self.server.answers = False
        if self.session.state.phase is not Phase.ONLINE:
            await self.go_online()
        asked = len(self.server.questions())
        await self.session.send_message(question)
        await through(self.clock, self.database, lambda: len(self.server.questions()) > asked)
        answer = self.server.begin()
        for sentence in words:
            self.server.write(answer, sentence)
        await self.pause(0.5)
        return answer

    async def new_agent(self) -> None:
        """The agent goes and another one comes, which knows what is in the database."""
        self.server.agent_goes()
        await through(self.clock, self.database, lambda: self.session.state.phase is not Phase.ONLINE)
        self.server.agent_comes()
        await through(self.clock, self.database, lambda: self.session.state.phase is Phase.ONLINE)


async def make_session(
    database: Database,
    server: DeployedServer | RecordedServer,
    clock: JumpingClock,
    line: frames.Line | None = None,
    *,
    conversation_id: str = CONVERSATION,
) -> SessionDriver:
    ledger = Ledger(database=database, conversation_id=conversation_id)
    state = await ledger.load_state(client_version="1")
    return SessionDriver(state=state, ledger=ledger, rooms=server, line=line or server, clock=clock, jitter=lambda: 0.5)


@asynccontextmanager
async def deployed_stage(
    folder: Path,
    *,
    server: DeployedServer | None = None,
    clock: JumpingClock | None = None,
    line: frames.Line | None = None,
) -> AsyncIterator[Stage]:
    """A client with a data folder of its own; `line` is how it reaches a room with others."""
    clock, server = clock or JumpingClock(), server or DeployedServer()
    database = await Database.open(folder / "client.db", clock=clock)
    await database.write(conversations.create, at=clock.now(), conversation_id=CONVERSATION, server="https://a.example")
    stage = Stage(
        database=database,
        server=server,
        clock=clock,
        session=await make_session(database, server, clock, line),
        line=line,
    )
    yield stage
    await stage.session.close()
    await database.close()
