"""What one answer gets to read, and why: recent messages, pins, summaries and long-term memories within a budget.

The order of precedence: the memories that were found, what is pinned, the last messages, then messages by their
importance, and summaries of what did not fit. Each part has a share, so that none starves another; what a part leaves
over goes to the others. Whatever does not fit is skipped and the next is tried, so the total never exceeds the budget,
and for everything left out there is a reason (`ContextExplanation`).
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from alicia_desktop.memory import quoting
from alicia_desktop.memory.api_types import (
    MemoryContext,
    MessageWithImportance,
    message_of,
    pin_of,
    summary_of,
)
from alicia_desktop.memory.context_parts import ContextExplanation, Shelf
from alicia_desktop.memory.context_pieces import (
    EVEN,
    Limits,
    memory_line,
    memory_piece,
    message_pieces,
    pin_pieces,
    summary_pieces,
    text_line,
    tokens_of,
)
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval
from alicia_desktop.store.conversations.pins import PinRecord
from alicia_desktop.store.conversations.short_term import SaidRecord
from alicia_desktop.store.conversations.summaries import SummaryRecord

__all__ = [
    "AssembledContext",
    "Conversation",
    "Limits",
    "Source",
    "allot",
    "assemble_context",
    "is_stale",
    "memory_line",
    "text_line",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """What is known of one conversation before an answer."""

    id: str
    messages: Sequence[SaidRecord] = ()
    """The last ones in force, in order, without the question."""
    older: tuple[int, int] = (0, 0)
    """How many messages there are before those, and their tokens."""
    pins: Sequence[PinRecord] = ()
    summaries: Sequence[SummaryRecord] = ()
    private: bool = False
    """Nothing is looked up for it, and nothing but its own messages is used."""
    question_id: str | None = None
    """The message that asks; what it has told itself is no memory for its answer."""


class Source(Protocol):
    """Where a conversation and the memories for it come from."""

    async def load(self) -> Conversation:
        """Return the conversation as it is before the question."""
        ...

    async def retrieve(self, query: str, *, previous_turn: str) -> Retrieval:
        """Return the memories that bear on the question."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class AssembledContext:
    """What one answer gets to read."""

    context: MemoryContext
    memories: Retrieval | None
    """Everything that was considered; None where nothing may be looked up."""
    total_tokens: int
    offered: tuple[Candidate, ...] = ()
    """The memories that were chosen for the answer, best first, whether or not they found room; none where none may."""
    used_memories: tuple[Candidate, ...] = ()
    """Those of them that are part of it."""
    explanation: ContextExplanation


async def assemble_context(conversation: Source, query: str, budget: int, *, limits: Limits = EVEN) -> AssembledContext:
    """Return what an answer to `query` reads: at most `budget` tokens, estimated as by `tokens`."""
    loaded = await conversation.load()
    if loaded.private:
        return await asyncio.to_thread(allot, loaded, query, None, budget, limits=limits)
    previous = next((said.text for said in reversed(loaded.messages) if said.role == "user"), "")
    found = await conversation.retrieve(query, previous_turn=previous)
    return await asyncio.to_thread(allot, loaded, query, found, budget, limits=limits)


def allot(
    conversation: Conversation,
    query: str,
    found: Retrieval | None,
    budget: int,
    *,
    limits: Limits = EVEN,
) -> AssembledContext:
    """Share the budget out among what there is."""
    budget = max(0, budget)
    selected = (
        [] if found is None else [one for one in found.selected if not _is_told_by(conversation.question_id, one)]
    )
    shelves = _Shelves(conversation, selected, budget, limits, found.options.include if found else frozenset())
    shelves.fill(budget)
    total = shelves.tokens
    context = MemoryContext(
        recent_messages=tuple(shelves.recent_messages()),
        semantic_pins=tuple(pin_of(pin) for pin in conversation.pins if pin.id in shelves.pins.kept),
        summaries=tuple(summary_of(one) for one in conversation.summaries if one.id in shelves.summaries.kept),
        total_tokens=total - shelves.memories.tokens,
    )
    explanation = ContextExplanation(
        query=query,
        budget=budget,
        total_tokens=total,
        private=conversation.private,
        parts=tuple(shelf.report() for shelf in shelves.all()),
    )
    return AssembledContext(
        context=context,
        memories=found,
        total_tokens=total,
        offered=() if limits.most_memories == 0 else tuple(selected),
        used_memories=tuple(one for one in selected if one.memory.id in shelves.memories.kept),
        explanation=explanation,
    )


