import asyncio
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.changes import Change, Changes, note
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate
from tests.store.wire import NOW
from tests.support.patience import PATIENCE

MAX_BYTES = 2_000_000
"""More than an empty database has."""


def add(conn: Connection, name: str) -> str:
    conn.exec_driver_sql("INSERT INTO user_aliases(user_id, alias, created_at) VALUES ('me', ?, 'now')", (name,))
    note(conn, "alias", None, name)
    return name


def add_and_fail(conn: Connection, name: str) -> str:
    add(conn, name)
    raise ValueError(name)


def names(conn: Connection) -> list[str]:
    return [row[0] for row in conn.exec_driver_sql("SELECT alias FROM user_aliases ORDER BY pk")]


async def _opened(path: Path, **options: Any) -> Database:
    return await Database.open(path, clock=JumpingClock(start=NOW), **options)


async def test_what_is_written_is_read(database: Database):
    assert await database.write(add, "a") == "a"
    assert await database.read(names) == ["a"]


async def test_a_call_that_fails_takes_only_its_own_work_with_it(database: Database):
    results = await asyncio.gather(
        database.write(add, "a"), database.write(add_and_fail, "b"), database.write(add, "c"), return_exceptions=True
    )
    assert [results[0], results[2]] == ["a", "c"]
    assert isinstance(results[1], ValueError)
    assert await database.read(names) == ["a", "c"]


async def test_a_bug_of_ours_is_not_dressed_up(database: Database):
    await database.write(add, "a")
    with pytest.raises(IntegrityError):
        await database.write(add, "a")


async def test_many_waiting_calls_share_a_commit_and_its_news(database: Database):
    news: list[Changes] = []
    database.changed.connect(news.append)
    await asyncio.gather(*(database.write(add, f"{number}") for number in range(500)))
    assert frozenset().union(*news) == {Change("alias", None, f"{number}") for number in range(500)}
    assert len(news) < 100


async def test_news_come_after_the_commit_and_not_of_what_failed(database: Database):
    seen: list[Changes] = []
    database.changed.connect(seen.append)
    await asyncio.gather(database.write(add, "a"), database.write(add_and_fail, "b"), return_exceptions=True)
    assert frozenset().union(*seen) == {Change("alias", None, "a")}


async def test_a_cancelled_caller_never_tears_a_transaction(database: Database):
    async with asyncio.timeout(PATIENCE):
        calls = [asyncio.ensure_future(database.write(add, f"{number}")) for number in range(50)]  # noqa: TID251 - cancelled here
        await asyncio.sleep(0)
        for call in calls[::2]:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await database.write(add, "last")
    assert len(await database.read(names)) == 51


async def test_a_reader_cannot_write(database: Database):
    with pytest.raises(WorldError) as refusal:
        await database.read(add, "a")
    assert refusal.value.code == "folder_read_only"


async def test_closing_finishes_what_waits_and_then_refuses(tmp_path: Path):
    database = await _opened(tmp_path / "client.db")
    waiting = asyncio.gather(*(database.write(add, f"{number}") for number in range(100)))
    await asyncio.sleep(0)
    await database.close()
    assert len(await waiting) == 100
    await database.close()
    with pytest.raises(RuntimeError, match="closed"):
        await database.write(add, "late")
    again = await _opened(tmp_path / "client.db")
    assert len(await again.read(names)) == 100
    await again.close()


async def test_it_works_on_the_loop_of_qt(collected_here, qapp: object, tmp_path: Path):
    database = await _opened(tmp_path / "client.db")
    assert "qasync" in type(asyncio.get_running_loop()).__module__
    news: list[Changes] = []
    database.changed.connect(news.append)
    await asyncio.gather(*(database.write(add, f"{number}") for number in range(20)))
    assert len(await database.read(names)) == 20
    assert news
    await database.close()


