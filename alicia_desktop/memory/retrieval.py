"""Which memories answer a query, and the explanation of every step: what was read into it, scored, chosen, cut and why.

`gather` runs in the database's reading thread, `rank` in the memory's worker; both are plain functions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

import numpy as np

from alicia_desktop.memory.analysis import Analysis
from alicia_desktop.memory.catalogue import Catalogue, Floats, Positions
from alicia_desktop.memory.embedding import Scale
from alicia_desktop.memory.scoring import CONTEXT_TERM, ScorePart, Scores, TermHits, score
from alicia_desktop.memory.words import Term
from alicia_desktop.store import memory_search
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import MemoryRecord

Cut = Literal["below_threshold", "far_below_best", "over_limit", "failure_answer"]

THRESHOLD: Final = 0.34
"""Relevance from which a memory is used for an answer."""
NEAR_BEST: Final = 0.6
"""Share of the best one's relevance below which a memory only distracts; not asked where everything is wanted."""
MOST_CHOSEN: Final = 5
"""Memories for one answer, when nobody says how many; a small model loses the thread with more."""
MOST_EXPLAINED: Final = 50
"""Candidates that a retrieval names; of the rest it only gives the number."""

Hits = list[tuple[float, list[int], list[int]]]
"""Weight, pks with the term, pks with a word that counts for it; one a term."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """One candidate before its row is read."""

    id: str
    relevance: float
    similarity: float | None
    """Cosine to the query; None without a vector."""
    parts: tuple[ScorePart, ...]
    cut: Cut | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Candidate:
    """A memory that was considered."""

    memory: MemoryRecord
    relevance: float
    similarity: float | None
    parts: tuple[ScorePart, ...]
    rank: int
    """From 1, by relevance among all candidates."""
    cut: Cut | None
    """Why it is not used; None for the chosen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Retrieval:
    """What was found for a query, and everything that led to it."""

    query: str
    analysis: Analysis
    candidates: tuple[Candidate, ...]
    """Best first, at most `MOST_EXPLAINED`."""
    considered: int
    """How many memories there are."""
    threshold: float
    limit: int
    encoder: str | None
    """Name and version of the encoder; None when only words were used, then `note` says why."""
    note: str
    timings_ms: Mapping[str, float]

    @property
    def chosen(self) -> tuple[Candidate, ...]:
        """Return the memories to use: pinned ones first, then the most relevant."""
        kept = [candidate for candidate in self.candidates if candidate.cut is None]
        return tuple(sorted(kept, key=lambda candidate: (not candidate.memory.pinned, candidate.rank)))


def gather(conn: Connection, analysis: Analysis) -> Hits:
    """Look up every term of the query, and of the turn before it at less weight."""
    hits = [_look_up(conn, term, 1.0) for term in analysis.terms]
    return hits + [_look_up(conn, term, CONTEXT_TERM) for term in analysis.context_terms if term not in analysis.terms]


def rank(
    analysis: Analysis,
    catalogue: Catalogue,
    hits: Hits,
    cosines: tuple[Positions, Floats, Scale] | None,
    *,
    today: date,
    limit: int,
    threshold: float,
) -> tuple[Place, ...]:
    """Score all memories and return the best, each with its parts and what cut it off."""
    columns = catalogue.columns()
    if not len(columns) or not (analysis.needs_memory or columns.pinned.any()):
        return ()
    near = None
    similarity = np.full(len(columns), np.nan, np.float32)
    if cosines is not None:
        positions, here = columns.positions(cosines[0])
        near = (positions[here], cosines[1][here], cosines[2])
        similarity[near[0]] = near[1]
    terms = [
        TermHits(weight=weight, exact=_positions(catalogue, exact), other=_positions(catalogue, other))
        for weight, exact, other in hits
    ]
    scores = score(analysis, catalogue, terms, near, today=today.toordinal())
    return _places(catalogue, scores, similarity, limit=limit, threshold=threshold)


def trace_metadata(retrieval: Retrieval, candidate: Candidate) -> dict[str, Any]:
    """Return the metadata of a MemoryTrace: what is needed to show later why this memory was used."""
    memory = candidate.memory
    return {
        "retrievalScore": candidate.relevance if candidate.similarity is None else round(candidate.similarity, 4),
        "scoreKind": "relevance" if candidate.similarity is None else "cosine",
        "relevance": candidate.relevance,
        "scoreMeaning": "relevance",
        "scoreParts": {part.name: {"value": part.value, "weight": part.weight} for part in candidate.parts},
        "rank": candidate.rank,
        "threshold": retrieval.threshold,
        "considered": retrieval.considered,
        "encoder": retrieval.encoder or "",
        "note": retrieval.note,
        "tags": list(memory.tags),
        "category": memory.category or "",
        "source": source_of(memory),
        "pinned": memory.pinned,
        "intent": retrieval.analysis.intent,
        "keyTerms": list(retrieval.analysis.key_terms),
        "timingsMs": dict(retrieval.timings_ms),
    }


def source_of(memory: MemoryRecord) -> str:
    """Return where a memory came from, in one word, such as `conversation_ac_…` or `import`."""
    if (conversation := memory.source_info.get("conversation_id")) is not None:
        return f"conversation_{conversation}"
    return memory.source_type or "unknown"


def _look_up(conn: Connection, term: Term, weight: float) -> tuple[float, list[int], list[int]]:
    if term.route == "letters":
        return weight, memory_search.containing(conn, term.text), []
    other = memory_search.matching(conn, term.others) if term.others else []
    return weight, memory_search.matching(conn, (term.text,)), other


def _positions(catalogue: Catalogue, pks: Sequence[int]) -> Positions:
    places, here = catalogue.columns().positions(pks)
    return places[here]


def _places(
    catalogue: Catalogue, scores: Scores, similarity: Floats, *, limit: int, threshold: float
) -> tuple[Place, ...]:
    columns, rows = catalogue.columns(), catalogue.rows()
    wanted = max(MOST_EXPLAINED, limit)
    best = np.argsort(-scores.relevance, kind="stable")[:wanted].tolist()
    pinned = [position for position in np.flatnonzero(columns.pinned).tolist() if position not in best]
    top = float(scores.relevance[best[0]]) if best else 0.0
    least = max(threshold, NEAR_BEST * top) if threshold > 0 else 0.0
    places: list[Place] = []
    used = 0
    for position in (*best, *pinned):
        relevance = float(scores.relevance[position])
        cut = _cut(relevance, failed=bool(columns.failed[position]), threshold=threshold, least=least)
        if columns.pinned[position]:
            cut = None
        elif cut is None:
            used += 1
            cut = "over_limit" if used > limit else None
        cosine = similarity[position]
        places.append(
            Place(
                id=rows[position].id,
                relevance=round(relevance, 4),
                similarity=None if np.isnan(cosine) else float(cosine),
                parts=scores.parts_at(position),
                cut=cut,
            )
        )
    return tuple(places)


def _cut(relevance: float, *, failed: bool, threshold: float, least: float) -> Cut | None:
    if failed:
        return "failure_answer"
    if relevance <= 0 or relevance < threshold:
        return "below_threshold"
    return "far_below_best" if relevance < least else None
