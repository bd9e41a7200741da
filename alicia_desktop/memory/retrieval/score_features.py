"""Compute the parts of a relevance, each for all memories of a catalogue at once (float32, one a memory).

The parts are absolute, not ranks: the words that matched of all that were asked for, weighted by how rare they are
(BM25), and the cosine between what the encoder gives for unrelated and for equal sentences. So a best match that is
bad still scores low, and a threshold has a meaning.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from alicia_desktop.memory.dates import DateHint
from alicia_desktop.memory.retrieval.analysis import Analysis
from alicia_desktop.memory.retrieval.calibration import ScoreShape
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Columns, Flags, Floats, Positions
from alicia_desktop.memory.retrieval.needs import MAX_SHIFT
from alicia_desktop.memory.retrieval.routing import CATEGORIES
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import LocatedHit
from alicia_desktop.memory.segmentation import Term

PRIOR_MEMORIES: Final = 50
"""Memories without any of the words, taken for granted: a word's rarity means something among three memories too."""
MAX_LINKING_MEMORIES: Final = 3
"""Best memories whose names are looked up."""
MIN_LINKING_RELEVANCE: Final = 0.5
"""Relevance from which a memory is thought to name what was asked for."""
MAX_LINKED_MEMORIES: Final = 12
"""Statements that may mention a name which is followed: somebody in more of them is in everything."""
MAX_WORDS_SCORE: Final = 1.3
"""Maximum of the words of a turn and its neighbours together."""
_MAX_DAYS_AFTER: Final = 10
"""Days after an event within which people tell of it."""
_MAX_USES: Final = 20
_NAMING: Final = frozenset({"name", "names", "named", "called"})
"""Words that ask for a name."""
_AKIN: Final = 0.52
"""Meaning from which on a statement may be what is looked up although it has other words; likewise the next two."""
NEARLY_SAME: Final = 0.62
"""Meaning from which on it is thought to be, chosen on `tests/data/told/open.toml` and the writers A and B."""
SHARED_WORD: Final = 0.1
"""Meaning that a shared word gives by itself."""
_YEAR_DAYS: Final = 365.0


def with_names(hits: Sequence[LocatedHit], terms: Sequence[Term], catalogue: Catalogue) -> list[LocatedHit]:
    """Return the hits of `terms` with what answers for "name": a statement of the rest of the query that holds one.

    "User's son Hugo is 9." tells what a child is called, and has no word for it.
    """
    asking = [term.text in _NAMING for term in terms]
    rest = [part for hit, asks in zip(hits, asking, strict=False) if not asks for part in (hit.exact, hit.other)]
    if not any(asking) or not rest:
        return [*hits]
    named = np.intersect1d(catalogue.naming(), np.concatenate(rest))
    return [
        replace(hit, other=np.union1d(hit.other, np.setdiff1d(named, hit.exact)))
        if place < len(asking) and asking[place]
        else hit
        for place, hit in enumerate(hits)
    ]


def covered_flags(hits: Sequence[LocatedHit], columns: Columns) -> Flags:
    """Return which memories have every term of the query itself, in whatever form or by a word that counts for it."""
    covered = np.ones(len(columns), bool) if any(hit.weight >= 1 for hit in hits) else np.zeros(len(columns), bool)
    for hit in hits:
        if hit.weight >= 1:
            here = np.zeros(len(columns), bool)
            here[hit.exact] = here[hit.other] = True
            covered &= here
    return covered


def word_parts(hits: Sequence[LocatedHit], columns: Columns, shape: ScoreShape) -> tuple[Floats, Floats]:
    """Return BM25 as a share of what all terms together could give, and the plain overlap of terms (Jaccard)."""
    gained, matched, possible = _zeros(columns), _zeros(columns), 0.0
    size = len(columns)
    mean_length = float(columns.length.mean()) if size else 1.0
    penalty = 1 - shape.length_penalty + shape.length_penalty * columns.length / max(mean_length, 1.0)
    damping = np.float32(shape.saturation) * penalty
    for hit in hits:
        own = _zeros(columns)
        own[hit.other] = shape.synonym
        own[hit.exact] = 1.0
        rarity = term_rarity(len(hit.exact), size) * hit.weight
        possible += rarity
        count = _with_neighbours(own, columns, shape)
        gained += np.float32(rarity * (shape.saturation + 1)) * count / (count + damping)
        matched += own
    overlap = matched / np.maximum(len(hits) + columns.length - matched, 1.0)
    return np.minimum(gained / max(possible, 1e-9), MAX_WORDS_SCORE).astype(np.float32), overlap.astype(np.float32)


