"""The data folder: what the program has made in it is its owner's alone, also where it was there before."""

import os
import stat
import sys
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import close_log_file, configure_logs
from alicia_desktop.config import LookSettings, Settings, save_settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.server import server_child
from alicia_desktop.server.server_child import Announcement
from alicia_desktop.store.database import Database
from alicia_desktop.store.files.database_file import suspect
from alicia_desktop.store.files.salvage import salvage

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a person's own folders from others")


def modes(folder: Path) -> dict[str, int]:
    paths = (folder, *folder.rglob("*"))
    return {path.relative_to(folder).as_posix(): stat.S_IMODE(path.stat().st_mode) for path in paths}


async def fill(paths: Paths) -> None:
    """Make what a life of the program makes."""
    configure_logs(folder=paths.logs, process="app")
    clock = JumpingClock()
    for path in (paths.client_database, paths.server_database):
        await (await Database.open(path, clock=clock)).close()
    salvage(paths.client_database, now=clock.now())
    suspect(paths.server_database)
    save_settings(paths.settings, Settings(look=LookSettings(theme="dark")), {})
    Credentials(folder=paths.folder, environment={}).put("model_key", "k", file_agreed=True)
    server_child.write_announcement(paths.folder / "server.json", Announcement(pid=1, address="http://x", token="t"))
    close_log_file()


async def test_all_that_the_program_makes_is_private_whatever_the_umask(tmp_path: Path):
    paths = Paths(folder=tmp_path / "data")
    was = os.umask(0)
    try:
        paths.create()
        await fill(paths)
        database = await Database.open(paths.client_database, clock=JumpingClock())
        await database.write(lambda conn: conn.exec_driver_sql("UPDATE alicia_conversations SET title = ''"))
        found = modes(paths.folder)
        await database.close()
    finally:
        os.umask(was)
    assert {"client.db-wal", "client.db-shm", "client.db.lock", "logs/app.log"} <= set(found)
    assert {name: oct(mode) for name, mode in found.items() if mode & 0o077} == {}


async def test_what_was_open_to_others_before_is_private_after_the_start(tmp_path: Path):
    paths = Paths(folder=tmp_path / "data")
    paths.create()
    await fill(paths)
    for folder, name in ((paths.folder / "backups", "client-20260101T000000-v3.db"), (paths.logs, "app.log.1")):
        folder.mkdir(exist_ok=True)
        (folder / name).touch()
    (paths.folder / "letter.txt").touch()
    for path in (paths.folder, *paths.folder.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    assert paths.create() == ""
    assert {name: oct(mode) for name, mode in modes(paths.folder).items() if mode & 0o077} == {"letter.txt": "0o666"}


def test_a_folder_that_everybody_shares_stays_as_it_is(tmp_path: Path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "client.db").touch(mode=0o644)
    Paths(folder=shared).create()
    assert modes(shared) == {".": 0o1777, "client.db": 0o600}


def test_a_file_of_somebody_else_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refused(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    (tmp_path / "client.db").touch()
    (tmp_path / "client.db").chmod(0o644)
    tmp_path.chmod(0o700)
    monkeypatch.setattr(Path, "chmod", refused)
    told = Paths(folder=tmp_path).create()
    assert str(tmp_path / "client.db") in told
    assert "--data-dir" in told


def test_a_file_where_the_folder_should_be_is_called_one(tmp_path: Path):
    (tmp_path / "data").touch()
    with pytest.raises(WorldError, match="is a file"):
        Paths(folder=tmp_path / "data").create()
