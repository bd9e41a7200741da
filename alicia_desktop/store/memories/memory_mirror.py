"""A client's copy of a server's memories: pages of changes taken in, each with its place, in one transaction.

What the person did here and the server has not confirmed wins over what the page says, because a page may be older
than the confirmation; what then holds is told in a later page. So a crash between two pages costs nothing, and a page
that comes twice changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.sqlite import Insert, insert

from alicia_desktop.base import ids
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store import aliases, changes
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.memories.memory_copies import MemoryChanges, MemoryCopy, column_of, record_of_copy
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema import memory_changes as log
from alicia_desktop.store.schema import outbox
from alicia_desktop.store.schema.columns import to_utc_text

DROPPED_TOGETHER: Final = 250
"""Copies that one transaction deletes at most, so that what somebody says meanwhile is soon written."""
_REF: Final = "memory_mirror"


class MirrorCursor(msgspec.Struct, frozen=True, kw_only=True):
    """How far the copy of one person's memories on one server has come."""

    cursor: str = ""
    since: int | None = None
    """Until everything was told anew and what was not told is gone: the own change after which that began."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """What a page changed here."""

    kept: int
    deleted: int
    finished: bool = True
    """Whether nothing is left to be deleted: what the server no longer has goes `DROPPED_TOGETHER` a page."""


def place_of(conn: Connection, *, server: str, user_id: str) -> MirrorCursor:
    """Return how far the copy has come; an empty cursor where nothing was copied yet."""
    found = conn.exec_driver_sql(
        "SELECT value FROM alicia_meta WHERE ref = ? AND key = ?", (_REF, _key(server, user_id))
    ).scalar()
    return msgspec.json.decode(found, type=MirrorCursor) if found else MirrorCursor()


def take_in(conn: Connection, page: MemoryChanges, *, server: str, user_id: str, at: datetime) -> Taken:
    """Take a page in: new and changed rows, deletions, the words of what was forgotten, and how far we are."""
    since = _last_change(conn) if page.fresh else place_of(conn, server=server, user_id=user_id).since
    unsent = _unsent(conn)
    here = memories.get_memories(conn, [copy.id for copy in page.memories])
    wanted = [one for one in page.memories if one.id not in unsent and (one.id in here or one.deleted_at is None)]
    for copy in wanted:
        if copy.forgotten and here[copy.id].content:
            forgetting.forget(conn, [copy.id], at)
    if wanted:
        conn.execute(_UPSERT, [_values(copy, server) for copy in wanted])
    for copy in wanted:
        memories.note_change(conn, copy.id, copy.reference_to)
    for name in {copy.user_id for copy in wanted}:
        aliases.add(conn, user_id, name, at)
    deleted = sum(copy.deleted_at is not None for copy in wanted)
    kept = len(wanted) - deleted
    if not page.more and since is not None:
        dropped = _drop_untold(conn, server, aliases.of_user(conn, user_id), since, at)
        deleted += dropped
        since = since if dropped == DROPPED_TOGETHER else None
    _keep_place(conn, server, user_id, MirrorCursor(cursor=page.cursor, since=since), at)
    return Taken(kept=kept, deleted=deleted, finished=page.more or since is None)


def _values(copy: MemoryCopy, server: str) -> dict[str, Any]:
    record = record_of_copy(copy, server=server)
    column = column_of(copy)
    values = {name: getattr(record, name) for name in _COLUMNS}
    return values | {"embeddings": column, "embeddings_info": copy.embeddings_info if column is not None else None}


_COLUMNS: Final = tuple(column.name for column in table.c if column.name not in {"pk", "embeddings", "embeddings_info"})


def _upsert() -> Insert:
    """Return the statement: a vector that was made here stays as long as the words stay, unless one comes along."""
    statement = insert(table)
    new = statement.excluded
    same = new.embeddings.is_(None) & (table.c.content == new.content) & new.deleted_at.is_(None)
    settled = {name: new[name] for name in _COLUMNS if name not in {"id", "reference_links"}}
    vector = {
        name: func.iif(same, table.c[name], new[name], type_=table.c[name].type)
        for name in ("embeddings", "embeddings_info")
    }
    return statement.on_conflict_do_update(index_elements=["id"], set_=settled | vector)


_UPSERT: Final = _upsert()


def _unsent(conn: Connection) -> set[str]:
    query = "SELECT DISTINCT content_id FROM outbox WHERE type = ?"
    return {row[0] for row in conn.exec_driver_sql(query, (MemoryAction.TYPE,))}


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


def _keep_place(conn: Connection, server: str, user_id: str, place: MirrorCursor, at: datetime) -> None:
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5) "
        "ON CONFLICT(ref, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        (ids.new_id(ids.META), _REF, _key(server, user_id), msgspec.json.encode(place).decode(), to_utc_text(at)),
    )
    changes.note(conn, "meta", None, _REF)


def _key(server: str, user_id: str) -> str:
    return f"{server} {user_id}"
