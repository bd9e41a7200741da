"""One relevance from 0 to 1 for every memory, from named parts that can be shown and that each have a weight.

The parts are absolute, not ranks: the words that matched of all that were asked for, weighted by how rare they are
(BM25), and the cosine between what the encoder gives for unrelated and for equal sentences. So a best match that is
bad still scores low, and a threshold has a meaning. Weights were chosen on labelled conversations (MEMORY.md §5,
`make bench-memory`).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from alicia_desktop.memory.analysis import Analysis
from alicia_desktop.memory.catalogue import Catalogue, Columns, Flags, Floats, Positions
from alicia_desktop.memory.dates import DateHint
from alicia_desktop.memory.embedding import Scale

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "words": 0.60,
        "meaning": 0.40,
        "overlap": 0.02,
        "named": 0.12,
        "own": 0.06,
        "stranger": -0.35,
        "dated": 0.10,
        "facts": 0.03,
        "question": -0.08,
        "importance": 0.02,
        "use": 0.01,
        "recency": 0.01,
    }
)
"""What a part of 1 adds to the relevance."""

SATURATION: Final = 0.9
"""BM25's k1: how little a word counts that is there already."""
LENGTH_PENALTY: Final = 0.2
"""BM25's b; memories are short, and a longer one is rarely longer for nothing."""
SYNONYM: Final = 0.6
CONTEXT_TERM: Final = 0.5
"""A word of the turn before, beside one of the query."""
BEFORE: Final = 0.7
BEFORE_THAT: Final = 0.3
AFTER: Final = 0.4
"""Share of a neighbour's words that counts for a turn."""
MEANING_BEFORE: Final = 0.15
MEANING_AFTER: Final = 0.3
PRIOR_MEMORIES: Final = 50
"""Memories without any of the words, taken for granted: a word's rarity means something among three memories too."""
_DAYS_AFTER: Final = 10
"""People tell of a day within so many days."""
_MOST_USES: Final = 20
_YEAR: Final = 365.0


@dataclass(frozen=True, kw_only=True, slots=True)
class TermHits:
    """The memories that have a term, and those that only have a word that counts for it."""

    weight: float
    exact: Positions
    other: Positions


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorePart:
    """One reason for a relevance."""

    name: str
    value: float
    """0-1."""
    weight: float

    @property
    def contribution(self) -> float:
        """What it adds."""
        return self.value * self.weight


@dataclass(frozen=True, kw_only=True, slots=True)
class Scores:
    """Relevance and parts of every memory of a catalogue, by position."""

    relevance: Floats
    parts: Mapping[str, Floats]
    weights: Mapping[str, float]

    def parts_at(self, position: int) -> tuple[ScorePart, ...]:
        """Return the parts of one memory."""
        return tuple(
            ScorePart(name=name, value=round(float(values[position]), 4), weight=self.weights[name])
            for name, values in self.parts.items()
        )


def score(
    analysis: Analysis,
    catalogue: Catalogue,
    hits: Sequence[TermHits],
    cosines: tuple[Positions, Floats, Scale] | None,
    *,
    today: int,
) -> Scores:
    """Score every memory of `catalogue`; `cosines` are by position, None without an encoder; `today` is an ordinal."""
    columns = catalogue.columns()
    words, overlap = word_parts(hits, columns)
    parts: dict[str, Floats] = {"words": words, "meaning": _zeros(columns), "overlap": overlap}
    weights = dict(WEIGHTS)
    lexical_only = np.ones(len(columns), bool)
    if cosines is not None:
        parts["meaning"], known = meaning_part(cosines, columns)
        lexical_only = ~known
    parts["named"] = named_part(analysis, catalogue)
    if analysis.about:
        own, others = catalogue.about(analysis.about)
        parts["own"], parts["stranger"] = own.astype(np.float32), others.astype(np.float32)
    parts["dated"] = dated_part(analysis.dates, columns)
    parts["facts"] = columns.facts
    parts["question"] = columns.asks.astype(np.float32)
    parts["importance"] = columns.importance
    parts["use"] = (np.log1p(np.minimum(columns.uses, _MOST_USES)) / math.log1p(_MOST_USES)).astype(np.float32)
    parts["recency"] = np.exp(-np.maximum(today - columns.day, 0) / _YEAR).astype(np.float32)
    total = np.sum([weights[name] * values for name, values in parts.items()], axis=0, dtype=np.float32)
    # Without a vector the words speak for the meaning too, or such a memory could never pass a threshold.
    total = total + lexical_only * np.float32(weights["meaning"]) * words
    asked = (parts["words"] > 0) | (parts["meaning"] > 0) | (parts["dated"] > 0)
    relevance = np.clip(total, 0.0, 1.0) * ~columns.failed * asked
    return Scores(relevance=relevance.astype(np.float32), parts=parts, weights=weights)