class _Shelves:
    """The four parts while they are being filled."""

    def __init__(
        self,
        conversation: Conversation,
        selected: Sequence[Candidate],
        budget: int,
        limits: Limits,
        asked_for: frozenset[str],
    ) -> None:
        """Take `asked_for`, memories that the person wants to be used."""
        self._said = conversation.messages
        self._pins = {pin.id: pin for pin in conversation.pins}
        self._summaries = conversation.summaries
        self._budget, self._limits = budget, limits
        self.messages = Shelf("messages", message_pieces(self._said, limits), most=limits.most_messages)
        self.messages.leave_out_older(*conversation.older)
        self.pins = Shelf("pins", pin_pieces(conversation.pins), most=limits.most_pins)
        self.summaries = Shelf("summaries", summary_pieces(conversation.summaries), most=limits.most_summaries)
        self.memories = Shelf(
            "memories",
            [memory_piece(one) for one in _in_order(selected, limits, asked_for)],
            most=limits.most_memories,
            cap=limits.memories,
        )
        self._bar_what_is_too_much(selected, asked_for)

    @property
    def tokens(self) -> int:
        """All that is on them."""
        return sum(shelf.tokens for shelf in self.all())

    def all(self) -> tuple[Shelf, ...]:
        """Return the parts in the order in which they are shown."""
        return self.messages, self.pins, self.summaries, self.memories

    def fill(self, budget: int) -> None:
        """Fill them in their order of precedence, then share out what is left over."""
        limits = self._limits
        self.memories.fill(min(self._left(), int(budget * limits.memory_share)))
        if limits.facts_alone and self.memories.kept:
            for shelf in (self.messages, self.pins, self.summaries):
                shelf.bar_all("facts_alone")
        self.pins.fill(min(self._left(), int(budget * limits.pin_share)))
        kept_free = 0 if self.messages.wanted <= self._left() else self._for_summaries()
        self.messages.fill(max(0, self._left() - kept_free))
        self._bar_what_is_said_already()
        self.summaries.fill(self._left())
        for shelf in (self.memories, self.pins, self.messages):
            shelf.fill(self._left())
        self._bar_what_is_said_already()

    def recent_messages(self) -> list[MessageWithImportance]:
        """Return the kept messages in the order in which they were said."""
        return [message_of(said) for said in self._said if said.id in self.messages.kept]

    def _left(self) -> int:
        return self._budget - self.tokens

    def _for_summaries(self) -> int:
        return min(self.summaries.wanted, int(self._budget * self._limits.summary_share))

    def _bar_what_is_too_much(self, selected: Sequence[Candidate], asked_for: frozenset[str]) -> None:
        best = max((one.relevance for one in selected), default=0.0)
        for one in selected:
            if one.memory.id not in asked_for and one.relevance < self._limits.near_best * best:
                self.memories.bar(one.memory.id, "far_below_best")
            elif not self._limits.orders and quoting.gives_orders(one.memory.content):
                self.memories.bar(one.memory.id, "gives_orders")
        longest = self._limits.longest_message
        for said in self._said:
            if longest is not None and tokens_of(said.text) > longest:
                self.messages.bar(said.id, "too_long")

    def _bar_what_is_said_already(self) -> None:
        """A pin whose message stands there whole, and a summary of what does, would only repeat it."""
        for pin in self._pins.values():
            if pin.source_message_id in self.messages.kept and pin.pin_type == "auto":
                self.pins.bar(pin.id, "in_messages")
        places = {said.id: place for place, said in enumerate(self._said)}
        for summary in self._summaries:
            covered = _covered(summary, self._said, places)
            if covered is None:
                continue
            if is_stale(summary, len(covered), max((said.updated_at for said in covered), default=None)):
                self.summaries.bar(summary.id, "stale")
            elif all(said.id in self.messages.kept for said in covered):
                self.summaries.bar(summary.id, "not_needed")


def _in_order(selected: Sequence[Candidate], limits: Limits, asked_for: frozenset[str]) -> Sequence[Candidate]:
    """Return memories in their order of precedence: pinned ones first, but by relevance alone where few have room."""
    if limits.most_memories is None:
        return selected
    return sorted(selected, key=lambda one: (one.memory.id not in asked_for, -one.relevance))


def is_stale(summary: SummaryRecord, count: int, changed_at: datetime | None) -> bool:
    """Return whether what a summary sums up is not what it was: a message was changed, taken back or forgotten.

    `count` and `changed_at` are of its stretch as it is now.
    """
    return count != summary.message_count or (changed_at is not None and changed_at > summary.created_at)


def _is_told_by(question_id: str | None, one: Candidate) -> bool:
    return question_id is not None and one.memory.source_info.get("message_id") == question_id


def _covered(
    summary: SummaryRecord, said: Sequence[SaidRecord], places: Mapping[str, int]
) -> Sequence[SaidRecord] | None:
    """Return the messages that a summary sums up; None where some of them are older than those at hand."""
    first, last = places.get(summary.start_message_id), places.get(summary.end_message_id)
    return None if first is None or last is None else said[first : last + 1]
