"""A few memories that differ in everything by which a list is narrowed."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from alicia_desktop.store.memories import memory_list
from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from alicia_desktop.store.records import MemoryRecord
from tests.store.conftest import NOW


def remembered(memory_id: str, content: str, *, at: datetime = NOW, **more: Any) -> MemoryRecord:
    """Return a memory of the person's own."""
    return MemoryRecord(id=memory_id, content=content, created_at=at, updated_at=at, **{"user_id": "user"} | more)


LISTED = [
    remembered(
        "recital",
        "Emma has a piano recital.",
        at=NOW - timedelta(hours=2),
        user_id="user",
        category="relationships_social",
        tags=["Emma", "piano"],
        source_type="conversation",
        token_count=6,
    ),
    remembered(
        "walnuts",
        "Emma must not eat walnuts.",
        at=NOW - timedelta(days=40),
        user_id="user",
        category="health_wellness",
        tags=["Emma", "allergy"],
        source_type="conversation",
        kind="hard",
        importance=0.9,
        pinned=True,
        token_count=7,
    ),
    remembered(
        "kyoto",
        "去年は京都が一番きれいだった。",
        at=NOW - timedelta(days=500),
        user_id="user",
        source_type="import",
        token_count=14,
        usage_frequency=30,
        last_referenced_at=NOW,
    ),
    remembered(
        "old",
        "The old boat was sold.",
        at=NOW - timedelta(days=900),
        user_id="user",
        category="personal_life_interests",
        source_type="conversation",
        archived=True,
    ),
    remembered("guest", "The guest likes jazz.", at=NOW, user_id="guest"),
    remembered("gone", "Emma, deleted.", at=NOW, deleted_at=NOW),
]


def listed(conn: Connection, wanted: MemoryFilter, order: MemoryOrder | None = None) -> list[str]:
    """Return the ids of what is listed, in its order."""
    pks = memory_list.ordered(conn, wanted, order or MemoryOrder())
    rows = memory_list.rows_of(conn, pks)
    return [rows[pk].id for pk in pks]
