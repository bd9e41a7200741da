"""Compare a query with the vectors in the database: the nearest by sqlite-vec, and whatever has its words.

For searches, which come now and then: nothing has to be read before the first one, and nothing is kept behind it. An
answer, which is retrieved for at every turn, compares the vectors that are kept in memory (`vectors`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.encoders import Encoder, Vector, vector_to_bytes
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
    conn: Connection, query: Vector, *, encoder: Encoder, scope: VectorScope, hits: Sequence[TermHit]
) -> Cosines:
    """Return the cosines of the nearest of a scope and of what has the words; NaN for all other vectors.

    The keys are pks; `scope` names the users and the encoder.
    """
    column = vector_to_bytes(query)
    near = vector_search.search_memories(conn, column, -2.0, MAX_NEAREST, scope)
    cosines = {one.pk: one.similarity for one in near}
    rest = [pk for pk in _pks_of(hits) if pk not in cosines][:MAX_COMPARED_HITS]
    cosines |= dict(vector_search.similarities(conn, column, replace(scope, archived=None, pks=rest)))
    if len(near) == MAX_NEAREST or scope.pks is not None:
        everything = vector_search.embedded_pks(conn, encoder=encoder.name, version=encoder.version)
        cosines = dict.fromkeys(everything, float("nan")) | cosines
    return Cosines(
        keys=np.fromiter(cosines.keys(), np.int64, len(cosines)),
        values=np.fromiter(cosines.values(), np.float32, len(cosines)),
        scale=encoder.scale,
    )


def _pks_of(hits: Sequence[TermHit]) -> Iterable[int]:
    """Return the pks of all hits, those of the rarest term first, each once."""
    rarest_first = sorted(hits, key=lambda hit: len(hit.exact) + len(hit.other))
    return dict.fromkeys(pk for hit in rarest_first for pk in (*hit.exact.tolist(), *hit.other.tolist()))
