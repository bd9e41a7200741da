"""Files that do not belong together are refused in a sentence, and not a byte of them is changed; they can be saved."""

import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store.files.page_checksums import checksums_path
from alicia_desktop.store.files.readonly_access import check, reading
from alicia_desktop.store.files.salvage import salvage
from alicia_desktop.store.files.wal import log_path, size_of
from tests.store.filled import (
    add,
    back_up,
    contents,
    empty,
    expected,
    fill,
    fill_and_kill,
    flip,
    kept,
    leave_all_in_the_log,
    opened,
    remove,
)
from tests.store.wire import NOW

FRAME = 4120
Make = Callable[[Path], Awaitable[int]]


async def emptied_beside_its_log(path: Path) -> int:
    await fill_and_kill(path, count=5, more=10)
    empty(path)
    return 0


async def emptied_beside_a_log_with_all_of_it(path: Path) -> int:
    leave_all_in_the_log(path, 20)
    empty(path)
    return 20


async def removed_but_for_its_log(path: Path) -> int:
    leave_all_in_the_log(path, 20)
    remove(path)
    return 20


async def emptied_beside_its_log_and_a_backup(path: Path) -> int:
    await fill_and_kill(path, count=5, more=10)
    backup = path.parent.with_name("backup") / "client.db"
    await fill(backup, 20)
    (path.parent / "backups").mkdir()
    shutil.move(backup, path.parent / "backups" / "client-20260101T000000-v4.db")
    empty(path)
    return 20


async def emptied_beside_a_backup(path: Path) -> int:
    await fill(path, 20)
    back_up(path, "client-20250101T000000-v3.db", "client-20260101T000000-v4.db", "client-20270101T000000-v5.db")
    empty(path.parent / "backups" / "client-20270101T000000-v5.db")
    empty(path)
    remove(checksums_path(path))
    return 20


async def emptied_alone(path: Path) -> int:
    await fill(path, 20)
    empty(path)
    return 0


async def log_of_another_put_beside_it(path: Path) -> int:
    other = path.parent.with_name("other") / "client.db"
    await fill_and_kill(other, count=300)
    await fill(path, 100)
    shutil.copy(log_path(other), log_path(path))
    shutil.rmtree(other.parent)
    return 100


async def log_of_another_in_place_of_its_own(path: Path) -> int:
    other = path.parent.with_name("other") / "client.db"
    await fill_and_kill(other, count=300)
    await fill_and_kill(path, count=100)
    shutil.copy(log_path(other), log_path(path))
    shutil.rmtree(other.parent)
    return 100


async def older_copy_put_in_its_place(path: Path) -> int:
    await fill(path, 100)
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    for other in path.parent.glob("client.db*"):
        other.unlink()
    await fill_and_kill(path, count=1_000)
    copy.rename(path)
    return 100


