"""Score every memory for a query: one relevance from 0 to 1, the weighted sum of named parts that can be shown.

`score_features` computes each part over the whole catalogue, `calibration` has the weights. Whatever turns a total
into a relevance stands here: the clipping, what counts as unrelated, and that a question never outranks a fact.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval import score_features
from alicia_desktop.memory.retrieval.analysis import Analysis
from alicia_desktop.memory.retrieval.calibration import DEFAULT_SHAPE, DEFAULT_WEIGHTS, ScoreShape, ScoreWeights
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Columns, Flags, Floats, Positions
from alicia_desktop.memory.retrieval.routing import Route
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import LocatedHit

ECHO_MARGIN: Final = 0.001
"""How far below the best fact a question stands that would outrank it."""
_PARTS_THAT_RELATE: Final = ("words", "meaning", "phrase", "dated", "category", "linked", "needed")
"""A memory without any of these has nothing to do with the query."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorePart:
    """One reason for a relevance."""

    name: str
    value: float
    """0-1, of words and meaning with their neighbours a little more."""
    weight: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Scores:
    """Relevance and parts of every memory of a catalogue; each array has one float32 a memory, in catalogue order."""

    relevance: Floats
    """0-1."""
    total: Floats
    """The sum of the weighted parts, which relevance holds within 0 and 1."""
    parts: Mapping[str, Floats]
    weights: ScoreWeights

    @property
    def order(self) -> Floats:
        """Return what the best ones are sorted by: relevance, and above 1 what went beyond it."""
        return np.where(self.relevance >= 1, self.total, self.relevance)

    def parts_of(self, positions: Sequence[int]) -> list[tuple[ScorePart, ...]]:
        """Return the parts of the memories at these positions, in the same order."""
        values = np.round([part[list(positions)] for part in self.parts.values()], 4).T.tolist()
        weights = [(name, self.weights[name]) for name in self.parts]
        return [
            tuple(
                ScorePart(name=name, value=value, weight=weight)
                for (name, weight), value in zip(weights, row, strict=True)
            )
            for row in values
        ]


def score_memories(
    analysis: Analysis,
    route: Route,
    catalogue: Catalogue,
    hits: Sequence[LocatedHit],
    cosines: Cosines | None,
    *,
    today: int,
    phrase: Positions | None = None,
    weights: ScoreWeights | None = None,
    shape: ScoreShape = DEFAULT_SHAPE,
) -> Scores:
    """Score every memory of `catalogue`.

    Args:
        cosines: with catalogue positions as keys; None without an encoder.
        today: proleptic ordinal of the day.
        phrase: pks of the memories that have the whole query word for word.
        weights: to try others than those that were fitted with the encoder.
    """
    weights = weights or weights_for(cosines)
    columns = catalogue.columns()
    hits = score_features.with_names(hits, analysis.terms, catalogue)
    parts, has_vector = _score_parts(analysis, route, catalogue, hits, cosines, today=today, shape=shape)
    if phrase is not None and len(phrase):
        parts["phrase"] = score_features.phrase_part(phrase, columns)
    total = _weighted_sum(parts, has_vector, weights)
    _add_part("echo", echo_part(total, parts["words"], columns), parts, total, weights)
    relevance = _relevance(total, parts, columns)
    linked = score_features.linked_part(analysis, catalogue, relevance, parts.get("stranger"))
    _add_part("linked", linked, parts, total, weights)
    if "stranger" in parts:
        total -= np.float32(weights.stranger) * _take_named_from_strangers(parts)
        total -= np.float32(weights.stranger) * _take_missing_from_strangers(parts, total, weights.stranger)
    looked_up = score_features.covered_flags(hits, columns) if analysis.looks_up else None
    for name, values in score_features.needed_parts(cosines, columns, parts, looked_up=looked_up).items():
        _add_part(name, values, parts, total, weights)
    return Scores(total=total, relevance=_relevance(total, parts, columns), parts=parts, weights=weights)


def _add_part(name: str, values: Floats, parts: dict[str, Floats], total: Floats, weights: ScoreWeights) -> None:
    """Add a part to `parts` and, weighed, to `total`, both in place."""
    parts[name] = values
    total += np.float32(weights[name]) * values


