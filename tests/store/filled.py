"""A database with some hundred pages of texts, as the program leaves it, closed or killed."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from random import Random

from sqlalchemy import Connection

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate
from tests.store.wire import NOW

MOMENT = "at the same moment"
"""When they all came; it is in no index."""
LETTERS = "abcdefghijklmnopqrstuvwxyz "


async def opened(path: Path) -> Database:
    return await Database.open(path, clock=JumpingClock())


def add(conn: Connection, first: int, count: int) -> None:
    """Write down `count` people; what each says is the same every time."""
    rows = [("me", f"{number}:{_words(number)}", MOMENT) for number in range(first, first + count)]
    conn.exec_driver_sql("INSERT INTO user_aliases(user_id, alias, created_at) VALUES (?, ?, ?)", rows)


def kept(conn: Connection) -> list[str]:
    return [row[0] for row in conn.exec_driver_sql("SELECT alias FROM user_aliases ORDER BY pk")]


def expected(count: int) -> list[str]:
    return [f"{number}:{_words(number)}" for number in range(count)]


def _words(number: int) -> str:
    return "".join(Random(number).choices(LETTERS, k=300))


async def fill(path: Path, count: int = 1_000) -> None:
    """Make a database and close it."""
    database = await opened(path)
    await database.write(add, 0, count)
    await database.close()


async def fill_and_kill(path: Path, *, count: int = 1_000, more: int = 10) -> int:
    """Leave a database as a killed program does, with `more` transactions in its log; returns how many are in it."""
    await fill(path, count)
    killed = path.with_name("killed")
    database = await opened(path)
    for number in range(more):
        await database.write(add, count + 10 * number, 10)
    await asyncio.to_thread(shutil.copytree, path.parent, killed, ignore=shutil.ignore_patterns("killed", "*-shm"))
    await database.close()
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    for left in killed.iterdir():
        left.rename(path.with_name(left.name))
    killed.rmdir()
    return count + 10 * more


def flip(path: Path, bit: int) -> None:
    """Turn one bit of a file around, as a dying disk does it."""
    with path.open("r+b") as file:
        file.seek(bit // 8)
        (byte,) = file.read(1)
        file.seek(bit // 8)
        file.write(bytes([byte ^ 1 << bit % 8]))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder that is a database's, with what is in it; who has the lock is no part of it."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.suffix != ".lock"}


def empty(path: Path) -> None:
    path.write_bytes(b"")


def remove(path: Path) -> None:
    path.unlink()


def back_up(path: Path, *names: str) -> None:
    """Copy a database into its folder of backups."""
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    for name in names:
        shutil.copy(path, folder / name)


def leave_all_in_the_log(path: Path, count: int) -> None:
    """Leave what a program leaves that was killed before it copied anything out of the log."""
    path.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        engine = writing_engine(Path(folder) / path.name)
        with engine.connect() as conn:
            driver = conn.connection.driver_connection
            assert driver is not None
            driver.execute("PRAGMA wal_autocheckpoint = 0")
            migrate(conn, path, now=NOW)
            with conn.begin():
                add(conn, 0, count)
            for name in (path.name, f"{path.name}-wal"):
                shutil.copy(Path(folder) / name, path.parent / name)
        engine.dispose()
