"""The way that a packet takes through the program: codec, session machine, a real database, rows of the window.

Each station is what the product itself calls; only the loop and the threads are left out, so that the processor time
of every packet can be told. A story is some hundred packets into one conversation of a database of its own.
"""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.protocol.codec import decode
from alicia_desktop.session import commands, events
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.inbound_batcher import InboundPacket
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.machine import step
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.store import journal
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations, transcripts
from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.inspector import WantedTurn, read_shown
from alicia_desktop.view.messages import message_row
from alicia_desktop.view.stanza_details import stanza_details
from alicia_desktop.view.stanzas import stanza_rows
from tests.fuzz.mutations import CONVERSATION, Mutations
from tests.simulate.inline import InlineDatabase, copy_template

STORY: Final = 250
"""Packets of a story."""
SHOWN_EVERY: Final = 25
"""Packets between two looks of the window; it looks thirty times a second at most."""
PHASES: Final = (Phase.ONLINE, Phase.ONLINE, Phase.ONLINE, Phase.HANDSHAKE, Phase.REPAIRING)


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """What one packet took."""

    packet: int
    """The last one that had come; the rows are of some packets before it, too."""
    station: str
    seconds: float
    """Of processor time."""


class Course:
    """One story: a session with its database, and packets that come."""

    def __init__(self, number: int, *, stanzas: list[bytes], folder: Path, template: Path) -> None:
        self.random = Random(f"fuzz {number}")
        self.measures: list[Measure] = []
        self._mutations = Mutations(self.random, stanzas)
        self._path = copy_template(template, folder / f"{number}.db")
        self._clock = JumpingClock()
        self._changes: Changes = frozenset()
        self._seen = 0
        self._packet = 0
        self._data = b""

    async def play(self, length: int = STORY) -> None:
        """Let `length` packets come; whatever is raised is a finding."""
        self._database = InlineDatabase(self._path)
        self._database.changed.connect(self._on_changed)
        try:
            await self._begin()
            for self._packet in range(1, length + 1):
                self._data = self._mutations.next()
                await self._arrive(self._data)
                if self._packet % SHOWN_EVERY == 0:
                    await self._show()
            await self._show()
        finally:
            await self._database.close()
            for path in self._path.parent.glob(f"{self._path.name}*"):
                path.unlink()

    @property
    def last(self) -> tuple[int, bytes]:
        """The packet that was under way."""
        return self._packet, self._data

    async def _begin(self) -> None:
        await self._database.write(conversations.create, at=self._clock.now(), conversation_id=CONVERSATION)
        self._ledger = Ledger(database=self._database, conversation_id=CONVERSATION)
        state = await self._ledger.load_state(client_version="1")
        self._state = SessionState(
            conversation_id=CONVERSATION,
            client_version="1",
            wanted=True,
            peer="alicia",
            sequence=state.sequence,
            profile=self.random.choice(("unknown", "canonical", "deployed")),
        )

    def _on_changed(self, changes: Changes) -> None:
        self._changes |= changes

    async def _arrive(self, data: bytes) -> None:
        began = time.thread_time()
        decode(data)
        decoded = time.thread_time()
        self._took("codec", decoded - began)
        receipt = await self._ledger.receive([InboundPacket(data=data, at=self._clock.now())])
        # The ledger reads the packet itself, so its time holds the codec's, too.
        self._took("codec and store", time.thread_time() - decoded)
        for passed in receipt.journaled:
            await self._step(passed)

    async def _step(self, passed: JournaledStanza) -> None:
        state = replace(self._state, phase=self.random.choice(PHASES), handshakes=1)
        event = events.StanzaRecorded(inbound=passed.inbound, duplicate=passed.duplicate)
        began = time.thread_time()
        self._state, wishes = step(state, event)
        self._took("session", time.thread_time() - began)
        began = time.thread_time()
        for wish in wishes:
            if isinstance(wish, commands.SendUnacknowledged):
                await self._ledger.journal_outgoing([wish], at=self._clock.now())
            elif isinstance(wish, commands.MarkIncomplete):
                await self._ledger.mark_incomplete(wish.answer_id, at=self._clock.now())
            elif isinstance(wish, commands.RememberProfile):
                await self._ledger.remember_profile(wish.profile, at=self._clock.now())
        self._took("what the session wants", time.thread_time() - began)

    async def _show(self) -> None:
        """Make the rows that the window would make now, and what it would show of one stanza and of one message."""
        await asyncio.sleep(0)
        changes, self._changes = self._changes, frozenset()
        bundles, came = await self._database.read(self._look, changes)
        for bundle in bundles:
            began = time.thread_time()
            message_row(bundle)
            self._took("message row", time.thread_time() - began)
        for record in came:
            began = time.thread_time()
            stanza_rows([record])
            self._took("stanza row", time.thread_time() - began)
        if came:  # on a person's click only, so not among what is measured
            stanza_details(self.random.choice(came))

    def _look(self, conn: Connection, changes: Changes) -> tuple[list[MessageBundle], list[JournalRecord]]:
        came = journal.page(conn, after=self._seen, limit=1_000)
        self._seen = came[-1].seq if came else self._seen
        bundles = transcripts.some(conn, CONVERSATION, transcripts.touched(conn, CONVERSATION, changes))
        if bundles and self.random.random() < 0.5:
            read_shown(conn, CONVERSATION, WantedTurn(message_id=bundles[-1].message.id), "answer")
        return bundles, came

    def _took(self, station: str, seconds: float) -> None:
        self.measures.append(Measure(packet=self._packet, station=station, seconds=seconds))
