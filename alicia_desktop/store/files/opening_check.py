"""Look at the files of a database before SQLite does, which overwrites some and opens others that do not fit together.

To SQLite an empty file is a new database, and a log beside it is removed; a log is copied into whatever database has
its name; a log with a damaged frame ends there, and a log with a damaged header is none. Here each of these is refused,
and nothing is changed: the sentences in `failures` tell what can be done, and `salvage` does it.
"""

from pathlib import Path

from alicia_desktop.base.logs import get_logger
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.files.damage_marker import misses_log
from alicia_desktop.store.files.page_checksums import PageChecksums
from alicia_desktop.store.files.wal import LogSurvey, log_path, size_of, survey
from alicia_desktop.store.migrate import backups_of

log = get_logger(__name__)


def check_new(path: Path) -> None:
    """Return if there is a database, or nothing of one.

    Raises:
        WorldError: `database_damaged`; only its log is there.
    """
    if not size_of(path) and size_of(log_path(path)):
        raise sqlite_errors.emptied(path, left="log")


def check_files(path: Path, checksums: PageChecksums) -> str:
    """Look at a database that exists; returns what the person has to know, as a sentence, or nothing.

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
