"""What a server tells those who keep copies of its memories: what changed since they last asked.

A cursor names this very database, the names of the person and a number of `alicia_memory_changes`. When the database
is another one or an older copy, or the person has got another name, the old cursor is of no use and everything is told
from the start.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, func, select

from alicia_desktop.base import ids
from alicia_desktop.store.memories.memories import SELECT
from alicia_desktop.store.memories.memory_copies import MemoryChanges, copy_of
from alicia_desktop.store.records import MemoryRecord, record_of
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema import memory_changes as log
from alicia_desktop.store.schema.columns import to_utc_text

MAX_CHANGES: Final = 1_000
_REF, _KEY = "memory_feed", "origin"


def changes_after(conn: Connection, user_ids: Sequence[str], *, after: str, limit: int) -> MemoryChanges:
    """Return at most `limit` memories of a person that changed after the cursor `after`, deleted ones among them."""
    stem = f"{_origin(conn)}-{_names(user_ids)}"
    last = _last(conn)
    known = _revision(after, stem, last)
    place = known or 0
    query = SELECT.add_columns(table.c.embeddings, log.c.revision).join(log, log.c.memory_pk == table.c.pk)
    query = query.where(log.c.revision > place, table.c.user_id.in_(user_ids)).order_by(log.c.revision)
    rows = conn.execute(query.limit(max(1, min(limit, MAX_CHANGES)))).all()
    more = bool(rows) and _further(conn, user_ids, rows[-1].revision)
    reached = rows[-1].revision if more else last
    return MemoryChanges(
        memories=[copy_of(record_of(MemoryRecord, row), row.embeddings) for row in rows],
        cursor=f"{stem}-{reached}",
        more=more,
        fresh=known is None,
        left=_left(conn, user_ids, reached) if more else 0,
    )


def require_origin(conn: Connection, at: datetime) -> None:
    """Give this database a name of its own, once; cursors of another one are told by it."""
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5) "
        "ON CONFLICT(ref, key) DO NOTHING",
        (ids.new_id(ids.META), _REF, _KEY, ids.new_id("").replace("-", "_"), to_utc_text(at)),
    )


def _origin(conn: Connection) -> str:
    found = conn.exec_driver_sql("SELECT value FROM alicia_meta WHERE ref = ? AND key = ?", (_REF, _KEY)).scalar()
    if found is None:
        raise LookupError("this database has no name yet: `require_origin` comes first")
    return str(found)


def _names(user_ids: Sequence[str]) -> str:
    return hashlib.sha256("\x1f".join(sorted(user_ids)).encode()).hexdigest()[:8]


def _revision(cursor: str, stem: str, last: int) -> int | None:
    """Return the number in a cursor of ours; None where it is none, or was given out by another database.

    One beyond the last change was given out before this database was put back to what it had been earlier.
    """
    begins, _, number = cursor.rpartition("-")
    ours = begins == stem and number.isdecimal() and len(number) < 19 and int(number) <= last
    return int(number) if ours else None


def _last(conn: Connection) -> int:
    return conn.execute(select(log.c.revision).order_by(log.c.revision.desc()).limit(1)).scalar() or 0


def _further(conn: Connection, user_ids: Sequence[str], revision: int) -> bool:
    query = select(log.c.revision).join(table, log.c.memory_pk == table.c.pk)
    query = query.where(log.c.revision > revision, table.c.user_id.in_(user_ids))
    return conn.execute(query.limit(1)).first() is not None


def _left(conn: Connection, user_ids: Sequence[str], revision: int) -> int:
    query = select(func.count()).select_from(log).join(table, log.c.memory_pk == table.c.pk)
    return conn.execute(query.where(log.c.revision > revision, table.c.user_id.in_(user_ids))).scalar_one()