def word_parts(hits: Sequence[TermHits], columns: Columns) -> tuple[Floats, Floats]:
    """Return BM25 as a share of what all terms together could give, and the plain overlap of terms (Jaccard)."""
    gained, asked = _zeros(columns), 0.0
    matched, size = _zeros(columns), len(columns)
    usual = float(columns.length.mean()) if size else 1.0
    damping = SATURATION * (1 - LENGTH_PENALTY + LENGTH_PENALTY * columns.length / max(usual, 1.0))
    for hit in hits:
        own = _zeros(columns)
        own[hit.other] = SYNONYM
        own[hit.exact] = 1.0
        found = len(hit.exact)
        rarity = math.log(1 + (size + PRIOR_MEMORIES - found + 0.5) / (found + 0.5)) * hit.weight
        asked += rarity
        count = with_neighbours(own, columns)
        gained += np.float32(rarity * (SATURATION + 1)) * count / (count + damping)
        matched += own
    overlap = matched / np.maximum(len(hits) + columns.length - matched, 1.0)
    return np.minimum(gained / max(asked, 1e-9), 1.3).astype(np.float32), overlap.astype(np.float32)


def with_neighbours(own: Floats, columns: Columns) -> Floats:
    """Return a term's count with the share of the turns around."""
    padded = np.append(own, np.float32(0))
    before = padded[columns.previous]
    before_that = np.append(before, np.float32(0))[columns.previous]
    shared: Floats = own + BEFORE * before + BEFORE_THAT * before_that + AFTER * padded[columns.following]
    return shared


def meaning_part(cosines: tuple[Positions, Floats, Scale], columns: Columns) -> tuple[Floats, Flags]:
    """Return the meaning of every memory, 0-1 with the share of its neighbours, and which have a vector at all."""
    positions, values, scale = cosines
    meaning, known = _zeros(columns), np.zeros(len(columns), bool)
    meaning[positions], known[positions] = scale.meaning(values), True
    above = np.append((meaning - np.float32(scale.nothing)) * known, np.float32(0))
    shared = meaning + MEANING_BEFORE * above[columns.previous] + MEANING_AFTER * above[columns.following]
    return np.maximum(shared * known, 0).astype(np.float32), known


def named_part(analysis: Analysis, catalogue: Catalogue) -> Floats:
    """Return 1 for memories by or about somebody whom the query names."""
    part = _zeros(catalogue.columns())
    for name in analysis.entities:
        for word in (name, *name.split()):
            part[catalogue.named(word)] = 1.0
    return part


def dated_part(hints: Sequence[DateHint], columns: Columns) -> Floats:
    """Return how near each memory was said to the days that the query names."""
    part = _zeros(columns)
    for hint in hints:
        month = columns.month if hint.year is not None else columns.month % 12
        wanted = hint.month - 1 + (12 * hint.year if hint.year is not None else 0)
        same = month == wanted
        late = (month == wanted + 1) & (columns.day_of_month < _DAYS_AFTER)
        near = np.where(same, 1.0, np.where(late, 0.5, 0.0))
        if hint.day is not None:
            since = columns.day_of_month - hint.day + 31 * late
            soon = (same | late) & (since >= 0) & (since <= _DAYS_AFTER)
            near = np.where(soon, 1.0, np.where(same, 0.3, 0.0))
        part = np.maximum(part, near.astype(np.float32))
    return part


def _zeros(columns: Columns) -> Floats:
    return np.zeros(len(columns), np.float32)
