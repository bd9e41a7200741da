"""Persists one conversation of the client: every stanza is journaled before it leaves and before it is acted upon.

    ledger = Ledger(database=database, conversation_id="ac_1")
    state = await ledger.load_state(client_version="1.0")            # what an earlier run left
    await ledger.enqueue(UserMessage(...), meta, at=now)             # journal, tables and outbox, in one transaction
    for item in await ledger.take_outgoing(resend=False, profile="canonical", at=now):
        send(item.raw)                                               # under the stanza id that it has for good
    result = await ledger.receive([InboundPacket(data=data, at=now)])  # what it acknowledges leaves the outbox
    for stanza in result.journaled:
        show(stanza)

Two things are decided here and nowhere else: which message a question follows (`previousId`), and which items of the
outbox may go out, in which order and with whose ids (docs/protocol.md#ids-of-questions). Journal, tables and outbox
change together (docs/architecture.md#journal-and-projection): after a crash at any point, what was shown is there, and
what was not acknowledged is sent again under its old stanza id.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import msgspec

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import new_span_id
from alicia_desktop.base.observable import Signal
from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import STOPPED
from alicia_desktop.protocol.messages import Configuration, ControlStop, ControlVariation, Message, UserMessage
from alicia_desktop.protocol.registry import entry_of
from alicia_desktop.protocol.sequence import SPAN
from alicia_desktop.session.commands import SendUnacknowledged
from alicia_desktop.session.events import HistoryMerged, JournaledStanza
from alicia_desktop.session.inbound_batcher import InboundPacket, ReceiveResult, receive_packets
from alicia_desktop.session.message_factory import MemoryRequest, memory_action
from alicia_desktop.session.state import SessionState
from alicia_desktop.store import journal, outbox
from alicia_desktop.store.accounts import NO_ATTACHMENTS, Account, profile_of, remember_profile, takes_attachments
from alicia_desktop.store.conversations import attachments, messages, turns
from alicia_desktop.store.conversations.conversations import set_room_name
from alicia_desktop.store.conversations.feedback import store_local
from alicia_desktop.store.conversations.transcripts import store_timestamps
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.journal import received_sequence
from alicia_desktop.store.meta_entries import set_meta
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.records import OutboxRecord
from alicia_desktop.store.sync import history
from alicia_desktop.store.sync.history import HistoryMessage, adopt
from alicia_desktop.store.sync.withdrawal import WithdrawnQuestion, withdraw

Condition = Callable[[Connection], bool]
"""Decides in the transaction whether a stanza is written at all."""
SENT_AT: Final = "client.sent_at"
TRANSPORT: Final = "client.transport"
"""Key of `alicia_meta`: how this computer was connected when a message left, or was heard."""
SPEECH_STARTED_AT: Final = "client.speech_started_at"
SPEECH_ENDED_AT: Final = "client.speech_ended_at"
SOUND_STARTED_AT: Final = "client.sound_started_at"
SOUND_ENDED_AT: Final = "client.sound_ended_at"
"""Keys of `alicia_meta` for times by this computer's clock, as RFC 3339 text; no stanza carries them."""


