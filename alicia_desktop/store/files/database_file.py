"""Open the files of a database: lock, check before SQLite looks at them, migrate, and look through what is marked.

SQLite overwrites some files and opens others that do not fit together. To it an empty file is a new database, and a log
beside it is removed; a log is copied into whatever database has its name; a log with a damaged frame ends there, and
one with a damaged header is none. Here each of these is refused, and nothing is changed: the sentences in
`sqlite_errors` tell what can be done, and `salvage` does it.

A mark (`client.db.suspect`) stands beside a database in which damage was met while it was used: only then is the whole
file looked through before it is used again, because that takes seconds. Pages that are known to have been damaged are
listed in it: what was written since may have made damage a part of them.

A `scratch_database` lies in a temporary folder, for rows that come from a file, and needs none of this.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import LockHeldError, ProcessLock, make_private_file, make_private_folder, write_private
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.translation import translate
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.checkpointer import Checkpointer
from alicia_desktop.store.files.page_checksums import PageChecksums, checksums_path
from alicia_desktop.store.files.wal import LogSurvey, log_path, size_of, survey
from alicia_desktop.store.migration import backups_of, migrate

log = get_logger(__name__)


class FileLock:
    """Holds `<database>.lock` from `acquire` to `release`."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._lock = ProcessLock(database.with_name(database.name + ".lock"))

    def acquire(self) -> None:
        """Acquire the lock.

        Raises `WorldError` `database_in_use` when a process has it, `folder_read_only` when none can be made and
        `disk_full` when there is no space even for that.
        """
        try:
            self._lock.acquire()
        except LockHeldError as error:
            raise WorldError(
                sentence=translate(
                    "Alicia is already using {path} (process {process}). Close that window or server first."
                ).format(path=self._database, process=error.holder),
                retry=True,
                code="database_in_use",
            ) from error
        except OSError as error:
            raise sqlite_errors.of_files(error, self._database) from error

    def release(self) -> None:
        """Release the lock; does nothing when it is not held."""
        self._lock.release()


def suspect(path: Path, pages: Iterable[int] = ()) -> None:
    """Mark a database as damaged, and its `pages`; where nothing can be written, the damage is met again."""
    known = damaged_pages(path) | set(pages)
    try:
        write_private(_mark(path), " ".join(map(str, sorted(known))).encode())
    except OSError as error:
        log.warning("a damaged database could not be marked", database=path.name, error=type(error).__name__)


def clear(path: Path) -> None:
    """Remove the mark."""
    _mark(path).unlink(missing_ok=True)


def damaged_pages(path: Path) -> set[int]:
    """Return the pages that the mark lists."""
    try:
        words = _mark(path).read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return set()
    return {int(word) for word in words if word.isdecimal()}


def misses_log(path: Path) -> bool:
    """Whether somebody removed the write-ahead log: a program that ends well removes the index beside it first."""
    beside = [path.with_name(f"{path.name}-{kind}").exists() for kind in ("shm", "wal")]
    return path.exists() and beside == [True, False]


def look_through(conn: Connection, path: Path, checksums: PageChecksums) -> None:
    """Check every page of a database that is marked, and remove the mark where all are whole.

    Raises:
        WorldError: `database_damaged`; the mark stays until what can be read was saved.
    """
    if not _mark(path).exists():
        return
    if (
        damaged_pages(path)
        or checksums.verify_all()
        or conn.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok"
    ):
        raise sqlite_errors.damaged(path)
    clear(path)


def _mark(path: Path) -> Path:
    return path.with_name(f"{path.name}.suspect")


def check_new(path: Path) -> None:
    """Refuse a path where only the write-ahead log of a database is left.

    Raises:
        WorldError: `database_damaged`.
    """
    if not size_of(path) and size_of(log_path(path)):
        raise sqlite_errors.emptied(path, left="log")


