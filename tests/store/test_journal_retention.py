"""Old stanzas go at the start and while the window is open, for as long as the person wants that."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store import journal
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.journal import TIDY_SECONDS, JournalRetention
from alicia_desktop.store.recording import JournalEntry, record
from tests.store.wire import turn

WEEK = 7


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "client.db", clock=JumpingClock())
    yield opened
    await opened.close()


async def keep(database: Database, clock: JumpingClock) -> None:
    at = clock.now()
    entries = [JournalEntry(direction=one.direction, content=one.content, at=at, raw=one.raw) for one in turn()]
    await database.write(record, entries)


async def test_a_week_is_kept_while_the_window_is_open(database: Database) -> None:
    clock = JumpingClock()
    await keep(database, clock)
    keeper = JournalRetention(database=database, clock=clock, days=lambda: WEEK)
    async with Scope("test") as scope:
        tidying = scope.spawn("tidy", keeper.tidy())
        await clock.advance(WEEK * 86_400 - TIDY_SECONDS)
        assert await database.read(journal.count) == 4
        async with asyncio.timeout(30):
            while await database.read(journal.count) > 1:
                await clock.advance(TIDY_SECONDS)
        assert clock.monotonic() > WEEK * 86_400
        tidying.cancel()


async def test_always_is_always(database: Database) -> None:
    clock = JumpingClock()
    await keep(database, clock)
    await clock.advance(timedelta(days=3_000).total_seconds())
    await JournalRetention(database=database, clock=clock, days=lambda: 0).prune()
    assert await database.read(journal.count) == 4


async def test_a_full_disk_is_told_and_the_next_hour_tries_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = JumpingClock()
    await keep(database, clock)
    await clock.advance(WEEK * 86_400 + 1)
    keeper = JournalRetention(database=database, clock=clock, days=lambda: WEEK)
    prune, tried = journal.prune, []

    def full(conn: Connection, *args: object, **options: object) -> None:
        tried.append(True)
        raise WorldError(sentence="The disk is full.", code="disk_full")

    monkeypatch.setattr(journal, "prune", full)
    with pytest.raises(WorldError, match="disk is full"):
        await keeper.prune()
    async with Scope("test") as scope:
        tidying = scope.spawn("tidy", keeper.tidy())
        async with asyncio.timeout(30):
            while len(tried) < 2:
                await clock.advance(0)
                await database.read(journal.count)
            monkeypatch.setattr(journal, "prune", prune)
            while await database.read(journal.count) > 1:
                await clock.advance(TIDY_SECONDS)
        tidying.cancel()
