"""Copy the write-ahead log into the database, after the checksums of its pages are on disk; cut it after a deletion.

    checkpointer.attach(conn)      # SQLite does none by itself any more
    ... a commit ...
    after_commit(conn)             # copies the log into the database once it has a thousand pages
    checkpointer.detach(conn)      # copies all of it

On a connection without one, SQLite does as it always does.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, Literal

from sqlalchemy import Connection
from sqlcipher3 import dbapi2

from alicia_desktop.base.logs import get_logger
from alicia_desktop.store.files.page_checksums import PageChecksums
from alicia_desktop.store.files.wal import (
    FRAME_HEADER_BYTES,
    HEADER_BYTES,
    latest_pages,
    log_path,
    read_header,
    size_of,
)

log = get_logger(__name__)
Mode = Literal["PASSIVE", "TRUNCATE"]
LOG_FRAMES: Final = 2_000
"""When the log is copied. Twice SQLite's own number: it costs the less, the more often a page is written meanwhile."""
AGAIN_FRAMES: Final = 500
"""How much the log grows until it is tried again, where a reader did not let all of it be copied."""
_KEY: Final = "alicia_checkpointer"


class Checkpointer:
    """Belongs to the connection that it is attached to, and to its thread."""

    def __init__(self, path: Path, checksums: PageChecksums) -> None:
        self._log = log_path(path)
        self._checksums = checksums
        self._salts: tuple[int, int] | None = None
        self._taken = 0
        """Frames of the log whose checksums are written."""
        self._pages: set[int] = set()
        """The pages in them."""
        self._next = LOG_FRAMES

    def attach(self, conn: Connection) -> None:
        """Attach to a connection, whose checkpoints SQLite no longer does itself."""
        conn.info[_KEY] = self
        _driver(conn).execute("PRAGMA wal_autocheckpoint = 0")

    def detach(self, conn: Connection) -> bool:
        """Copy the whole log before the connection is closed; whether nothing of it is left."""
        del conn.info[_KEY]
        return self.checkpoint(_driver(conn), "TRUNCATE")

    def after_commit(self, driver: Any) -> None:
        """Copy the log when it has grown long enough."""
        _, frames, copied = driver.execute("PRAGMA wal_checkpoint(NOOP)").fetchone()
        if self._salts is None and frames > 0:
            self._note_log()
        if frames < LOG_FRAMES:
            self._next = LOG_FRAMES
        elif copied < frames >= self._next:
            self.checkpoint(driver, "PASSIVE")
            self._next = frames + AGAIN_FRAMES

    def checkpoint(self, driver: Any, mode: Mode) -> bool:
        """Write the checksums of what is in the log, then copy it into the database; whether all of it was.

        Where the disk is full or fails, it is tried again later: nothing is lost as long as there is the log.
        """
        try:
            with self._checksums.lock:
                self._take(driver)
                busy, frames, copied = driver.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
                whole = not busy and copied == frames
                self._checksums.settle(lagging=frozenset() if whole else frozenset(self._pages))
        except dbapi2.Error as error:
            log.info("the log could not be copied", log=self._log.name, error=type(error).__name__)
            return False
        return whole

    def _take(self, driver: Any) -> None:
        _, frames, _ = driver.execute("PRAGMA wal_checkpoint(NOOP)").fetchone()
        if frames <= 0:
            return
        try:
            with self._log.open("rb", buffering=0) as file:
                self._take_frames(file, frames)
        except (OSError, ValueError) as error:
            log.warning("the log cannot be read, checksums are taken anew", log=self._log.name, error=str(error))
            self._checksums.forget()

    def _take_frames(self, file: IO[bytes], frames: int) -> None:
        """Take the checksums of the frames that are new among the first `frames`.

        Raises:
            ValueError: the file has less.
        """
        header = read_header(file)
        if header is None:
            raise ValueError("it has no header")
        if header.salts != self._salts:
            self._begin_log(header.salts)
        if size_of(self._log) < HEADER_BYTES + frames * (FRAME_HEADER_BYTES + header.page_size):
            raise ValueError("it is too short")
        latest = latest_pages(file, header, first=self._taken, end=frames)
        self._checksums.take(latest.checksums, page_count=latest.page_count)
        self._pages |= latest.checksums.keys()
        self._taken = frames

    def _note_log(self) -> None:
        with suppress(OSError), self._log.open("rb") as file:
            header = read_header(file)
            if header is not None:
                self._begin_log(header.salts)

    def _begin_log(self, salts: tuple[int, int]) -> None:
        self._salts, self._taken, self._pages = salts, 0, set()
        self._checksums.note_log(salts)


def after_commit(conn: Connection) -> None:
    """Run the connection's checkpointer, if it has one, after a commit."""
    checkpointer = conn.info.get(_KEY)
    if checkpointer is not None:
        try:
            checkpointer.after_commit(_driver(conn))
        except dbapi2.Error as error:  # what was committed is, and the next commit tries again
            log.warning("the log could not be looked at", error=type(error).__name__)


def cut(conn: Connection) -> bool:
    """Copy the whole log into the database and cut it to nothing; whether that could be done now."""
    checkpointer, driver = conn.info.get(_KEY), _driver(conn)
    try:
        if checkpointer is not None:
            return bool(checkpointer.checkpoint(driver, "TRUNCATE"))
        busy, *_ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except dbapi2.Error:
        return False
    return not busy


def _driver(conn: Connection) -> Any:
    driver = conn.connection.driver_connection
    assert driver is not None
    return driver


_OWED: Final = "alicia_log_to_cut"
_FAST: Final = 2
"""What SQLite answers for `FAST`, which it does not take as a number."""


@contextmanager
def for_good(conn: Connection) -> Iterator[None]:
    """Overwrite what is deleted in the block, whole pages too, and let `cut_log` do its part after the commit."""
    conn.info[_OWED] = True
    before = conn.exec_driver_sql("PRAGMA secure_delete").scalar_one()
    conn.exec_driver_sql("PRAGMA secure_delete = ON")
    try:
        yield
    finally:
        conn.exec_driver_sql(f"PRAGMA secure_delete = {'FAST' if before == _FAST else before}")


def cut_log(conn: Connection) -> None:
    """Fold the write-ahead log in after a commit that deleted something for good.

    Where a reader still looks at an older snapshot, or the disk is full, the next commit tries again.
    """
    if conn.info.get(_OWED) and cut(conn):
        del conn.info[_OWED]