def _weighted_sum(parts: Mapping[str, Floats], has_vector: Flags, weights: ScoreWeights) -> Floats:
    """Return the total of the parts that stand for themselves, before what one memory says of another."""
    total = np.zeros(len(has_vector), np.float32)
    for name, values in parts.items():
        total += np.float32(weights[name]) * values
    # Without a vector the words speak for the meaning too, or such a memory could never pass a threshold.
    total += ~has_vector * np.float32(weights.meaning) * parts["words"]
    return total


def _take_named_from_strangers(parts: dict[str, Floats]) -> Floats:
    """Count nobody as a stranger whom a memory of the person asked about names; return what is taken from the part."""
    named: Floats = parts["stranger"] * (parts["linked"] > 0)
    parts["stranger"] = parts["stranger"] - named
    return named


def _take_missing_from_strangers(parts: dict[str, Floats], total: Floats, weight: float) -> Floats:
    """Let a stranger lose no more than there was, before what a memory is needed for; return what is taken away."""
    missing: Floats = np.minimum(np.maximum(total / np.float32(weight), 0), parts["stranger"])
    parts["stranger"] = parts["stranger"] - missing
    return missing


def weights_for(cosines: Cosines | None) -> ScoreWeights:
    """Return the weights that were fitted with the encoder that made `cosines`."""
    return DEFAULT_WEIGHTS if cosines is None else cosines.scale.weights


def says_nearly_the_same(parts: Sequence[ScorePart]) -> bool:
    """Return whether the meaning of a memory is that of the query, whatever its words."""
    values = {part.name: part.value for part in parts}
    shared = score_features.SHARED_WORD if values["words"] > 0 else 0.0
    return values["meaning"] - shared >= score_features.NEARLY_SAME


def echo_part(total: Floats, words: Floats, columns: Columns) -> Floats:
    """Return by how much each pure question stands above the best fact that speaks of what was asked.

    Nothing repeats a query like a question, and nothing answers it less: it must never outrank the fact.
    """
    facts = ~columns.asks & ~columns.failed & (words > 0)
    best = min(float(total[facts].max()), 1.0) - ECHO_MARGIN if facts.any() else math.inf
    above: Floats = np.maximum(total - np.float32(best), np.float32(0)) * columns.asks
    return above


def reroute(scores: Scores, route: Route, columns: Columns) -> Scores:
    """Return the scores with the category part of another route."""
    category = score_features.category_part(route.scores, columns)
    total = scores.total + np.float32(scores.weights.category) * (category - scores.parts["category"])
    parts = {**scores.parts, "category": category}
    return replace(scores, total=total, relevance=_relevance(total, parts, columns), parts=parts)


def _relevance(total: Floats, parts: Mapping[str, Floats], columns: Columns) -> Floats:
    """Return 0-1, and 0 for what has nothing to do with the query and for failure answers."""
    related = np.zeros(len(columns), bool)
    for name in _PARTS_THAT_RELATE:
        if name in parts:
            related |= parts[name] > 0
    return (np.clip(total, 0.0, 1.0) * (related & ~columns.failed)).astype(np.float32)


def _score_parts(
    analysis: Analysis,
    route: Route,
    catalogue: Catalogue,
    hits: Sequence[LocatedHit],
    cosines: Cosines | None,
    *,
    today: int,
    shape: ScoreShape,
) -> tuple[dict[str, Floats], Flags]:
    """Return the parts by name, and which memories have a vector."""
    columns = catalogue.columns()
    words, overlap = score_features.word_parts(hits, columns, shape)
    meaning, has_vector = score_features.meaning_part(cosines, columns, shape)
    parts = {
        "words": words,
        "meaning": meaning,
        "overlap": overlap,
        "named": score_features.named_part(analysis, catalogue),
    }
    if analysis.about:
        own, others = catalogue.about(analysis.about)
        parts["own"], parts["stranger"] = own.astype(np.float32), others.astype(np.float32)
    parts["dated"] = score_features.dated_part(analysis.dates, columns)
    parts["category"] = score_features.category_part(route.scores, columns)
    parts["facts"] = score_features.facts_part(columns, words)
    parts["question"] = columns.asks.astype(np.float32)
    parts["hollow"] = score_features.hollow_part(analysis, columns)
    parts["importance"] = columns.importance
    parts["use"] = score_features.use_part(columns)
    parts["recency"] = score_features.recency_part(columns, today=today)
    return parts, has_vector
