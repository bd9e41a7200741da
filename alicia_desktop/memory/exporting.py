"""Memories as JSON lines, the way back of `importing`: every line is read there as what it was here.

What a memory's `meta` holds stands beside the other keys, because that is where an import finds it again; a key that
would take the place of one of those stays out.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from alicia_desktop.memory.importing import KEYS
from alicia_desktop.store.records import MemoryRecord

_ENDS: Final = {ord(end): f"\\u{ord(end):04x}" for end in "\x1c\x1d\x1e\x85\u2028\u2029"}
"""What JSON leaves as it is and some readers take for the end of a line."""
WRITTEN_TOGETHER: Final = 500
"""Memories read and written at a stretch."""


def line_of(memory: MemoryRecord) -> str:
    """Return one memory as a line, without its end."""
    extra = {key: value for key, value in memory.meta.items() if key not in KEYS}
    return msgspec.json.encode({**_named(memory), **extra}).decode().translate(_ENDS)


def lines_of(memories: Iterable[MemoryRecord]) -> str:
    """Return memories as lines, each with its end."""
    return "".join(f"{line_of(memory)}\n" for memory in memories)


def _named(memory: MemoryRecord) -> dict[str, Any]:
    used = memory.last_referenced_at
    named = {
        "id": memory.id,
        "content": memory.content,
        "created_at": memory.created_at.isoformat(),
        "category": memory.category,
        "tags": list(memory.tags),
        "importance": float(memory.importance),
        "pinned": memory.pinned,
        "archived": memory.archived,
        "kind": memory.kind,
        "topic": memory.topic,
        "summary": memory.summary,
        "reference_to": memory.reference_to,
        "user_id": memory.user_id,
        "subcategory": memory.subcategory,
        "sentiment": memory.sentiment,
        "confidence": float(memory.confidence),
        "user_rating": memory.user_rating,
        "usage_frequency": memory.usage_frequency,
        "last_referenced_at": None if used is None else used.isoformat(),
    }
    return {key: value for key, value in named.items() if value is not None}
