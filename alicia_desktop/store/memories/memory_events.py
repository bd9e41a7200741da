"""Read what became of memories in a conversation: traces of their use, what the user did to them, and how they ended.

    events = of_conversation(conn, "ac_1")      # in the order of time
    [(event.kind, event.memory_id) for event in events]   # [("stored", "amem_1"), ("retrieved", "amem_1"), …]

Traces and the user's actions have stanzas. That a memory of the conversation was archived or deleted elsewhere, such as
from another conversation, is known from its row alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import Connection, select

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.memories import memories, traces
from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.store.schema import journal, outbox

MemoryEventKind = Literal["stored", "updated", "retrieved", "unknown", "archived", "unarchived", "deleted", "forgotten"]
"""`unknown`: a trace that does not say what it is."""
_KINDS: Final[Mapping[str, MemoryEventKind]] = {"stored": "stored", "updated": "updated", "retrieved": "retrieved"}
_ENDS: Final[Mapping[MemoryEventKind, frozenset[MemoryEventKind]]] = {
    "archived": frozenset({"archived"}),
    "deleted": frozenset({"deleted", "forgotten"}),
    "forgotten": frozenset({"forgotten"}),
}
"""How a memory ended by its row → the actions that say it already."""


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


def of_conversation(conn: Connection, conversation_id: str) -> list[MemoryEvent]:
    """Return the events of all memories that the conversation stored, changed or used, in the order of time."""
    uses = [_of_use(use) for use in traces.of_conversation(conn, conversation_id)]
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
    """Return what the user did to memories in the conversation, without votes and pins."""
    query = select(journal.c.seq, journal.c.stanza_id, journal.c.at, journal.c.raw).where(
        journal.c.conversation_id == conversation_id,
        journal.c.name == MemoryAction.__name__,
        journal.c.direction == "out",
        ~journal.c.duplicate,
    )
    sending = select(outbox.c.stanza_id).where(outbox.c.conversation_id == conversation_id)
    unsent = set(conn.execute(sending).scalars())
    events = []
    for seq, stanza_id, at, raw in conn.execute(query.order_by(journal.c.seq)):
        inbound = decode(raw) if raw else None
        body = inbound.body if isinstance(inbound, Stanza) else None
        kind = _kind_of(body) if isinstance(body, MemoryAction) else None
        if kind is not None and isinstance(body, MemoryAction):
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
