"""The result of a retrieval, and its explanation on the wire: analysis, categories, candidates and what cut them.

`explain_retrieval` describes the whole retrieval once an answer, `trace_metadata` one memory of it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Literal

from alicia_desktop.memory.retrieval.analysis import Analysis, analyse
from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS, ScoreWeights
from alicia_desktop.memory.retrieval.routing import Route
from alicia_desktop.memory.retrieval.scoring import ScorePart
from alicia_desktop.memory.retrieval.selection import (
    DEFAULT_MAX_MEMORIES,
    DEFAULT_THRESHOLD,
    Cut,
    Decay,
    RetrievalOptions,
)
from alicia_desktop.store.records import MemoryRecord

__all__ = [
    "DEFAULT_MAX_MEMORIES",
    "DEFAULT_THRESHOLD",
    "Candidate",
    "Cut",
    "OutOfScopeMemory",
    "Retrieval",
    "candidate_map",
    "explain_retrieval",
    "nothing_retrieved",
    "trace_metadata",
]

MAX_MISSED: Final = 10
"""Memories that just missed an answer and are sent with its explanation."""
MAX_MISSED_CHARACTERS: Final = 160
"""Characters of their content."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A memory that was considered."""

    memory: MemoryRecord
    relevance: float
    similarity: float | None
    """Cosine to the query; None without a vector."""
    parts: tuple[ScorePart, ...]
    rank: int
    """From 1, by relevance among all candidates."""
    cut: Cut | None
    """Why it is not used; None for the chosen."""
    tokens: int = 0
    decay: Decay | None = None
    """How far it has faded; None where it was not computed."""


def has_word(candidate: Candidate) -> bool:
    """Return whether a memory has a word of the query, in any form."""
    return any(part.name == "words" and part.value > 0 for part in candidate.parts)


