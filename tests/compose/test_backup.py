"""Backup and restore: equal content, while the program runs, on a full disk, and killed at any moment."""

import asyncio
import json
import shutil
import subprocess
import sys
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.backup import create_backup, finish_restore, prepare_restore, read_manifest, restore_backup
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.database_file import FileLock
from alicia_desktop.store.files.readonly_access import reading
from tests.store.wire import NOW, keep, went
from tests.support import old_schemas
from tests.support.data_folder import everything_in, fill_folder
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.slow

LATER = NOW + timedelta(days=1)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return fill_folder(tmp_path / "data")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "alicia.zip"


@pytest.fixture
def other(tmp_path: Path) -> Paths:
    return fill_folder(tmp_path / "other", title="Something else")


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


# --- content ---


def test_what_is_restored_on_another_computer_equals_what_was_backed_up(paths: Paths, file: Path, tmp_path: Path):
    manifest = create_backup(paths, file, now=NOW)
    there = Paths(folder=tmp_path / "new")
    there.create()
    restored = restore_backup(there, file, now=LATER)
    assert restored is not None
    assert (restored.created_at, restored.aside) == (NOW, None)
    before = everything_in(paths)
    assert everything_in(there) == before
    assert b"OggS" in str(before["client.db"]).encode()
    assert set(before) == {entry.name for entry in manifest.files} == {"client.db", "server.db", "settings.toml"}
    assert files_in(there.folder) == {*before, "client.db.lock", "server.db.lock"}


def test_a_copy_takes_part_in_rooms_under_a_name_of_its_own(paths: Paths, file: Path, other: Paths):
    create_backup(paths, file, now=NOW)
    restore_backup(other, file, now=LATER)
    names: list[str] = []
    for one in (paths, other):
        with reading(one.client_database) as conn:
            names += conn.exec_driver_sql("SELECT value FROM alicia_meta WHERE key = 'participantId'").scalars().all()
    assert len(names) == 1


def test_of_a_private_conversation_nothing_is_in_a_backup_that_is_made_while_it_lives(paths: Paths, file: Path):
    attached = {"name": "violet.txt", "mediaType": "text/plain", "data": b"a violet secret" * 1_000}
    for path in (paths.client_database, paths.server_database):
        engine = writing_engine(path)
        with engine.connect() as conn, conn.begin():
            conversations.create(conn, at=NOW, conversation_id="ac_p", title="violet", private=True)
            said = UserMessage(id="am_p", conversation_id="ac_p", content="violet", attachments=(attached,))
            keep(conn, went(said, 900, conversation="ac_p"))
        engine.dispose()
    create_backup(paths, file, now=NOW)
    with zipfile.ZipFile(file) as archive:
        assert set(archive.namelist()) == {"backup.json", "client.db", "server.db", "settings.toml"}
        for name in ("client.db", "server.db"):
            content = archive.read(name)
            assert (b"violet" in content, b"Recital" in content) == (False, True)
    with reading(paths.client_database) as conn:
        assert conn.exec_driver_sql("SELECT count(*) FROM alicia_attachments").scalar_one() == 1


def test_what_was_here_is_kept_as_a_data_folder_of_its_own(paths: Paths, file: Path, other: Paths):
    before = everything_in(other)
    create_backup(paths, file, now=NOW)
    restored = restore_backup(other, file, now=LATER)
    assert restored is not None
    assert restored.aside == other.folder / "backups" / "before-restore-20260102T000000"
    assert everything_in(Paths(folder=restored.aside)) == before
    made = (restored.aside.parent, restored.aside, other.client_database, other.server_database, other.settings)
    assert {path.stat().st_mode & 0o077 for path in made} == {0}
    again = restore_backup(other, file, now=LATER)
    assert again is not None
    assert again.aside == restored.aside.with_name(f"{restored.aside.name}-2")
    assert everything_in(Paths(folder=restored.aside)) == before


def test_what_a_backup_does_not_hold_goes_aside_too(tmp_path: Path, file: Path, other: Paths):
    create_backup(fill_folder(tmp_path / "client only", server=False), file, now=NOW)
    restored = restore_backup(other, file, now=LATER)
    assert restored is not None
    assert restored.aside is not None
    assert not other.server_database.exists()
    assert (restored.aside / "server.db").exists()


