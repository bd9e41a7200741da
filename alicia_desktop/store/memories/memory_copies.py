"""Copy memories from a server to its clients: the format, the server's feed of changes, and the client's copy.

Both sides share these records, because a copy is the row and nothing else. A vector travels at the encoder's own
width, base64 in JSON, and gets its zeros back where it is stored (docs/memory.md#embeddings).
"""

import hashlib
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.sqlite import Insert, insert

from alicia_desktop.base import ids
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store import accounts, changes
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.memories.memories import SELECT
from alicia_desktop.store.meta_entries import meta_value, set_meta, set_meta_once
from alicia_desktop.store.records import MemoryKind, MemoryRecord
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema import memory_changes as log
from alicia_desktop.store.schema import outbox
from alicia_desktop.store.schema.columns import record_of, values_of
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


_SHARED: Final = frozenset(field.name for field in fields(MemoryRecord)) - {"server", "embeddings_info"}
"""Fields that a copy and its row have in common."""


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


DROPPED_TOGETHER: Final = 250
"""Copies that one transaction deletes at most, so that what somebody says meanwhile is soon written."""
_REF: Final = "memory_mirror"


class MirrorCursor(msgspec.Struct, frozen=True, kw_only=True):
    """How far the copy of one person's memories on one server has come."""

    cursor: str = ""
    since: int | None = None
    """Until everything was told anew and what was not told is gone: the own change after which that began."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AppliedChanges:
    """What a page changed here."""

    kept: int
    deleted: int
    finished: bool = True
    """Whether nothing is left to be deleted: what the server no longer has goes `DROPPED_TOGETHER` a page."""


def cursor_of(conn: Connection, *, server: str, user_id: str) -> MirrorCursor:
    """Return how far the copy has come; an empty cursor where nothing was copied yet."""
    found = meta_value(conn, _REF, _key(server, user_id))
    return msgspec.json.decode(found, type=MirrorCursor) if found else MirrorCursor()


def apply_changes(conn: Connection, page: MemoryChanges, *, server: str, user_id: str, at: datetime) -> AppliedChanges:
    """Apply a page of changes: new and changed rows, deletions, forgotten words, and the cursor."""
    since = _last_change(conn) if page.fresh else cursor_of(conn, server=server, user_id=user_id).since
    unsent = _unsent(conn)
    here = memories.get_memories(conn, [copy.id for copy in page.memories])
    wanted = [one for one in page.memories if one.id not in unsent and (one.id in here or one.deleted_at is None)]
    wanted = [one for one in wanted if one.forgotten or not _is_forgotten(here.get(one.id))]
    for copy in wanted:
        if copy.forgotten and here[copy.id].content:
            forgetting.forget(conn, [copy.id], at, server=server)
    if wanted:
        conn.execute(_UPSERT, [_values(copy, server) for copy in wanted])
    for copy in wanted:
        memories.note_change(conn, copy.id, copy.reference_to)
    for name in {copy.user_id for copy in wanted}:
        accounts.add_alias(conn, user_id, name, at)
    deleted = sum(copy.deleted_at is not None for copy in wanted)
    kept = len(wanted) - deleted
    if not page.more and since is not None:
        dropped = _drop_untold(conn, server, accounts.names_of(conn, user_id), since, at)
        deleted += dropped
        since = since if dropped == DROPPED_TOGETHER else None
    _store_cursor(conn, server, user_id, MirrorCursor(cursor=page.cursor, since=since), at)
    return AppliedChanges(kept=kept, deleted=deleted, finished=page.more or since is None)


def _is_forgotten(record: MemoryRecord | None) -> bool:
    """Whether its words were removed here; a page that was on its way meanwhile must not bring them back."""
    return record is not None and record.deleted_at is not None and not record.content


def _values(copy: MemoryCopy, server: str) -> dict[str, Any]:
    record = record_of_copy(copy, server=server)
    column = column_of(copy)
    values = values_of(record, without={"embeddings_info"})
    return values | {"embeddings": column, "embeddings_info": copy.embeddings_info if column is not None else None}


def _upsert() -> Insert:
    """Return the statement: a vector that was made here stays as long as the words stay, unless one comes along."""
    statement = insert(table)
    new = statement.excluded
    same = new.embeddings.is_(None) & (table.c.content == new.content) & new.deleted_at.is_(None)
    settled = {name: new[name] for name in _SHARED | {"server"} if name != "id"}
    vector = {
        name: func.iif(same, table.c[name], new[name], type_=table.c[name].type)
        for name in ("embeddings", "embeddings_info")
    }
    return statement.on_conflict_do_update(index_elements=["id"], set_=settled | vector)


_UPSERT: Final = _upsert()


def _unsent(conn: Connection) -> set[str]:
    return set(conn.execute(select(outbox.c.content_id).where(outbox.c.type == MemoryAction.TYPE)).scalars())


def _last_change(conn: Connection) -> int:
    return conn.execute(select(func.max(log.c.revision))).scalar() or 0


def _drop_untold(conn: Connection, server: str, user_ids: Sequence[str], since: int, at: datetime) -> int:
    """Delete copies that were not told while everything of these users was: they are no longer on the server."""
    waiting = select(outbox.c.content_id).where(outbox.c.type == MemoryAction.TYPE, outbox.c.content_id.is_not(None))
    query = select(table.c.id).join(log, log.c.memory_pk == table.c.pk)
    here = query.where(log.c.revision <= since, table.c.server == server, table.c.deleted_at.is_(None))
    told = here.where(
        table.c.user_id.in_(user_ids), table.c.source_type.is_distinct_from("trace")
    )  # where a mere trace came from is not known
    gone = conn.execute(told.where(table.c.id.not_in(waiting)).limit(DROPPED_TOGETHER)).scalars().all()
    memories.soft_delete_memories(conn, gone, at)
    return len(gone)


def _store_cursor(conn: Connection, server: str, user_id: str, place: MirrorCursor, at: datetime) -> None:
    set_meta(conn, _REF, _key(server, user_id), msgspec.json.encode(place).decode(), at)
    changes.note(conn, "meta", None, _REF)


def _key(server: str, user_id: str) -> str:
    return f"{server} {user_id}"


MAX_CHANGES: Final = 1_000
_ORIGIN_REF, _ORIGIN_KEY = "memory_feed", "origin"


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
    """Give this database a name, once; cursors of another database are recognised by it."""
    set_meta_once(conn, _ORIGIN_REF, _ORIGIN_KEY, ids.new_id("").replace("-", "_"), at)


def _origin(conn: Connection) -> str:
    found = meta_value(conn, _ORIGIN_REF, _ORIGIN_KEY)
    if found is None:
        raise LookupError("this database has no name yet: `require_origin` comes first")
    return found


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