@pytest.mark.e2e
async def test_one_process_writes_a_database(tmp_path: Path):
    path = tmp_path / "client.db"
    script = (
        "import sys, pathlib\nfrom alicia_desktop.store.files.database_file import FileLock\n"
        "lock = FileLock(pathlib.Path(sys.argv[1]))\nlock.acquire()\nprint('held', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(  # noqa: ASYNC220 - a second process is what the test is about
        [sys.executable, "-c", script, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(WorldError, match=f"process {other.pid}") as refusal:
            await _opened(path)
        assert refusal.value.code == "database_in_use"
        other.kill()
    await (await _opened(path)).close()


async def test_an_opening_that_is_cancelled_gives_the_lock_back(tmp_path: Path):
    opening = asyncio.get_running_loop().create_task(Database.open(tmp_path / "a.db", clock=JumpingClock()))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    await (await Database.open(tmp_path / "a.db", clock=JumpingClock())).close()


async def test_a_file_that_another_program_holds_says_so(tmp_path: Path):
    path = tmp_path / "client.db"
    await (await _opened(path)).close()
    engine = writing_engine(path)
    holding = pytest.raises(WorldError, match="Another program is holding")
    with engine.connect() as conn, conn.begin(), holding as refusal:
        await _write_busily(path)
    engine.dispose()
    assert refusal.value.code == "database_locked"
    assert refusal.value.retry


async def _write_busily(path: Path) -> None:
    database = await _opened(path, busy_seconds=0.01)
    try:
        await database.write(add, "a")
    finally:
        await database.close()


@pytest.mark.parametrize("damage", [b"this is no database, whatever it is called" * 100, b"\0" * 8192])
async def test_a_damaged_file_says_so(tmp_path: Path, damage: bytes):
    path = tmp_path / "client.db"
    path.write_bytes(damage)
    with pytest.raises(WorldError, match="is damaged") as refusal:
        await _opened(path)
    assert refusal.value.code == "database_damaged"
    assert path.read_bytes() == damage


async def test_damage_inside_the_file_says_so(tmp_path: Path):
    path = tmp_path / "client.db"
    database = await _opened(path)
    await asyncio.gather(*(database.write(add, f"{number}" * 50) for number in range(500)))
    await database.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(WorldError, match="is damaged"):
        await _use(path)


async def _use(path: Path) -> None:
    database = await _opened(path)
    try:
        await database.read(names)
        await database.write(add, "more")
    finally:
        await database.close()


async def test_a_disk_that_is_full_at_the_start_is_a_clear_refusal_and_what_was_kept_is_there_later(small_disk):
    path = small_disk.folder / "a.db"
    first = await _opened(path)
    await first.write(add, "kept")
    await first.close()
    small_disk.fill()
    with pytest.raises(WorldError) as refusal:
        await _opened(path)
    assert refusal.value.code == "disk_full"
    small_disk.free()
    again = await _opened(path)
    assert await again.read(names) == ["kept"]
    await again.close()


async def test_a_full_disk_says_so_and_loses_nothing_that_was_kept(database: Database):
    await database.write(add, "kept")

    def fill(conn: Connection) -> None:
        pages = conn.exec_driver_sql("PRAGMA page_count").scalar_one()
        conn.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    await database.write(fill)
    calls = [database.write(add, f"{number}" * 5_000) for number in range(20)]
    results = await asyncio.gather(*calls, return_exceptions=True)
    errors = [result for result in results if isinstance(result, WorldError)]
    assert errors
    assert {error.code for error in errors} == {"disk_full"}
    assert "disk is full" in str(errors[0])
    kept = await database.read(names)
    assert kept == ["kept", *(result for result in results if isinstance(result, str))]


@pytest.mark.usefixtures("_small_files")
async def test_a_disk_that_fails_says_so_and_loses_nothing_that_was_kept(database: Database):
    await database.write(add, "kept")
    with pytest.raises(WorldError, match="The disk failed") as refusal:
        await database.write(add, "lost" * MAX_BYTES)
    assert (refusal.value.code, refusal.value.retry) == ("disk_error", True)
    await database.write(add, "kept as well")
    assert await database.read(names) == ["kept", "kept as well"]


@pytest.fixture
def _small_files() -> Iterator[None]:
    """No file of this process may grow beyond `MAX_BYTES`: writing fails as a failing disk does."""
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_BYTES, was[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, was)


@pytest.mark.expects_log("the write-ahead log is gone")
async def test_a_log_that_is_gone_is_told_and_what_was_folded_in_is_there(tmp_path: Path):
    damaged = await _without_log(tmp_path / "whole", tmp_path / "left")
    database = await _opened(damaged)
    assert "client.db-wal was removed" in database.notice
    assert await database.read(names) == ["folded in"]
    await database.write(add, "goes on")
    await database.close()
    again = await _opened(damaged)
    assert again.notice == ""
    assert await again.read(names) == ["folded in", "goes on"]
    await again.close()


@pytest.mark.expects_log("the write-ahead log is gone")
async def test_damage_that_a_lost_log_left_is_found_at_the_opening(tmp_path: Path):
    damaged = await _without_log(tmp_path / "whole", tmp_path / "left")
    content = damaged.read_bytes()
    damaged.write_bytes(content[: len(content) // 2] + b"\xff" * (len(content) - len(content) // 2))
    with pytest.raises(WorldError) as refusal:
        await _opened(damaged)
    assert refusal.value.code == "database_damaged"


async def _without_log(whole: Path, left: Path) -> Path:
    """Return what a killed program leaves, and then somebody clears up in its folder."""
    database = await _opened(whole / "client.db")
    await database.write(add, "folded in")
    await database.close()
    database = await _opened(whole / "client.db")
    await database.write(add, "in the log")
    await asyncio.to_thread(shutil.copytree, whole, left)
    await database.close()
    await asyncio.to_thread((left / "client.db-wal").unlink)
    return left / "client.db"


@pytest.fixture
def sealed_folder() -> Iterator[Path]:
    """A folder in which nothing can be made; for root, who may do everything, by being nobody for a while."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    was = os.geteuid()
    if was == 0:
        os.seteuid(65_534)
    yield folder
    os.seteuid(was)
    folder.chmod(0o755)
    shutil.rmtree(folder)


async def test_a_folder_that_cannot_be_written_to_says_so(sealed_folder: Path):
    for path in (sealed_folder / "client.db", sealed_folder / "below" / "client.db"):
        with pytest.raises(WorldError, match="Allow writing to its folder") as refusal:
            await _opened(path)
        assert refusal.value.code == "folder_read_only"


async def test_a_database_that_may_only_be_read_says_so(sealed_folder: Path):
    _make_under_seal(sealed_folder / "client.db")
    with pytest.raises(WorldError) as refusal:
        await _use(sealed_folder / "client.db")
    assert refusal.value.code == "folder_read_only"


def _make_under_seal(path: Path) -> None:
    somebody = os.geteuid()
    os.seteuid(os.getuid())
    path.parent.chmod(0o755)
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW)
    engine.dispose()
    path.chmod(0o444)
    path.parent.chmod(0o555)
    os.seteuid(somebody)
