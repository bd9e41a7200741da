"""A capture takes no more memory than a few of its rows, and leaves nothing behind when its process was killed."""

import os
import tempfile
from pathlib import Path

import pytest

from alicia_desktop.captures.opened import ABANDONED_SECONDS, capture_connection
from alicia_desktop.captures.writer import CaptureContents, write_capture
from alicia_desktop.store.conversations.captured_rows import MAX_BATCH_BYTES, MAX_BATCH_ROWS, batches
from alicia_desktop.store.files.database_file import FileLock
from tests.captures.conftest import NOW


def unpacked(folder: Path, name: str, *, age: float) -> Path:
    """A folder as a killed process leaves it, last written to so many seconds before now."""
    left = folder / f"alicia-capture-{name}"
    left.mkdir()
    database = left / "capture.db"
    database.write_bytes(b"what was said")
    for path in (database, left):
        written = path.stat().st_mtime - age
        os.utime(path, (written, written))
    return left


class Opening:
    """Opens a capture, with a folder for temporary files of its own."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.folder = path, folder

    def __call__(self) -> list[str]:
        """Open and close it; return what is in the folder afterwards."""
        with capture_connection(self.path, now=NOW):
            pass
        return sorted(one.name for one in self.folder.iterdir())


@pytest.fixture
def opening(told, tmp_path, monkeypatch):
    """Open a capture again and again."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    write_capture(told.conn, CaptureContents(conversation_id="ac_1"), tmp_path / "talk", now=NOW)
    return Opening(tmp_path / "talk", temporary)


def test_what_was_abandoned_is_removed(opening):
    unpacked(opening.folder, "old", age=ABANDONED_SECONDS + 1)
    (opening.folder / "alicia-capture-empty").mkdir()
    assert opening() == ["alicia-capture-empty"]


def test_what_is_young_or_open_stays(opening):
    unpacked(opening.folder, "young", age=60)
    held = unpacked(opening.folder, "held", age=0)
    lock = FileLock(held / "capture.db")
    lock.acquire()
    for path in (*held.iterdir(), held):
        written = path.stat().st_mtime - ABANDONED_SECONDS - 1
        os.utime(path, (written, written))
    try:
        assert opening() == ["alicia-capture-held", "alicia-capture-young"]
    finally:
        lock.release()


def test_a_link_of_such_a_name_is_not_followed(opening, tmp_path):
    theirs = unpacked(tmp_path, "theirs", age=ABANDONED_SECONDS + 1)
    (opening.folder / "alicia-capture-link").symlink_to(theirs, target_is_directory=True)
    assert opening() == ["alicia-capture-link"]
    assert (theirs / "capture.db").exists()


def test_few_large_rows_or_many_small_ones_are_inserted_together():
    small = [{"seq": number, "raw": b""} for number in range(MAX_BATCH_ROWS + 1)]
    assert [len(batch) for batch in batches(small)] == [MAX_BATCH_ROWS, 1]
    large = [{"seq": number, "raw": bytes(MAX_BATCH_BYTES // 3 + 1)} for number in range(7)]
    assert [len(batch) for batch in batches(large)] == [3, 3, 1]
    assert list(batches([])) == []
