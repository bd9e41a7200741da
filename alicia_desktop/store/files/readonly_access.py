"""Read, check and copy a database that another process may be writing: no lock, no migration, nothing is changed."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection
from sqlcipher3 import dbapi2

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.store import accounts, sqlite_errors
from alicia_desktop.store.engine import BUSY_SECONDS, reading_engine
from alicia_desktop.store.files.database_file import FileLock, check_files, check_new
from alicia_desktop.store.files.page_checksums import PageChecksums, checksums_path
from alicia_desktop.store.files.wal import size_of
from alicia_desktop.store.migration import APPLICATION_ID, shipped_steps


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Open `path` for one snapshot.

    Raises:
        WorldError: there is no such database, or this version of the program cannot read it.
    """
    check_new(path)  # of an empty file, SQLite would remove the log
    if not size_of(path):
        raise WorldError(
            sentence=translate("There is nothing yet: {path} does not exist or is empty.").format(path=path),
            code="no_database",
        )
    engine = reading_engine(path)
    try:
        with sqlite_errors.explained(path), engine.connect() as conn, conn.begin():
            _check_version(conn, path)
            yield conn
    finally:
        engine.dispose()


def _check_version(conn: Connection, path: Path) -> None:
    version: int = conn.exec_driver_sql("PRAGMA user_version").scalar_one()
    known = len(shipped_steps())
    if version > known:
        raise sqlite_errors.newer(path, found=version, known=known)
    if version < known:
        sentence = translate("{path} is from an older version. Start Alicia once; that brings it up to date.").format(
            path=path
        )
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


_OF_THE_TARGET: Final = frozenset({"disk_full", "disk_error", "folder_read_only"})


def copy_database(path: Path, target: Path) -> None:
    """Write what is committed at `path` to `target`, without what was deleted; nothing at `path` is changed.

    Not by SQLite's backup API, which begins again at each commit of another process.

    Raises:
        WorldError: the source is damaged, or the target cannot be written.
    """
    try:
        # Read-only, because the last one to leave a writable connection folds the log of a killed program into it.
        source = dbapi2.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
        with closing(source):
            source.isolation_level = None
            source.execute("VACUUM INTO ?", (str(target),))
    except dbapi2.Error as error:
        told = sqlite_errors.explain(error, path)
        if isinstance(told, WorldError) and told.code in _OF_THE_TARGET:
            told = sqlite_errors.explain(error, target)
        raise told from error


def check_copy(path: Path) -> None:
    """Look through a database that comes from elsewhere.

    Raises:
        WorldError: it is damaged, another program's, or of a later version than this program.
    """
    engine = reading_engine(path)
    try:
        with sqlite_errors.explained(path), engine.connect() as conn, conn.begin():
            if conn.exec_driver_sql("PRAGMA application_id").scalar_one() != APPLICATION_ID:
                raise sqlite_errors.foreign(path)
            version: int = conn.exec_driver_sql("PRAGMA user_version").scalar_one()
            if version > (known := len(shipped_steps())):
                raise sqlite_errors.newer(path, found=version, known=known)
            if conn.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
                raise sqlite_errors.damaged(path)
    finally:
        engine.dispose()


def rename_participant(path: Path) -> None:
    """Give a copy another participant id, so that it and its original do not push each other out of rooms.

    Raises:
        WorldError: it cannot be written.
    """
    with sqlite_errors.explained(path), closing(dbapi2.connect(str(path), isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode = DELETE")  # nothing stays beside the file
        conn.execute(accounts.FORGET_PARTICIPANT_ID)
