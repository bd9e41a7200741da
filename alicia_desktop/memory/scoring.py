"""One relevance from 0 to 1 for every memory: the sum of its named parts, each with its weight, to be shown."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from alicia_desktop.memory import score_features
from alicia_desktop.memory.analysis import Analysis
from alicia_desktop.memory.catalogue import Catalogue, Columns, Flags, Floats, Positions
from alicia_desktop.memory.embedding import Scale
from alicia_desktop.memory.lookups import Located
from alicia_desktop.memory.routing import Route
from alicia_desktop.memory.weights import SHAPE, WEIGHTS, ScoreShape, Weights

JUST_BELOW: Final = 0.001
"""How far below the best fact a question stands that would outrank it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorePart:
    """One reason for a relevance."""

    name: str
    value: float
    """0-1, of words and meaning with their neighbours a little more."""
    weight: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Scores:
    """Relevance and parts of every memory of a catalogue, by position."""

    relevance: Floats
    total: Floats
    """The sum of the weighted parts, which relevance holds within 0 and 1."""
    parts: Mapping[str, Floats]
    weights: Weights

    @property
    def order(self) -> Floats:
        """Return what the best ones are sorted by: relevance, and above 1 what went beyond it."""
        return np.where(self.relevance >= 1, self.total, self.relevance)

    def parts_of(self, positions: Sequence[int]) -> list[tuple[ScorePart, ...]]:
        """Return the parts of some memories."""
        values = np.round([part[list(positions)] for part in self.parts.values()], 4).T.tolist()
        weights = [(name, self.weights[name]) for name in self.parts]
        return [
            tuple(
                ScorePart(name=name, value=value, weight=weight)
                for (name, weight), value in zip(weights, row, strict=True)
            )
            for row in values
        ]


def score(
    analysis: Analysis,
    route: Route,
    catalogue: Catalogue,
    hits: Sequence[Located],
    cosines: tuple[Positions, Floats, Scale] | None,
    *,
    today: int,
    weights: Weights | None = None,
    shape: ScoreShape = SHAPE,
) -> Scores:
    """Score every memory of `catalogue`; `cosines` are by position, None without an encoder; `today` is an ordinal.

    The weights are those that were fitted with the encoder, unless others are to be tried.
    """
    weights = weights or weights_for(cosines)
    columns = catalogue.columns()
    made, known = _parts(analysis, route, catalogue, hits, cosines, today=today, shape=shape)
    total = np.zeros(len(columns), np.float32)
    for name, values in made.items():
        total += np.float32(weights[name]) * values
    # Without a vector the words speak for the meaning too, or such a memory could never pass a threshold.
    total += ~known * np.float32(weights.meaning) * made["words"]
    made["echo"] = echoes(total, made["words"], columns)
    total += np.float32(weights.echo) * made["echo"]
    return Scores(total=total, relevance=_relevance(total, made, columns), parts=made, weights=weights)


def weights_for(cosines: tuple[Positions, Floats, Scale] | None) -> Weights:
    """Return the weights that were fitted with the encoder that made `cosines`."""
    return WEIGHTS if cosines is None else cosines[2].weights


def echoes(total: Floats, words: Floats, columns: Columns) -> Floats:
    """Return by how much each pure question stands above the best fact that speaks of what was asked.

    Nothing repeats a query like a question, and nothing answers it less: it must never outrank the fact.
    """
    tells = ~columns.asks & ~columns.failed & (words > 0)
    best = min(float(total[tells].max()), 1.0) - JUST_BELOW if tells.any() else math.inf
    above: Floats = np.maximum(total - np.float32(best), np.float32(0)) * columns.asks
    return above


def with_route(scores: Scores, route: Route, columns: Columns) -> Scores:
    """Return the scores with another category part."""
    category = score_features.category_part(route.scores, columns)
    total = scores.total + np.float32(scores.weights.category) * (category - scores.parts["category"])
    made = {**scores.parts, "category": category}
    return replace(scores, total=total, relevance=_relevance(total, made, columns), parts=made)


def _relevance(total: Floats, made: Mapping[str, Floats], columns: Columns) -> Floats:
    """Return 0-1, and 0 for what has nothing to do with the query and for failure answers."""
    asked = np.zeros(len(columns), bool)
    for name in ("words", "meaning", "dated", "category"):
        asked |= made[name] > 0
    return (np.clip(total, 0.0, 1.0) * (asked & ~columns.failed)).astype(np.float32)


def _parts(
    analysis: Analysis,
    route: Route,
    catalogue: Catalogue,
    hits: Sequence[Located],
    cosines: tuple[Positions, Floats, Scale] | None,
    *,
    today: int,
    shape: ScoreShape,
) -> tuple[dict[str, Floats], Flags]:
    """Return the parts by name, and which memories have a vector."""
    columns = catalogue.columns()
    words, overlap = score_features.word_parts(hits, columns, shape)
    meaning, known = _meaning(cosines, columns, shape)
    made = {
        "words": words,
        "meaning": meaning,
        "overlap": overlap,
        "named": score_features.named_part(analysis, catalogue),
    }
    if analysis.about:
        own, others = catalogue.about(analysis.about)
        made["own"], made["stranger"] = own.astype(np.float32), others.astype(np.float32)
    made["dated"] = score_features.dated_part(analysis.dates, columns)
    made["category"] = score_features.category_part(route.scores, columns)
    made["facts"] = score_features.facts_part(columns, words)
    made["question"] = columns.asks.astype(np.float32)
    made["hollow"] = columns.hollow.astype(np.float32)
    made["importance"] = columns.importance
    made["use"] = score_features.use_part(columns)
    made["recency"] = score_features.recency_part(columns, today=today)
    return made, known


def _meaning(
    cosines: tuple[Positions, Floats, Scale] | None, columns: Columns, shape: ScoreShape
) -> tuple[Floats, Flags]:
    if cosines is None:
        return np.zeros(len(columns), np.float32), np.zeros(len(columns), bool)
    return score_features.meaning_part(cosines, columns, shape)
