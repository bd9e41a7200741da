"""Query the use of memories: what an answer used, where a memory was used, and where it came from."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, func, select, type_coerce, update
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations.messages import get as get_message
from alicia_desktop.store.conversations.turns import ids_of_turn
from alicia_desktop.store.record_mapping import columns_of, record_of
from alicia_desktop.store.records import MemoryUseRecord, MessageRecord
from alicia_desktop.store.schema import memory, memory_used
from alicia_desktop.store.schema.columns import Json

_COLUMNS: Final = columns_of(MemoryUseRecord, memory_used)


def get(conn: Connection, use_id: str) -> MemoryUseRecord | None:
    """Return one use, or None."""
    return next(iter(_uses(conn, memory_used.c.id == use_id)), None)


def of_message(conn: Connection, message_id: str) -> list[MemoryUseRecord]:
    """Return the uses that name exactly this question or answer."""
    return _uses(conn, memory_used.c.message_id == message_id)


def of_turn(conn: Connection, message_id: str) -> list[MemoryUseRecord]:
    """Return the uses of the turn that a question or answer belongs to, whichever of the two they name."""
    return _uses(conn, memory_used.c.message_id.in_(ids_of_turn(conn, message_id)))


def of_conversation(conn: Connection, conversation_id: str) -> list[MemoryUseRecord]:
    """Return all uses in a conversation in order, without how they were looked for: `get` has that of one."""
    columns = columns_of(MemoryUseRecord, memory_used, {"meta": without_retrieval()})
    query = select(*columns).where(memory_used.c.conversation_id == conversation_id, memory_used.c.deleted_at.is_(None))
    return [record_of(MemoryUseRecord, row) for row in conn.execute(query.order_by(memory_used.c.pk))]


def without_retrieval() -> ColumnElement[Any]:
    """Return the `meta` of uses without the explanation of their retrieval, which weighs more than all the rest."""
    return type_coerce(func.json_remove(memory_used.c.meta, "$.retrieval"), Json()).label("meta")


def of_memory(conn: Connection, memory_id: str) -> list[MemoryUseRecord]:
    """Return all uses of a memory, in any conversation."""
    return _uses(conn, memory_used.c.memory_id == memory_id)


def latest_of_memory(conn: Connection, memory_id: str, *, limit: int) -> list[MemoryUseRecord]:
    """Return the last uses of a memory, in any conversation, the latest first."""
    query = select(*_COLUMNS).where(memory_used.c.memory_id == memory_id, memory_used.c.deleted_at.is_(None))
    return [
        record_of(MemoryUseRecord, row) for row in conn.execute(query.order_by(memory_used.c.pk.desc()).limit(limit))
    ]


def origin(conn: Connection, memory_id: str) -> MessageRecord | None:
    """Return the message that a memory came from: that of the trace which stored it, else the one its source names."""
    stored = (
        select(memory_used.c.message_id)
        .where(memory_used.c.memory_id == memory_id, memory_used.c.action == "stored")
        .order_by(memory_used.c.pk)
        .limit(1)
    )
    message_id = conn.execute(stored).scalar()
    if message_id is None:
        source = conn.execute(select(memory.c.source_info).where(memory.c.id == memory_id)).scalar() or {}
        message_id = source.get("message_id")
    return get_message(conn, message_id) if isinstance(message_id, str) else None


def explain(
    conn: Connection,
    use_id: str,
    at: datetime,
    *,
    query_prompt: str,
    query_prompt_meta: Mapping[str, Any],
    meta: Mapping[str, Any],
) -> None:
    """Store how a retrieval came about: the query, its analysis and route, and every part of the score."""
    values = {"query_prompt": query_prompt, "query_prompt_meta": query_prompt_meta, "meta": meta, "updated_at": at}
    statement = update(memory_used).where(memory_used.c.id == use_id).values(values)
    conversation_id = conn.execute(statement.returning(memory_used.c.conversation_id)).scalar()
    if conversation_id is None:
        raise LookupError(f"no use of a memory {use_id}")
    note(conn, "memory_use", conversation_id, use_id)


def _uses(conn: Connection, condition: ColumnElement[bool]) -> list[MemoryUseRecord]:
    query = select(*_COLUMNS).where(condition, memory_used.c.deleted_at.is_(None))
    return [record_of(MemoryUseRecord, row) for row in conn.execute(query.order_by(memory_used.c.pk))]
