"""One run of the real session machine, driver and store against a simulated server, from one seed.

For a while a person writes and everything goes wrong that may; then all is well, and what must hold is looked at:
nothing that was written is lost, nothing is there twice, order is kept, and client and server have the same.
"""

import asyncio
import heapq
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.protocol.messages import Feedback, UserMessage
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.state import Phase
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations, messages
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import MessageRecord
from tests.simulate.inline import InlineDatabase, copy_template
from tests.simulate.network import Faults, Network
from tests.simulate.server import CONVERSATION, Server

STEP: Final = 0.5
"""Virtual seconds between two things that may happen."""
TROUBLE: Final = 80
"""Such steps in which everything may go wrong."""
QUIET: Final = 180.0
"""Virtual seconds in which all is well, at the end: longer than the longest pause between two tries."""
STUCK: Final = 10.0
"""Longest that the outbox may hold something while the line is healthy."""


@dataclass
class Run:
    """What a run did, for whoever has to find out why it failed."""

    seed: int
    faults: Faults
    seconds: float = 0.0
    kills: int = 0
    said: dict[str, str] = field(default_factory=dict)
    """Id → text of the questions whose writing was acknowledged."""
    votes: list[str] = field(default_factory=list)
    bugs: list[str] = field(default_factory=list)


class WallClock(JumpingClock):
    """A clock whose wall time can be set wrong, and which waits no longer than somebody has something to do."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong = timedelta()

    def now(self) -> datetime:
        """Return the time that the wall shows."""
        return super().now() + self.wrong

    async def advance(self, seconds: float) -> None:
        """Move time, as the parent does it."""
        await idle()
        target = self._elapsed + seconds
        while self._sleepers and self._sleepers[0][0] <= target:
            due, _, future = heapq.heappop(self._sleepers)
            self._elapsed = max(self._elapsed, due)
            if not future.done():
                future.set_result(None)
                await idle()
        self._elapsed = target


async def idle() -> None:
    """Let everybody run until nobody has anything to do: ten times fewer turns of the loop than a fixed number."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready:  # noqa: ASYNC110 - no event tells it either
        await asyncio.sleep(0)


