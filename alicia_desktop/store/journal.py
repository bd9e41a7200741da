"""Query and prune the journal: pages in both directions, filters, the stanzas of a turn, the ids received, counts.

`recording.record` is what writes it. `JournalRetention` prunes what is older than the user wants to keep
(docs/architecture.md#retention).
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from msgspec.structs import replace
from sqlalchemy import ColumnElement, Connection, Integer, Row, Select, delete, func, or_, select, union

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.filtering.expression import EVERYTHING as EVERYTHING_FITS
from alicia_desktop.filtering.expression import Expression
from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.protocol.sequence import PeerSequence
from alicia_desktop.store.accounts import profile_of
from alicia_desktop.store.changes import note
from alicia_desktop.store.conversations import turns
from alicia_desktop.store.conversations.turns import ids_of_turn
from alicia_desktop.store.database import Database
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.meta_entries import meta_value, set_meta
from alicia_desktop.store.recording import KEPT_BYTES, JournalEntry, Recorded, record
from alicia_desktop.store.records import Direction, JournalRecord
from alicia_desktop.store.schema import journal, messages, outbox
from alicia_desktop.store.schema.columns import among, columns_of, record_of

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
    "pages",
    "record",
    "some",
]

log = get_logger(__name__)
TIDY_SECONDS: Final = 3600.0
SETTLED_KEY: Final = "missingSettled"
"""Key of a conversation's meta: the `seq` up to which stanzas that are missing were asked for in vain."""
MAX_OF_TURN: Final = 2_000
"""Maximum number of stanzas that are read of one turn."""
Flag = Literal["duplicate", "out_of_order", "after_stop", "unknown", "malformed", "stranger"]
FLAGS: Final[tuple[Flag, ...]] = ("duplicate", "out_of_order", "after_stop", "unknown", "malformed", "stranger")
_COLUMNS: Final = columns_of(JournalRecord, journal)


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
    expression: Expression = EVERYTHING_FITS
    """A filter as somebody typed it; its times are those of this computer's clocks."""


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
    query = _where(conn, select(*_COLUMNS), which)
    if before is not None:
        query = query.where(journal.c.seq < before)
    if after is not None:
        query = query.where(journal.c.seq > after)
        return [_record(row) for row in conn.execute(query.order_by(journal.c.seq).limit(limit))]
    rows = conn.execute(query.order_by(journal.c.seq.desc()).limit(limit)).all()
    return [_record(row) for row in reversed(rows)]


def pages(conn: Connection, which: JournalFilter = EVERYTHING, *, size: int) -> Iterator[list[JournalRecord]]:
    """Yield all stanzas in order, so many at once, by one query."""
    query = _where(conn, select(*_COLUMNS), which).order_by(journal.c.seq)
    for rows in conn.execute(query, execution_options={"yield_per": size}).partitions():
        yield [_record(row) for row in rows]


def some(conn: Connection, seqs: Sequence[int]) -> list[JournalRecord]:
    """Return these stanzas, as far as they are still there, in order."""
    rows = conn.execute(select(*_COLUMNS).where(among(journal.c.seq, seqs)).order_by(journal.c.seq))
    return [_record(row) for row in rows]


def of_turn(conn: Connection, message_id: str, names: Collection[str]) -> list[JournalRecord]:
    """Return the stanzas of these names of the turn that a question or answer belongs to: the first ones, in order."""
    query = select(*_COLUMNS).where(journal.c.turn_ref.in_(ids_of_turn(conn, message_id)), journal.c.name.in_(names))
    return [_record(row) for row in conn.execute(query.order_by(journal.c.seq).limit(MAX_OF_TURN))]


def moments_of_turn(conn: Connection, message_id: str) -> list[Row[tuple[int, str, str | None, datetime]]]:
    """Return `seq`, name, message and time of the stanzas of the turn of a question or answer: the first, in order."""
    columns = (journal.c.seq, journal.c.name, journal.c.turn_ref, journal.c.received_at)
    query = select(*columns).where(journal.c.turn_ref.in_(ids_of_turn(conn, message_id)))
    return list(conn.execute(query.order_by(journal.c.seq).limit(MAX_OF_TURN)))


def of_content(conn: Connection, content_id: str) -> list[JournalRecord]:
    """Return the stanzas whose body has that id, such as that of one trace or one message."""
    query = select(*_COLUMNS).where(journal.c.content_id == content_id)
    return [_record(row) for row in conn.execute(query.order_by(journal.c.seq))]


