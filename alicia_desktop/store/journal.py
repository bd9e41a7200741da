"""Queries about the journal: pages in both directions, by conversation, kind and text; all stanzas of a turn; counts.

`recording.record` is what writes it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, Integer, Select, func, or_, select

from alicia_desktop.base import ids
from alicia_desktop.store.conversations.turns import ids_of_turn
from alicia_desktop.store.entries import JournalEntry, Recorded
from alicia_desktop.store.recording import KEPT_BYTES, record
from alicia_desktop.store.records import Direction, JournalRecord, record_of
from alicia_desktop.store.schema import journal
from alicia_desktop.store.schema.columns import to_utc_text

__all__ = [
    "KEPT_BYTES",
    "JournalEntry",
    "JournalFilter",
    "Recorded",
    "count",
    "counts",
    "get",
    "last_seq",
    "page",
    "record",
]

_SETTLED: Final = "missingSettled"
"""Key of a conversation's meta: the `seq` up to which stanzas that are missing were asked for in vain."""
MAX_OF_TURN: Final = 2_000
"""Maximum number of stanzas that are read of one turn."""
Flag = Literal["duplicate", "out_of_order", "after_stop", "unknown", "malformed", "stranger"]
FLAGS: Final[tuple[Flag, ...]] = ("duplicate", "out_of_order", "after_stop", "unknown", "malformed", "stranger")
_COLUMNS: Final = [column for column in journal.c if column.name != "content_key"]


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalFilter:
    """Which stanzas; what is None does not matter, and all that is given must hold."""

    conversation_id: str | None = None
    types: tuple[int, ...] | None = None
    names: tuple[str, ...] | None = None
    """Names of messages, `Unknown` and `Malformed` among them, which have no type in common."""
    direction: Direction | None = None
    flags: tuple[Flag, ...] = ()
    """Any of these."""
    text: str = ""
    """Found anywhere in the stanza, without regard to case."""


EVERYTHING: Final = JournalFilter()


def get(conn: Connection, seq: int) -> JournalRecord | None:
    """Return one stanza, or None."""
    row = conn.execute(select(*_COLUMNS).where(journal.c.seq == seq)).first()
    return None if row is None else _record(row)


def page(
    conn: Connection,
    which: JournalFilter = EVERYTHING,
    *,
    before: int | None = None,
    after: int | None = None,
    limit: int = 200,
) -> list[JournalRecord]:
    """Return, in order, the last `limit` stanzas before a `seq` (of all if none is given), or the first after one."""
    query = _where(select(*_COLUMNS), which)
    if before is not None:
        query = query.where(journal.c.seq < before)
    if after is not None:
        query = query.where(journal.c.seq > after)
        return [_record(row) for row in conn.execute(query.order_by(journal.c.seq).limit(limit))]
    rows = conn.execute(query.order_by(journal.c.seq.desc()).limit(limit)).all()
    return [_record(row) for row in reversed(rows)]


def of_turn(conn: Connection, message_id: str, names: Collection[str]) -> list[JournalRecord]:
    """Return the stanzas of these names of the turn that a question or answer belongs to: the first ones, in order."""
    query = select(*_COLUMNS).where(journal.c.turn_ref.in_(ids_of_turn(conn, message_id)), journal.c.name.in_(names))
    return [_record(row) for row in conn.execute(query.order_by(journal.c.seq).limit(MAX_OF_TURN))]


def of_content(conn: Connection, content_id: str) -> list[JournalRecord]:
    """Return the stanzas whose body has that id, such as that of one trace or one message."""
    query = select(*_COLUMNS).where(journal.c.content_id == content_id)
    return [_record(row) for row in conn.execute(query.order_by(journal.c.seq))]


def count(conn: Connection, which: JournalFilter = EVERYTHING) -> int:
    """Return how many stanzas there are of that kind."""
    number: int = conn.execute(_where(select(func.count()).select_from(journal), which)).scalar_one()
    return number


def counts(conn: Connection, conversation_id: str | None = None) -> dict[str, int]:
    """Return how many stanzas there are under `total`, each flag, and each message name."""
    raised = [func.coalesce(func.sum(journal.c[flag], type_=Integer), 0).label(flag) for flag in FLAGS]
    summed = [func.count().label("total"), *raised]
    named = select(journal.c.name, func.count()).group_by(journal.c.name)
    which = JournalFilter(conversation_id=conversation_id)
    totals = conn.execute(_where(select(*summed), which)).one()
    return {**totals._asdict(), **{row[0]: row[1] for row in conn.execute(_where(named, which))}}


def last_seq(conn: Connection) -> int:
    """Return the highest `seq` there is; 0 in an empty journal."""
    seq: int = conn.execute(select(func.coalesce(func.max(journal.c.seq), 0))).scalar_one()
    return seq


def _where(query: Select[Any], which: JournalFilter) -> Select[Any]:
    if which.conversation_id is not None:
        query = query.where(journal.c.conversation_id == which.conversation_id)
    if which.types is not None:
        query = query.where(journal.c.type.in_(which.types))
    if which.names is not None:
        query = query.where(journal.c.name.in_(which.names))
    if which.direction is not None:
        query = query.where(journal.c.direction == which.direction)
    if which.flags:
        query = query.where(or_(*(journal.c[flag] for flag in which.flags)))
    if which.text:
        query = query.where(func.contains_text(journal.c.raw, which.text.casefold()))
    return query


def _record(row: Any) -> JournalRecord:
    values: Sequence[str] = row.problems or ()
    return record_of(JournalRecord, row, problems=tuple(values))


def server_ids(conn: Connection, conversation_id: str, *, limit: int) -> list[tuple[int, int, int | None, bool]]:
    """Return (seq, stanza id, type, whether it was a duplicate) of the last stanzas of the server's, in their order."""
    rows = conn.exec_driver_sql(
        "SELECT seq, stanza_id, type, duplicate FROM journal WHERE conversation_id = ? AND direction = 'in' "
        "AND stanza_id < 0 AND NOT stranger ORDER BY seq DESC LIMIT ?",
        (conversation_id, limit),
    ).all()
    return [(seq, stanza_id, number, bool(duplicate)) for seq, stanza_id, number, duplicate in reversed(rows)]


def settle_missing(conn: Connection, conversation_id: str, at: datetime) -> None:
    """Stanzas of the server's that are missing among those here are not to be asked for any more."""
    conn.exec_driver_sql(
        "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) "
        "SELECT ?2, ?1, ?3, max(seq), ?4, ?4 FROM journal WHERE conversation_id = ?1 HAVING max(seq) IS NOT NULL "
        "ON CONFLICT(ref, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        (conversation_id, ids.new_id(ids.META), _SETTLED, to_utc_text(at)),
    )


def missing_settled(conn: Connection, conversation_id: str) -> int:
    """Return the `seq` up to which nothing is missed; 0 where that was never said."""
    row = conn.exec_driver_sql(
        "SELECT value FROM alicia_meta WHERE ref = ? AND key = ?", (conversation_id, _SETTLED)
    ).first()
    return int(row[0]) if row is not None else 0
