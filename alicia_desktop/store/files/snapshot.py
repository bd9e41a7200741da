"""Copies of a whole database: taken as it is at one moment, also while it is written, and checked before use."""

from contextlib import closing
from pathlib import Path
from typing import Final

from sqlcipher3 import dbapi2

from alicia_desktop.base.errors import WorldError
from alicia_desktop.store import participant, sqlite_errors
from alicia_desktop.store.engine import BUSY_SECONDS, reading_engine
from alicia_desktop.store.migrate import APPLICATION_ID, shipped_steps

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
        told = sqlite_errors.translate(error, path)
        if isinstance(told, WorldError) and told.code in _OF_THE_TARGET:
            told = sqlite_errors.translate(error, target)
        raise told from error


def check_copy(path: Path) -> None:
    """Look through a database that comes from elsewhere.

    Raises:
        WorldError: it is damaged, another program's, or of a later version than this program.
    """
    engine = reading_engine(path)
    try:
        with engine.connect() as conn, conn.begin():
            if conn.exec_driver_sql("PRAGMA application_id").scalar_one() != APPLICATION_ID:
                raise sqlite_errors.foreign(path)
            version: int = conn.exec_driver_sql("PRAGMA user_version").scalar_one()
            if version > (known := len(shipped_steps())):
                raise sqlite_errors.newer(path, found=version, known=known)
            if conn.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
                raise sqlite_errors.damaged(path)
    except dbapi2.Error as error:
        raise sqlite_errors.translate(error, path) from error
    finally:
        engine.dispose()


def rename_participant(path: Path) -> None:
    """Let a copy take part in rooms under another name, so that it and its original do not push each other out.

    Raises:
        WorldError: it cannot be written.
    """
    try:
        with closing(dbapi2.connect(str(path), isolation_level=None)) as conn:
            conn.execute("PRAGMA journal_mode = DELETE")  # nothing stays beside the file
            conn.execute(participant.FORGET)
    except dbapi2.Error as error:
        raise sqlite_errors.translate(error, path) from error
