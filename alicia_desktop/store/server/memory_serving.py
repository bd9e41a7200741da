"""What a server does with a MemoryAction: written down and carried out in one transaction, once however often it comes.

A client sends an action again when it does not know whether it arrived; what became of it the first time is kept, and
told again. A refusal counts as a change of the memory, because the client then needs the row as it is.
"""

from typing import Final, cast

from sqlalchemy import Connection

from alicia_desktop.base import ids
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store.entries import JournalEntry
from alicia_desktop.store.memories.memory_actions import (
    DerivedColumns,
    Done,
    Occasion,
    Owner,
    Refusal,
    act,
    unknown,
)
from alicia_desktop.store.memories.memory_edits import seen_in
from alicia_desktop.store.recording import record
from alicia_desktop.store.schema.columns import to_utc_text
from alicia_desktop.store.server import foreign_ids
from alicia_desktop.store.server.server_queries import judged

_DONE: Final = "done"


def take(
    conn: Connection, entry: JournalEntry, body: MemoryAction, *, conversation_id: str, reading: DerivedColumns
) -> Done:
    """Write an action down and carry it out, for the person whose conversation it came in."""
    (recorded,) = record(conn, [judged(conn, entry)])
    if recorded.stranger:
        return unknown(body.id)
    if recorded.duplicate and (before := _before(conn, body)) is not None:
        return before
    assert isinstance(entry.content, Stanza)
    done = act(
        conn,
        body,
        Occasion(
            owner=Owner(user_ids=foreign_ids.names_in(conn, conversation_id)),
            at=entry.at,
            conversation_id=conversation_id,
            seen=seen_in(entry.content.meta),
            reading=reading,
        ),
    )
    if not done.success:
        conn.exec_driver_sql("UPDATE alicia_memory SET updated_at = updated_at WHERE id = ?", (body.id,))
    _keep(conn, body, done, to_utc_text(entry.at))
    return done


def _before(conn: Connection, body: MemoryAction) -> Done | None:
    """Return what became of the same action before; the texts of a refusal were sent then."""
    told = conn.exec_driver_sql("SELECT value FROM alicia_meta WHERE ref = ? AND key = ?", (body.id, _key(body)))
    value = told.scalar()
    if value is None:
        return None
    return Done(memory_id=body.id, refusal=None if value == _DONE else cast("Refusal", value))


def _keep(conn: Connection, body: MemoryAction, done: Done, at: str) -> None:
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5) "
        "ON CONFLICT(ref, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        (ids.new_id(ids.META), body.id, _key(body), done.refusal or _DONE, at),
    )


def _key(body: MemoryAction) -> str:
    return f"outcome.{body.action}.{body.timestamp}"
