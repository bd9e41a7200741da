"""Read one memory in full: its earlier versions, what used it, and what it is linked with.

`memory_list` has the long lists; `traces` the message that it came from (`origin`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.memories import memories, traces
from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.store.schema import outbox

MAX_USES: Final = 200
"""Uses of a memory that its page carries, the latest ones."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryVersion:
    """What a memory said before, oldest first in a history; the present content is that of the record."""

    content: str
    category: str | None
    """None where only the content changed, or nobody kept it."""
    changed_at: datetime | None
    """When it was replaced by the next one."""
    reason: str
    """`edited` by the person, `merged`, `changed` or `told_again` in a conversation, or empty."""
    message_id: str | None
    """The message that it came from, where that is known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryPage:
    """All there is to know of one memory."""

    record: MemoryRecord
    history: tuple[MemoryVersion, ...]
    uses: tuple[MemoryUseRecord, ...]
    """The latest `MAX_USES`, newest first; those that stored or changed it are among them (`action`)."""
    links_to: tuple[MemoryRecord, ...]
    """The memory that it refers to, if that is here and not deleted."""
    links_from: tuple[MemoryRecord, ...]
    """Those that refer to it."""
    unsent: bool
    """Whether something that the person did to it has not been confirmed by the server yet."""


def memory_page(conn: Connection, memory_id: str) -> MemoryPage | None:
    """Return one memory with its history, uses and links, also a deleted one; None where there is none."""
    record = memories.get_memory(conn, memory_id)
    if record is None:
        return None
    return MemoryPage(
        record=record,
        history=history_of(record),
        uses=tuple(traces.latest_of_memory(conn, memory_id, limit=MAX_USES)),
        links_to=_live(conn, [record.reference_to] if record.reference_to else []),
        links_from=_live(conn, record.reference_links),
        unsent=is_unsent(conn, memory_id),
    )


def history_of(record: MemoryRecord) -> tuple[MemoryVersion, ...]:
    """Return what a memory said before, oldest first, as `meta.history` has it."""
    kept = record.meta.get("history")
    entries = kept if isinstance(kept, list) else []
    return tuple(_version(entry) for entry in entries if isinstance(entry, dict))


def is_unsent(conn: Connection, memory_id: str) -> bool:
    """Return whether an action of the person's on this memory waits for its confirmation."""
    waits = select(outbox.c.pk).where(outbox.c.content_id == memory_id, outbox.c.type == MemoryAction.TYPE)
    return conn.execute(waits.limit(1)).first() is not None


def _version(entry: Mapping[str, Any]) -> MemoryVersion:
    moment = entry.get("changed_at") or entry.get("until")
    return MemoryVersion(
        content=str(entry.get("content", "")),
        category=_text(entry.get("category")),
        changed_at=_moment(moment),
        reason=str(entry.get("reason", "")),
        message_id=_text(entry.get("message_id")),
    )


def _moment(said: object) -> datetime | None:
    if not isinstance(said, str):
        return None
    try:
        moment = datetime.fromisoformat(said)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _live(conn: Connection, ids: Sequence[str]) -> tuple[MemoryRecord, ...]:
    found = memories.get_memories(conn, ids)
    return tuple(found[one] for one in ids if one in found and found[one].deleted_at is None)