def term_rarity(found: int, size: int) -> float:
    """Return BM25's inverse document frequency of a term that `found` of `size` memories have."""
    return math.log(1 + (size + PRIOR_MEMORIES - found + 0.5) / (found + 0.5))


def meaning_part(cosines: Cosines | None, columns: Columns, shape: ScoreShape) -> tuple[Floats, Flags]:
    """Return the meaning of every memory, 0-1 with the share of its neighbours, and which have a vector at all.

    The keys of `cosines` are catalogue positions; None without an encoder.
    """
    meaning, has_vector = _zeros(columns), np.zeros(len(columns), bool)
    if cosines is None:
        return meaning, has_vector
    meaning[cosines.keys], has_vector[cosines.keys] = cosines.scale.meaning(cosines.values), True
    above = np.append((meaning - np.float32(cosines.scale.unrelated_meaning)) * has_vector, np.float32(0))
    shared = meaning + np.float32(shape.meaning_after) * above[columns.following]
    return np.maximum(shared * has_vector, 0).astype(np.float32), has_vector


def named_part(analysis: Analysis, catalogue: Catalogue) -> Floats:
    """Return 1 for memories by or about somebody whom the query names."""
    part = _zeros(catalogue.columns())
    for name in analysis.entities:
        for word in (name, *name.split()):
            part[catalogue.named(word)] = 1.0
    return part


def linked_part(analysis: Analysis, catalogue: Catalogue, relevance: Floats, strangers: Floats | None = None) -> Floats:
    """Return how relevant the best memory is that names whom or what a statement speaks of; 0 for all others.

    The second hop: "I have two children named Alex and Jordan." answers for the kids, and "Alex is 8 years old …" is
    found by it. A name in the query itself needs no hop, and one that many statements mention tells nothing. What is
    about somebody else than was asked about (`strangers`) leads nowhere, and is led to by that somebody's name alone.
    """
    part = _zeros(catalogue.columns())
    in_query = {name.lower() for name in analysis.entities}
    good = np.flatnonzero(relevance >= MIN_LINKING_RELEVANCE)
    best = good[np.argsort(-relevance[good], kind="stable")[:MAX_LINKING_MEMORIES]].tolist()
    strange = np.zeros(len(part), bool) if strangers is None else strangers > 0
    sources = [at for at in best if not strange[at]]
    for position in reversed(sources):
        for name in catalogue.mentioned_at(position):
            others = catalogue.mentioning(name)
            if name not in in_query and len(others) <= MAX_LINKED_MEMORIES:
                about, _ = catalogue.about(name.split())
                others = others[~strange[others] | about[others]]
                part[others] = np.maximum(part[others], relevance[position])
    part[sources] = 0
    return part


