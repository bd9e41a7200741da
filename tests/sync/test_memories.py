"""Copying memories from a server under control, over a real database and a clock that jumps."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories, memory_copies
from alicia_desktop.store.memories.memory_copies import DROPPED_TOGETHER, MemoryChanges, MemoryCopy, copy_of
from alicia_desktop.sync.memories import BROKEN, QUIET_SECONDS, RETRY_SECONDS, UNSUPPORTED, MemorySync, SyncState
from tests.session.rehearsal import through

AWAY = WorldError(sentence="It cannot be reached.", code="unreachable", retry=True)
LACKING = WorldError(sentence="It cannot do that.", code="not_supported")


class Server:
    """Numbered memories, a page of two at a time; cursors are the number of the last one told."""

    def __init__(self, clock: JumpingClock, count: int) -> None:
        self.clock, self.count = clock, count
        self.asked: list[str] = []
        self.faults: list[Exception | None] = []

    async def memory_changes(self, *, after: str, limit: int) -> MemoryChanges:
        """Return the next page, or what is wrong."""
        self.asked.append(after)
        if self.faults and (fault := self.faults.pop(0)) is not None:
            raise fault
        begin = int(after or 0)
        end = min(begin + 2, self.count)
        copies = [self._copy(number) for number in range(begin, end)]
        left = self.count - end
        return MemoryChanges(memories=copies, cursor=str(end), more=left > 0, fresh=not after, left=left)

    def _copy(self, number: int) -> MemoryCopy:
        now = self.clock.now()
        record = memories.new_memory(memory_id=f"m{number}", content=f"Fact {number}.", at=now, user_id="ann")
        return copy_of(record, None)


class Stage:
    def __init__(self, database: Database, clock: JumpingClock) -> None:
        self.database, self.clock = database, clock
        self.server = Server(clock, 5)
        self.told: list[SyncState] = []
        self.sync = self.make()

    def make(self) -> MemorySync:
        sync = MemorySync(
            database=self.database, source=self.source, server="https://home", user_id="ann", clock=self.clock
        )
        sync.changed.connect(self.told.append)
        return sync

    async def source(self) -> Server:
        return self.server

    async def here(self) -> int:
        return len(await self.database.read(memories.list_memories, user_ids=("ann",)))

    def was_asked(self, times: int) -> bool:
        return len(self.server.asked) == times

    async def until(self, phase: str) -> None:
        await through(self.clock, self.database, lambda: self.told and self.told[-1].phase == phase)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    clock = JumpingClock()
    database = await Database.open(tmp_path / "client.db", clock=clock)
    stage = Stage(database, clock)
    yield stage
    await stage.sync.close()
    await database.close()


async def test_all_pages_are_copied_and_progress_is_told(stage: Stage):
    stage.sync.wake()
    await stage.until("idle")
    assert await stage.here() == 5
    assert [(one.copied, one.left, one.more) for one in stage.told] == [(2, 3, True), (4, 1, True), (5, 0, False)]


async def test_a_burst_of_signs_is_one_pull(stage: Stage):
    for _ in range(20):
        stage.sync.wake()
    await stage.clock.advance(QUIET_SECONDS / 2)
    assert stage.server.asked == []
    await stage.until("idle")
    assert stage.server.asked == ["", "2", "4"]


async def test_a_sign_during_a_pull_is_not_lost(stage: Stage):
    stage.sync.changed.connect(lambda state: stage.sync.wake() if state.copied == 2 else None)
    stage.sync.wake()
    await through(stage.clock, stage.database, lambda: len(stage.server.asked) == 4)
    assert stage.server.asked == ["", "2", "4", "5"]


async def test_it_goes_on_where_it_was_after_a_restart(stage: Stage):
    stage.server.faults = [None, WorldError(sentence="Gone.", code="unreachable")]
    stage.sync.wake()
    await stage.until("idle")
    assert (await stage.here(), stage.told[-1].sentence) == (2, "Gone.")
    await stage.sync.close()
    stage.sync = stage.make()
    stage.told.clear()
    stage.sync.wake()
    await stage.until("idle")
    assert await stage.here() == 5
    assert stage.server.asked == ["", "2", "2", "4"]
    place = await stage.database.read(memory_copies.cursor_of, server="https://home", user_id="ann")
    assert place.cursor == "5"


async def test_what_the_server_lost_goes_in_pieces_that_leave_room_for_other_writing(stage: Stage):
    rows = [
        memories.new_memory(memory_id=f"old{number}", content="Old.", at=stage.clock.now(), user_id="ann")
        for number in range(2 * DROPPED_TOGETHER + 1)
    ]
    here = [replace(row, server="https://home") for row in rows]
    await stage.database.write(memories.insert_memories, here)
    stage.sync.wake()
    await stage.until("idle")
    assert await stage.here() == 5
    assert stage.server.asked == ["", "2", "4", "5", "5"]
    assert stage.told[-1] == SyncState(copied=5 + len(rows))


async def test_a_server_that_is_away_for_a_while_is_tried_again(stage: Stage):
    stage.server.faults = [AWAY, AWAY]
    stage.sync.wake()
    await stage.until("waiting")
    assert (stage.told[-1].sentence, stage.told[-1].more) == ("It cannot be reached.", True)
    await stage.clock.advance(sum(RETRY_SECONDS))
    await stage.until("idle")
    assert await stage.here() == 5


async def test_a_server_that_stays_away_is_left_alone_until_the_next_sign(stage: Stage):
    stage.server.faults = [AWAY] * (len(RETRY_SECONDS) + 1)
    stage.sync.wake()
    await stage.clock.advance(QUIET_SECONDS)
    for times, pause in enumerate(RETRY_SECONDS, 1):
        await through(stage.clock, stage.database, partial(stage.was_asked, times))
        assert stage.told[-1].phase == "waiting"
        await stage.clock.advance(pause)
    await stage.until("idle")
    assert (await stage.here(), stage.told[-1].sentence) == (0, "It cannot be reached.")
    stage.told.clear()
    stage.sync.wake()
    await stage.until("idle")
    assert await stage.here() == 5


async def test_a_server_that_gives_out_no_memories_is_asked_once(stage: Stage):
    stage.server.faults = [LACKING]
    stage.sync.wake()
    await stage.until("unsupported")
    assert stage.told[-1].sentence == UNSUPPORTED
    stage.sync.wake()
    await stage.clock.advance(60)
    assert stage.server.asked == [""]


@pytest.mark.expects_log("task failed")
async def test_what_nobody_expected_is_told_and_the_next_sign_tries_again(stage: Stage):
    stage.server.faults = [ZeroDivisionError()]
    stage.sync.wake()
    await through(stage.clock, stage.database, lambda: stage.told)
    assert (stage.told[-1].phase, stage.told[-1].sentence) == ("idle", BROKEN)
    stage.sync.wake()
    await through(stage.clock, stage.database, lambda: not stage.told[-1].sentence and not stage.told[-1].more)
    assert await stage.here() == 5
