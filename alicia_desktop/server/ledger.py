"""Journal the stanzas of one conversation before they are sent or acted upon, and read back what its agent needs.

    stanza = classify_stanza(data, at, sender="desk", from_user=True, conversation_id="ac_1")
    recorded = await ledger.record_received(stanza)

A stanza counts when it is from the user's own participant, of a type that clients send, numbered as clients number,
and about this conversation. Everything else is journaled as a stranger's and does nothing. Whether the ids in it are
of this conversation, only the database knows (`store.server.foreign_ids`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.protocol.conversation_settings import ConversationSettings, settings_in
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.protocol.registry import counts_at_server
from alicia_desktop.store.conversations import answer_prompts, attachments, conversations, messages, tools
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories.memory_actions import DerivedColumns, Done
from alicia_desktop.store.recording import JournalEntry, Recorded, record
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.server import foreign_ids, server_queries

OTHER_CONVERSATION: Final = "It belongs to another conversation."


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceivedStanza:
    """One received stanza, or bytes that are none, with whether it counts."""

    content: Inbound
    raw: bytes
    at: datetime
    sender: str
    """Identity of the participant."""
    stranger: bool = False
    """It does not count."""
    refusal: str = ""
    """Why not, where the user is to be told."""
    shared: bool = False
    """Whether the user has other devices in the room, which get it from the server."""


def classify_stanza(raw: bytes, at: datetime, *, sender: str, from_user: bool, conversation_id: str) -> ReceivedStanza:
    """Decode what was received and decide whether it counts."""
    content = codec.decode(raw)
    counts = counts_at_server(content, from_user=from_user) and _is_numbered(content)
    refusal = OTHER_CONVERSATION if counts and _is_elsewhere(content, conversation_id) else ""
    return ReceivedStanza(
        content=content, raw=raw, at=at, sender=sender, stranger=bool(refusal) or not counts, refusal=refusal
    )


def _is_numbered(content: Inbound) -> bool:
    """Return whether a stanza has a client's number; others would pass for the server's own."""
    return not isinstance(content, Stanza) or content.stanza_id > 0


def _is_elsewhere(content: Inbound, conversation_id: str) -> bool:
    """Return whether envelope or body names another conversation; one that names none is about that of the room."""
    if not isinstance(content, Stanza):
        return False
    named = {content.conversation_id, getattr(content.body, "conversation_id", None)}
    return bool(named - {"", None, conversation_id})


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerLedger:
    """The journal of one conversation in the server's database."""

    database: Database
    conversation_id: str
    clock: Clock

    async def record_received(self, arrival: ReceivedStanza) -> Recorded:
        """Journal a received stanza; one that names what is not in this conversation does not count."""
        return await self.database.write(server_queries.receive, self._entry(arrival))

    async def apply_memory_action(
        self, arrival: ReceivedStanza, body: MemoryAction, *, reading: DerivedColumns
    ) -> Done:
        """Journal a memory action and apply it; once, however often it comes."""
        entry = self._entry(arrival)
        return await self.database.write(
            server_queries.apply_memory_action, entry, body, conversation_id=self.conversation_id, reading=reading
        )

    async def record_sent(self, stanzas: Sequence[tuple[Stanza, bytes]]) -> None:
        """Journal stanzas that are about to be sent, with their bytes: all of them, or none."""
        at = self.clock.now()
        entries = [JournalEntry(direction="out", content=stanza, raw=raw, at=at) for stanza, raw in stanzas]
        await self.database.write(record, entries)

    async def last_id(self) -> int:
        """Return the last stanza id that the server gave out; 0 for none."""
        return await self.database.read(server_queries.last_server_id, self.conversation_id)

    async def stanzas_after(self, last_seen: int) -> list[bytes]:
        """Return the stanzas, encoded, that follow stanza −`last_seen`."""
        return await self.database.read(server_queries.missed, self.conversation_id, last_seen)

    async def open_answers(self) -> list[str]:
        """Return the ids of answers that an earlier run of the server left unfinished."""
        return await self.database.read(server_queries.open_answers, self.conversation_id)

    async def unanswered_questions(self) -> list[MessageRecord]:
        """Return the questions that an earlier run accepted and did not begin to answer, in order."""
        return await self.database.read(server_queries.unanswered_questions, self.conversation_id)

    async def open_tool_requests(self) -> list[str]:
        """Return the ids of tool requests without a result that an earlier run left."""
        return [use.id for use in await self.database.read(tools.unfinished, self.conversation_id)]

    async def is_answered(self, question_id: str) -> bool:
        """Return whether this question needs no answer any more."""
        return await self.database.read(server_queries.is_answered, question_id)

    async def is_unused(self, message_id: str) -> bool:
        """Whether nothing on this server has this id, so that an error may name it to its sender."""
        return await self.database.read(foreign_ids.is_unused, message_id)

    async def sentence_count(self, answer_id: str) -> int:
        """Return how many sentences the answer has."""
        return await self.database.read(server_queries.sentence_count, answer_id)

    async def is_private(self) -> bool:
        """Return whether no memory may be stored or used here."""
        return await self.database.read(server_queries.is_private, self.conversation_id)

    async def settings(self) -> ConversationSettings:
        """Return the conversation's own model, persona and temperature."""
        found = await self.database.read(conversations.get, self.conversation_id)
        return settings_in(found.preferences if found is not None else None)

    async def message(self, message_id: str | None) -> server_queries.SpokenMessage | None:
        """Return one message of this conversation."""
        if message_id is None:
            return None
        return await self.database.read(server_queries.message, self.conversation_id, message_id)

    async def heard_language(self, message_id: str) -> str:
        """Return the language in which a message was heard; empty where it was written."""
        return await self.database.read(server_queries.heard_language, self.conversation_id, message_id)

    async def keep_prompt(self, prompt: AnswerPrompt) -> None:
        """Write down what the model read of an answer, unless the conversation is private."""
        await self.database.write(answer_prompts.keep, prompt, self.clock.now())

    async def attachments(self, message_id: str) -> tuple[Attachment, ...]:
        """Return the files of a message with their bytes."""
        return tuple(await self.database.read(attachments.of_message, message_id, data=True))

    async def attachments_before(self, message_id: str) -> tuple[Attachment, ...]:
        """Return the files that were attached last before a message, not long ago."""
        return tuple(await self.database.read(attachments.before, self.conversation_id, message_id))

    async def predecessor(self, message_id: str) -> str | None:
        """Return the message that this one follows; this one need not be stored yet."""
        return await self.database.read(messages.predecessor, self.conversation_id, message_id)

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