async def log_damaged_in_the_middle(path: Path) -> int:
    count = await fill_and_kill(path, more=20)
    flip(log_path(path), 8 * (size_of(log_path(path)) // 2))
    return count


async def log_with_a_spoilt_salt(path: Path) -> int:
    count = await fill_and_kill(path, more=20)
    flip(log_path(path), 8 * (32 + 5 * FRAME + 9))
    return count


async def log_with_a_flipped_bit_in_its_last_transaction(path: Path) -> int:
    count = await fill_and_kill(path, more=20)
    flip(log_path(path), 8 * (size_of(log_path(path)) - 100))
    return count


async def log_with_a_spoilt_salt_in_its_last_frame(path: Path) -> int:
    count = await fill_and_kill(path, more=20)
    flip(log_path(path), 8 * (size_of(log_path(path)) - FRAME + 9))
    return count


async def log_with_a_damaged_header(path: Path) -> int:
    count = await fill_and_kill(path, more=20)
    flip(log_path(path), 8 * 17)
    return count


CASES: dict[Make, str] = {
    emptied_beside_its_log: "is empty, although its log client.db-wal is not",
    emptied_beside_a_log_with_all_of_it: "is empty, although its log client.db-wal is not",
    emptied_beside_its_log_and_a_backup: "is empty, although its log client.db-wal is not",
    removed_but_for_its_log: "is empty, although its log client.db-wal is not",
    emptied_beside_a_backup: "is empty, although there are backups of it",
    emptied_alone: "is empty, although something was kept in it",
    log_of_another_put_beside_it: "do not belong together",
    log_of_another_in_place_of_its_own: "do not belong together",
    older_copy_put_in_its_place: "do not belong together",
    log_damaged_in_the_middle: "which holds what was kept last, is damaged",
    log_with_a_spoilt_salt: "which holds what was kept last, is damaged",
    log_with_a_flipped_bit_in_its_last_transaction: "which holds what was kept last, is damaged",
    log_with_a_spoilt_salt_in_its_last_frame: "which holds what was kept last, is damaged",
    log_with_a_damaged_header: "which holds what was kept last, is damaged",
}


@pytest.mark.parametrize("make", CASES, ids=lambda make: make.__name__)
@pytest.mark.slow
async def test_it_is_told_and_nothing_is_overwritten(tmp_path: Path, make: Make):
    path = tmp_path / "data" / "client.db"
    await make(path)
    before = contents(path.parent)
    for look in (check, _read):
        if look is _read and size_of(path):
            continue  # reading changes nothing, and shows what there is
        with pytest.raises(WorldError):
            look(path)
    for _ in range(2):
        with pytest.raises(WorldError) as refusal:
            await opened(path)
        assert refusal.value.code == "database_damaged"
        assert CASES[make] in refusal.value.sentence
        assert "Nothing was changed" in refusal.value.sentence
        assert "doctor --salvage" in refusal.value.sentence
        assert before.items() <= contents(path.parent).items()


@pytest.mark.parametrize("make", CASES, ids=lambda make: make.__name__)
@pytest.mark.slow
async def test_what_there_is_is_saved_and_the_files_are_kept(tmp_path: Path, make: Make):
    path = tmp_path / "data" / "client.db"
    count = await make(path)
    before = contents(path.parent)
    salvaged = salvage(path, now=NOW)
    after = contents(path.parent)
    for beside in ("", "-wal"):
        assert after.get(f"{salvaged.quarantine.name}{beside}") == before.get(f"client.db{beside}")
    database = await opened(path)
    assert await database.read(kept) == expected(count)
    await database.close()


def _read(path: Path) -> None:
    with reading(path):
        pass


async def test_a_backup_that_was_read_is_named(tmp_path: Path):
    path = tmp_path / "client.db"
    await emptied_beside_a_backup(path)
    assert "from the backup client-20260101T000000-v4.db" in salvage(path, now=NOW).sentence


async def test_a_flipped_bit_in_the_log_leaves_nothing_in_doubt(tmp_path: Path):
    path = tmp_path / "client.db"
    await log_damaged_in_the_middle(path)
    salvaged = salvage(path, now=NOW)
    assert (salvaged.doubtful, "Every row was readable" in salvaged.sentence) == (0, True)


async def test_a_last_transaction_of_which_a_part_was_never_written_is_no_damage(tmp_path: Path):
    path = tmp_path / "data" / "client.db"
    count = await fill_and_kill(path, more=20)
    with log_path(path).open("r+b") as file:
        file.seek(-2_000, os.SEEK_END)
        file.write(bytes(512))  # a sector
    database = await opened(path)
    assert await database.read(kept) == expected(count - 10)
    await database.close()


async def test_a_last_transaction_that_was_cut_off_is_no_damage(tmp_path: Path):
    path = tmp_path / "data" / "client.db"
    count = await fill_and_kill(path, more=20)
    with log_path(path).open("r+b") as file:
        file.truncate(size_of(log_path(path)) - 2_000)
    database = await opened(path)
    assert await database.read(kept) == expected(count - 10)
    await database.close()


async def test_a_copy_that_is_put_in_place_of_a_closed_database_is_taken(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path, 100)
    shutil.copy(path, tmp_path / "copy")
    database = await opened(path)
    await database.write(add, 100, 50)
    await database.close()
    (tmp_path / "copy").rename(path)
    database = await opened(path)
    assert await database.read(kept) == expected(100)
    assert database.checksums.verify_all() == ()
    await database.close()


async def test_who_removes_the_database_begins_anew(tmp_path: Path):
    path = tmp_path / "client.db"
    await fill(path, 20)
    remove(path)
    database = await opened(path)
    assert await database.read(kept) == []
    await database.close()
    check(path)
