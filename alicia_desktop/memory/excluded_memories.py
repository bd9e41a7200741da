"""Memories that would bear on a query and are not searched: archived ones, and those of somebody else.

The indexes hold everybody's, so they turn up there; an explanation tells of an archived one what it says, of somebody
else's only that there is one, under its id and only to a developer. For whoever is none, somebody else's do not count
at all: not even how rare a word is may tell whether others use it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from alicia_desktop.memory.catalogue import Catalogue, Columns, Floats, Positions
from alicia_desktop.memory.embedding import Scale
from alicia_desktop.memory.lookups import Located, outside
from alicia_desktop.memory.retrieval import Outsider
from alicia_desktop.memory.score_features import PRIOR_MEMORIES
from alicia_desktop.memory.scoring import weights_for
from alicia_desktop.memory.selection import THRESHOLD
from alicia_desktop.memory.weights import SHAPE
from alicia_desktop.store import memories, memory_search
from alicia_desktop.store.database import Connection

MAX_STRANGERS: Final = 10

Cosines = tuple[Positions, Floats, Scale]
"""pk, cosine to the query, and where the encoder's cosines lie."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Stranger:
    """A memory of which only the indexes know."""

    pk: int
    relevance: float


def strangers(
    catalogue: Catalogue, hits: Sequence[Located], cosines: Cosines | None, *, archive: Columns | None = None
) -> tuple[Stranger, ...]:
    """Return what has the words or the meaning of a query to pass a fresh threshold and is not in the catalogue.

    With an `archive`, which `hits` were located with as well, only what is there.
    """
    columns = catalogue.columns()
    found = [pks for hit in hits for pks in (hit.exact_outside, hit.other_outside)]
    if cosines is not None:
        found.append(outside(cosines[0], columns, archive))
    pks = np.unique(np.concatenate([*found, np.zeros(0, np.int64)]))
    if not len(pks):
        return ()
    words = _words(pks, hits, len(columns) + len(pks))
    weights = weights_for(cosines)
    relevance = weights.words * words + weights.meaning * _meaning(pks, words, cosines)
    best = np.argsort(-relevance, kind="stable")[:MAX_STRANGERS].tolist()
    return tuple(
        Stranger(pk=int(pks[place]), relevance=min(1.0, round(float(relevance[place]), 4)))
        for place in best
        if relevance[place] >= THRESHOLD
    )


def reveal(
    conn: Connection, found: Sequence[Stranger], *, user_ids: Sequence[str], developer: bool
) -> tuple[Outsider, ...]:
    """Return what may be told of them: archived ones whole, somebody else's by id and only to a developer."""
    if not found:
        return ()
    states = {state.pk: state for state in memory_search.states(conn, [one.pk for one in found])}
    own = [state.id for state in states.values() if state.user_id in user_ids]
    rows = memories.get_memories(conn, own)
    told: list[Outsider] = []
    for one in found:
        state = states.get(one.pk)
        if state is not None and state.id in rows and state.archived:
            told.append(Outsider(id=state.id, relevance=one.relevance, reason="archived", memory=rows[state.id]))
        elif state is not None and state.user_id not in user_ids and developer:
            told.append(Outsider(id=state.id, relevance=one.relevance, reason="wrong_user", memory=None))
    return tuple(told)


def _words(pks: Positions, hits: Sequence[Located], size: int) -> Floats:
    """Return the share of the query's words that each of `pks` has, the rarer ones counting for more."""
    words, asked = np.zeros(len(pks), np.float32), 0.0
    for hit in hits:
        found = min(hit.found, size)
        rarity = math.log(1 + (size + PRIOR_MEMORIES - found + 0.5) / (found + 0.5)) * hit.weight
        exact, other = np.isin(pks, hit.exact_outside), np.isin(pks, hit.other_outside)
        has = exact + SHAPE.synonym * (other & ~exact)
        words, asked = words + np.float32(rarity) * has.astype(np.float32), asked + rarity
    return words / np.float32(max(asked, 1e-9))


def _meaning(pks: Positions, words: Floats, cosines: Cosines | None) -> Floats:
    """Return the meaning of each of `pks`; its words stand for it where it has no vector."""
    meaning = words.copy()
    if cosines is not None:
        vectors, values, scale = cosines
        known = np.isin(vectors, pks)
        meaning[np.searchsorted(pks, vectors[known])] = scale.meaning(values[known])
    return meaning