def neighbour_in_turn(conn: Connection, stanza: JournalRecord, *, forward: bool) -> int | None:
    """Return the `seq` of the next or previous stanza of the same turn; None where it is the last, or in no turn."""
    if not stanza.turn_ref:
        return None
    turn = select(func.min(journal.c.seq) if forward else func.max(journal.c.seq)).where(
        journal.c.turn_ref.in_(ids_of_turn(conn, stanza.turn_ref)),
        journal.c.conversation_id == stanza.conversation_id,
        journal.c.seq > stanza.seq if forward else journal.c.seq < stanza.seq,
    )
    seq: int | None = conn.execute(turn).scalar()
    return seq


def count(conn: Connection, which: JournalFilter = EVERYTHING) -> int:
    """Return how many stanzas there are of that kind."""
    number: int = conn.execute(_where(conn, select(func.count()).select_from(journal), which)).scalar_one()
    return number


def counts(conn: Connection, conversation_id: str | None = None) -> dict[str, int]:
    """Return how many stanzas there are under `total`, each flag, and each message name."""
    raised = [func.coalesce(func.sum(journal.c[flag], type_=Integer), 0).label(flag) for flag in FLAGS]
    summed = [func.count().label("total"), *raised]
    named = select(journal.c.name, func.count()).group_by(journal.c.name)
    which = JournalFilter(conversation_id=conversation_id)
    totals = conn.execute(_where(conn, select(*summed), which)).one()
    return {**totals._asdict(), **{row[0]: row[1] for row in conn.execute(_where(conn, named, which))}}


def first_time(conn: Connection, conversation_id: str) -> datetime | None:
    """Return when the first stanza of a conversation came or was made; None where there is none."""
    own = select(journal.c.received_at).where(journal.c.conversation_id == conversation_id)
    found: datetime | None = conn.execute(own.order_by(journal.c.seq).limit(1)).scalar()
    return found


def last_seq(conn: Connection) -> int:
    """Return the highest `seq` there is; 0 in an empty journal."""
    seq: int = conn.execute(select(func.coalesce(func.max(journal.c.seq), 0))).scalar_one()
    return seq


def _where(conn: Connection, query: Select[Any], which: JournalFilter) -> Select[Any]:
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
    if which.expression != EVERYTHING_FITS:
        from alicia_desktop.store.journal_search import condition  # noqa: PLC0415 - brings numpy

        query = query.where(condition(conn, which.expression))
    return query


def _record(row: Any) -> JournalRecord:
    values: Sequence[str] = row.problems or ()
    return record_of(JournalRecord, row, problems=tuple(values))


def server_ids(conn: Connection, conversation_id: str, *, limit: int) -> list[tuple[int, int, int | None, bool]]:
    """Return (seq, stanza id, type, whether it was a duplicate) of the last stanzas of the server's, in their order."""
    query = (
        select(journal.c.seq, journal.c.stanza_id, journal.c.type, journal.c.duplicate)
        .where(_from_server(conversation_id))
        .order_by(journal.c.seq.desc())
        .limit(limit)
    )
    return [(row.seq, row.stanza_id, row.type, row.duplicate) for row in reversed(conn.execute(query).all())]


def _from_server(conversation_id: str) -> ColumnElement[bool]:
    """Return the condition that a stanza has a place in the order of the server's."""
    ours = (journal.c.conversation_id == conversation_id) & (journal.c.direction == "in")
    return ours & (journal.c.stanza_id < 0) & ~journal.c.stranger


def settle_missing(conn: Connection, conversation_id: str, at: datetime) -> None:
    """Store that the server's stanzas which are missing up to now are not to be asked for any more."""
    newest = select(func.max(journal.c.seq)).where(journal.c.conversation_id == conversation_id)
    if (seq := conn.execute(newest).scalar()) is not None:
        set_meta(conn, conversation_id, SETTLED_KEY, str(seq), at)


def missing_settled(conn: Connection, conversation_id: str) -> int:
    """Return the `seq` up to which nothing is missed; 0 where that was never said."""
    return int(meta_value(conn, conversation_id, SETTLED_KEY) or 0)


REMEMBERED_IDS: Final = 2_000
"""How many of the server's last stanzas a new session looks through for what it has not heard."""


