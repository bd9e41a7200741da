"""Journals inbound packets in batches: as many as came while the last batch was being committed, up to a limit.

So a burst costs few commits and keeps its order, and nothing is handed on before it is on disk. While it lasts, there
is one commit for each frame of the screen: a commit costs as much as writing twenty stanzas, and while it runs Python
does not paint.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

import msgspec

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.attachments import FEATURE as ATTACHMENTS
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantMessage, Configuration, StartAnswer
from alicia_desktop.protocol.registry import counts_at_client
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.conversations import conversations, turns
from alicia_desktop.store.database import Connection
from alicia_desktop.store.recording import JournalEntry, Recorded, record

MAX_STANZAS_PER_COMMIT: Final = 250
"""Bounds how long one commit takes: a burst is written in pieces, between which the loop gets its turn."""
BURST_STANZAS: Final = 8
"""A batch of this size is a burst: what follows it is collected for one frame, and committed together."""
FRAME_SECONDS: Final = 1 / 60
STANZAS_PER_LOOP_TURN: Final = 25
"""Stanzas handed on before the event loop gets a turn, so that a burst never holds it up for long."""


class InboundPacket(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One packet as the transport delivered it; not tracked by the garbage collector, as thousands may wait."""

    data: bytes
    at: datetime
    sender: str = ""
    from_server: bool = True
    """Whether the server's participant sent it, and no stranger."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceiveResult:
    """What came of a batch of packets."""

    journaled: tuple[JournaledStanza, ...]
    """Without those of strangers, which are in the journal and nowhere else."""
    outbox_empty: bool


class PacketJournal(Protocol):
    """What journals a batch: the session's `Ledger`."""

    async def receive(self, packets: Sequence[InboundPacket]) -> ReceiveResult:
        """Persist packets in one transaction."""
        ...


class InboundBatcher:
    """Buffers inbound packets; hands each stanza on after its commit, in the order in which they came."""

    def __init__(
        self,
        *,
        journal: PacketJournal,
        on_journaled: Callable[[JournaledStanza], None],
        on_outbox_empty: Callable[[], None],
        on_disk_error: Callable[[WorldError], None],
    ) -> None:
        self._journal = journal
        self._on_journaled, self._on_outbox_empty, self._on_disk_error = on_journaled, on_outbox_empty, on_disk_error
        self._packets: list[InboundPacket] = []
        self._flushing = False

    def put(self, packet: InboundPacket) -> bool:
        """Buffer one packet; returns whether the caller has to run `flush`."""
        self._packets.append(packet)
        begins, self._flushing = not self._flushing, True
        return begins

    def clear(self) -> None:
        """Drop what is not journaled yet; the next handshake asks the server for it again."""
        self._packets.clear()

    async def flush(self) -> None:
        """Journal what is buffered, batch by batch, until nothing more comes."""
        try:
            while self._packets:
                due = asyncio.get_running_loop().time() + FRAME_SECONDS
                batch, self._packets = self._packets[:MAX_STANZAS_PER_COMMIT], self._packets[MAX_STANZAS_PER_COMMIT:]
                result = await self._journal.receive(batch)
                if result.outbox_empty:  # at once: a moment later the user may have written something new
                    self._on_outbox_empty()
                for place, stanza in enumerate(result.journaled):
                    if place % STANZAS_PER_LOOP_TURN == STANZAS_PER_LOOP_TURN - 1:
                        await asyncio.sleep(0)
                    self._on_journaled(stanza)
                await self._collect(len(batch), due)
        except WorldError as error:
            self._on_disk_error(error)
        finally:
            self._flushing = False

    async def _collect(self, written: int, due: float) -> None:
        """After a burst, collect what comes until `due` on the loop's clock, unless a whole commit is waiting."""
        remaining = due - asyncio.get_running_loop().time()
        if written >= BURST_STANZAS and remaining > 0 and len(self._packets) < MAX_STANZAS_PER_COMMIT:
            await asyncio.sleep(remaining)


def receive_packets(conn: Connection, conversation_id: str, packets: Sequence[InboundPacket]) -> ReceiveResult:
    """Journal and project packets in the transaction of `conn`, in the order in which they came."""
    at = packets[-1].at
    entries = [_entry(packet, conversation_id, at) for packet in packets]
    for entry in entries:
        _follow_epoch(conn, conversation_id, entry)
        _remember_features(conn, conversation_id, entry)
    journaled = tuple(
        JournaledStanza.of(recorded, at=at, question=_question(conn, recorded))
        for recorded in record(conn, entries)
        if not recorded.stranger
    )
    return ReceiveResult(journaled=journaled, outbox_empty=not outbox.waiting(conn, conversation_id))


def _entry(packet: InboundPacket, conversation_id: str, at: datetime) -> JournalEntry:
    content = decode(packet.data)
    return JournalEntry(
        direction="in",
        content=content,
        raw=packet.data,
        at=at,
        received_at=packet.at,
        conversation_id=conversation_id,
        sender=packet.sender,
        stranger=not counts_at_client(content, from_server=packet.from_server),
    )


def _follow_epoch(conn: Connection, conversation_id: str, entry: JournalEntry) -> None:
    """Restart the server's counter if its reply to our Configuration has a stanza id that it had passed already."""
    inbound = entry.content
    if entry.stranger or not isinstance(inbound, Stanza) or not isinstance(inbound.body, Configuration):
        return
    known = conversations.get(conn, conversation_id)
    if known is not None and known.last_server_stanza_id < inbound.stanza_id < 0:
        conversations.restart_server_ids(conn, conversation_id, inbound.stanza_id)


def _remember_features(conn: Connection, conversation_id: str, entry: JournalEntry) -> None:
    inbound = entry.content
    if entry.stranger or not isinstance(inbound, Stanza) or not isinstance(inbound.body, Configuration):
        return
    if inbound.stanza_id <= 0:
        taken = ATTACHMENTS in (inbound.body.features or ())
        accounts.remember_attachments(conn, conversation_id, entry.at, taken=taken)


def _question(conn: Connection, recorded: Recorded) -> str | None:
    content = recorded.entry.content
    if not isinstance(content, Stanza) or not isinstance(content.body, StartAnswer | AssistantMessage):
        return None
    question = turns.question_of(conn, content.body.id)
    return question if question != content.body.id else None
