"""Query the use of memories: what an answer used, where a memory was used, where it came from, what became of it.

    events = events_of_conversation(conn, "ac_1")      # in the order of time
    [(event.kind, event.memory_id) for event in events]   # [("stored", "amem_1"), ("retrieved", "amem_1"), …]

What became of the memories of a conversation: traces and the user's actions, which have stanzas. That one was
archived or deleted elsewhere, such as from another conversation, is known from its row alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, func, select, type_coerce, update
from sqlalchemy.sql.elements import ColumnElement

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryAction, MemoryConfirmation, Message
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations.messages import get as get_message
from alicia_desktop.store.conversations.turns import ids_of_turn
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord, MessageRecord
from alicia_desktop.store.schema import journal, memory, memory_used, outbox
from alicia_desktop.store.schema.columns import Json, columns_of, record_of

_COLUMNS: Final = columns_of(MemoryUseRecord, memory_used)

MemoryEventKind = Literal["stored", "updated", "retrieved", "unknown", "archived", "unarchived", "deleted", "forgotten"]
"""`unknown`: a trace that does not say what it is."""
_KINDS: Final[Mapping[str, MemoryEventKind]] = {"stored": "stored", "updated": "updated", "retrieved": "retrieved"}
_ENDS: Final[Mapping[MemoryEventKind, frozenset[MemoryEventKind]]] = {
    "archived": frozenset({"archived"}),
    "deleted": frozenset({"deleted", "forgotten"}),
    "forgotten": frozenset({"forgotten"}),
}
"""How a memory ended by its row → the actions that say it already."""


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


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryEvent:
    """One event in the life of a memory."""

    kind: MemoryEventKind
    at: datetime
    memory_id: str
    use: MemoryUseRecord | None = None
    """The trace that it is."""
    seq: int | None = None
    """Of an action of the user's: its stanza, by its number in the journal."""
    content: str = ""
    """What an action of the user's gave the memory to say."""
    is_unsent: bool = False
    """Whether that stanza still waits for the server."""


def events_of_conversation(conn: Connection, conversation_id: str) -> list[MemoryEvent]:
    """Return the events of all memories that the conversation stored, changed or used, in the order of time."""
    uses = [_of_use(use) for use in of_conversation(conn, conversation_id)]
    acts = _acts(conn, conversation_id)
    ids = {event.memory_id for event in (*uses, *acts)}
    said = {(act.memory_id, act.kind) for act in acts}
    ends = [end for memory in memories.get_memories(conn, sorted(ids)).values() if (end := _end_of(memory, said))]
    return sorted([*uses, *acts, *ends], key=lambda event: event.at)


def is_forgotten(memory: MemoryRecord | None) -> bool:
    """Whether the words of a memory were removed for good."""
    return memory is not None and memory.deleted_at is not None and not memory.content


def _of_use(use: MemoryUseRecord) -> MemoryEvent:
    kind = _KINDS.get(use.action or "", "unknown")
    return MemoryEvent(kind=kind, at=use.created_at, memory_id=use.memory_id, use=use)


def _acts(conn: Connection, conversation_id: str) -> list[MemoryEvent]:
    """Return what the user did to memories in the conversation, without votes and pins, and what was refused."""
    query = select(journal.c.seq, journal.c.stanza_id, journal.c.at, journal.c.raw).where(
        journal.c.conversation_id == conversation_id,
        journal.c.name == MemoryAction.__name__,
        journal.c.direction == "out",
        ~journal.c.duplicate,
    )
    sending = select(outbox.c.stanza_id).where(outbox.c.conversation_id == conversation_id)
    unsent = set(conn.execute(sending).scalars())
    outcomes = _outcomes(conn, conversation_id)
    events = []
    for seq, stanza_id, at, raw in conn.execute(query.order_by(journal.c.seq)):
        body = _body_of(raw)
        kind = _kind_of(body) if isinstance(body, MemoryAction) else None
        if kind is None or not isinstance(body, MemoryAction):
            continue
        told = outcomes.get((body.id, body.action), ())
        if next((success for number, success in told if number > seq), True):
            content = (body.memory or {}).get("content")
            events.append(
                MemoryEvent(
                    kind=kind,
                    at=at,
                    memory_id=body.id,
                    seq=seq,
                    content=content if isinstance(content, str) else "",
                    is_unsent=stanza_id in unsent,
                )
            )
    return events


def _outcomes(conn: Connection, conversation_id: str) -> dict[tuple[str, str], list[tuple[int, bool]]]:
    """Return by memory and action the stanzas in which the server told whether it was carried out, and whether so."""
    query = select(journal.c.seq, journal.c.raw).where(
        journal.c.conversation_id == conversation_id,
        journal.c.name == MemoryConfirmation.__name__,
        journal.c.direction == "in",
        ~journal.c.stranger,
    )
    found: dict[tuple[str, str], list[tuple[int, bool]]] = {}
    for seq, raw in conn.execute(query.order_by(journal.c.seq)):
        body = _body_of(raw)
        if isinstance(body, MemoryConfirmation):
            found.setdefault((body.memory_id, body.action), []).append((seq, body.success))
    return found


def _body_of(raw: bytes | None) -> Message | None:
    inbound = decode(raw) if raw else None
    return inbound.body if isinstance(inbound, Stanza) else None


def _kind_of(body: MemoryAction) -> MemoryEventKind | None:
    changes = body.memory or {}
    if body.action == "update" and "archived" in changes:
        return "archived" if changes["archived"] else "unarchived"
    if body.action == "update" and set(changes) == {"userRating"}:
        return None
    kinds: dict[str, MemoryEventKind] = {"create": "stored", "update": "updated", "archive": "archived"}
    kinds["delete"] = "forgotten" if changes.get("forget") else "deleted"
    return kinds.get(body.action)


def _end_of(memory: MemoryRecord, said: Collection[tuple[str, MemoryEventKind]]) -> MemoryEvent | None:
    """Return how a memory ended, where no action of the conversation says it."""
    kind: MemoryEventKind
    if memory.deleted_at is not None:
        kind, at = "forgotten" if is_forgotten(memory) else "deleted", memory.deleted_at
    elif memory.archived:
        kind, at = "archived", memory.updated_at
    else:
        return None
    if any((memory.id, other) in said for other in _ENDS[kind]):
        return None
    return MemoryEvent(kind=kind, at=at, memory_id=memory.id)
