"""Reading a database that another process may be writing: no lock, no migration, nothing is changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.engine import reading_engine
from alicia_desktop.store.files.lock import FileLock
from alicia_desktop.store.files.opening_check import check_files, check_new
from alicia_desktop.store.files.page_checksums import PageChecksums, checksums_path
from alicia_desktop.store.files.wal import size_of
from alicia_desktop.store.migrate import shipped_steps


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open `path` for one snapshot.

    Raises:
        WorldError: there is no such database, or this version of the program cannot read it.
    """
    check_new(path)  # of an empty file, SQLite would remove the log
    if not size_of(path):
        raise WorldError(sentence=f"There is nothing yet: {path} does not exist or is empty.", code="no_database")
    engine = reading_engine(path)
    try:
        with engine.connect() as conn, conn.begin():
            _check_version(conn, path)
            yield conn
    except Exception as error:
        translated = sqlite_errors.translate(error, path)
        if translated is error:
            raise
        raise translated from error
    finally:
        engine.dispose()


def _check_version(conn: Connection, path: Path) -> None:
    version: int = conn.exec_driver_sql("PRAGMA user_version").scalar_one()
    known = len(shipped_steps())
    if version > known:
        raise sqlite_errors.newer(path, found=version, known=known)
    if version < known:
        sentence = f"{path} is from an older version. Start Alicia once; that brings it up to date."
        raise WorldError(sentence=sentence, code="database_older")


def check(path: Path) -> None:
    """Look through the whole file: its pages by their checksums, unless a program is using it, its structure by SQLite.

    Raises:
        WorldError: as `reading`; `database_damaged` also where only a part of it is.
    """
    if path.exists() and checksums_path(path).exists():
        _check_pages(path)
    with reading(path) as conn:
        if conn.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
            raise sqlite_errors.damaged(path)


def _check_pages(path: Path) -> None:
    lock = FileLock(path)
    try:
        lock.acquire()
    except WorldError as error:
        if error.code != "database_in_use":
            raise
        return  # that program looks at them itself
    try:
        checksums = PageChecksums(path)
        try:
            check_files(path, checksums)
            damaged = checksums.verify_all()
        finally:
            checksums.close(clean=False)
    finally:
        lock.release()
    if damaged:
        raise sqlite_errors.damaged(path)
