"""From the memories that have a word, a meaning or a category of the query to those that are used.

`gather` runs in the database's reading thread, `rank` in the memory's worker; both are plain functions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from alicia_desktop.memory.analysis import Analysis
from alicia_desktop.memory.catalogue import Catalogue, Flags, Floats, Positions
from alicia_desktop.memory.decay import Decay
from alicia_desktop.memory.embedding import Scale
from alicia_desktop.memory.filters import EVERYTHING, SearchFilter
from alicia_desktop.memory.lookups import Located
from alicia_desktop.memory.routing import Route, route
from alicia_desktop.memory.scoring import ScorePart, Scores, score, with_route
from alicia_desktop.memory.selection import Cut, Scored, Terms, choose

EXPLAINED: Final = 10
"""Candidates that a retrieval names beyond those that it may choose; of the rest it only gives the number."""
ENOUGH: Final = 2
GOOD: Final = 0.3
"""With fewer than `ENOUGH` candidates above this relevance, the related categories join."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RankedCandidate:
    """One candidate before its row is read."""

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
    places: tuple[RankedCandidate, ...] = ()


def rank(
    analysis: Analysis,
    catalogue: Catalogue,
    hits: Sequence[Located],
    cosines: tuple[Positions, Floats, Scale] | None,
    *,
    today: date,
    terms: Terms,
    narrowed: SearchFilter = EVERYTHING,
    known: Positions | None = None,
) -> Ranking:
    """Score all memories and return the best, each with its parts and what cut it off.

    `cosines` are by pk; `known` are the pks that the table knows to fit `narrowed`, None where it was not asked.
    """
    columns, way = catalogue.columns(), route(analysis)
    if not len(columns) or not (analysis.needs_memory or columns.pinned.any() or terms.include):
        return Ranking(route=way)
    near = None
    similarity = np.full(len(columns), np.nan, np.float32)
    if cosines is not None:
        positions, here = columns.positions(cosines[0])
        near = (positions[here], cosines[1][here], cosines[2])
        similarity[near[0]] = near[1]
    scores = score(analysis, way, catalogue, hits, near, today=today.toordinal())
    if int((scores.relevance > GOOD).sum()) < ENOUGH and way.routed:
        way = way.widened()
        scores = with_route(scores, way, columns)
    fits = narrowed.flags(catalogue, known)
    places = _places(catalogue, scores, similarity, fits, today=today.toordinal(), terms=terms)
    return Ranking(route=way, places=places)


def _places(
    catalogue: Catalogue, scores: Scores, similarity: Floats, fits: Flags, *, today: int, terms: Terms
) -> tuple[RankedCandidate, ...]:
    """Return the candidates worth naming: the best ones, and all that somebody pinned or asked for or left out."""
    best = _best(scores.order, fits, terms.limit + EXPLAINED)
    always = _always(catalogue, fits, terms)
    order = [*best, *(position for position in always if position not in best)]
    choices = choose([_scored(catalogue, scores, position, today=today) for position in order], terms)
    columns = catalogue.columns()
    places: list[RankedCandidate] = []
    for position, parts in zip(order, scores.parts_of(order), strict=True):
        memory_id, cosine = catalogue.id_at(position), similarity[position]
        places.append(
            RankedCandidate(
                id=memory_id,
                relevance=round(float(scores.relevance[position]), 4),
                similarity=None if np.isnan(cosine) else float(cosine),
                parts=parts,
                tokens=int(columns.tokens[position]),
                decay=choices[memory_id].decay,
                cut=choices[memory_id].cut,
            )
        )
    return tuple(places)


def _best(order: Floats, fits: Flags, wanted: int) -> list[int]:
    """Return the positions of the most relevant that fit, best first, the older one on a tie."""
    positions = np.flatnonzero(fits)
    if len(positions) > wanted:
        least = np.partition(order[positions], len(positions) - wanted)[len(positions) - wanted]
        positions = positions[order[positions] >= least]
    ordered: list[int] = positions[np.argsort(-order[positions], kind="stable")][:wanted].tolist()
    return ordered


def _always(catalogue: Catalogue, fits: Flags, terms: Terms) -> list[int]:
    pinned: list[int] = np.flatnonzero(catalogue.columns().pinned & fits).tolist()
    named = [catalogue.position_of(memory_id) for memory_id in sorted(terms.include | terms.exclude)]
    return [*pinned, *(position for position in named if position is not None and position not in pinned)]


def _scored(catalogue: Catalogue, scores: Scores, position: int, *, today: int) -> Scored:
    columns = catalogue.columns()
    return Scored(
        id=catalogue.id_at(position),
        relevance=float(scores.relevance[position]),
        tokens=int(columns.tokens[position]),
        pinned=bool(columns.pinned[position]),
        failed=bool(columns.failed[position]),
        days=max(0, today - int(columns.last_use[position])),
        importance=float(columns.importance[position]),
        uses=int(columns.uses[position]),
    )