def test_secrets_are_left_out(paths: Paths, file: Path):
    Credentials(folder=paths.folder, environment={}).put("model_key", "s3cret-of-the-model", file_agreed=True)
    (paths.folder / "server.json").write_text('{"token": "s3cret-of-the-server"}')
    create_backup(paths, file, now=NOW)
    with zipfile.ZipFile(file) as archive:
        assert set(archive.namelist()) == {"backup.json", "client.db", "server.db", "settings.toml"}
        assert not any(b"s3cret" in archive.read(name) for name in archive.namelist())
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_backup_of_an_older_version_is_restored_and_migrated(paths: Paths, file: Path, tmp_path: Path):
    old_schemas.unpack(Path(__file__).parents[1] / "data" / "schemas" / "v1.db.xz", paths.client_database)
    create_backup(paths, file, now=NOW)
    there = Paths(folder=tmp_path / "new")
    there.create()
    restore_backup(there, file, now=LATER)

    async def open_it() -> None:
        await (await Database.open(there.client_database, clock=SystemClock())).close()

    asyncio.run(open_it())
    with reading(there.client_database) as conn:
        assert conn.exec_driver_sql("SELECT count(*) FROM alicia_conversations").scalar_one() > 0


# --- while it runs ---


async def test_it_is_consistent_while_it_is_written(paths: Paths, file: Path, tmp_path: Path):
    """Each write makes two conversations: a copy has both or neither."""
    database = await Database.open(paths.client_database, clock=SystemClock())
    done = False

    async def write_on() -> int:
        number = 0
        while not done:
            number += 1
            await database.write(_pair, number)
        return number

    writing = asyncio.create_task(write_on())  # noqa: TID251 - a test's own
    await asyncio.to_thread(create_backup, paths, file, now=NOW)
    done = True
    written = await writing
    await database.close()
    there = Paths(folder=tmp_path / "new")
    there.create()
    restore_backup(there, file, now=LATER)
    with reading(there.client_database) as conn:
        ids = set(conn.exec_driver_sql("SELECT id FROM alicia_conversations WHERE id LIKE 'p%'").scalars())
    assert {one[1:] for one in ids if one[0] == "p"} == {one[1:] for one in ids}
    assert len(ids) % 2 == 0
    assert 0 <= len(ids) // 2 <= written


def _pair(conn, number):
    for half in ("a", "b"):
        conversations.create(conn, at=NOW, conversation_id=f"p{number}{half}")


async def test_the_log_of_a_program_that_was_killed_is_backed_up_and_stays(paths: Paths, file: Path, other: Paths):
    database = await Database.open(paths.client_database, clock=SystemClock())
    await database.write(_pair, 1)
    for name in ("client.db", "client.db-wal"):  # as a kill leaves it: nothing is folded in
        shutil.copy(paths.folder / name, other.folder / name)
    await database.close()
    log = (other.folder / "client.db-wal").read_bytes()
    assert log
    create_backup(other, file, now=NOW)
    assert (other.folder / "client.db-wal").read_bytes() == log
    restored = restore_backup(other, file, now=LATER)
    with reading(other.client_database) as conn:
        assert conn.exec_driver_sql("SELECT count(*) FROM alicia_conversations WHERE id LIKE 'p1_'").scalar_one() == 2
    assert restored is not None
    assert restored.aside is not None
    assert (restored.aside / "client.db-wal").read_bytes() == log


@pytest.mark.parametrize("name", ["client_database", "server_database"])
def test_nothing_is_restored_while_somebody_uses_what_is_here(paths: Paths, file: Path, other: Paths, name: str):
    create_backup(paths, file, now=NOW)
    before, lock = everything_in(other), FileLock(getattr(other, name))
    lock.acquire()
    with pytest.raises(WorldError, match="Close that window or server first"):
        restore_backup(other, file, now=LATER)
    lock.release()
    assert everything_in(other) == before
    assert finish_restore(other) is None
    assert not list(other.folder.glob("restoring*"))


# --- refusals ---


def test_a_backup_overwrites_nothing_unless_asked(paths: Paths, file: Path):
    file.write_text("mine")
    with pytest.raises(WorldError, match="exists already"):
        create_backup(paths, file, now=NOW)
    assert file.read_text() == "mine"
    create_backup(paths, file, now=NOW, replace=True)
    assert read_manifest(file).created_at == NOW


def test_a_backup_beside_what_it_is_a_backup_of_is_refused(paths: Paths):
    with pytest.raises(WorldError, match="would be lost with it"):
        create_backup(paths, paths.folder / "alicia.zip", now=NOW)
    with pytest.raises(WorldError, match="would be lost with it"):
        create_backup(paths, paths.client_database, now=NOW, replace=True)


def test_where_nothing_is_there_is_nothing_to_back_up(tmp_path: Path, file: Path):
    with pytest.raises(WorldError, match="nothing to back up"):
        create_backup(Paths(folder=tmp_path), file, now=NOW)
    assert not file.exists()


