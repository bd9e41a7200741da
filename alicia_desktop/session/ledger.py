"""What one session has on disk: every stanza is written down here before it leaves or is acted upon.

Journal, tables and outbox change in one transaction (docs/architecture.md#journal-and-projection), so after a crash at
any point what was shown is there and what was not acknowledged is sent again under its old stanza id.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import new_span_id
from alicia_desktop.base.observable import Signal
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import AssistantMessage, Configuration, Message, StartAnswer
from alicia_desktop.protocol.registry import counts_at_client, entry_of
from alicia_desktop.protocol.sequence import SPAN
from alicia_desktop.session.events import HistoryTaken
from alicia_desktop.session.initial_state import InitialState, opened, take_history
from alicia_desktop.session.memory_requests import MemoryWish, composed
from alicia_desktop.session.outbox_policy import outgoing
from alicia_desktop.store import conversations, messages, outbox, turns
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.entries import JournalEntry, Recorded
from alicia_desktop.store.history import HistoryMessage
from alicia_desktop.store.id_rename import adopt
from alicia_desktop.store.profiles import remember_profile
from alicia_desktop.store.recording import record
from alicia_desktop.store.records import OutboxRecord
from alicia_desktop.store.transcripts import keep_moments

Condition = Callable[[Connection], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Arrival:
    """One packet as it came."""

    data: bytes
    at: datetime
    sender: str = ""
    from_server: bool = True


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
    question: str | None = None
    """Our id of what the answer that it begins, or is, answers; None where that is not known here."""

    @property
    def stanza_id(self) -> int:
        """Return the stanza's id; 0 for what has none."""
        return self.inbound.stanza_id or 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Receipt:
    """What became of a batch of arrivals."""

    passed: tuple[Passed, ...]
    """Those that count; a stranger's is in the journal and nowhere else."""
    outbox_empty: bool


