"""Assemble what one answer reads within a token budget: recent messages, pins, summaries and long-term memories.

The order of precedence: the memories that were found, what is pinned, the last messages, then messages by their
importance, and summaries of what did not fit. Each part has a share, so that none starves another; what a part leaves
unused goes to the others. Whatever does not fit is skipped and the next is tried, so the total never exceeds the
budget, and for everything left out there is a reason (`ContextExplanation`).
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from alicia_desktop.context.api_types import MemoryContext, MessageWithImportance, message_of, pin_of, summary_of
from alicia_desktop.context.context_parts import (
    DEFAULT_LIMITS,
    ContextExplanation,
    ContextLimits,
    ContextPart,
    memory_piece,
    message_pieces,
    pin_pieces,
    summary_pieces,
    tokens_of,
)
from alicia_desktop.memory import prompt_text
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord
from alicia_desktop.store.conversations.summaries import PinRecord, SummaryRecord


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextInput:
    """One conversation before an answer, as its context is assembled from."""

    id: str
    messages: Sequence[ActiveMessageRecord] = ()
    """The last current ones, in order, without the question."""
    older: tuple[int, int] = (0, 0)
    """How many messages there are before those, and their tokens."""
    pins: Sequence[PinRecord] = ()
    summaries: Sequence[SummaryRecord] = ()
    private: bool = False
    """No memory is searched, and nothing but its own messages is used."""
    question_id: str | None = None
    """The message that asks; what was stored from it is no memory for its answer."""


class ContextSource(Protocol):
    """Loads a conversation and retrieves the memories for it."""

    async def load(self) -> ContextInput:
        """Load the conversation as it is before the question."""
        ...

    async def retrieve(self, query: str, *, previous_turn: str) -> Retrieval:
        """Retrieve the memories for the question."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class AssembledContext:
    """The context of one answer, and how it came about."""

    context: MemoryContext
    memories: Retrieval | None
    """Everything that was considered; None where no memory may be searched."""
    total_tokens: int
    selected_memories: tuple[Candidate, ...] = ()
    """The memories selected for the answer, best first, whether or not they fit; none where none may be used."""
    used_memories: tuple[Candidate, ...] = ()
    """Those of them that fit."""
    message_ids: tuple[str, ...]
    """Of `context.recent_messages`, whose own `id` is a number."""
    explanation: ContextExplanation


async def assemble_context(
    conversation: ContextSource, query: str, budget: int, *, limits: ContextLimits = DEFAULT_LIMITS
) -> AssembledContext:
    """Assemble what an answer to `query` reads: at most `budget` tokens, estimated by `token_count`."""
    loaded = await conversation.load()
    if loaded.private:
        return await asyncio.to_thread(allocate_budget, loaded, query, None, budget, limits=limits)
    previous = next((said.text for said in reversed(loaded.messages) if said.role == "user"), "")
    found = await conversation.retrieve(query, previous_turn=previous)
    return await asyncio.to_thread(allocate_budget, loaded, query, found, budget, limits=limits)


def allocate_budget(
    conversation: ContextInput,
    query: str,
    found: Retrieval | None,
    budget: int,
    *,
    limits: ContextLimits = DEFAULT_LIMITS,
) -> AssembledContext:
    """Allocate the budget to messages, pins, summaries and memories."""
    budget = max(0, budget)
    selected = (
        [] if found is None else [one for one in found.selected if not _comes_from(conversation.question_id, one)]
    )
    allocation = _ContextAllocation(
        conversation, selected, budget, limits, found.options.include if found else frozenset()
    )
    allocation.fill(budget)
    total = allocation.tokens
    context = MemoryContext(
        recent_messages=tuple(allocation.recent_messages()),
        semantic_pins=tuple(pin_of(pin) for pin in conversation.pins if pin.id in allocation.pins.kept),
        summaries=tuple(summary_of(one) for one in conversation.summaries if one.id in allocation.summaries.kept),
        total_tokens=total,
    )
    explanation = ContextExplanation(
        query=query,
        budget=budget,
        total_tokens=total,
        private=conversation.private,
        parts=tuple(part.report() for part in allocation.all()),
    )
    return AssembledContext(
        context=context,
        memories=found,
        total_tokens=total,
        selected_memories=() if limits.max_memories == 0 else tuple(selected),
        used_memories=tuple(one for one in selected if one.memory.id in allocation.memories.kept),
        message_ids=tuple(said.id for said in conversation.messages if said.id in allocation.messages.kept),
        explanation=explanation,
    )


