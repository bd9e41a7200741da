"""Damage is found in the background soon after the start, told once, and met again at the next opening."""

import asyncio
import shutil
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.database import Database
from alicia_desktop.store.files import checkpointer
from alicia_desktop.store.files.integrity import (
    AGAIN_SECONDS,
    CHUNK_PAGES,
    FIRST_PAUSE_SECONDS,
    NOTICE_SECONDS,
    IntegrityCheck,
)
from alicia_desktop.store.files.page_checksums import checksums_path
from alicia_desktop.store.files.readonly_access import check
from alicia_desktop.store.files.salvage import salvage
from alicia_desktop.store.files.wal import PAGE_BYTES, size_of
from tests.store.filled import MOMENT, add, expected, fill, flip, kept, opened, remove
from tests.store.wire import NOW
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.slow


def change_all(conn: Connection) -> None:
    conn.exec_driver_sql("UPDATE user_aliases SET created_at = created_at || '!'")


def cut_log(conn: Connection) -> None:
    with checkpointer.for_good(conn):
        pass


class Stage:
    """A database that is looked through on a clock of the test's own."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.clock = JumpingClock()
        self.told: list[str] = []
        self.check = IntegrityCheck(database=database, clock=self.clock)
        self.check.damage_found.connect(self.told.append)
        self.looking = asyncio.get_running_loop().create_task(self.check.run())

    async def look(self, seconds: float) -> None:
        """Let time pass until all that is due is looked through."""
        await self.clock.advance(seconds)
        async with asyncio.timeout(PATIENCE):
            while not self.looking.done() and not self.rests:
                await asyncio.sleep(0.001)
                await self.clock.advance(0.1)

    @property
    def rests(self) -> bool:
        """Whether nothing is looked at before tomorrow."""
        return bool(self.clock._sleepers) and self.clock._sleepers[0][0] - self.clock.monotonic() > NOTICE_SECONDS / 2

    async def close(self) -> None:
        self.looking.cancel()
        await asyncio.wait({self.looking})
        await self.database.close()


async def stage_on(path: Path) -> Stage:
    return Stage(await opened(path))


async def test_a_whole_database_is_looked_through_and_nothing_is_told(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    stage = await stage_on(path)
    await stage.look(FIRST_PAUSE_SECONDS)
    assert stage.rests
    assert stage.told == []
    await stage.close()


@pytest.mark.expects_log("the database is damaged")
@pytest.mark.parametrize("seed", range(5))
async def test_a_flipped_bit_is_told_marked_and_mended(tmp_path: Path, seed: int):
    path = tmp_path / "client.db"
    await fill(path)
    stage = await stage_on(path)
    flip(path, Random(seed).randrange(8 * PAGE_BYTES, 8 * size_of(path)))
    await stage.look(FIRST_PAUSE_SECONDS)
    assert len(stage.told) == 1
    assert "is damaged" in stage.told[0]
    await stage.close()
    with pytest.raises(WorldError, match="is damaged"):
        check(path)
    with pytest.raises(WorldError, match="is damaged"):
        await opened(path)
    salvaged = salvage(path, now=NOW)
    assert salvaged.mended == 1
    assert "Every row was readable" in salvaged.sentence
    check(path)
    database = await opened(path)
    assert await database.read(kept) == expected(1_000)
    await database.close()


@pytest.mark.expects_log("the database is damaged")
async def test_damage_that_comes_later_is_found_the_next_day(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    stage = await stage_on(path)
    await stage.look(FIRST_PAUSE_SECONDS)
    flip(path, 8 * PAGE_BYTES * 50)
    await stage.look(AGAIN_SECONDS + 1)
    assert len(stage.told) == 1
    await stage.close()


@pytest.mark.expects_log("the database is damaged")
async def test_damage_that_is_overwritten_before_it_is_found_is_told_nevertheless(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    stage = await stage_on(path)
    await stage.look(FIRST_PAUSE_SECONDS)
    content = await asyncio.to_thread(path.read_bytes)
    flip(path, 8 * content.index(MOMENT.encode()) + 1)  # in a text, which SQLite believes
    for _ in range(2):
        await stage.database.write(change_all)
    await stage.database.write(cut_log)
    assert stage.database.checksums.verify_all() == ()
    await stage.look(NOTICE_SECONDS + 1)
    assert len(stage.told) == 1
    await stage.close()
    with pytest.raises(WorldError, match="is damaged"):
        await opened(path)
    salvaged = salvage(path, now=NOW)
    assert salvaged.mended == 0
    assert salvaged.doubtful == 1
    await (await opened(path)).close()


async def test_a_database_without_checksums_gets_them_and_its_structure_is_looked_at(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    remove(checksums_path(path))
    stage = await stage_on(path)
    await stage.database.write(add, 1_000, 300)
    await stage.look(FIRST_PAUSE_SECONDS)
    assert stage.told == []
    await stage.close()
    database = await opened(path)
    assert database.checksums.verify(1, 100_000).adopted == 0
    assert database.checksums.verify_all() == ()
    await database.close()


@pytest.mark.expects_log
async def test_damage_from_before_there_were_checksums_is_found_where_it_breaks_the_structure(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    remove(checksums_path(path))
    _spoil(path, size_of(path) // PAGE_BYTES // 2)
    stage = await stage_on(path)
    await stage.look(FIRST_PAUSE_SECONDS)
    assert len(stage.told) == 1
    await stage.close()


async def test_whoever_closes_does_not_wait_for_it(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    remove(checksums_path(path))
    stage = await stage_on(path)
    await stage.clock.advance(FIRST_PAUSE_SECONDS)
    async with asyncio.timeout(PATIENCE):
        await stage.close()
    assert CHUNK_PAGES * PAGE_BYTES == 2**20
    database = await opened(path)
    assert await database.read(kept) == expected(1_000)
    await database.close()


@pytest.mark.expects_log("the database is damaged")
async def test_rows_on_a_page_that_cannot_be_mended_are_all_that_is_lost(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    page = size_of(path) // PAGE_BYTES - 30
    _spoil(path, page)
    stage = await stage_on(path)
    await stage.look(FIRST_PAUSE_SECONDS)
    assert stage.told
    await stage.close()
    shutil.copy(path, tmp_path / "before")
    salvaged = salvage(path, now=NOW)
    assert (salvaged.mended, salvaged.doubtful) == (0, 1)
    assert "could not be repaired: 1; what they held may be missing or wrong" in salvaged.sentence
    database = await opened(path)
    left = await database.read(kept)
    assert set(left) <= set(expected(1_000))
    assert len(left) >= 980
    await database.close()


def _spoil(path: Path, page: int) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE_BYTES)
        file.write(b"\xff" * PAGE_BYTES)
