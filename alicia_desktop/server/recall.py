"""Memory as a turn needs it: what a message teaches, and what is known that bears on it, as traces and as facts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.memory import answers
from alicia_desktop.memory.analysis import is_question
from alicia_desktop.memory.extraction import Turn as ToldTurn
from alicia_desktop.memory.retrieval import THRESHOLD, Candidate, Retrieval, trace_metadata
from alicia_desktop.memory.storing import StoredChange
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.protocol.messages import MemoryTrace
from alicia_desktop.server import dialogue
from alicia_desktop.server.dialogue import Fact

SNIPPET: Final = 500
"""Characters of a memory that a trace carries."""


def _nothing_missing(_answer: str) -> bool:
    return True


@dataclass(frozen=True, kw_only=True, slots=True)
class Learned:
    """What a message taught."""

    traces: tuple[MemoryTrace, ...] = ()
    told: tuple[str, ...] = ()
    """Each of it as one would say it to the person, such as "Your dog is called Biscuit."."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What is known that bears on a message."""

    traces: tuple[MemoryTrace, ...] = ()
    facts: tuple[Fact, ...] = ()
    """Best first, in the order of the traces."""
    extract: str | None = None
    """What the best memory answers by itself; None when it does not answer, or nothing was asked."""
    stands: Callable[[str], bool] = field(default=_nothing_missing)
    """Whether an answer gives the fact of `extract` and makes up no other."""


class Recall(Protocol):
    """The memory of one person in one conversation."""

    async def learn(self, message_id: str, text: str) -> Learned:
        """Keep what `text` teaches and tell what was stored or updated."""
        ...

    async def find(self, message_id: str, text: str, *, previous: str) -> Found:
        """Return what bears on `text`, without what the same message taught."""
        ...

    async def search(self, query: str) -> list[dict[str, object]]:
        """Return the best memories as `{"content", "relevance"}`."""
        ...


class MemoryRecall:
    """`Recall` by the memory system."""

    def __init__(self, *, memory: MemorySystem, conversation_id: str, clock: Clock) -> None:
        self._memory, self._conversation_id, self._clock = memory, conversation_id, clock

    async def learn(self, message_id: str, text: str) -> Learned:
        """See `Recall`."""
        told = ToldTurn(
            text=text, message_id=message_id, conversation_id=self._conversation_id, said_at=self._clock.now()
        )
        changes = [change for change in await self._memory.remember(told) if change.action != "forgotten"]
        return Learned(
            traces=tuple(_stored(change) for change in changes),
            told=tuple(answers.second_person(change.memory) for change in changes),
        )

    async def find(self, message_id: str, text: str, *, previous: str) -> Found:
        """See `Recall`."""
        retrieval = await self._memory.retrieve(text, previous_turn=previous)
        chosen = [one for one in retrieval.chosen if one.memory.source_info.get("message_id") != message_id]
        await self._memory.mark_used(chosen)
        return self._found(retrieval, chosen, text)

    async def search(self, query: str) -> list[dict[str, object]]:
        """See `Recall`."""
        retrieval = await self._memory.search(query, k=5)
        return [
            {"content": answers.second_person(one.memory), "relevance": round(one.relevance, 3)}
            for one in retrieval.candidates
            if one.relevance >= THRESHOLD
        ]

    def _found(self, retrieval: Retrieval, chosen: list[Candidate], text: str) -> Found:
        today = self._clock.now().astimezone().date()
        traces = tuple(_retrieved(retrieval, one, place) for place, one in enumerate(chosen, 1))
        facts = tuple(Fact(content=answers.second_person(one.memory), relevance=one.relevance) for one in chosen)
        if is_question(text):
            for one, fact in zip(chosen, facts, strict=True):
                if (extract := answers.extractive_answer(text, [one.memory], today=today)) is not None:
                    return Found(traces=traces, facts=facts, extract=extract, stands=_judge(text, one, fact))
        return Found(traces=traces, facts=facts)


def _judge(question: str, best: Candidate, fact: Fact) -> Callable[[str], bool]:
    def stands(answer: str) -> bool:
        if answers.fact_is_missing(answer, best.memory, question) or dialogue.speaks_as_user(answer):
            return False
        return dialogue.names_only(answer, known=f"{fact.content} {question}")

    return stands


def _retrieved(retrieval: Retrieval, one: Candidate, place: int) -> MemoryTrace:
    asked = {"queryPrompt": retrieval.query, "positionInResults": place}
    return MemoryTrace(
        id=ids.new_id(ids.MEMORY_USE),
        memory_id=one.memory.id,
        memory_type=str(one.memory.meta.get("memory_type", "long_term_note")),
        action="retrieved",
        content=one.memory.content[:SNIPPET],
        confidence=one.relevance,
        metadata={**trace_metadata(retrieval, one), **asked},
    )


def _stored(change: StoredChange) -> MemoryTrace:
    return MemoryTrace(
        id=ids.new_id(ids.MEMORY_USE),
        memory_id=change.memory.id,
        memory_type=change.memory_type,
        action=change.action,
        content=change.memory.content[:SNIPPET],
        confidence=change.memory.importance,
        metadata=change.metadata(),
    )