class Ledger:
    """The record of one conversation in the client's database."""

    def __init__(self, *, database: Database, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        self.adopted: Signal[tuple[str, str]] = Signal()
        self._database = database

    async def opened(self) -> InitialState:
        """Return what an earlier run left."""
        return await self._database.read(opened, self.conversation_id)

    async def compose(
        self,
        body: Message,
        meta: Mapping[str, Any],
        *,
        at: datetime,
        after: Message | None = None,
        when: Condition | None = None,
    ) -> list[Passed]:
        """Write down a stanza of the person's, `after` another or alone, and let it wait in the outbox.

        Nothing is written where `when` is not so, which is asked in the same transaction.

        Raises:
            WorldError: it can never be sent, or the disk refuses it; then nothing was written.
        """
        said = [(body, meta)] if after is None else [(after, {}), (body, meta)]
        return await self._database.write(_compose_all, self.conversation_id, said, at, when)

    async def act(self, wishes: Sequence[MemoryWish], *, at: datetime) -> list[Passed]:
        """Write down what the person does to memories, all of it or nothing, and let it wait in the outbox.

        Raises:
            WorldError: as `compose`, or one of them could be done by no server.
        """
        return await self._database.write(_act, self.conversation_id, wishes, at)

    async def transmit(self, body: Message, meta: Mapping[str, Any] | None = None, *, at: datetime) -> Passed:
        """Write down a stanza that nobody acknowledges."""
        return await self._database.write(_transmit, self.conversation_id, body, meta or {}, at)

    async def receive(self, arrivals: Sequence[Arrival]) -> Receipt:
        """Write down what came; what it acknowledges leaves the outbox in the same transaction."""
        return await self._database.write(_receive, self.conversation_id, arrivals)

    async def outgoing(self, *, resend: bool, profile: Profile, at: datetime) -> list[OutboxRecord]:
        """Return what is to be sent now, in order, and count the attempt."""
        return await self._database.write(outgoing, self.conversation_id, resend=resend, profile=profile, at=at)

    async def queue_again(self) -> None:
        """What was sent may not have come: it waits to be sent."""
        await self._database.write(outbox.requeue, self.conversation_id)

    async def remember_profile(self, profile: Profile, *, at: datetime) -> None:
        """Keep for this server what its handshake has shown."""
        await self._database.write(remember_profile, self.conversation_id, profile, at)

    async def take_history(self, said: Sequence[HistoryMessage], *, settles: bool, at: datetime) -> HistoryTaken:
        """Take in what the server has, and return what is still missing there and here."""
        return await self._database.write(take_history, self.conversation_id, said, at, settles=settles)

    async def refuse(self, pk: int, sentence: str) -> None:
        """What waits under `pk` cannot be sent as it is: the person is told why and decides."""
        await self._database.write(outbox.mark_failed, pk, sentence)

    async def adopt(self, conversation_id: str) -> None:
        """Take the id that the server gave.

        Raises:
            WorldError: the disk refuses it; then the conversation keeps the one that it has.
        """
        old, self.conversation_id = self.conversation_id, conversation_id  # what is written from now on comes after it
        try:
            await self._database.write(adopt, old, conversation_id)
        except WorldError:
            self.conversation_id = old
            raise
        self.adopted.emit((old, conversation_id))

    async def last_said(self) -> str | None:
        """Return the id of the last message, which a question that is spoken here follows."""
        return await self._database.read(_last_said, self.conversation_id)

    async def mark_incomplete(self, answer_id: str, *, at: datetime) -> None:
        """The answer was cut off and nothing more came."""
        await self._database.write(_mark_incomplete, answer_id, at)

    async def note_moments(self, ref: str, moments: Mapping[str, datetime], *, at: datetime) -> None:
        """Keep moments of a message by this computer's clock."""
        await self._database.write(keep_moments, self.conversation_id, ref, moments, at)


def _last_said(conn: Connection, conversation_id: str) -> str | None:
    said = messages.of_conversation(conn, conversation_id, limit=1, with_superseded=False)
    return said[-1].id if said else None


def unsettled(conn: Connection, account: Account | None) -> tuple[str, ...]:
    """Return the conversations of an account, or of all, that still have something to deliver."""
    return tuple(outbox.conversations_waiting(conn, account))


def _stanza(conn: Connection, conversation_id: str, body: Message, meta: Mapping[str, Any]) -> Stanza:
    number = outbox.next_client_stanza_id(conn, conversation_id)
    if entry_of(body).known_by_stanza:  # another device may send the same under the same number
        meta = {SPAN: new_span_id(), **meta}
    return Stanza(stanza_id=number, conversation_id=conversation_id, body=body, meta=meta)


def _compose(conn: Connection, conversation_id: str, body: Message, meta: Mapping[str, Any], at: datetime) -> Passed:
    stanza = _stanza(conn, conversation_id, body, meta)
    waiting, recorded = outbox.put(conn, stanza, at=at)
    return _passed(recorded, waiting.raw, at)


def _compose_all(
    conn: Connection,
    conversation_id: str,
    said: Sequence[tuple[Message, Mapping[str, Any]]],
    at: datetime,
    when: Condition | None,
) -> list[Passed]:
    if when is not None and not when(conn):
        return []
    return [_compose(conn, conversation_id, body, meta, at) for body, meta in said]


def _act(conn: Connection, conversation_id: str, wishes: Sequence[MemoryWish], at: datetime) -> list[Passed]:
    passed: list[Passed] = []
    for wish in wishes:
        body, meta = composed(conn, wish, conversation_id=conversation_id, at=at)
        passed.append(_compose(conn, conversation_id, body, meta, at))
    return passed


def _transmit(conn: Connection, conversation_id: str, body: Message, meta: Mapping[str, Any], at: datetime) -> Passed:
    stanza = _stanza(conn, conversation_id, body, meta)
    raw = encode(stanza)
    (recorded,) = record(conn, [JournalEntry(direction="out", content=stanza, raw=raw, at=at)])
    return _passed(recorded, raw, at)


def _receive(conn: Connection, conversation_id: str, arrivals: Sequence[Arrival]) -> Receipt:
    at = arrivals[-1].at
    entries = [_entry(arrival, conversation_id, at) for arrival in arrivals]
    for entry in entries:
        _follow_epoch(conn, conversation_id, entry)
    passed = tuple(
        replace(_passed(recorded, recorded.entry.raw, at), question=_question(conn, recorded))
        for recorded in record(conn, entries)
        if not recorded.stranger
    )
    return Receipt(passed=passed, outbox_empty=not outbox.waiting(conn, conversation_id))


def _entry(arrival: Arrival, conversation_id: str, at: datetime) -> JournalEntry:
    content = decode(arrival.data)
    return JournalEntry(
        direction="in",
        content=content,
        raw=arrival.data,
        at=at,
        received_at=arrival.at,
        conversation_id=conversation_id,
        sender=arrival.sender,
        stranger=not counts_at_client(content, from_server=arrival.from_server),
    )


def _follow_epoch(conn: Connection, conversation_id: str, entry: JournalEntry) -> None:
    """A reply to our Configuration under a smaller number than the last: the server's counter began anew."""
    inbound = entry.content
    if entry.stranger or not isinstance(inbound, Stanza) or not isinstance(inbound.body, Configuration):
        return
    known = conversations.get(conn, conversation_id)
    if known is not None and known.last_server_stanza_id < inbound.stanza_id < 0:
        conversations.restart_server_ids(conn, conversation_id, inbound.stanza_id)


def _mark_incomplete(conn: Connection, answer_id: str, at: datetime) -> None:
    found = messages.get(conn, answer_id)
    if found is not None and found.completion_status == "streaming":
        messages.fail(conn, answer_id, at, error_message="The answer was cut off and did not go on.")


def _question(conn: Connection, recorded: Recorded) -> str | None:
    content = recorded.entry.content
    if not isinstance(content, Stanza) or not isinstance(content.body, StartAnswer | AssistantMessage):
        return None
    question = turns.question_of(conn, content.body.id)
    return question if question != content.body.id else None


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