class Ledger:
    """Reads and writes one conversation in the client's database."""

    def __init__(self, *, database: Database, conversation_id: str) -> None:
        self.conversation_id = conversation_id
        self.adopted: Signal[tuple[str, str]] = Signal()
        self.transport = ""
        """How this computer is connected, or was last."""
        self._database = database

    async def load_state(self, *, client_version: str, tools: bool = False) -> SessionState:
        """Return the state in which a session of this conversation begins, as an earlier run left it."""
        return await self._database.read(_load_state, self.conversation_id, client_version, tools=tools)

    async def enqueue(
        self,
        body: Message,
        meta: Mapping[str, Any],
        *,
        at: datetime,
        after: Message | None = None,
        when: Condition | None = None,
    ) -> list[JournaledStanza]:
        """Persist a stanza of the user's and put it into the outbox, right behind the stanza `after` if there is one.

        Writes nothing if `when(conn)` is false at commit. A UserMessage without `previous_id` gets one: the last
        message, or for an edit the message that the edited question followed.

        Raises:
            WorldError: it can never be sent, or the disk refuses it; then nothing was written.
        """
        stanzas = [(body, meta)] if after is None else [(after, {}), (body, meta)]
        return await self._database.write(_enqueue_all, self.conversation_id, stanzas, at, when)

    async def enqueue_memory_requests(
        self, requests: Sequence[MemoryRequest], *, at: datetime
    ) -> list[JournaledStanza]:
        """Persist what the user does to memories and put it into the outbox: all of it, or nothing.

        Raises:
            WorldError: as `enqueue`, or no server could carry one of them out.
        """
        return await self._database.write(_enqueue_memory_requests, self.conversation_id, requests, at)

    async def journal_outgoing(
        self, stanzas: Sequence[SendUnacknowledged], *, at: datetime
    ) -> tuple[JournaledStanza, ...]:
        """Persist stanzas that nobody acknowledges, and which therefore skip the outbox, in one transaction."""
        return await self._database.write(_journal_outgoing, self.conversation_id, stanzas, at)

    async def receive(self, packets: Sequence[InboundPacket]) -> ReceiveResult:
        """Persist what came; what it acknowledges leaves the outbox in the same transaction."""
        return await self._database.write(receive_packets, self.conversation_id, packets)

    async def take_outgoing(self, *, resend: bool, profile: Profile, at: datetime) -> list[OutboxRecord]:
        """Select the outbox items to send now, in order, and count the attempt; `resend` also those sent before."""
        return await self._database.write(
            _take_outgoing, self.conversation_id, resend=resend, profile=profile, at=at, transport=self.transport
        )

    async def requeue_sent(self) -> None:
        """Let everything wait again that was sent and not acknowledged: it may not have arrived."""
        await self._database.write(outbox.requeue, self.conversation_id)

    async def remember_profile(self, profile: Profile, *, at: datetime) -> None:
        """Store for this server what its handshake has shown it to be."""
        await self._database.write(remember_profile, self.conversation_id, profile, at)

    async def merge_history(self, history: Sequence[HistoryMessage], *, settles: bool, at: datetime) -> HistoryMerged:
        """Merge the server's history into the tables, and return what is still missing there and here.

        Args:
            settles: Whether to give up the stanzas that were requested in vain so far, for later runs too.
        """
        return await self._database.write(_merge_history, self.conversation_id, history, at, settles=settles)

    async def withdraw(self, message_id: str, *, to_draft: bool, at: datetime) -> WithdrawnQuestion | None:
        """Take back a question that has not left; None where it may have."""
        return await self._database.write(withdraw, self.conversation_id, message_id, at, to_draft=to_draft)

    async def mark_failed(self, pk: int, sentence: str) -> None:
        """Mark the outbox item `pk` as one that cannot be sent as it is; the user is shown why and decides."""
        await self._database.write(outbox.mark_failed, pk, sentence)

    async def adopt(self, conversation_id: str) -> None:
        """Rename the conversation to the id that the server gave, everywhere in the database.

        Raises:
            WorldError: the disk refuses it; then the conversation keeps the id that it has.
        """
        old, self.conversation_id = self.conversation_id, conversation_id  # what is written from now on comes after it
        try:
            await self._database.write(adopt, old, conversation_id)
        except WorldError:
            self.conversation_id = old
            raise
        self.adopted.emit((old, conversation_id))

    async def remember_room(self, room_name: str) -> None:
        """Store the name of the room that the conversation is in, as the server gave it."""
        await self._database.write(set_room_name, self.conversation_id, room_name)

    async def mark_incomplete(self, answer_id: str, *, at: datetime) -> None:
        """Mark an answer as cut off: it stopped in the middle and nothing more came."""
        await self._database.write(messages.give_up, answer_id, at)

    async def store_timestamps(self, ref: str, times: Mapping[str, datetime], *, at: datetime) -> None:
        """Store times of a message by this computer's clock, under the keys above."""
        await self._database.write(_store_times, self.conversation_id, ref, times, at=at, transport=self.transport)


