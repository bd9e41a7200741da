"""Deleting so that the file keeps nothing: pages are overwritten, and the write-ahead log is folded in and cut.

SQLite leaves what was deleted on free pages, and what was written before in its write-ahead log until that grows over
it, which may be at the end of the program. Somebody who had something forgotten expects it to be gone by then.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection

from alicia_desktop.store.files import checkpointer

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
    if conn.info.get(_OWED) and checkpointer.cut(conn):
        del conn.info[_OWED]
