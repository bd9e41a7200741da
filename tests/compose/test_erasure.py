"""Everything the program made goes, nothing else does, and what was begun is ended whatever comes between."""

from pathlib import Path

import keyring
import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.erasure import begin_erasing, erase
from alicia_desktop.config import Settings, VoiceSettings, save_settings
from alicia_desktop.credentials import SERVICE, Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.profiles import create_profile
from alicia_desktop.store.database import Database
from alicia_desktop.store.files.salvage import salvage
from tests.support.keyrings import Ring

OTHERS = ("letter.txt", "backups/holiday.jpg", "logs/notes.txt", "client.db.mine", "my-client.db")


@pytest.fixture
def ring() -> Ring:
    made = Ring()
    keyring.set_keyring(made)
    return made


@pytest.fixture
async def paths(tmp_path: Path) -> Paths:
    """A folder as a long life of the program leaves it, killed at the end, with the person's own files in it."""
    made = Paths(folder=tmp_path / "data")
    made.create()
    for path in (made.client_database, made.server_database):
        database = await Database.open(path, clock=SystemClock())
        await database.close()
    salvage(made.client_database, now=SystemClock().now())
    save_settings(made.settings, Settings(voice=VoiceSettings(keep_speech=True)), {})
    for name in (
        "client.db-wal",
        "client.db-shm",
        "server.db.suspect",
        "server.json",
        "settings.broken.toml",
        "credentials.json",
        "window.ini",
        "window.open",
        "logs/app.log",
        "logs/app.log.1",
        "logs/line.out",
        "backups/client-20260101T000000-v3.db",
        "backups/before-restore-20260101T000000/client.db",
        "backups/before-restore-20260101T000000/client.db-wal",
        "backups/before-restore-20260101T000000/settings.toml",
        "restoring/server.db",
        "restoring/plan.json",
        "restoring.part/client.db",
        *OTHERS,
    ):
        (made.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (made.folder / name).write_text("{}")
    return made


def left(paths: Paths) -> set[str]:
    return {path.relative_to(paths.folder).as_posix() for path in paths.folder.rglob("*") if path.is_file()}


def credentials(paths: Paths) -> Credentials:
    return Credentials(folder=paths.folder, environment={})


async def test_all_that_the_program_made_goes_and_nothing_else(paths: Paths, ring: Ring) -> None:
    credentials(paths).put("server_token", "s3cret")
    ring.set_password(SERVICE, "server_token@elsewhere", "theirs")
    begin_erasing(paths)
    erase(paths, credentials(paths))
    assert left(paths) == set(OTHERS)
    assert ring.kept == {(SERVICE, "server_token@elsewhere"): "theirs"}


async def test_nothing_goes_where_nobody_asked_for_it(paths: Paths, ring: Ring) -> None:
    before = left(paths)
    erase(paths, credentials(paths))
    assert left(paths) == before


async def test_models_go_only_where_no_other_profile_uses_them(paths: Paths) -> None:
    model = paths.models / "owner--name" / "one.gguf"
    model.parent.mkdir(parents=True)
    work = paths.of_profile(create_profile(paths.folder, "Work"))
    for erased, stays in ((work, True), (paths, True), (paths, False)):
        model.touch()
        assert work.models == paths.models
        if not stays:
            work.folder.rmdir()
        begin_erasing(erased)
        erase(erased, credentials(erased))
        assert model.exists() is stays


async def test_empty_folders_go_too(paths: Paths) -> None:
    for name in OTHERS:
        (paths.folder / name).unlink()
    begin_erasing(paths)
    erase(paths, credentials(paths))
    assert list(paths.folder.iterdir()) == []


@pytest.mark.parametrize("number", [0, 1, 5, 10, 15])
async def test_a_kill_in_the_middle_leaves_nothing_half(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    unlink = Path.unlink
    calls: list[Path] = []

    def killed(path: Path, *, missing_ok: bool = False) -> None:
        if len(calls) == number:
            raise KeyboardInterrupt
        calls.append(path)
        unlink(path, missing_ok=missing_ok)

    begin_erasing(paths)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", killed)
        with pytest.raises(KeyboardInterrupt):
            erase(paths, credentials(paths))
    assert paths.erasing.exists()
    erase(paths, credentials(paths))
    assert left(paths) == set(OTHERS)


async def test_a_file_that_cannot_be_deleted_is_named_and_the_next_start_goes_on(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = Path.unlink

    def refused(path: Path, *, missing_ok: bool = False) -> None:
        if path.name == "client.db":
            raise PermissionError(13, "Permission denied")
        unlink(path, missing_ok=missing_ok)

    begin_erasing(paths)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refused)
        with pytest.raises(WorldError, match=r"client\.db .*Permission denied") as told:
            erase(paths, credentials(paths))
    assert told.value.code == "not_erased"
    assert paths.erasing.exists()
    assert not paths.server_database.exists()
    erase(paths, credentials(paths))
    assert left(paths) == set(OTHERS)


async def test_a_program_that_has_a_database_open_is_named_and_nothing_goes(paths: Paths) -> None:
    server = await Database.open(paths.server_database, clock=SystemClock())
    begin_erasing(paths)
    before = left(paths)
    with pytest.raises(WorldError, match=r"already using .*server\.db"):
        erase(paths, credentials(paths))
    assert left(paths) >= before
    await server.close()
    erase(paths, credentials(paths))
    assert left(paths) == set(OTHERS)


async def test_a_keyring_that_lets_nothing_go_is_told_when_all_else_is_gone(paths: Paths, ring: Ring) -> None:
    credentials(paths).put("model_key", "k")
    ring.locked = True
    begin_erasing(paths)
    with pytest.raises(WorldError, match="keyring"):
        erase(paths, credentials(paths))
    assert left(paths) == set(OTHERS)


def test_a_disk_that_takes_no_mark_is_told_and_nothing_goes(tmp_path: Path) -> None:
    paths = Paths(folder=tmp_path)
    paths.erasing.mkdir()
    with pytest.raises(WorldError, match="Nothing was deleted"):
        begin_erasing(paths)