class Simulation:
    """The world of one seed."""

    def __init__(
        self, seed: int, *, folder: Path, template: Path, faults: Faults | None = None, trouble: int = TROUBLE
    ) -> None:
        self.random = Random(f"simulation {seed}")
        self.run = Run(seed=seed, faults=self.faults_of(seed) if faults is None else faults)
        self.trouble = trouble
        self.clock = WallClock()
        self.server = Server(random=self.random, clock=self.clock)
        self.network = Network(server=self.server, random=self.random, faults=self.run.faults, clock=self.clock)
        self._path = copy_template(template, folder / f"{seed}.db")
        self._database: InlineDatabase
        self._session: SessionDriver

    @staticmethod
    def faults_of(seed: int) -> Faults:
        """Return what may go wrong with this seed."""
        return Faults.drawn(Random(f"faults {seed}"))

    async def play(self) -> Run:
        """Play all of it.

        Raises:
            AssertionError: something does not hold.
        """
        first = InlineDatabase(self._path)
        await first.write(conversations.create, at=self.clock.now(), conversation_id=CONVERSATION)
        await first.close()
        await self._start_until_it_lives()
        for _ in range(self.trouble):
            await self._something_happens()
            await self._pass(STEP)
        await self._calm_down()
        await self._check()
        self.run.seconds = self.clock.monotonic()
        return self.run

    # --- the program ---

    async def _start(self) -> None:
        self._database = InlineDatabase(self._path, dies=self._dies)
        ledger = Ledger(database=self._database, conversation_id=CONVERSATION)
        state = await ledger.load_state(client_version="1")
        self._session = SessionDriver(
            state=state,
            ledger=ledger,
            rooms=self.network,
            line=self.network,
            clock=self.clock,
            jitter=self.random.random,
            on_bug=self._on_bug,
        )
        self._session.go_online()

    def _dies(self, _: str) -> bool:
        return self.random.random() < self.network.faults.kill / 20

    async def _pass(self, seconds: float) -> None:
        await self.clock.advance(seconds)
        if self._database.dead:
            await self._start_again()

    async def _start_again(self) -> None:
        self.run.kills += 1
        await self._end_session()
        self.network.lose()
        await idle()
        await self._start_until_it_lives()

    async def _start_until_it_lives(self) -> None:
        while True:
            starting = asyncio.ensure_future(self._start())  # noqa: TID251 - it may never end: it is killed as well
            await idle()
            if starting.done():
                starting.result()
                return
            starting.cancel()
            await idle()
            await self._database.close()

    async def _end_session(self) -> None:
        self._database.dead = True
        # Not `close`: it would wait for what the dead cannot write.
        self._session._disconnect()
        await self._session._scope.close()
        await self._database.close()

    async def end(self) -> None:
        """Leave nothing behind, however it ended."""
        await self._end_session()
        await self.network.close()
        await self.server.close()

    def _on_bug(self, task: str, error: BaseException) -> None:
        self.run.bugs.append(f"{task}: {error!r}")

    # --- what happens ---

    async def _something_happens(self) -> None:
        chance, faults = self.random.random, self.network.faults
        if chance() < 0.25:
            await self._write()
        if chance() < 0.05:
            await self._vote()
        if chance() < faults.flap:
            self.network.lose()
        if chance() < faults.one_way:
            self.network.block(self.random.choice(("in", "out", "")))
        if chance() < 0.2:
            self.network.block("")
        if chance() < faults.restart:
            self.server.restart(new_epoch=chance() < 4 * faults.new_epoch)
            self.network.lose()
        if chance() < faults.crash:
            self.server.crash()
            self.network.lose()
        if chance() < faults.jump:
            self.clock.wrong += timedelta(seconds=self.random.choice((-7200, -30, 30, 86_400)))

    async def _write(self) -> None:
        name = f"am_q{len(self.run.said) + 1}_{self.random.randrange(10**6)}"
        rows = await self._rows()
        body = UserMessage(
            id=name,
            conversation_id=CONVERSATION,
            content=f"Question {name}",
            previous_id=rows[-1].id if rows else None,
        )
        if await self._say(body):
            self.run.said[name] = body.content

    async def _vote(self) -> None:
        rows = [row for row in await self._rows() if row.message_role == "assistant"]
        if rows:
            target = self.random.choice(rows).id
            vote = Feedback(
                id=f"aucc_{len(self.run.votes)}_{self.random.randrange(10**6)}",
                conversation_id=CONVERSATION,
                message_id=target,
                target_type="message",
                target_id=target,
                vote="up",
                timestamp=0,
            )
            if await self._say(vote):
                self.run.votes.append(vote.id)

    async def _say(self, body: UserMessage | Feedback) -> bool:
        """Whether the writing was acknowledged before the program died, if it did."""
        saying = asyncio.ensure_future(self._session.enqueue(body))  # noqa: TID251 - it may never end
        await idle()
        if saying.done():
            saying.result()
            return True
        saying.cancel()
        return False

    async def _rows(self) -> list[MessageRecord]:
        if self._database.dead:
            return []
        with self._database._connections[1].begin():
            return messages.of_conversation(self._database._connections[1], CONVERSATION)

    # --- what must hold ---

    async def _calm_down(self) -> None:
        self.network.heal()
        healthy = 0.0
        for _ in range(int(QUIET / STEP)):
            await self._pass(STEP)
            online = self._session.state.phase is Phase.ONLINE
            healthy = healthy + STEP if online and self._session.state.waiting else 0.0
            assert healthy <= STUCK, "the outbox is stuck on a healthy line"

    async def _check(self) -> None:
        assert not self.run.bugs, self.run.bugs
        rows = await self._rows()
        there = {row.id: row for row in self.server.rows}
        assert not self.server.is_writing
        assert self._session.state.phase is Phase.ONLINE, self._session.state
        waiting = await self._database.read(outbox.waiting, CONVERSATION)
        assert not waiting, f"not delivered: {[item.content_id for item in waiting]}"
        for name, text in self.run.said.items():
            assert name in there, f"{name} was lost"
            assert there[name].text == text
        assert all(vote in self.server.votes for vote in self.run.votes), "a vote was lost"
        assert {row.id for row in rows} == set(there), set(there) ^ {row.id for row in rows}
        for row in rows:
            assert row.contents == there[row.id].text, (row.contents, there[row.id].text)
            assert row.completion_status == there[row.id].state, row
            assert row.message_role == "assistant" or row.sync_status == "synced", row
        self._check_order(rows)
        problems = await self._database.read(_integrity)
        assert problems == "ok", problems

    def _check_order(self, rows: list[MessageRecord]) -> None:
        places = {row.id: place for place, row in enumerate(rows)}
        for row in rows:
            if row.previous_id in places:
                assert places[row.previous_id] < places[row.id], f"{row.id} stands before what it follows"
        questions = [row.id for row in rows if row.message_role == "user"]
        written = [name for name in self.run.said if name in places]
        assert [name for name in questions if name in self.run.said] == written, "questions changed their order"


def _integrity(conn: Connection) -> str:
    return str(conn.exec_driver_sql("PRAGMA integrity_check").scalar())
