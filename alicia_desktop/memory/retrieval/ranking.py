"""Rank the memories of a catalogue for a query, select those that are used, and load their rows.

`rank_memories` runs in the memory's worker and works on positions of the catalogue; `load_candidates` runs in a reading
thread of the database and joins what was ranked with its rows. Both are plain functions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.analysis import Analysis
from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS, ScoreWeights
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Columns, Flags, Floats, Positions
from alicia_desktop.memory.retrieval.out_of_scope import OutOfScopeHit, load_out_of_scope
from alicia_desktop.memory.retrieval.result import Candidate, OutOfScopeMemory
from alicia_desktop.memory.retrieval.routing import Route, route_query
from alicia_desktop.memory.retrieval.scoring import ScorePart, Scores, reroute, score_memories, weights_for
from alicia_desktop.memory.retrieval.search_filter import NO_FILTER, SearchFilter
from alicia_desktop.memory.retrieval.selection import Cut, Decay, RetrievalOptions, ScoredMemory, select_memories
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import LocatedHit
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryRecord

MAX_EXPLAINED: Final = 10
"""Candidates that a retrieval explains beyond those that it may select; the others are only counted."""
MIN_GOOD_CANDIDATES: Final = 2
GOOD_RELEVANCE: Final = 0.3
"""With fewer than `MIN_GOOD_CANDIDATES` above this relevance, the related categories join."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedCandidate:
    """One candidate before its row is loaded."""

    id: str
    relevance: float
    similarity: float | None
    """Cosine to the query; None without a vector."""
    parts: tuple[ScorePart, ...]
    tokens: int
    decay: Decay
    cut: Cut | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """The best candidates, and where the query was routed."""

    route: Route
    candidates: tuple[RankedCandidate, ...] = ()
    fitted: ScoreWeights = DEFAULT_WEIGHTS
    """The weights that count where none are tried."""


def rank_memories(
    analysis: Analysis,
    catalogue: Catalogue,
    hits: Sequence[LocatedHit],
    cosines: Cosines | None,
    *,
    today: date,
    options: RetrievalOptions,
    filters: SearchFilter = NO_FILTER,
    known: Positions | None = None,
    phrase: Positions | None = None,
) -> Ranking:
    """Score all memories and return the best, each with its parts and what cut it off.

    Args:
        cosines: with pks as keys; None without an encoder.
        phrase: pks of the memories that have the whole query word for word.
        known: pks that meet the conditions of `filters` on the table, None where it was not asked.
    """
    columns, route = catalogue.columns(), route_query(analysis)
    if not len(columns) or not (analysis.needs_memory or columns.pinned.any() or options.include):
        return Ranking(route=route)
    here = None if cosines is None else _at_positions(cosines, columns)
    fitted = weights_for(here)
    weights = replace(fitted, **options.weights)
    scores = score_memories(
        analysis, route, catalogue, hits, here, today=today.toordinal(), phrase=phrase, weights=weights
    )
    if int((scores.relevance > GOOD_RELEVANCE).sum()) < MIN_GOOD_CANDIDATES and route.routed:
        route = route.widened()
        scores = reroute(scores, route, columns)
    matches = filters.matching_flags(catalogue, known)
    candidates = _explained_candidates(catalogue, scores, here, matches, today=today.toordinal(), options=options)
    return Ranking(route=route, candidates=candidates, fitted=fitted)


def load_candidates(
    conn: Connection,
    ranked: Sequence[RankedCandidate],
    hits: Sequence[OutOfScopeHit],
    *,
    user_ids: Sequence[str],
    developer: bool,
) -> tuple[tuple[Candidate, ...], tuple[OutOfScopeMemory, ...]]:
    """Load the rows of ranked candidates, in their order, and what may be shown of memories out of scope."""
    rows = memories.get_memories(conn, [one.id for one in ranked])
    return _join_rows(ranked, rows), load_out_of_scope(conn, hits, user_ids=user_ids, developer=developer)


