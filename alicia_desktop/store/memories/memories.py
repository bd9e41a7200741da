"""Insert, change, find and softly delete memories, and count their use.

A memory's content decides its vector, so that writing other content takes the vector away; `memory_search` writes
vectors and looks for memories by words and by meaning.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Text, bindparam, insert, select

from alicia_desktop.store import changes
from alicia_desktop.store.records import MemoryKind, MemoryRecord
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema.columns import columns_of, record_of, to_utc_text, values_of

_BATCH: Final = 500
"""Ids in one statement; SQLite allows far more, but a longer statement is not faster."""
_NOT_WRITTEN: Final = frozenset({"embeddings_info", "reference_links"})
"""What comes with the vector, and what the database keeps by itself."""
SELECT: Final = select(*columns_of(MemoryRecord, table))
"""All that a `MemoryRecord` has, to be narrowed."""
_KEY: Final = bindparam("key", type_=Text)
_ONE: Final = SELECT.where(table.c.id == _KEY)
_CONTENT: Final = select(table.c.content).where(table.c.id == _KEY)
_UPDATE: Final = table.update().where(table.c.id == _KEY)
"""Made once, because making one costs as much as carrying it out, and people change thousands of memories at a time."""
_USED: Final = _UPDATE.values(usage_frequency=table.c.usage_frequency + 1, last_referenced_at=bindparam("at"))
_DELETED: Final = _UPDATE.values(deleted_at=bindparam("gone"), updated_at=bindparam("at")).returning(
    table.c.reference_to
)


def new_memory(
    *,
    memory_id: str,
    content: str,
    at: datetime,
    user_id: str,
    importance: float = 0.5,
    created_by: str | None = None,
    source_type: str | None = None,
    source_info: Mapping[str, Any] | None = None,
    source_chat_id: str | None = None,
    tags: Sequence[str] = (),
    pinned: bool = False,
    category: str | None = None,
    kind: MemoryKind = "semantic",
    reference_to: str | None = None,
    token_count: int | None = None,
    meta: Mapping[str, Any] | None = None,
) -> MemoryRecord:
    """Return a memory as it is before anybody used, rated or changed it; what is rarer, `MemoryRecord` takes itself."""
    return MemoryRecord(
        id=memory_id,
        content=content,
        importance=importance,
        created_by=created_by,
        source_type=source_type,
        source_info=source_info or {},
        tags=list(tags),
        pinned=pinned,
        created_at=at,
        updated_at=at,
        user_id=user_id,
        category=category,
        kind=kind,
        reference_to=reference_to,
        source_chat_id=source_chat_id,
        token_count=token_count,
        meta=meta or {},
    )


def insert_memories(conn: Connection, memories: Iterable[MemoryRecord]) -> tuple[str, ...]:
    """Insert those whose id is not there yet and return their ids, so that doing it twice changes nothing."""
    fresh: dict[str, MemoryRecord] = {}
    for memory in memories:
        fresh.setdefault(memory.id, memory)
    there = _known(conn, tuple(fresh))
    new = [memory for memory in fresh.values() if memory.id not in there]
    if new:
        conn.execute(insert(table), [_values(memory) | {"reference_links": memory.reference_links} for memory in new])
    for memory in new:
        note_change(conn, memory.id, memory.reference_to)
    return tuple(memory.id for memory in new)


def replace_memory(conn: Connection, memory: MemoryRecord) -> None:
    """Write every column of a memory that exists; other content takes the vector away until it is made anew."""
    values = _values(memory)
    before = conn.execute(_CONTENT, {"key": memory.id}).scalar_one()
    if before != memory.content:
        values |= {"embeddings": None, "embeddings_info": None}
    conn.execute(_UPDATE, values | {"key": memory.id})
    note_change(conn, memory.id, memory.reference_to)


def soft_delete_memories(conn: Connection, ids: Sequence[str], at: datetime) -> None:
    """Delete memories softly: no search or list has them, and `restore_memories` brings them back."""
    _set_deleted(conn, ids, at, deleted_at=at)


def restore_memories(conn: Connection, ids: Sequence[str], at: datetime) -> None:
    """Undo `soft_delete_memories`."""
    _set_deleted(conn, ids, at, deleted_at=None)


def mark_used(conn: Connection, ids: Sequence[str], at: datetime) -> None:
    """Count one more use of each memory."""
    for memory_id in ids:
        conn.execute(_USED, {"key": memory_id, "at": at})
        changes.note(conn, "memory", None, memory_id)


def get_memory(conn: Connection, memory_id: str) -> MemoryRecord | None:
    """Return the memory, also a deleted one, or None."""
    row = conn.execute(_ONE, {"key": memory_id}).one_or_none()
    return None if row is None else record_of(MemoryRecord, row)


def get_memories(conn: Connection, ids: Sequence[str]) -> dict[str, MemoryRecord]:
    """Return the memories that exist, deleted ones too, by id."""
    found: dict[str, MemoryRecord] = {}
    for at in range(0, len(ids), _BATCH):
        rows = conn.execute(SELECT.where(table.c.id.in_(ids[at : at + _BATCH])))
        found |= {row.id: record_of(MemoryRecord, row) for row in rows}
    return found


def list_memories(
    conn: Connection, *, user_ids: Sequence[str], archived: bool = False, limit: int = 100_000
) -> tuple[MemoryRecord, ...]:
    """Return the memories of these users, the newest first; archived ones only when asked for."""
    statement = SELECT.where(table.c.user_id.in_(user_ids), table.c.deleted_at.is_(None))
    if not archived:
        statement = statement.where(~table.c.archived)
    rows = conn.execute(statement.order_by(table.c.created_at.desc(), table.c.pk.desc()).limit(limit))
    return tuple(record_of(MemoryRecord, row) for row in rows)


def embeddings_info(*, encoder: str, version: str, width: int, at: datetime) -> dict[str, Any]:
    """Return what `embeddings_info` says about a vector."""
    return {"encoder": encoder, "version": version, "width": width, "at": to_utc_text(at)}


def _set_deleted(conn: Connection, ids: Sequence[str], at: datetime, *, deleted_at: datetime | None) -> None:
    for memory_id in ids:
        for target in conn.execute(_DELETED, {"key": memory_id, "gone": deleted_at, "at": at}).scalars():
            note_change(conn, memory_id, target)


def note_change(conn: Connection, memory_id: str, reference_to: str | None) -> None:
    """Note a change of a memory, and of the memory that it refers to."""
    changes.note(conn, "memory", None, memory_id)
    if reference_to:
        changes.note(conn, "memory", None, reference_to)


def _known(conn: Connection, ids: Sequence[str]) -> set[str]:
    known: set[str] = set()
    for at in range(0, len(ids), _BATCH):
        known.update(conn.execute(select(table.c.id).where(table.c.id.in_(ids[at : at + _BATCH]))).scalars())
    return known


def _values(memory: MemoryRecord) -> dict[str, Any]:
    return values_of(memory, without=_NOT_WRITTEN)
