"""Memories as rows: kept, changed, found by id, softly deleted, marked as used.

A memory's content decides its vector, so that writing other content takes the vector away; `memory_search` writes
vectors and looks for memories by words and by meaning.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert as insert_or

from alicia_desktop.store import changes
from alicia_desktop.store.columns import to_utc_text
from alicia_desktop.store.records import MemoryKind, MemoryRecord, record_of
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema import memory_used, user_aliases

_BATCH: Final = 500
"""Ids in one statement; SQLite allows far more, but a longer statement is not faster."""
_COLUMNS: Final = tuple(field.name for field in fields(MemoryRecord) if field.name != "embeddings_info")
SELECT: Final = select(*(table.c[field.name] for field in fields(MemoryRecord)))
"""All that a `MemoryRecord` has, to be narrowed."""


def new_memory(
    *,
    memory_id: str,
    content: str,
    at: datetime,
    user_id: str,
    importance: float = 0.5,
    confidence: float = 1.0,
    created_by: str | None = None,
    source_type: str | None = None,
    source_info: Mapping[str, Any] | None = None,
    source_chat_id: str | None = None,
    tags: Sequence[str] = (),
    pinned: bool = False,
    topic: str | None = None,
    summary: str | None = None,
    category: str | None = None,
    kind: MemoryKind = "semantic",
    sentiment: str | None = None,
    reference_to: str | None = None,
    token_count: int | None = None,
    meta: Mapping[str, Any] | None = None,
    context: str = "",
) -> MemoryRecord:
    """Return a memory as it is before anybody used, rated or changed it."""
    return MemoryRecord(
        id=memory_id,
        content=content,
        embeddings_info=None,
        importance=importance,
        confidence=confidence,
        user_rating=None,
        created_by=created_by,
        source_type=source_type,
        source_info=source_info or {},
        tags=list(tags),
        pinned=pinned,
        archived=False,
        created_at=at,
        updated_at=at,
        deleted_at=None,
        user_id=user_id,
        topic=topic,
        summary=summary,
        category=category,
        subcategory=None,
        kind=kind,
        sentiment=sentiment,
        reference_to=reference_to,
        reference_links=[reference_to] if reference_to else [],
        guest_session_id=None,
        source_chat_id=source_chat_id,
        token_count=token_count,
        usage_frequency=0,
        last_referenced_at=None,
        meta=meta or {},
        context=context,
    )


def insert_memories(conn: Connection, memories: Iterable[MemoryRecord]) -> tuple[str, ...]:
    """Insert those whose id is not there yet and return their ids, so that doing it twice changes nothing."""
    inserted: list[str] = []
    statement = insert_or(table).on_conflict_do_nothing(index_elements=["id"])
    for memory in memories:
        if conn.execute(statement, _values(memory)).rowcount:
            inserted.append(memory.id)
            changes.note(conn, "memory", None, memory.id)
    return tuple(inserted)


def replace_memory(conn: Connection, memory: MemoryRecord) -> None:
    """Write every column of a memory that exists; other content takes the vector away until it is made anew."""
    values = _values(memory)
    before = conn.execute(select(table.c.content).where(table.c.id == memory.id)).scalar_one()
    if before != memory.content:
        values |= {"embeddings": None, "embeddings_info": None}
    conn.execute(table.update().where(table.c.id == memory.id).values(values))
    changes.note(conn, "memory", None, memory.id)


def soft_delete_memories(conn: Connection, ids: Sequence[str], at: datetime) -> None:
    """Take memories out of every search and list; the rows stay."""
    for memory_id in ids:
        conn.execute(table.update().where(table.c.id == memory_id).values(deleted_at=at, updated_at=at))
        changes.note(conn, "memory", None, memory_id)


def forget_memories(conn: Connection, ids: Sequence[str], at: datetime) -> None:
    """Delete memories and what they said, also in traces of their use; empty rows stay so that references hold."""
    gone: dict[str, Any] = {
        "content": "",
        "context": "",
        "topic": None,
        "summary": None,
        "tags": [],
        "meta": {},
        "source_info": {},
    }
    for memory_id in ids:
        values = gone | {"embeddings": None, "embeddings_info": None, "deleted_at": at, "updated_at": at}
        conn.execute(table.update().where(table.c.id == memory_id).values(values))
        used = memory_used.update().where(memory_used.c.memory_id == memory_id)
        conn.execute(used.values(content="", meta={}, query_prompt_meta=None, updated_at=at))
        changes.note(conn, "memory", None, memory_id)


def mark_used(conn: Connection, ids: Sequence[str], at: datetime) -> None:
    """Count one more use of each memory."""
    for memory_id in ids:
        conn.execute(
            table.update()
            .where(table.c.id == memory_id)
            .values(usage_frequency=table.c.usage_frequency + 1, last_referenced_at=at)
        )
        changes.note(conn, "memory", None, memory_id)


def get_memory(conn: Connection, memory_id: str) -> MemoryRecord | None:
    """Return the memory, also a deleted one, or None."""
    row = conn.execute(SELECT.where(table.c.id == memory_id)).one_or_none()
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


def user_ids(conn: Connection, user_id: str) -> tuple[str, ...]:
    """Return the user and every name that this person had before, such as `anonymous` or a guest session."""
    rows = conn.execute(select(user_aliases.c.alias).where(user_aliases.c.user_id == user_id)).scalars()
    return tuple(dict.fromkeys((user_id, *rows)))


def add_alias(conn: Connection, user_id: str, alias: str, at: datetime) -> None:
    """Make what `alias` stored part of what `user_id` knows."""
    values = {"user_id": user_id, "alias": alias, "created_at": at}
    conn.execute(insert_or(user_aliases).values(values).on_conflict_do_nothing())
    changes.note(conn, "alias", None, user_id)


def embeddings_info(*, encoder: str, version: str, width: int, at: datetime) -> dict[str, Any]:
    """Return what `embeddings_info` says about a vector."""
    return {"encoder": encoder, "version": version, "width": width, "at": to_utc_text(at)}


def _values(memory: MemoryRecord) -> dict[str, Any]:
    return {name: getattr(memory, name) for name in _COLUMNS}