def undelivered_conversations(conn: Connection, account: Account | None) -> tuple[str, ...]:
    """Return the conversations of an account, or of all, that have something in the outbox."""
    return tuple(outbox.conversations_waiting(conn, account))


def _load_state(conn: Connection, conversation_id: str, client_version: str, *, tools: bool) -> SessionState:
    return SessionState(
        conversation_id=conversation_id,
        client_version=client_version,
        tools=tools,
        sequence=received_sequence(conn, conversation_id),
        waiting=bool(outbox.waiting(conn, conversation_id)),
        open_answers=_open_answers(conn, conversation_id),
        asked=turns.unanswered(conn, conversation_id),
        history_due=turns.has_holes(conn, conversation_id),
        profile=profile_of(conn, conversation_id),
    )


def _stanza(conn: Connection, conversation_id: str, body: Message, meta: Mapping[str, Any]) -> Stanza:
    number = outbox.next_client_stanza_id(conn, conversation_id)
    if entry_of(body).known_by_stanza:  # another device may send the same under the same number
        meta = {SPAN: new_span_id(), **meta}
    return Stanza(stanza_id=number, conversation_id=conversation_id, body=body, meta=meta)


def _enqueue(
    conn: Connection, conversation_id: str, body: Message, meta: Mapping[str, Any], at: datetime
) -> JournaledStanza:
    _, recorded = outbox.put(conn, _stanza(conn, conversation_id, body, meta), at=at)
    return JournaledStanza.of(recorded, at=at)


def _enqueue_all(
    conn: Connection,
    conversation_id: str,
    stanzas: Sequence[tuple[Message, Mapping[str, Any]]],
    at: datetime,
    when: Condition | None,
) -> list[JournaledStanza]:
    if when is not None and not when(conn):
        return []
    edited = next((body.target_id for body, _ in stanzas if isinstance(body, ControlVariation)), None)
    followed = _previous_id(conn, conversation_id, edited)  # before anything is written that would be the last
    return [_enqueue(conn, conversation_id, _following(body, followed), meta, at) for body, meta in stanzas]


def _previous_id(conn: Connection, conversation_id: str, edited: str | None) -> str | None:
    """Return the message that a question follows: the last one, or for an edit what the edited one followed."""
    if edited is not None:
        replaced = messages.get(conn, edited)
        return replaced.previous_id if replaced is not None else None
    return messages.last_id(conn, conversation_id)


def _following(body: Message, previous_id: str | None) -> Message:
    if isinstance(body, UserMessage) and body.previous_id is None:
        return msgspec.structs.replace(body, previous_id=previous_id)
    return body


def _enqueue_memory_requests(
    conn: Connection, conversation_id: str, requests: Sequence[MemoryRequest], at: datetime
) -> list[JournaledStanza]:
    journaled: list[JournaledStanza] = []
    for request in requests:
        body, meta = memory_action(conn, request, conversation_id=conversation_id, at=at)
        journaled.append(_enqueue(conn, conversation_id, body, meta, at))
    return journaled


def _journal_outgoing(
    conn: Connection, conversation_id: str, stanzas: Sequence[SendUnacknowledged], at: datetime
) -> tuple[JournaledStanza, ...]:
    entries: list[JournalEntry] = []
    for sent in stanzas:
        meta = sent.meta
        if isinstance(sent.body, Configuration) and (stopped := _stopped_questions(conn, conversation_id)):
            meta = {**meta, STOPPED: stopped}
        stanza = _stanza(conn, conversation_id, sent.body, meta)
        entries.append(JournalEntry(direction="out", content=stanza, raw=encode(stanza), at=at))
    return tuple(JournaledStanza.of(recorded, at=at) for recorded in record(conn, entries))