class _ContextAllocation:
    """The four parts of a context while they are filled."""

    def __init__(
        self,
        conversation: ContextInput,
        selected: Sequence[Candidate],
        budget: int,
        limits: ContextLimits,
        included: frozenset[str],
    ) -> None:
        """`included` are ids of memories that the user wants to be used."""
        self._messages = conversation.messages
        self._pins = {pin.id: pin for pin in conversation.pins}
        self._summaries = conversation.summaries
        self._budget, self._limits = budget, limits
        self.messages = ContextPart("messages", message_pieces(self._messages, limits), max_pieces=limits.max_messages)
        self.messages.count_older(*conversation.older)
        self.pins = ContextPart("pins", pin_pieces(conversation.pins), max_pieces=limits.max_pins)
        self.summaries = ContextPart(
            "summaries", summary_pieces(conversation.summaries), max_pieces=limits.max_summaries
        )
        self.memories = ContextPart(
            "memories",
            [memory_piece(one) for one in _by_precedence(selected, limits, included)],
            max_pieces=limits.max_memories,
            max_tokens=limits.memories,
        )
        self._drop_unsuitable(selected, included)

    @property
    def tokens(self) -> int:
        """Tokens of all four parts."""
        return sum(part.tokens for part in self.all())

    def all(self) -> tuple[ContextPart, ...]:
        """Return the parts in the order in which they are shown."""
        return self.messages, self.pins, self.summaries, self.memories

    def fill(self, budget: int) -> None:
        """Fill the parts in their order of precedence, then share out what is left over."""
        limits = self._limits
        self.memories.fill(min(self._tokens_left(), int(budget * limits.memory_share)))
        if limits.facts_alone and self.memories.kept:
            for part in (self.messages, self.pins, self.summaries):
                part.drop_all("facts_alone")
        self.pins.fill(min(self._tokens_left(), int(budget * limits.pin_share)))
        reserve = 0 if self.messages.possible_tokens <= self._tokens_left() else self._summary_reserve()
        self.messages.fill(max(0, self._tokens_left() - reserve))
        self._drop_repeated()
        self.summaries.fill(self._tokens_left())
        for part in (self.memories, self.pins, self.messages):
            part.fill(self._tokens_left())
        self._drop_repeated()

    def recent_messages(self) -> list[MessageWithImportance]:
        """Return the kept messages in the order in which they were said."""
        return [message_of(said) for said in self._messages if said.id in self.messages.kept]

    def _tokens_left(self) -> int:
        return self._budget - self.tokens

    def _summary_reserve(self) -> int:
        return min(self.summaries.possible_tokens, int(self._budget * self._limits.summary_share))

    def _drop_unsuitable(self, selected: Sequence[Candidate], included: frozenset[str]) -> None:
        best = max((one.relevance for one in selected), default=0.0)
        for one in selected:
            if one.memory.id not in included and one.relevance < self._limits.min_share_of_best * best:
                self.memories.drop(one.memory.id, "far_below_best")
            elif not self._limits.allow_instructions and prompt_text.has_instructions(one.memory.content):
                self.memories.drop(one.memory.id, "gives_orders")
        longest = self._limits.max_message_tokens
        for said in self._messages:
            if longest is not None and tokens_of(said.text) > longest:
                self.messages.drop(said.id, "too_long")

    def _drop_repeated(self) -> None:
        """A pin whose message stands there whole, and a summary of what does, would only repeat it."""
        for pin in self._pins.values():
            if pin.source_message_id in self.messages.kept and pin.pin_type == "auto":
                self.pins.drop(pin.id, "in_messages")
        places = {said.id: place for place, said in enumerate(self._messages)}
        for summary in self._summaries:
            covered = _covered_messages(summary, self._messages, places)
            if covered is None:
                continue
            if is_stale(summary, len(covered), max((said.updated_at for said in covered), default=None)):
                self.summaries.drop(summary.id, "stale")
            elif all(said.id in self.messages.kept for said in covered):
                self.summaries.drop(summary.id, "not_needed")


def _by_precedence(
    selected: Sequence[Candidate], limits: ContextLimits, included: frozenset[str]
) -> Sequence[Candidate]:
    """Return memories in their order of precedence: pinned first, but by relevance alone where few have room."""
    if limits.max_memories is None:
        return selected
    return sorted(selected, key=lambda one: (one.memory.id not in included, -one.relevance))


def is_stale(summary: SummaryRecord, count: int, changed_at: datetime | None) -> bool:
    """Return whether the messages of a summary have changed since it was made: edited, deleted or forgotten.

    `count` and `changed_at` are of its stretch as it is now.
    """
    return count != summary.message_count or (changed_at is not None and changed_at > summary.created_at)


def _comes_from(question_id: str | None, one: Candidate) -> bool:
    return question_id is not None and one.memory.source_info.get("message_id") == question_id


def _covered_messages(
    summary: SummaryRecord, said: Sequence[ActiveMessageRecord], places: Mapping[str, int]
) -> Sequence[ActiveMessageRecord] | None:
    """Return the messages of a summary; None where some of them are older than those at hand."""
    first, last = places.get(summary.start_message_id), places.get(summary.end_message_id)
    return None if first is None or last is None else said[first : last + 1]