@dataclass(frozen=True, kw_only=True, slots=True)
class OutOfScopeMemory:
    """A memory that matches the query but was not searched."""

    id: str
    relevance: float
    """0-1, by its own words and vector, without anything else that is known of it."""
    reason: Literal["archived", "wrong_user"]
    memory: MemoryRecord | None
    """None for another user's: no word of it leaves the database."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Retrieval:
    """What was found for a query, and everything that led to it."""

    query: str
    analysis: Analysis
    candidates: tuple[Candidate, ...]
    """Best first, as many as are explained; the pinned ones always."""
    considered: int
    """How many memories there are."""
    threshold: float
    limit: int
    encoder: str | None
    """Name and version of the encoder; None when only words were used, then `note` says why."""
    note: str
    timings_ms: Mapping[str, float]
    route: Route | None = None
    """None where nothing was looked up."""
    options: RetrievalOptions = field(default_factory=RetrievalOptions)
    out_of_scope: tuple[OutOfScopeMemory, ...] = ()
    fitted: ScoreWeights = DEFAULT_WEIGHTS
    """The weights that count where `options` tries none."""

    @property
    def selected(self) -> tuple[Candidate, ...]:
        """Return the memories to use: pinned and asked for ones first, then the most relevant."""
        used = [candidate for candidate in self.candidates if candidate.cut is None]
        include = self.options.include
        return tuple(sorted(used, key=lambda one: (not (one.memory.pinned or one.memory.id in include), one.rank)))

    @property
    def missed(self) -> tuple[Candidate, ...]:
        """Return the candidates that are not used, best first."""
        return tuple(candidate for candidate in self.candidates if candidate.cut is not None)

    def leaving_unread(self, memory_ids: Collection[str]) -> "Retrieval":
        """Return the retrieval with these memories cut as `not_read`: selected, and then not part of the answer."""
        return replace(
            self,
            candidates=tuple(
                replace(one, cut="not_read") if one.memory.id in memory_ids else one for one in self.candidates
            ),
        )

    def with_used(self, memory_ids: Collection[str]) -> "Retrieval":
        """Return the retrieval with these memories chosen, whatever they scored: an answer was composed from them."""
        return replace(
            self,
            candidates=tuple(replace(one, cut=None) if one.memory.id in memory_ids else one for one in self.candidates),
        )

    @property
    def tokens(self) -> int:
        """Return the tokens of all chosen memories."""
        return sum(candidate.tokens for candidate in self.selected)


def nothing_retrieved(query: str, options: RetrievalOptions, *, today: date, note: str) -> Retrieval:
    """Return the retrieval that could not be carried out, with the reason."""
    return Retrieval(
        query=query,
        analysis=analyse(query, today=today),
        candidates=(),
        considered=0,
        threshold=options.threshold,
        limit=options.limit,
        encoder=None,
        note=note,
        timings_ms={},
        options=options,
    )


def explain_retrieval(retrieval: Retrieval) -> dict[str, Any]:
    """Return the explanation of a retrieval for a client: what was read into the query, found and missed, and why.

    Sent as `metadata.retrieval` of the first `retrieved` trace of an answer, or as `retrieval` in its StartAnswer.
    """
    route = retrieval.route
    return {
        "query": retrieval.query,
        "analysis": _analysis_map(retrieval.analysis),
        "categories": dict(route.scores) if route is not None else {},
        "routed": list(route.routed) if route is not None else [],
        "related": list(route.related) if route is not None else [],
        "threshold": retrieval.threshold,
        "considered": retrieval.considered,
        "encoder": retrieval.encoder or "",
        "note": retrieval.note,
        "budget": {"tokens": retrieval.options.budget, "used": retrieval.tokens},
        "missed": _missed_list(retrieval),
        "timingsMs": dict(retrieval.timings_ms),
    }


def trace_metadata(retrieval: Retrieval, candidate: Candidate) -> dict[str, Any]:
    """Return the metadata of a MemoryTrace: why this memory was used, to be shown later."""
    memory = candidate.memory
    return {
        **_similarity_of(candidate),
        "relevance": candidate.relevance,
        "scoreMeaning": "relevance",
        "scoreParts": parts_map(candidate.parts),
        "rank": candidate.rank,
        "threshold": retrieval.threshold,
        "considered": retrieval.considered,
        "encoder": retrieval.encoder or "",
        "note": retrieval.note,
        "tags": list(memory.tags),
        "category": memory.category or "",
        "kind": memory.kind,
        "tokens": candidate.tokens,
        "source": source_of(memory),
        "pinned": memory.pinned,
        "included": memory.id in retrieval.options.include,
        "usedBefore": memory.usage_frequency,
        **({"decay": decay_map(candidate.decay)} if candidate.decay is not None else {}),
        "intent": retrieval.analysis.intent,
        "keyTerms": list(retrieval.analysis.key_terms),
        "timingsMs": dict(retrieval.timings_ms),
    }


def _similarity_of(candidate: Candidate) -> dict[str, Any]:
    """Return the cosine as the wire has it; nothing where there is none, because nothing else takes its place."""
    if candidate.similarity is None:
        return {}
    return {"retrievalScore": round(candidate.similarity, 4), "scoreKind": "cosine"}


def parts_map(parts: Sequence[ScorePart]) -> dict[str, dict[str, float]]:
    """Return the parts of a score by name, as they go out on the wire."""
    return {part.name: {"value": part.value, "weight": part.weight} for part in parts}


def decay_map(decay: Decay) -> dict[str, float]:
    """Return how far a memory has faded: days without use, the factor on the threshold, and the threshold."""
    return {"days": decay.days, "factor": decay.factor, "threshold": decay.threshold}


def source_of(memory: MemoryRecord) -> str:
    """Return where a memory came from, in one word, such as `conversation_ac_…` or `import`."""
    if (conversation := memory.source_info.get("conversation_id")) is not None:
        return f"conversation_{conversation}"
    return memory.source_type or "unknown"


def _analysis_map(analysis: Analysis) -> dict[str, Any]:
    return {
        "intent": analysis.intent,
        "confidence": analysis.confidence,
        "emotionalWeight": round(analysis.emotional_weight, 3),
        "tone": analysis.emotional_tone,
        "personalContext": analysis.personal_context,
        "memoryReference": analysis.memory_reference,
        "urgency": round(analysis.urgency_level, 3),
        "timeContext": analysis.time_context,
        "topicEntities": list(analysis.topic_entities),
        "keyTerms": list(analysis.key_terms),
        "keywordDensity": analysis.keyword_density,
        "complexity": analysis.complexity_score,
    }


def _missed_list(retrieval: Retrieval) -> list[dict[str, Any]]:
    """Return the memories that just missed, best first; what was excluded on purpose is always among them."""
    inside = [(one.cut != "excluded", -one.relevance, candidate_map(retrieval, one)) for one in retrieval.missed]
    outside = [(True, -one.relevance, _missed_out_of_scope(retrieval, one)) for one in retrieval.out_of_scope]
    nearest = sorted(inside + outside, key=lambda found: found[:2])[:MAX_MISSED]
    return [shown for _, _, shown in sorted(nearest, key=lambda found: found[1])]


def candidate_map(retrieval: Retrieval, one: Candidate) -> dict[str, Any]:
    """Return what is told of one candidate, used or missed, with the numbers of its reason."""
    return {
        "memoryId": one.memory.id,
        "content": one.memory.content[:MAX_MISSED_CHARACTERS],
        "category": one.memory.category or "",
        "relevance": one.relevance,
        "rank": one.rank,
        "reason": one.cut,
        "threshold": retrieval.threshold,
        "parts": parts_map(one.parts),
        "tokens": one.tokens,
        **({"decay": decay_map(one.decay)} if one.decay is not None else {}),
        **({"limit": retrieval.limit} if one.cut == "over_limit" else {}),
    }


def _missed_out_of_scope(retrieval: Retrieval, one: OutOfScopeMemory) -> dict[str, Any]:
    known = {} if one.memory is None else {"category": one.memory.category or ""}
    return {
        "memoryId": one.id,
        "content": "" if one.memory is None else one.memory.content[:MAX_MISSED_CHARACTERS],
        "relevance": one.relevance,
        "reason": one.reason,
        "threshold": retrieval.threshold,
        **known,
    }
