"""Files that only their owner can read."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from alicia_desktop.base.files import make_private_file, make_private_folder, private_opener, restrict, write_private

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a person's own folders from others")


@pytest.fixture(autouse=True)
def _open_handed() -> Iterator[None]:
    """Whatever is made is for everybody, unless somebody sees to it."""
    was = os.umask(0)
    yield
    os.umask(was)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_made_is_its_owners_alone_whatever_the_umask(tmp_path: Path):
    make_private_folder(tmp_path / "folder")
    make_private_file(tmp_path / "empty")
    write_private(tmp_path / "whole", b"content")
    with open(tmp_path / "opened", "ab", opener=private_opener):
        pass
    assert {path.name: mode(path) for path in tmp_path.iterdir()} == {
        "folder": 0o700,
        "empty": 0o600,
        "whole": 0o600,
        "opened": 0o600,
    }


def test_the_access_of_others_is_taken_away_and_no_more(tmp_path: Path):
    for name, before in (("a", 0o644), ("b", 0o666), ("c", 0o755), ("d", 0o400)):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(before)
        assert restrict(tmp_path / name)
    assert [mode(tmp_path / name) for name in "abcd"] == [0o600, 0o600, 0o700, 0o400]
    assert restrict(tmp_path / "not there")


def test_a_file_of_somebody_else_is_told(tmp_path: Path):
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    theirs = tmp_path / "theirs"
    theirs.touch(mode=0o644)
    for folder in (tmp_path, tmp_path.parent):
        folder.chmod(0o755)
    os.seteuid(65_534)
    try:
        assert not restrict(theirs)
    finally:
        os.seteuid(0)


def test_a_former_part_and_a_former_file_give_way(tmp_path: Path):
    (tmp_path / "file.part").write_text("left by a crash")
    (tmp_path / "file").write_text("former")
    write_private(tmp_path / "file", b"new")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"file": "new"}