def received_sequence(conn: Connection, conversation_id: str) -> PeerSequence:
    """Return what was heard of the server's ids: a session may have ended before all came that it was to hear."""
    sequence, settled = PeerSequence(), missing_settled(conn, conversation_id)
    for seq, stanza_id, number, duplicate in server_ids(conn, conversation_id, limit=REMEMBERED_IDS):
        is_handshake = number == Configuration.TYPE
        sequence = sequence.meet(stanza_id) if is_handshake else sequence.observe(stanza_id, same_content=duplicate)[0]
        if seq <= settled:
            sequence = replace(sequence, unseen=())
    return sequence


BATCH: Final = 500
"""Stanzas looked at in one transaction, so that nobody waits long for the writer."""


def prune(conn: Connection, before: datetime, *, after: int = 0) -> int | None:
    """Delete what was journaled before a time, among the next stanzas after a `seq`.

    Returns the `seq` to go on after; None when the rest is younger.
    """
    query = select(journal.c.seq, journal.c.conversation_id, journal.c.at).where(journal.c.seq > after)
    rows = conn.execute(query.order_by(journal.c.seq).limit(BATCH)).all()
    old = {row.seq: row.conversation_id for row in rows if row.at < before}
    if not old:
        return None
    needed = {seq for conversation_id in set(old.values()) - {None} for seq in _needed(conn, conversation_id)}
    with for_good(conn):
        conn.execute(delete(journal).where(journal.c.seq.in_(sorted({*old} - needed))))
    for conversation_id in {old[seq] for seq in {*old} - needed} - {None}:
        note(conn, "journal_edit", conversation_id, "")
    last: int = rows[-1].seq
    return last


def _needed(conn: Connection, conversation_id: str) -> set[int]:
    """Return the stanzas of a conversation that stay.

    That is what waits, the unanswered questions, and those of ours that a deployed server has not given its own id.
    """
    own = select(journal.c.seq).where(journal.c.direction == "out")
    is_sent = (outbox.c.conversation_id == journal.c.conversation_id) & (outbox.c.stanza_id == journal.c.stanza_id)
    needed = [
        select(journal.c.seq).join(outbox, is_sent).where(journal.c.conversation_id == conversation_id),
        own.where(among(journal.c.content_id, turns.unanswered(conn, conversation_id))),
    ]
    if profile_of(conn, conversation_id) == "deployed":
        unnamed = (messages.c.message_role == "user") & messages.c.server_id.is_(None)
        theirs = own.join(messages, messages.c.id == journal.c.content_id).where(unnamed)
        needed.append(theirs.where(journal.c.conversation_id == conversation_id))
    return {*conn.execute(union(*needed)).scalars(), *_needed_to_resume(conn, conversation_id)}


def _needed_to_resume(conn: Connection, conversation_id: str) -> set[int]:
    """Return the stanza with the furthest id; where ids before it are missing, all that tell which."""
    sequence = received_sequence(conn, conversation_id)
    complete = sequence.contiguous == sequence.last
    query = select(journal.c.seq).where(_from_server(conversation_id)).order_by(journal.c.seq.desc())
    if complete:
        query = query.where(journal.c.stanza_id == -sequence.last)
    return set(conn.execute(query.limit(1 if complete else REMEMBERED_IDS)).scalars())


class JournalRetention:
    """Deletes stanzas of the journal that are older than the user wants to keep."""

    def __init__(self, *, database: Database, clock: Clock, days: Callable[[], int]) -> None:
        """Take `days`, which returns for how long they are kept now; 0 is always."""
        self._database, self._clock, self._days = database, clock, days

    async def tidy(self) -> None:
        """Prune now and every hour; where the disk refuses, the next hour tries again."""
        while True:
            try:
                await self.prune()
            except WorldError as error:
                log.info("the journal is not tidied", code=error.code)
            await self._clock.sleep(TIDY_SECONDS)

    async def prune(self) -> None:
        """Delete what is too old, a few hundred stanzas a transaction.

        Raises:
            WorldError: the disk does not let it; what went is gone, and the rest is as it was.
        """
        if not (days := self._days()):
            return
        before = self._clock.now() - timedelta(days=days)
        after: int | None = 0
        while after is not None:
            after = await self._database.write(prune, before, after=after)
