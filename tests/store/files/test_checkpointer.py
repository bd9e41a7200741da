"""Checksums agree with the pages at any moment: while it is written, read, cut, and after the program was killed."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import reading_engine
from alicia_desktop.store.files import checkpointer
from alicia_desktop.store.files.checkpointer import LOG_FRAMES
from alicia_desktop.store.files.page_checksums import PageChecksums
from alicia_desktop.store.files.wal import log_path, size_of, survey
from tests.store.filled import add, expected, fill, fill_and_kill, kept, opened


def delete(conn: Connection, share: int) -> None:
    conn.exec_driver_sql("DELETE FROM user_aliases WHERE pk % ? = 0", (share,))


def forget(conn: Connection, number: int) -> None:
    with checkpointer.for_good(conn):
        conn.exec_driver_sql("DELETE FROM user_aliases WHERE pk = ?", (number,))


def nothing(conn: Connection) -> None:
    """Ask for the log to be cut although nothing was written."""
    with checkpointer.for_good(conn):
        pass


def frames(path: Path) -> int:
    return max(0, size_of(log_path(path)) - 32) // 4120


async def test_the_log_is_copied_when_it_is_long_and_no_page_is_without_its_checksum(tmp_path: Path):
    path = tmp_path / "client.db"
    database = await opened(path)
    for number in range(0, 4_000, 100):
        await database.write(add, number, 100)
    assert frames(path) < 2 * LOG_FRAMES
    await database.write(delete, 3)
    await database.write(add, 4_000, 500)
    await database.close()
    checksums = PageChecksums(path)
    assert checksums.page_count == size_of(path) // 4096
    assert checksums.verify(1, checksums.page_count).adopted == 0
    assert checksums.verify_all() == ()
    checksums.close(clean=False)


@pytest.mark.slow
async def test_nothing_is_called_damaged_while_it_is_written(tmp_path: Path):
    database = await opened(tmp_path / "client.db")
    stop, found = threading.Event(), list[int]()

    def look() -> None:
        while not stop.is_set():
            found.extend(database.checksums.verify_all())

    looking = threading.Thread(target=look)
    looking.start()
    for number in range(0, 6_000, 60):
        await database.write(add, number, 60)
        if number % 600 == 0:
            await database.write(delete, 7)
        if number % 1_200 == 0:
            await database.write(forget, number)
    stop.set()
    await asyncio.to_thread(looking.join)
    assert found == []
    await database.close()


async def test_what_somebody_still_reads_is_left_in_the_log_and_not_called_damaged(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path)
    database = await Database.open(path, clock=JumpingClock(), busy_seconds=0.01)
    engine = reading_engine(path)
    await database.write(add, 1_000, 10)
    with engine.connect() as reader, reader.begin():
        assert len(kept(reader)) == 1_010
        for number in range(10):
            await database.write(delete, 3 + number)
            await database.write(forget, 1)
        assert database.checksums.verify_all() == ()
    engine.dispose()
    await database.write(forget, 2)
    assert database.checksums.verify_all() == ()
    await database.close()


@pytest.mark.slow
async def test_a_killed_program_leaves_a_log_that_is_its_own_and_nothing_is_lost(tmp_path: Path):
    path = tmp_path / "data" / "client.db"
    count = await fill_and_kill(path, more=30)
    assert survey(log_path(path)).pages
    for _ in range(2):
        database = await opened(path)
        assert await database.read(kept) == expected(count)
        assert database.checksums.verify_all() == ()
        await database.close()


async def test_a_log_that_was_cut_again_and_again_is_still_the_databases_own(tmp_path: Path):
    path = tmp_path / "client.db"
    database = await opened(path)
    await database.write(add, 0, 100)
    for number in range(20):
        await database.write(nothing)
        await database.write(forget, number + 1)
    await database.write(nothing)
    await database.write(add, 100, 100)
    found = survey(log_path(path))
    checksums = PageChecksums(path)
    assert found.salts is not None
    assert checksums.owns_log(found.salts)
    checksums.close(clean=False)
    await database.close()


async def test_reading_by_another_connection_copies_nothing(tmp_path: Path):
    path = tmp_path / "data" / "client.db"
    await fill_and_kill(path)
    before = path.read_bytes(), log_path(path).read_bytes()
    engine = reading_engine(path)
    with engine.connect() as conn, conn.begin():
        assert len(kept(conn)) == 1_100
    engine.dispose()
    assert (path.read_bytes(), log_path(path).read_bytes()) == before
