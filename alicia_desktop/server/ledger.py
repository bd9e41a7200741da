"""What one conversation has on disk, for its agent: stanzas are written down before they are sent or acted upon."""

from dataclasses import dataclass
from datetime import datetime

from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.server.dialogue import Said
from alicia_desktop.store import serving
from alicia_desktop.store.database import Database
from alicia_desktop.store.entries import Entry, Recorded
from alicia_desktop.store.recording import record
from alicia_desktop.store.records import MessageRecord

HISTORY_MESSAGES = 12
"""Messages of the conversation that a prompt may draw on."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ledger:
    """The record of one conversation in the server's database."""

    database: Database
    conversation_id: str
    clock: Clock

    async def received(self, content: Inbound, raw: bytes, at: datetime) -> Recorded:
        """Write down what came."""
        entry = Entry(
            direction="in",
            content=content,
            raw=raw,
            at=self.clock.now(),
            received_at=at,
            conversation_id=self.conversation_id,
        )
        return (await self.database.write(record, [entry]))[0]

    async def sent(self, stanza: Stanza, raw: bytes) -> None:
        """Write down what is about to be sent."""
        entry = Entry(direction="out", content=stanza, raw=raw, at=self.clock.now())
        await self.database.write(record, [entry])

    async def last_id(self) -> int:
        """Return the last stanza id that the server gave out; 0 when none."""
        return await self.database.read(serving.last_server_id, self.conversation_id)

    async def missed(self, last_seen: int) -> list[bytes]:
        """Return what somebody who saw stanza −`last_seen` last has missed."""
        return await self.database.read(serving.missed, self.conversation_id, last_seen)

    async def open_answers(self) -> list[str]:
        """Return answers that an earlier run of the server left in the middle."""
        return await self.database.read(serving.open_answers, self.conversation_id)

    async def unanswered_question(self) -> MessageRecord | None:
        """Return the question that an earlier run took and did not begin to answer."""
        return await self.database.read(serving.unanswered_question, self.conversation_id)

    async def is_answered(self, question_id: str) -> bool:
        """Whether this question needs no answer any more."""
        return await self.database.read(serving.is_answered, question_id)

    async def sentence_count(self, answer_id: str) -> int:
        """Return how many sentences the answer has."""
        return await self.database.read(serving.sentence_count, answer_id)

    async def is_private(self) -> bool:
        """Whether no memory may be stored or used here."""
        return await self.database.read(serving.is_private, self.conversation_id)

    async def history(self, *, until: str | None) -> tuple[Said, ...]:
        """Return what was said before the message `until`, oldest first; all of it when there is no such message."""
        said = await self.database.read(serving.said, self.conversation_id, limit=HISTORY_MESSAGES)
        ids = [message.id for message in said]
        before = said[: ids.index(until)] if until in ids else said
        return tuple(Said(role=message.role, text=message.text) for message in before if message.text.strip())

    async def message(self, message_id: str | None) -> serving.SpokenMessage | None:
        """Return one message of this conversation."""
        if message_id is None:
            return None
        return await self.database.read(serving.message, self.conversation_id, message_id)

    def now_ms(self) -> int:
        """Return the time as `meta.timestamp` has it."""
        return round(self.clock.now().timestamp() * 1000)
