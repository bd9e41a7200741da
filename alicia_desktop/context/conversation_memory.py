"""The memory of one conversation in the database: what an answer in it reads, and what is stored after a turn.

`source_before` gives the conversation as it was before a question, for `assemble_context`. `update_after_turn` brings
everything up to date: the importance of every message that has none, pins by the rules, summaries where the
conversation has outgrown its budget. Of a private conversation nothing is stored.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.context import pinning, summaries, upkeep
from alicia_desktop.context.api_types import (
    ConversationSummary,
    CreatePinRequest,
    CreateSummaryRequest,
    SemanticPin,
    pin_of,
    summary_of,
)
from alicia_desktop.context.assembly import ContextInput
from alicia_desktop.context.upkeep import all_without_private
from alicia_desktop.memory.retrieval.result import Retrieval
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.conversations import short_term
from alicia_desktop.store.conversations import summaries as pin_rows
from alicia_desktop.store.conversations import summaries as summary_rows
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord
from alicia_desktop.store.conversations.summaries import SummaryRecord
from alicia_desktop.store.database import Database
from alicia_desktop.store.server import server_queries

MAX_BATCH_MESSAGES: Final = 2_000
"""Messages that one `update_after_turn` scores or summarises."""

WriteSummary = Callable[[Sequence[ActiveMessageRecord]], Awaitable[str | None]]
"""Summarises messages by a model; returns None where there is none, or it failed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationMemory:
    """Importance, pins and summaries of one conversation."""

    database: Database
    clock: Clock
    memory: MemorySystem
    conversation_id: str
    unsummarised_tokens: int = summaries.UNSUMMARISED_TOKENS
    retrieval: Callable[[], RetrievalSettings] = RetrievalSettings
    """What its memories are retrieved by, asked for each answer: the owner may change it."""

    def source_before(
        self, before: str | None, *, private: bool = False, exclude: Sequence[str] = (), include: Sequence[str] = ()
    ) -> "ConversationSource":
        """Return the conversation as it was before a message; `exclude` and `include` are ids of memories."""
        return ConversationSource(
            of=self, before=before, private=private, exclude=tuple(exclude), include=tuple(include)
        )

    async def update_after_turn(self, write_summary: WriteSummary | None = None) -> None:
        """Score new messages, add pins and summaries that are due, and delete what is out of date."""
        if await self.database.read(server_queries.is_private, self.conversation_id):
            return
        await self._score_new_messages()
        stale = await self.database.read(upkeep.find_stale, self.conversation_id)
        if stale.summaries or stale.pins:
            await self.database.write(upkeep.delete_stale, stale, self.clock.now())
        for request in (*map(_resummarise_request, stale.summaries), *await self._due_summaries()):
            await self.summarise(request, write_summary)

    async def store_language(self, language: str) -> None:
        """Store the language that the user's program is set to."""
        if not await self.database.read(server_queries.is_private, self.conversation_id):
            await self.pin(pinning.language_pin(self.conversation_id, language))

    async def pins(self) -> tuple[SemanticPin, ...]:
        """Return the pins, the oldest first."""
        found = await self.database.read(pin_rows.pins_of, self.conversation_id)
        return tuple(pin_of(record) for record in found)

    async def pin(self, request: CreatePinRequest) -> SemanticPin:
        """Add a pin; a manual one unless the request says otherwise."""
        return await self.database.write(upkeep.add_pin, request, self.clock.now())

    async def unpin(self, pin_id: str) -> bool:
        """Delete a pin; False when there is no such pin here."""
        return await self.database.write(pin_rows.delete_pin, self.conversation_id, pin_id, self.clock.now())

    async def summaries(self) -> tuple[ConversationSummary, ...]:
        """Return the summaries in the order of their messages."""
        found = await self.database.read(summary_rows.summaries_of, self.conversation_id)
        return tuple(summary_of(record) for record in found)

    async def summarise(
        self, request: CreateSummaryRequest, write_summary: WriteSummary | None = None
    ) -> ConversationSummary | None:
        """Summarise a range of messages, by a model if possible; None where it is empty or changed meanwhile."""
        said = await self.database.read(
            short_term.span, self.conversation_id, request.start_message_id, request.end_message_id
        )
        text = await _write_text(said, write_summary)
        if not text:
            return None
        record = await self.database.write(
            upkeep.store_summary,
            said,
            text,
            importance_score=summaries.importance_of_summary(said),
            at=self.clock.now(),
        )
        return None if record is None else summary_of(record)

    async def delete_summary(self, summary_id: str) -> bool:
        """Delete a summary; False when there is no such summary here."""
        return await self.database.write(
            summary_rows.delete_summary, self.conversation_id, summary_id, self.clock.now()
        )

    async def _score_new_messages(self) -> None:
        new = await self.database.read(short_term.unmeasured, self.conversation_id, limit=MAX_BATCH_MESSAGES)
        if not new:
            return
        first = await self.database.read(
            short_term.before, self.conversation_id, new[0].id, limit=upkeep.MAX_EARLIER_MESSAGES
        )
        measures, requests = await asyncio.to_thread(upkeep.score_messages, new, first)
        await self.database.write(upkeep.store_scores, [*first, *new], measures, requests, self.clock.now())

    async def _due_summaries(self) -> tuple[CreateSummaryRequest, ...]:
        known = await self.database.read(summary_rows.summaries_of, self.conversation_id)
        last = known[-1].end_message_id if known else None
        rest = await self.database.read(short_term.after, self.conversation_id, last, limit=MAX_BATCH_MESSAGES)
        return summaries.due_summaries(self.conversation_id, rest, budget=self.unsummarised_tokens)


@dataclass(frozen=True, kw_only=True, slots=True)
class ConversationSource:
    """One conversation before one question: the `ContextSource` of a context."""

    of: ConversationMemory
    before: str | None
    private: bool
    exclude: tuple[str, ...]
    include: tuple[str, ...]

    async def load(self) -> ContextInput:
        """See `ContextSource`."""
        return await self.of.database.read(
            upkeep.load_conversation, self.of.conversation_id, before=self.before, private=self.private
        )

    async def retrieve(self, query: str, *, previous_turn: str) -> Retrieval:
        """See `ContextSource`."""
        settings = self.of.retrieval()
        return await self.of.memory.retrieve(
            query,
            previous_turn=previous_turn,
            threshold=settings.threshold,
            budget=settings.budget,
            weights=settings.weights,
            exclude=self.exclude,
            include=self.include,
        )


def _resummarise_request(stale: SummaryRecord) -> CreateSummaryRequest:
    return CreateSummaryRequest(
        session_id=stale.session_id,
        start_message_id=stale.start_message_id,
        end_message_id=stale.end_message_id,
        message_count=stale.message_count,
    )


async def _write_text(said: Sequence[ActiveMessageRecord], write_summary: WriteSummary | None) -> str:
    kept = await asyncio.to_thread(all_without_private, said)
    if not kept:
        return ""
    written = None if write_summary is None else await write_summary(kept)
    if written:
        return written
    return await asyncio.to_thread(summaries.extractive_summary, kept)
