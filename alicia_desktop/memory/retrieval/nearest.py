"""Compare a query with the vectors in the database: the nearest by sqlite-vec, and whatever has its words.

For searches, which come now and then: nothing has to be read before the first one, and nothing is kept behind it. An
answer, which is retrieved for at every turn, compares the vectors that are kept in memory (`vectors`).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.encoders import Encoder, Vector, vector_to_bytes
from alicia_desktop.memory.retrieval.needs import Needed, Numbers, QuestionNeed
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import TermHit
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import vector_search
from alicia_desktop.store.memories.vector_search import VectorScope

MAX_NEAREST: Final = 500
"""Memories found by their vectors alone; what is farther and has no word of the query is no result."""
MAX_COMPARED_HITS: Final = 1_000
"""Memories compared because they have a word of the query, those with the rarest words first."""


def nearest_cosines(
    conn: Connection,
    query: Vector,
    *,
    encoder: Encoder,
    scope: VectorScope,
    hits: Sequence[TermHit],
    need: QuestionNeed | None = None,
) -> Cosines:
    """Return the cosines of the nearest of a scope and of what has the words; NaN for all other vectors.

    The keys are pks; `scope` names the users and the encoder. With a `need` they tell what helps with the question.
    """
    column = vector_to_bytes(query)
    near = vector_search.search_memories(conn, column, -2.0, MAX_NEAREST, scope)
    cosines = {one.pk: one.similarity for one in near}
    rest = [pk for pk in _pks_of(hits) if pk not in cosines][:MAX_COMPARED_HITS]
    cosines |= dict(vector_search.similarities(conn, column, replace(scope, archived=None, pks=rest)))
    products = {} if need is None else _products(conn, need.direction, replace(scope, archived=None, pks=[*cosines]))
    if len(near) == MAX_NEAREST or scope.pks is not None:
        everything = vector_search.embedded_pks(conn, encoder=encoder.name, version=encoder.version)
        cosines = dict.fromkeys(everything, math.nan) | cosines
    return Cosines(
        keys=np.fromiter(cosines.keys(), np.int64, len(cosines)),
        values=np.fromiter(cosines.values(), np.float32, len(cosines)),
        scale=encoder.scale,
        needed=None if need is None else Needed(by_vector=_in_order_of(cosines, products), question=need),
    )


def _products(conn: Connection, direction: Numbers, scope: VectorScope) -> dict[int, float]:
    """Return the product of every vector of a scope with a direction, by pk: the vectors have the length 1."""
    length = float(np.linalg.norm(direction))
    if not length:
        return dict.fromkeys(scope.pks or (), 0.0)
    near = vector_search.similarities(conn, vector_to_bytes(direction), scope)
    return {pk: cosine * length for pk, cosine in near}


def _in_order_of(keys: Iterable[int], values: Mapping[int, float]) -> Numbers:
    return np.array([values.get(pk, math.nan) for pk in keys], np.float32)


def _pks_of(hits: Sequence[TermHit]) -> Iterable[int]:
    """Return the pks of all hits, those of the rarest term first, each once."""
    rarest_first = sorted(hits, key=lambda hit: len(hit.exact) + len(hit.other))
    return dict.fromkeys(pk for hit in rarest_first for pk in (*hit.exact.tolist(), *hit.other.tolist()))
