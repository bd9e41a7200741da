"""Queue stanzas for the server until they are acknowledged, in the order of their ids.

A stanza gets its id and its place here in the transaction that shows it to the person, so a crash neither loses it
nor sends it under another id. `stanza_id`s are counted in the conversation's row and never given out twice.

Raw SQL for the two statements that every outgoing stanza runs, its id and the mark that it was handed over: with
SQLAlchemy's Core a send costs half as much again.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Connection, func, insert, select, true, update

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.registry import meta_ref
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.changes import note
from alicia_desktop.store.recording import JournalEntry, Recorded, record
from alicia_desktop.store.records import OutboxRecord
from alicia_desktop.store.schema import conversations, outbox
from alicia_desktop.store.schema.columns import record_of, to_utc_text

_ORDER: Final = outbox.c.pk


def next_client_stanza_id(conn: Connection, conversation_id: str) -> int:
    """Allocate the next id of a client stanza; it is on disk before the stanza can leave."""
    row = conn.exec_driver_sql(
        "UPDATE alicia_conversations SET last_client_stanza_id = last_client_stanza_id + 1 WHERE id = ? "
        "RETURNING last_client_stanza_id",
        (conversation_id,),
    ).first()
    if row is None:
        raise LookupError(f"no conversation {conversation_id}")
    return int(row[0])


def put(conn: Connection, stanza: Stanza, *, at: datetime) -> tuple[OutboxRecord, Recorded]:
    """Journal and project an outgoing stanza and add it to the outbox, all in this transaction.

    Raises:
        WorldError: It is too large to be sent at all.
    """
    raw = encode(stanza)
    (recorded,) = record(conn, [JournalEntry(direction="out", content=stanza, at=at, raw=raw)])
    values = {
        "conversation_id": stanza.conversation_id,
        "stanza_id": stanza.stanza_id,
        "type": stanza.body.TYPE,
        "content_id": meta_ref(stanza.body, "") or None,
        "raw": raw,
        "created_at": at,
    }
    row = conn.execute(insert(outbox).values(values).returning(outbox)).one()
    note(conn, "outbox", stanza.conversation_id, str(row.pk))
    return record_of(OutboxRecord, row), recorded


def waiting(conn: Connection, conversation_id: str) -> list[OutboxRecord]:
    """Return what is not acknowledged, sent or not, in order; without `failed`, which waits for the user's decision."""
    query = select(outbox).where(outbox.c.conversation_id == conversation_id, outbox.c.status != "failed")
    return [record_of(OutboxRecord, row) for row in conn.execute(query.order_by(_ORDER))]


def conversations_waiting(conn: Connection, account: Account | None = None) -> dict[str, int]:
    """Return how many stanzas wait in each conversation that has any; of one `account` only, or of all."""
    query = select(outbox.c.conversation_id, func.count()).where(outbox.c.status != "failed", is_of(account))
    rows = conn.execute(query.group_by(outbox.c.conversation_id))
    return {row[0]: row[1] for row in rows}


def count_failed(conn: Connection, account: Account | None = None) -> int:
    """Return how many stanzas wait for the person's decision; of one `account` only, or of all."""
    query = select(func.count()).select_from(outbox).where(outbox.c.status == "failed", is_of(account))
    number: int = conn.execute(query).scalar_one()
    return number


def is_of(account: Account | None) -> ColumnElement[bool]:
    """Return the condition that a row is of one `account`, by the conversation it is in; None: of any."""
    if account is None:
        return true()
    return outbox.c.conversation_id.in_(select(conversations.c.id).where(accounts.is_of(account)))


def mark_sent(conn: Connection, pk: int, at: datetime) -> None:
    """Mark a stanza as handed to the transport; it stays until it is acknowledged."""
    _change(conn, pk, "status = 'sent', attempts = attempts + 1, last_attempt_at = ?, error = NULL", to_utc_text(at))


def mark_failed(conn: Connection, pk: int, error: str) -> None:
    """Mark a stanza that cannot be sent as it is: it waits for the user's decision."""
    _change(conn, pk, "status = 'failed', error = ?", error)


def of_content(conn: Connection, content_id: str) -> list[OutboxRecord]:
    """Return what waits under the id of a message."""
    rows = conn.execute(select(outbox).where(outbox.c.content_id == content_id).order_by(_ORDER))
    return [record_of(OutboxRecord, row) for row in rows]


def requeue(conn: Connection, conversation_id: str, *, failed: bool = False) -> int:
    """Queue what was sent again, in its old order with its old ids, or what had `failed`; returns how many wait."""
    conn.execute(
        update(outbox)
        .where(outbox.c.conversation_id == conversation_id, outbox.c.status == ("failed" if failed else "sent"))
        .values(status="queued")
    )
    return len(waiting(conn, conversation_id))


def settle(
    conn: Connection, conversation_id: str, *, stanza_id: int | None = None, content_id: str | None = None
) -> bool:
    """Remove what was acknowledged or needs no acknowledgement, by either id; False when it was not there."""
    named = outbox.c.stanza_id == stanza_id if stanza_id is not None else outbox.c.content_id == content_id
    statement = outbox.delete().where(outbox.c.conversation_id == conversation_id, named).returning(outbox.c.pk)
    gone = conn.execute(statement).scalars().all()
    for pk in gone:
        note(conn, "outbox", conversation_id, str(pk))
    return bool(gone)


def discard(conn: Connection, pk: int) -> bool:
    """Remove a stanza that is not to be sent any more; False when it is gone already."""
    row = conn.execute(outbox.delete().where(outbox.c.pk == pk).returning(outbox.c.conversation_id)).first()
    if row is not None:
        note(conn, "outbox", row.conversation_id, str(pk))
    return row is not None


def _change(conn: Connection, pk: int, change: str, *values: str) -> None:
    statement = f"UPDATE outbox SET {change} WHERE pk = ? RETURNING conversation_id"
    conversation_id = conn.exec_driver_sql(statement, (*values, pk)).scalar()
    if conversation_id is not None:  # else it was acknowledged in the meantime
        note(conn, "outbox", conversation_id, str(pk))
