"""A memory on its way from the server that has it to a client that keeps a copy: every column, and its vector.

Both sides share these records, because a copy is the row and nothing else. A vector travels at the encoder's own width,
base64 in JSON, and gets its zeros back where it is stored (docs/memory.md#embeddings).
"""

import math
import struct
from dataclasses import fields
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec

from alicia_desktop.store.memories.memory_records import MemoryKind, MemoryRecord
from alicia_desktop.store.schema.memory_tables import VECTOR_DIMENSIONS

COLUMN_BYTES: Final = 4 * VECTOR_DIMENSIONS
Part = Annotated[float, msgspec.Meta(ge=0, le=1)]
Text = Annotated[str, msgspec.Meta(min_length=1)]


class MemoryCopy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One memory; a deleted one has `deleted_at`, a forgotten one no content either."""

    id: Text
    content: str
    embedding: bytes | None = None
    """Float32 at the width of the encoder in `embeddings_info`."""
    embeddings_info: dict[str, Any] | None = None
    importance: Part = 0.5
    confidence: Part = 1.0
    user_rating: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    created_by: str | None = None
    source_type: str | None = None
    source_info: dict[str, Any] = msgspec.field(default_factory=dict)
    tags: list[str] = msgspec.field(default_factory=list)
    pinned: bool = False
    archived: bool = False
    created_at: Annotated[datetime, msgspec.Meta(tz=True)]
    updated_at: Annotated[datetime, msgspec.Meta(tz=True)]
    deleted_at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    user_id: Text
    topic: str | None = None
    summary: str | None = None
    category: str | None = None
    subcategory: str | None = None
    kind: MemoryKind = "semantic"
    sentiment: str | None = None
    reference_to: str | None = None
    reference_links: list[str] = msgspec.field(default_factory=list)
    guest_session_id: str | None = None
    source_chat_id: str | None = None
    token_count: int | None = None
    usage_frequency: int = 0
    last_referenced_at: Annotated[datetime, msgspec.Meta(tz=True)] | None = None
    meta: dict[str, Any] = msgspec.field(default_factory=dict)
    context: str = ""

    @property
    def forgotten(self) -> bool:
        """Whether its words are to be removed wherever they stand."""
        return self.deleted_at is not None and not self.content


class MemoryChanges(msgspec.Struct, frozen=True, kw_only=True):
    """Answer of `GET /memories/changes`: what changed after a cursor, in the order in which it did."""

    memories: list[MemoryCopy]
    cursor: str
    """To be given with the next call; means nothing to anybody but the server."""
    more: bool = False
    fresh: bool = False
    """The cursor was of no use: this is the beginning of everything, and what is not told in it is not there."""
    left: Annotated[int, msgspec.Meta(ge=0)] = 0
    """About how many are still to come."""


_SHARED: Final = tuple(field.name for field in fields(MemoryRecord) if field.name not in {"server", "embeddings_info"})


def copy_of(record: MemoryRecord, column: bytes | None) -> MemoryCopy:
    """Return the copy of a row with its vector as the column has it."""
    info = record.embeddings_info
    width = info.get("width") if info is not None else None
    known = column is not None and isinstance(width, int) and 0 < width <= VECTOR_DIMENSIONS
    return MemoryCopy(
        embedding=column[: 4 * width] if known and column is not None and isinstance(width, int) else None,
        embeddings_info=dict(info) if known and info is not None else None,
        **{name: getattr(record, name) for name in _SHARED},
    )


def record_of_copy(copy: MemoryCopy, *, server: str) -> MemoryRecord:
    """Return the row of a copy from that server, without its vector."""
    return MemoryRecord(server=server, **{name: getattr(copy, name) for name in _SHARED})


def column_of(copy: MemoryCopy) -> bytes | None:
    """Return the vector as the column has it; None where there is none, or it is no vector."""
    vector = copy.embedding
    if not vector or not copy.embeddings_info or len(vector) % 4 or len(vector) > COLUMN_BYTES:
        return None
    if not all(math.isfinite(number) for (number,) in struct.iter_unpack("<f", vector)):
        return None
    return vector.ljust(COLUMN_BYTES, b"\0")