def _join_rows(ranked: Sequence[RankedCandidate], rows: Mapping[str, MemoryRecord]) -> tuple[Candidate, ...]:
    """Join candidates with their rows; a memory that was deleted in between is no candidate."""
    return tuple(
        Candidate(
            memory=rows[one.id],
            relevance=one.relevance,
            similarity=one.similarity,
            parts=one.parts,
            rank=number,
            cut=one.cut,
            tokens=one.tokens,
            decay=one.decay,
        )
        for number, one in enumerate((one for one in ranked if one.id in rows), start=1)
    )


def _at_positions(cosines: Cosines, columns: Columns) -> Cosines:
    """Translate the keys from pks to positions of the catalogue, without memories that are not in it."""
    positions, here = columns.positions(cosines.keys)
    return cosines.at(here, positions[here])


def _explained_candidates(
    catalogue: Catalogue,
    scores: Scores,
    cosines: Cosines | None,
    matches: Flags,
    *,
    today: int,
    options: RetrievalOptions,
) -> tuple[RankedCandidate, ...]:
    """Return the candidates worth naming: the best ones, and all that somebody pinned or asked for or left out."""
    best = _best_positions(scores.order, matches, options.limit + MAX_EXPLAINED)
    always = _always_explained(catalogue, matches, options)
    order = [*best, *(position for position in always if position not in best)]
    scored = [_scored(catalogue, scores, position, today=today) for position in order]
    outcomes = select_memories(scored, options)
    left_out = [place for place, one in enumerate(scored[: len(best)]) if outcomes[one.id].cut is not None]
    unexplained = set(left_out[MAX_EXPLAINED:])
    order = [position for place, position in enumerate(order) if place not in unexplained]
    scored = [one for place, one in enumerate(scored) if place not in unexplained]
    similarity = _similarity_of(cosines, order, len(catalogue))
    return tuple(
        RankedCandidate(
            id=one.id,
            relevance=round(one.relevance, 4),
            similarity=cosine,
            parts=parts,
            tokens=one.tokens,
            decay=outcomes[one.id].decay,
            cut=outcomes[one.id].cut,
        )
        for one, cosine, parts in zip(scored, similarity, scores.parts_of(order), strict=True)
    )


def _similarity_of(cosines: Cosines | None, positions: list[int], size: int) -> list[float | None]:
    """Return the cosine of the memory at each position; None where it has no vector."""
    similarity = np.full(size, np.nan, np.float32)
    if cosines is not None:
        similarity[cosines.keys] = cosines.values
    return [None if np.isnan(cosine) else float(cosine) for cosine in similarity[positions]]


def _best_positions(order: Floats, matches: Flags, wanted: int) -> list[int]:
    """Return the positions of the most relevant that fit, best first, the older one on a tie."""
    positions = np.flatnonzero(matches)
    if len(positions) > wanted:
        least = np.partition(order[positions], len(positions) - wanted)[len(positions) - wanted]
        positions = positions[order[positions] >= least]
    ordered: list[int] = positions[np.argsort(-order[positions], kind="stable")][:wanted].tolist()
    return ordered


def _always_explained(catalogue: Catalogue, matches: Flags, options: RetrievalOptions) -> list[int]:
    pinned: list[int] = np.flatnonzero(catalogue.columns().pinned & matches).tolist()
    named = [catalogue.position_of(memory_id) for memory_id in sorted(options.include | options.exclude)]
    return [*pinned, *(position for position in named if position is not None and position not in pinned)]


def _scored(catalogue: Catalogue, scores: Scores, position: int, *, today: int) -> ScoredMemory:
    columns = catalogue.columns()
    return ScoredMemory(
        id=catalogue.id_at(position),
        relevance=float(scores.relevance[position]),
        tokens=int(columns.tokens[position]),
        pinned=bool(columns.pinned[position]),
        failed=bool(columns.failed[position]),
        days=max(0, today - int(columns.last_use[position])),
        importance=float(columns.importance[position]),
        uses=int(columns.uses[position]),
    )