def test_a_folder_that_takes_no_file_is_told(paths: Paths, tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(WorldError):
        create_backup(paths, tmp_path / "file" / "alicia.zip", now=NOW)


def rewrite(file: Path, **changed: bytes | None) -> None:
    with zipfile.ZipFile(file) as archive:
        content: dict[str, bytes | None] = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in (content | {key.replace("_", "."): value for key, value in changed.items()}).items():
            if data is not None:
                archive.writestr(name, data)


def spoilt(file: Path, how: str) -> None:
    with zipfile.ZipFile(file) as archive:
        manifest = json.loads(archive.read("backup.json"))
        place = archive.getinfo("client.db").header_offset + 500
    whole = file.read_bytes()
    if how == "cut short":
        file.write_bytes(whole[: len(whole) // 2])
    elif how == "no archive":
        file.write_bytes(b"hello" * 100)
    elif how == "flipped bit":
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
    elif how == "another database":
        rewrite(file, client_db=b"SQLite format 3\0" + b"\0" * 4096)
    elif how == "a file is missing":
        rewrite(file, server_db=None)
    elif how == "no manifest":
        rewrite(file, backup_json=None)
    elif how == "a name that leads out":
        manifest["files"][0]["name"] = "../client.db"
        rewrite(file, backup_json=json.dumps(manifest).encode())
    elif how == "nested":
        rewrite(file, backup_json=b"[" * 5_000)
    elif how == "no database":
        manifest["files"] = manifest["files"][2:]
        rewrite(file, backup_json=json.dumps(manifest).encode())
    elif how == "newer":
        rewrite(file, backup_json=b'{"format": 2, "parts": []}')


@pytest.mark.parametrize(
    "how",
    [
        "cut short",
        "no archive",
        "flipped bit",
        "another database",
        "a file is missing",
        "no manifest",
        "a name that leads out",
        "nested",
        "no database",
        "newer",
    ],
)
@pytest.mark.slow
def test_what_is_no_whole_backup_is_refused_and_nothing_changes(paths: Paths, file: Path, other: Paths, how: str):
    create_backup(paths, file, now=NOW)
    spoilt(file, how)
    before, names = everything_in(other), files_in(other.folder)
    words = "newer version" if how == "newer" else "is no backup of Alicia Desktop, or it is damaged"
    with pytest.raises(WorldError, match=words):
        restore_backup(other, file, now=LATER)
    assert everything_in(other) == before
    assert files_in(other.folder) == names


def test_a_file_that_is_not_there_is_told(other: Paths, tmp_path: Path):
    with pytest.raises(WorldError, match=r"nowhere\.zip cannot be read"):
        restore_backup(other, tmp_path / "nowhere.zip", now=NOW)


# --- full disk, kill ---


@pytest.mark.e2e
def test_a_full_disk_leaves_the_older_backup_and_says_so(paths: Paths, small_disk):
    file = small_disk.folder / "alicia.zip"
    create_backup(paths, file, now=NOW)
    whole = file.read_bytes()
    small_disk.fill()
    with pytest.raises(WorldError, match=r"(?i)disk is full|no space"):
        create_backup(paths, file, now=LATER, replace=True)
    assert file.read_bytes() == whole
    assert [path.name for path in small_disk.folder.iterdir() if path.name.startswith("alicia")] == ["alicia.zip"]


def test_a_full_disk_restores_nothing_and_says_so(paths: Paths, file: Path, small_disk):
    other = fill_folder(small_disk.folder, title="Something else")
    create_backup(paths, file, now=NOW)
    before = everything_in(other)
    small_disk.fill()
    with pytest.raises(WorldError, match=r"(?i)disk is full|no space"):
        restore_backup(other, file, now=LATER)
    small_disk.free()
    assert everything_in(other) == before
    assert finish_restore(other) is None
    restore_backup(other, file, now=LATER)
    assert everything_in(other) == everything_in(paths)


@pytest.mark.e2e
@pytest.mark.parametrize("what", ["backup", "restore"])
def test_killed_at_any_moment_there_is_the_old_or_the_new(tmp_path: Path, what: str):
    program = Path(__file__).parents[1] / "support" / "killed_backup.py"
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.killed_backup", what, str(tmp_path)],
        capture_output=True,
        cwd=program.parents[2],
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    kills, old, new = map(int, done.stdout.split())
    assert kills > 10
    assert old > 0
    assert new > 0


def test_a_restore_that_was_decided_is_finished_by_whoever_comes_next(paths: Paths, file: Path, other: Paths):
    create_backup(paths, file, now=NOW)
    prepare_restore(other, file, now=LATER)
    restored = finish_restore(other)
    assert restored is not None
    assert everything_in(other) == everything_in(paths)
    assert finish_restore(other) is None


def test_the_name_in_rooms_is_made_anew_after_a_restore(paths: Paths, file: Path, other: Paths):
    create_backup(paths, file, now=NOW)
    restore_backup(other, file, now=LATER)

    async def name() -> str:
        database = await Database.open(other.client_database, clock=SystemClock())
        try:
            return await database.write(accounts.participant_id, NOW)
        finally:
            await database.close()

    assert asyncio.run(name()).startswith(accounts.PARTICIPANT_PREFIX)
