"""What one conversation has on disk, for its agent: stanzas are written down before they are sent or acted upon."""

from dataclasses import dataclass

from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.server.arrivals import ReceivedStanza
from alicia_desktop.store.conversations import tools
from alicia_desktop.store.database import Database
from alicia_desktop.store.entries import JournalEntry, Recorded
from alicia_desktop.store.memories.memory_actions import DerivedColumns, Done
from alicia_desktop.store.recording import record
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.server import memory_serving, server_queries


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerLedger:
    """The record of one conversation in the server's database."""

    database: Database
    conversation_id: str
    clock: Clock

    async def received(self, arrival: ReceivedStanza) -> Recorded:
        """Write down what came; also what counts does not, where it names what is not in this conversation."""
        return await self.database.write(server_queries.receive, self._entry(arrival))

    async def acted(self, arrival: ReceivedStanza, body: MemoryAction, *, reading: DerivedColumns) -> Done:
        """Write down what somebody does to a memory, and do it; once, however often it comes."""
        entry = self._entry(arrival)
        return await self.database.write(
            memory_serving.take, entry, body, conversation_id=self.conversation_id, reading=reading
        )

    async def sent(self, stanza: Stanza, raw: bytes) -> None:
        """Write down what is about to be sent."""
        entry = JournalEntry(direction="out", content=stanza, raw=raw, at=self.clock.now())
        await self.database.write(record, [entry])

    async def last_id(self) -> int:
        """Return the last stanza id that the server gave out; 0 when none."""
        return await self.database.read(server_queries.last_server_id, self.conversation_id)

    async def missed(self, last_seen: int) -> list[bytes]:
        """Return what somebody who saw stanza −`last_seen` last has missed."""
        return await self.database.read(server_queries.missed, self.conversation_id, last_seen)

    async def open_answers(self) -> list[str]:
        """Return answers that an earlier run of the server left in the middle."""
        return await self.database.read(server_queries.open_answers, self.conversation_id)

    async def unanswered_questions(self) -> list[MessageRecord]:
        """Return the questions that an earlier run took and did not begin to answer, in their order."""
        return await self.database.read(server_queries.unanswered_questions, self.conversation_id)

    async def open_errands(self) -> list[str]:
        """Return the requests for whose results an earlier run of the server waited, its own tools' too."""
        return [use.id for use in await self.database.read(tools.unfinished, self.conversation_id)]

    async def is_answered(self, question_id: str) -> bool:
        """Whether this question needs no answer any more."""
        return await self.database.read(server_queries.is_answered, question_id)

    async def sentence_count(self, answer_id: str) -> int:
        """Return how many sentences the answer has."""
        return await self.database.read(server_queries.sentence_count, answer_id)

    async def is_private(self) -> bool:
        """Whether no memory may be stored or used here."""
        return await self.database.read(server_queries.is_private, self.conversation_id)

    async def message(self, message_id: str | None) -> server_queries.SpokenMessage | None:
        """Return one message of this conversation."""
        if message_id is None:
            return None
        return await self.database.read(server_queries.message, self.conversation_id, message_id)

    def _entry(self, arrival: ReceivedStanza) -> JournalEntry:
        return JournalEntry(
            direction="in",
            content=arrival.content,
            raw=arrival.raw,
            at=self.clock.now(),
            received_at=arrival.at,
            conversation_id=self.conversation_id,
            sender=arrival.sender,
            stranger=arrival.stranger,
            refusal=arrival.refusal,
        )

    def now_ms(self) -> int:
        """Return the time as `meta.timestamp` has it."""
        return round(self.clock.now().timestamp() * 1000)
