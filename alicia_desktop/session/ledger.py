"""What one session has on disk: every stanza is written down here before it leaves or is acted upon.

Journal, tables and outbox change in one transaction (DESIGN.md §1), so after a crash at any point what was shown is
there and what was not acknowledged is sent again under its old stanza id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alicia_desktop.base.signal import Signal
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import Configuration, Message
from alicia_desktop.session.moments import SENT_AT
from alicia_desktop.store import conversations, messages, outbox
from alicia_desktop.store.adoption import adopt
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.entries import Entry, Recorded
from alicia_desktop.store.recording import record
from alicia_desktop.store.records import OutboxRecord
from alicia_desktop.store.transcripts import keep_moments


@dataclass(frozen=True, kw_only=True, slots=True)
class Arrival:
    """One packet as it came."""

    data: bytes
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Passed:
    """A stanza that is in the journal."""

    seq: int
    inbound: Inbound
    raw: bytes
    outbound: bool
    at: datetime
    duplicate: bool = False
    after_stop: bool = False

    @property
    def stanza_id(self) -> int:
        """Return the stanza's id; 0 for what has none."""
        return self.inbound.stanza_id or 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """What became of a batch of arrivals."""

    passed: tuple[Passed, ...]
    outbox_empty: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """What a session has to know of its conversation before it begins."""

    last_seen: int
    waiting: bool
    open_answer: str | None


class Ledger:
    """The record of one conversation in the client's database."""

    def __init__(self, *, database: Database, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        self.adopted: Signal[tuple[str, str]] = Signal()
        self._database = database

    async def opened(self) -> Opened:
        """Return what an earlier run left."""
        return await self._database.read(_opened, self.conversation_id)

    async def compose(self, body: Message, meta: Mapping[str, Any], *, at: datetime) -> Passed:
        """Write down a stanza of the person's and let it wait in the outbox.

        Raises:
            WorldError: it can never be sent, or the disk refuses it; then nothing was written.
        """
        return await self._database.write(_compose, self.conversation_id, body, meta, at)

    async def transmit(self, body: Message, *, at: datetime) -> Passed:
        """Write down a stanza that nobody acknowledges."""
        return await self._database.write(_transmit, self.conversation_id, body, at)

    async def receive(self, arrivals: Sequence[Arrival]) -> Receipt:
        """Write down what came; what it acknowledges leaves the outbox in the same transaction."""
        return await self._database.write(_receive, self.conversation_id, arrivals)

    async def outgoing(self, *, resend: bool, at: datetime) -> list[OutboxRecord]:
        """Return what is to be sent now, in order, and count the attempt."""
        return await self._database.write(_outgoing, self.conversation_id, resend=resend, at=at)

    async def refuse(self, pk: int, sentence: str) -> None:
        """What waits under `pk` cannot be sent as it is: the person is told why and decides."""
        await self._database.write(outbox.mark_failed, pk, sentence)

    async def adopt(self, conversation_id: str) -> None:
        """Take the id that the server gave."""
        old, self.conversation_id = self.conversation_id, conversation_id
        await self._database.write(adopt, old, conversation_id)
        self.adopted.emit((old, conversation_id))

    async def mark_incomplete(self, answer_id: str, *, at: datetime) -> None:
        """The answer was cut off and nothing more came."""
        await self._database.write(_mark_incomplete, answer_id, at)

    async def note_moments(self, ref: str, moments: Mapping[str, datetime], *, at: datetime) -> None:
        """Keep moments of a message by this computer's clock."""
        await self._database.write(keep_moments, self.conversation_id, ref, moments, at)


def unsettled(conn: Connection) -> tuple[str, ...]:
    """Return the conversations that still have something to deliver."""
    return tuple(outbox.conversations_waiting(conn))


def _opened(conn: Connection, conversation_id: str) -> Opened:
    found = conversations.get(conn, conversation_id)
    streaming = messages.unfinished(conn, conversation_id)
    return Opened(
        last_seen=-found.last_server_stanza_id if found else 0,
        waiting=bool(outbox.waiting(conn, conversation_id)),
        open_answer=streaming[-1].id if streaming else None,
    )


def _stanza(conn: Connection, conversation_id: str, body: Message, meta: Mapping[str, Any]) -> Stanza:
    number = outbox.next_client_stanza_id(conn, conversation_id)
    return Stanza(stanza_id=number, conversation_id=conversation_id, body=body, meta=meta)


def _compose(conn: Connection, conversation_id: str, body: Message, meta: Mapping[str, Any], at: datetime) -> Passed:
    stanza = _stanza(conn, conversation_id, body, meta)
    waiting, recorded = outbox.put(conn, stanza, at=at)
    return _passed(recorded, waiting.raw, at)


def _transmit(conn: Connection, conversation_id: str, body: Message, at: datetime) -> Passed:
    stanza = _stanza(conn, conversation_id, body, {})
    raw = encode(stanza)
    (recorded,) = record(conn, [Entry(direction="out", content=stanza, raw=raw, at=at)])
    return _passed(recorded, raw, at)


def _receive(conn: Connection, conversation_id: str, arrivals: Sequence[Arrival]) -> Receipt:
    at = arrivals[-1].at
    entries = [
        Entry(
            direction="in",
            content=decode(arrival.data),
            raw=arrival.data,
            at=at,
            received_at=arrival.at,
            conversation_id=conversation_id,
        )
        for arrival in arrivals
    ]
    for entry in entries:
        _follow_epoch(conn, conversation_id, entry.content)
    passed = tuple(_passed(recorded, recorded.entry.raw, at) for recorded in record(conn, entries))
    return Receipt(passed=passed, outbox_empty=not outbox.waiting(conn, conversation_id))


def _follow_epoch(conn: Connection, conversation_id: str, inbound: Inbound) -> None:
    """A reply to our Configuration under a smaller number than the last: the server's counter began anew."""
    if not isinstance(inbound, Stanza) or not isinstance(inbound.body, Configuration):
        return
    known = conversations.get(conn, conversation_id)
    if known is not None and known.last_server_stanza_id < inbound.stanza_id < 0:
        conversations.restart_server_ids(conn, conversation_id, inbound.stanza_id)


def _outgoing(conn: Connection, conversation_id: str, *, resend: bool, at: datetime) -> list[OutboxRecord]:
    leaving = [item for item in outbox.waiting(conn, conversation_id) if resend or item.status == "queued"]
    for item in leaving:
        if item.attempts == 0 and item.content_id:
            keep_moments(conn, conversation_id, item.content_id, {SENT_AT: at}, at)
        outbox.mark_sent(conn, item.pk, at)
    return leaving


def _mark_incomplete(conn: Connection, answer_id: str, at: datetime) -> None:
    found = messages.get(conn, answer_id)
    if found is not None and found.completion_status == "streaming":
        messages.fail(conn, answer_id, at, error_message="The answer was cut off and did not go on.")


def _passed(recorded: Recorded, raw: bytes, at: datetime) -> Passed:
    return Passed(
        seq=recorded.seq,
        inbound=recorded.entry.content,
        raw=raw,
        outbound=recorded.entry.direction == "out",
        at=at,
        duplicate=recorded.duplicate,
        after_stop=recorded.after_stop,
    )
