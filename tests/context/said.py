"""Messages, pins, summaries and found memories for tests of what an answer reads, in few words."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord
from alicia_desktop.store.conversations.summaries import PinRecord, PinType, SummaryRecord
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import Role

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)


def said(place: int, text: str, *, role: Role | None = None, importance: float | None = 0.5) -> ActiveMessageRecord:
    """The message `am_<place>`; odd ones are the person's."""
    return ActiveMessageRecord(
        id=f"am_{place}",
        conversation_id="ac_1",
        sequence_number=place,
        role=role or ("user" if place % 2 else "assistant"),
        text=text,
        previous_id=f"am_{place - 1}" if place > 1 else None,
        model_id=None,
        token_usage=None,
        importance_score=importance,
        created_at=NOW + timedelta(seconds=place),
        updated_at=NOW + timedelta(seconds=place),
    )


def pin(name: str, content: str, *, pin_type: PinType = "manual", source: str | None = None) -> PinRecord:
    return PinRecord(
        id=name,
        session_id="ac_1",
        content=content,
        source_message_id=source,
        importance_score=0.5,
        pin_type=pin_type,
        created_at=NOW,
        updated_at=NOW,
        deleted_at=None,
    )


def summary(name: str, text: str, *, of: tuple[int, int]) -> SummaryRecord:
    """The summary of the messages from one place to another."""
    return SummaryRecord(
        id=name,
        session_id="ac_1",
        summary=text,
        message_count=of[1] - of[0] + 1,
        start_message_id=f"am_{of[0]}",
        end_message_id=f"am_{of[1]}",
        importance_score=0.5,
        created_at=NOW + timedelta(hours=1),
        updated_at=NOW + timedelta(hours=1),
        deleted_at=None,
    )


def candidate(name: str, content: str, *, relevance: float = 0.8, pinned: bool = False, rank: int = 1) -> Candidate:
    memory = memories.new_memory(
        memory_id=name, content=content, at=NOW, user_id="user", pinned=pinned, category="relationships_social"
    )
    return Candidate(memory=memory, relevance=relevance, similarity=None, parts=(), rank=rank, cut=None)


def found(*candidates: Candidate, query: str = "What?") -> Retrieval:
    return Retrieval(
        query=query,
        analysis=analyse(query, today=NOW.date()),
        candidates=tuple(candidates),
        considered=len(candidates),
        threshold=0.34,
        limit=5,
        encoder=None,
        note="",
        timings_ms={},
    )


def texts(messages: Sequence[object]) -> list[str]:
    return [getattr(message, "text", "") for message in messages]
