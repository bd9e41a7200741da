"""The program's own data is closed to tools by whatever name it is reached, also after it was moved."""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.session.tools import toolbox
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.folders import Allowed, OwnData, as_allowed
from alicia_desktop.store.database import Database
from tests.support.missing import require
from tests.support.patience import PATIENCE

SECRET = "secret-9Kd2"
READ_AT = ("settings.toml", "logs/app.txt", "backups/sub/deep.txt")


class Stage:
    """A home that is allowed, with the data folder of a running program somewhere in it."""

    def __init__(self, home: Path, data: Path) -> None:
        self.home, self.data = home, data
        for name in READ_AT:
            (data / name).parent.mkdir(parents=True, exist_ok=True)
            (data / name).write_text(SECRET)
        home.mkdir(exist_ok=True)
        (home / "letter.txt").write_text("Dear Ann")
        self.own_data = OwnData(data)

    def told(self, allowed: Path, *paths: str) -> str:
        """Everything that the tools tell of these paths, and of a search, where `allowed` is an allowed folder."""
        said: list[str] = []
        for path in paths:
            said += [self._outcome(partial(toolbox.read_file, path, self._allowed(allowed)))]
            said += [self._outcome(partial(toolbox.list_folder, path, self._allowed(allowed)))]
        found = self._outcome(
            lambda: toolbox.search_files(SECRET, None, self._allowed(allowed), threading.Event())["hits"]
        )
        return " ".join((*said, found))

    def _allowed(self, folder: Path) -> Allowed:
        return as_allowed([str(folder)], self.own_data)

    @staticmethod
    def _outcome(call: Callable[[], object]) -> str:
        try:
            return str(call())
        except ToolRefusalError as refusal:
            return refusal.sentence


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    home = tmp_path / "home"
    made = Stage(home, home / "share" / "alicia")
    yield made
    made.own_data.close()


def test_everything_else_is_told(stage: Stage):
    assert "Dear Ann" in stage.told(stage.home, "letter.txt")


def test_a_data_folder_inside_an_allowed_one_is_closed(stage: Stage):
    assert SECRET not in stage.told(stage.home, *(f"share/alicia/{name}" for name in READ_AT))
    assert SECRET not in stage.told(stage.data.parent, *(f"alicia/{name}" for name in READ_AT))


@pytest.mark.parametrize("inside", ["", "logs", "backups/sub"])
def test_an_allowed_folder_inside_the_data_folder_is_closed_by_every_name(tmp_path: Path, inside: str):
    real = tmp_path / "real"
    link = tmp_path / "link"
    real.mkdir()
    link.symlink_to(real)
    stage = Stage(tmp_path / "home", link)
    for allowed in (real / inside, link / inside):
        assert SECRET not in stage.told(allowed, "settings.toml", "app.txt", "deep.txt", "logs/app.txt")
    stage.own_data.close()


def test_a_link_to_the_data_folder_is_closed_and_what_it_is_linked_from_is_not(stage: Stage):
    (stage.home / "link").symlink_to(stage.data)
    (stage.home / "letters").mkdir()
    (stage.home / "letters" / "link").symlink_to(stage.data)
    (stage.home / "letters" / "ann.txt").write_text("Dear Ann")
    assert SECRET not in stage.told(stage.home / "link", *READ_AT)
    told = stage.told(stage.home / "letters", "ann.txt", *(f"link/{name}" for name in READ_AT))
    assert "Dear Ann" in told
    assert SECRET not in told


def test_what_the_data_folder_links_to_is_closed(stage: Stage):
    for name, target in (("elsewhere", "target"), ("kept.txt", "target/one.txt")):
        (stage.home / "target").mkdir(exist_ok=True)
        (stage.home / "target" / "one.txt").write_text(SECRET)
        (stage.data / name).symlink_to(stage.home / target)
        assert SECRET not in stage.told(stage.home, "target/one.txt")
        (stage.data / name).unlink()


def test_a_hard_link_to_a_file_of_it_is_closed(stage: Stage):
    os.link(stage.data / "settings.toml", stage.home / "settings.txt")
    assert SECRET not in stage.told(stage.home, "settings.txt")


@pytest.mark.parametrize("moved", ["share/renamed", "Documents"])
def test_a_data_folder_that_is_moved_while_the_program_runs_stays_closed(stage: Stage, moved: str):
    stage.data.rename(stage.home / moved)
    (stage.home / "share" / "alicia").mkdir()  # somebody else's folder has the old name now
    assert SECRET not in stage.told(stage.home, *(f"{moved}/{name}" for name in READ_AT))
    assert SECRET not in stage.told(stage.home / moved, *READ_AT)


async def test_a_data_folder_of_an_earlier_run_is_known_by_its_database(stage: Stage, tmp_path: Path):
    old = stage.home / "Documents" / "old"
    await (await Database.open(old / "server.db", clock=JumpingClock())).close()
    (old / "logs").mkdir()
    for name in ("settings.toml", "logs/app.txt"):
        (old / name).write_text(SECRET)
    assert SECRET not in stage.told(stage.home, "Documents/old/settings.toml", "Documents/old/logs/app.txt")
    assert SECRET not in stage.told(old, "settings.toml", "logs/app.txt")
    assert SECRET not in stage.told(old / "logs", "app.txt")
    (old / "server.db").write_bytes(b"x" * 200)
    assert SECRET in stage.told(stage.home), "a folder without a database of ours is anybody's"


@pytest.mark.e2e
def test_what_is_mounted_a_second_time_is_closed(stage: Stage):
    """Bind mounts of the folder, of one below it, and of a single file; needs root."""
    targets = {"all": stage.data, "logs": stage.data / "logs", "one.txt": stage.data / "settings.toml"}
    mounted: list[Path] = []
    try:
        for name, source in targets.items():
            place = stage.home / name
            place.touch() if source.is_file() else place.mkdir()
            done = subprocess.run(
                ["mount", "--bind", source, place], capture_output=True, timeout=PATIENCE, check=False
            )
            require(part="The right to mount a folder", present=not done.returncode, command="sudo make test")
            mounted.append(place)
        told = stage.told(stage.home, "one.txt", "logs/app.txt", *(f"all/{name}" for name in READ_AT))
        told += stage.told(stage.home / "logs", "app.txt") + stage.told(stage.home / "all", *READ_AT)
    finally:
        for place in mounted:
            subprocess.run(["umount", "--lazy", place], timeout=PATIENCE, check=True)
    assert SECRET not in told