def check_files(path: Path, checksums: PageChecksums) -> str:
    """Check that file, log and checksums of a database belong together; return a notice for the user, or ''.

    Raises:
        WorldError: `database_damaged`.
    """
    found = survey(log_path(path))
    checksums.leave_to_log(found.pages)
    if size_of(path) == 0:
        _check_empty(path, checksums, found)
    elif found.loses_commits:
        raise sqlite_errors.log_damaged(path)
    elif found.salts is not None:
        _check_log(path, checksums, found)
    elif checksums.was_replaced():
        log.info("the database was replaced, its checksums are taken anew", database=path.name)
        checksums.forget()
    if found.salts is None and misses_log(path):
        log.warning("the write-ahead log is gone", database=path.name)
        return sqlite_errors.log_gone(path)
    return ""


def _check_empty(path: Path, checksums: PageChecksums, found: LogSurvey) -> None:
    """Refuse a file that was emptied; one that is there before the first table is made has none of these beside it."""
    if found.salts is not None or found.damaged_header:
        raise sqlite_errors.emptied(path, left="log")
    if backups_of(path):
        raise sqlite_errors.emptied(path, left="backup")
    if checksums.page_count:
        raise sqlite_errors.emptied(path, left="nothing")


def _check_log(path: Path, checksums: PageChecksums, found: LogSurvey) -> None:
    """Refuse the log of another database, or of another state of this one."""
    assert found.salts is not None
    if not checksums.owns_log(found.salts):
        raise sqlite_errors.log_of_another(path)
    if checksums.is_same_file():
        return
    damaged = checksums.verify_all()
    if damaged and checksums.was_replaced():
        raise sqlite_errors.log_of_another(path)
    if damaged:
        raise sqlite_errors.damaged(path)


def prepare_files(path: Path, lock: FileLock, clock: Clock, busy_seconds: float) -> tuple[PageChecksums, str]:
    """Lock, check and migrate the database file; return its checksums and a notice for the user, or ''."""
    try:
        make_private_folder(path.parent)
    except OSError as error:
        raise sqlite_errors.of_files(error, path) from error
    lock.acquire()
    is_new = not path.exists()
    checksums: PageChecksums | None = None
    try:
        if is_new:
            check_new(path)
            checksums_path(path).unlink(missing_ok=True)
            make_private_file(path)  # what SQLite puts beside it gets the same mode
        checksums = PageChecksums(path)
        notice = "" if is_new else check_files(path, checksums)
        if notice:
            suspect(path)
        checksums.begin()
        _bring_up_to_date(path, checksums, clock, busy_seconds)
    except BaseException as error:
        if checksums is not None:
            checksums.close(clean=False)
        if is_new and size_of(path) == 0:
            path.unlink(missing_ok=True)
        translated = _translated(error, path)
        if translated is error:
            raise
        raise translated from error
    return checksums, notice


def _bring_up_to_date(path: Path, checksums: PageChecksums, clock: Clock, busy_seconds: float) -> None:
    engine = writing_engine(path, busy_seconds=busy_seconds)
    try:
        with engine.connect() as conn:
            checkpointer = Checkpointer(path, checksums)
            checkpointer.attach(conn)
            migrate(conn, path, now=clock.now())
            look_through(conn, path, checksums)
            checkpointer.detach(conn)
    finally:
        engine.dispose()
    checksums.begin()  # the next log is another one


def _translated(error: BaseException, path: Path) -> BaseException:
    """Return the `WorldError` that an error means; the error itself where it is a bug of ours."""
    if isinstance(error, OSError):  # such as of the copy that is made before a change
        return sqlite_errors.of_files(error, path)
    return sqlite_errors.explain(error, path)


@contextmanager
def scratch_database(path: Path, *, now: datetime) -> Iterator[Connection]:
    """Make or open the database and yield a connection in one transaction, which is committed at the end."""
    make_private_file(path)
    engine = writing_engine(path)
    try:
        with engine.connect() as conn:
            driver = conn.connection.driver_connection
            assert driver is not None
            driver.execute("PRAGMA synchronous = OFF")  # nobody needs it after the power failed
            migrate(conn, path, now=now)
            with conn.begin():
                yield conn
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        engine.dispose()
