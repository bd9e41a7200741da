"""A mark beside a database in which damage was met while it was used: the next opening looks through the whole file.

To look through it at every opening would take seconds, and a page that nobody reads for weeks may be the bad one. Pages
that are known to have been damaged are listed in it: what was written since may have made damage a part of them.
"""

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Connection

from alicia_desktop.base.files import write_private
from alicia_desktop.base.logs import get_logger
from alicia_desktop.store import sqlite_errors
from alicia_desktop.store.files.page_checksums import PageChecksums

log = get_logger(__name__)


def suspect(path: Path, pages: Iterable[int] = ()) -> None:
    """Leave the mark; where nothing can be written, the damage is met again."""
    known = damaged_pages(path) | set(pages)
    try:
        write_private(_mark(path), " ".join(map(str, sorted(known))).encode())
    except OSError as error:
        log.warning("a damaged database could not be marked", database=path.name, error=type(error).__name__)


def clear(path: Path) -> None:
    """Take the mark away."""
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
    """Look through a database that is marked.

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