def needed_parts(
    cosines: Cosines | None, columns: Columns, parts: Mapping[str, Floats], *, looked_up: Flags | None = None
) -> dict[str, Floats]:
    """Return how much each statement helps with the query (`needed`), or has only its words (`beside`), each 0-1.

    Nothing is known of a turn of a dialogue, of a question, and of what has no vector; and what the second hop leads
    to is not beside the query, although it does not speak of what was asked. Nor is, where a fact is looked up, what
    says nearly the same as the question: for advice, what speaks of the same may be of no use.

    Args:
        looked_up: which memories have all that is asked for where a fact is looked up; None for any other query.
    """
    if cosines is None or cosines.needed is None:
        return {}
    shift, keys = _zeros(columns), cosines.keys
    above = cosines.values - np.float32(cosines.scale.unrelated)
    known, length = columns.known_words[keys], columns.known_length[keys]
    # NaN is what was not compared, because others are nearer (`vectors.nearest_cosines`).
    shift[keys] = np.nan_to_num(cosines.needed.shift(known, length, parts["words"][keys], above))
    shift *= ~(columns.speaks | columns.asks) / np.float32(MAX_SHIFT)
    beside = np.maximum(-shift, 0) * (parts["linked"] == 0)
    if looked_up is not None:
        beside *= ~looked_up
        meaning = parts["meaning"] - np.float32(SHARED_WORD) * (parts["words"] > 0)
        beside *= ((NEARLY_SAME - meaning) / np.float32(NEARLY_SAME - _AKIN)).clip(0, 1)
    return {"needed": np.maximum(shift, 0), "beside": beside.astype(np.float32)}


def phrase_part(phrase: Positions, columns: Columns) -> Floats:
    """Return 1 for memories that have the whole query word for word; a question that only repeats it tells nothing."""
    part = _zeros(columns)
    positions, here = columns.positions(phrase)
    part[positions[here]] = 1.0
    return part * ~columns.asks


def category_part(scores: Mapping[str, float], columns: Columns) -> Floats:
    """Return how well the query's route fits the category of each memory."""
    by_code = np.array([scores.get(name, 0.0) for name in CATEGORIES] + [0.0], np.float32)
    fits: Floats = by_code[columns.category]
    return fits


def dated_part(hints: Sequence[DateHint], columns: Columns) -> Floats:
    """Return how near each memory was said to the days that the query names, 0-1."""
    part = _zeros(columns)
    for hint in hints:
        month = columns.month if hint.year is not None else columns.month % 12
        asked_month = hint.month - 1 + (12 * hint.year if hint.year is not None else 0)
        same = month == asked_month
        late = (month == asked_month + 1) & (columns.day_of_month < _MAX_DAYS_AFTER)
        near = np.where(same, 1.0, np.where(late, 0.5, 0.0))
        if hint.day is not None:
            since = columns.day_of_month - hint.day + 31 * late
            soon = (same | late) & (since >= 0) & (since <= _MAX_DAYS_AFTER)
            near = np.where(soon, 1.0, np.where(same, 0.3, 0.0))
        part = np.maximum(part, near.astype(np.float32))
    return part


def facts_part(columns: Columns, words: Floats) -> Floats:
    """Return the fact density of each, scaled by its words: a fact about something else is no answer."""
    density: Floats = columns.facts * np.minimum(words, np.float32(1.0))
    return density


def hollow_part(analysis: Analysis, columns: Columns) -> Floats:
    """Return 1 for what never answers: it only asks, or it names another where the person's own name is asked for."""
    hollow = columns.hollow | columns.names_another if analysis.asks_own_name else columns.hollow
    return hollow.astype(np.float32)


def use_part(columns: Columns) -> Floats:
    """Return how often each was used, 1 from twenty times on."""
    used = np.log1p(np.minimum(columns.uses, _MAX_USES)) / math.log1p(_MAX_USES)
    return used.astype(np.float32)


def recency_part(columns: Columns, *, today: int) -> Floats:
    """Return how new each is: 1 on `today` (an ordinal), a third after a year."""
    age = np.maximum(today - columns.day, 0).astype(np.float32)
    recency: Floats = np.exp(-age / np.float32(_YEAR_DAYS))
    return recency


def _with_neighbours(own: Floats, columns: Columns, shape: ScoreShape) -> Floats:
    """Return a term's count in each memory with the share of the turns around it."""
    padded = np.append(own, np.float32(0))
    before = padded[columns.previous]
    before_that = np.append(before, np.float32(0))[columns.previous]
    shared: Floats = own + shape.before * before + shape.before_that * before_that
    return shared + np.float32(shape.after) * padded[columns.following]


def _zeros(columns: Columns) -> Floats:
    return np.zeros(len(columns), np.float32)
