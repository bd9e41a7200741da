"""Make the traces of memories as a turn sends them: of what it stored, retrieved, and read as a summary.

Conversation and question are filled in where they are sent (`server.turn_output`).
"""

from typing import Any, Final

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.context.api_types import ConversationSummary
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval, trace_metadata
from alicia_desktop.memory.storing import StoredChange
from alicia_desktop.protocol.messages import MemoryTrace

MAX_SNIPPET_CHARACTERS: Final = 500
"""Characters of a memory that a trace carries."""
_SCORE_OF_RELEVANCE: Final = frozenset({"relevance", "scoreParts", "retrievalScore", "scoreKind", "threshold"})
"""What says how well a memory fits the words of a question, which one that asks for all of them does not have."""


def trace_retrieved(retrieval: Retrieval, one: Candidate, place: int, *, in_prompt: bool) -> MemoryTrace:
    """Return the trace of a memory that an answer uses; `place` counts from 1, best first."""
    asked = {
        "queryPrompt": retrieval.query,
        "queryPromptMeta": _query_meta(retrieval),
        "positionInResults": place,
        "inPrompt": in_prompt,
    }
    return MemoryTrace(
        id=ids.new_id(ids.MEMORY_USE),
        memory_id=one.memory.id,
        memory_type=str(one.memory.meta.get("memory_type", "long_term_note")),
        action="retrieved",
        content=one.memory.content[:MAX_SNIPPET_CHARACTERS],
        confidence=one.relevance,
        metadata={**trace_metadata(retrieval, one), **asked},
    )


def trace_listed(retrieval: Retrieval, one: Candidate, place: int) -> MemoryTrace:
    """Return the trace of a memory that is told because it matters: its score is its importance, and has no parts."""
    trace = trace_retrieved(retrieval, one, place, in_prompt=False)
    kept = {name: value for name, value in (trace.metadata or {}).items() if name not in _SCORE_OF_RELEVANCE}
    listed = {**kept, "scoreMeaning": "importance", "rank": place}
    return msgspec.structs.replace(trace, confidence=one.memory.importance, metadata=listed)


def _query_meta(retrieval: Retrieval) -> dict[str, Any]:
    """Return what was read into the query, for the column that the documents have beside its text."""
    analysis, route = retrieval.analysis, retrieval.route
    return {
        "intent": analysis.intent,
        "intentConfidence": analysis.confidence,
        "personal": analysis.personal_context,
        "topics": list(analysis.topic_entities),
        "categories": list(route.routed) if route is not None else [],
        "encoder": retrieval.encoder or "",
    }


def trace_summary(retrieval: Retrieval, summary: ConversationSummary) -> MemoryTrace:
    """Return the trace of a summary in the prompt, under the summary's own id."""
    metadata: dict[str, Any] = {
        "scoreMeaning": "importance",
        "source": f"conversation_{summary.session_id}",
        "queryPrompt": retrieval.query,
        "messageCount": summary.message_count,
        "startMessageId": summary.start_message_id,
        "endMessageId": summary.end_message_id,
        "inPrompt": True,
    }
    return MemoryTrace(
        id=ids.new_id(ids.MEMORY_USE),
        memory_id=summary.id,
        memory_type="conversation_summary",
        action="retrieved",
        content=summary.summary[:MAX_SNIPPET_CHARACTERS],
        confidence=summary.importance_score,
        metadata=metadata,
    )


def trace_stored(change: StoredChange) -> MemoryTrace:
    """Return the trace of a memory that a message stored, or that it changed."""
    return MemoryTrace(
        id=ids.new_id(ids.MEMORY_USE),
        memory_id=change.memory.id,
        memory_type=change.memory_type,
        action=change.action,
        content=change.memory.content[:MAX_SNIPPET_CHARACTERS],
        confidence=change.memory.importance,
        metadata=change.metadata(),
    )