def _stopped_questions(conn: Connection, conversation_id: str) -> list[str]:
    """Return the questions whose stop is not acknowledged: a server that was away must hear of it before it begins."""
    bodies = [decode(item.raw).body for item in outbox.waiting(conn, conversation_id) if item.type == ControlStop.TYPE]
    stops = [body for body in bodies if isinstance(body, ControlStop) and body.stop_type != "speech"]
    return [body.target_id for body in stops if body.target_id]


def _take_outgoing(
    conn: Connection,
    conversation_id: str,
    *,
    resend: bool,
    profile: Profile,
    at: datetime,
    transport: str = "",
) -> list[OutboxRecord]:
    waiting = _without_refused_files(conn, conversation_id, outbox.waiting(conn, conversation_id))
    if profile == "deployed":
        leaving = _one_question(conn, waiting)
    else:
        leaving = [item for item in waiting if resend or item.status == "queued"]
    for item in leaving:
        if item.attempts == 0 and item.content_id:
            store_timestamps(conn, conversation_id, item.content_id, {SENT_AT: at}, at)
            _store_transport(conn, item.content_id, transport, at)
        outbox.mark_sent(conn, item.pk, at)
    return leaving


def _store_times(
    conn: Connection, conversation_id: str, ref: str, times: Mapping[str, datetime], *, at: datetime, transport: str
) -> None:
    store_timestamps(conn, conversation_id, ref, times, at)
    _store_transport(conn, ref, transport, at)


def _store_transport(conn: Connection, ref: str, transport: str, at: datetime) -> None:
    if transport:
        set_meta(conn, ref, TRANSPORT, transport, at)


def _without_refused_files(conn: Connection, conversation_id: str, waiting: list[OutboxRecord]) -> list[OutboxRecord]:
    """Mark messages as failed that carry files for a server that takes none; return the others."""
    if not any(item.type == UserMessage.TYPE for item in waiting):
        return waiting
    if takes_attachments(conn, conversation_id) is not False:
        return waiting
    refused = [item for item in waiting if item.type == UserMessage.TYPE and attachments.has_any(conn, item.content_id)]
    for item in refused:
        outbox.mark_failed(conn, item.pk, NO_ATTACHMENTS)
    return [item for item in waiting if item not in refused]


def _one_question(conn: Connection, waiting: list[OutboxRecord]) -> list[OutboxRecord]:
    """Return what may leave before the question in flight is answered, as a deployed server can read it."""
    in_flight = any(item.type == UserMessage.TYPE and item.status == "sent" for item in waiting)
    leaving: list[OutboxRecord] = []
    for item in waiting:
        if item.status != "queued":
            continue
        raw = _in_server_ids(conn, item.raw)
        if raw is None:  # such a server cannot use it: it is kept on this computer only
            outbox.discard(conn, item.pk)
            store_local(conn, item)
            continue
        if item.type == UserMessage.TYPE:
            if in_flight:
                break
            in_flight = True
        leaving.append(replace(item, raw=raw))
    return leaving


def _in_server_ids(conn: Connection, raw: bytes) -> bytes | None:
    stanza = decode(raw)
    assert isinstance(stanza, Stanza), "our own stanza"
    body = deployed.outgoing(stanza.body, lambda message_id: history.server_id_of(conn, message_id))
    return None if body is None else encode(replace(stanza, body=body))


def _merge_history(
    conn: Connection,
    conversation_id: str,
    received: Sequence[HistoryMessage],
    at: datetime,
    *,
    settles: bool,
) -> HistoryMerged:
    history.merge_history(conn, conversation_id, received, at=at)
    if settles:
        journal.settle_missing(conn, conversation_id, at)
    return HistoryMerged(
        waiting=bool(outbox.waiting(conn, conversation_id)),
        open_answers=_open_answers(conn, conversation_id),
        asked=turns.unanswered(conn, conversation_id),
    )


def _open_answers(conn: Connection, conversation_id: str) -> tuple[str, ...]:
    return tuple(answer.id for answer in messages.unfinished(conn, conversation_id))
