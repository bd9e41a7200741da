"""Compare a query with the vectors of all memories: kept in memory for answers, in the database for searches.

An answer, which is retrieved for at every turn, compares the vectors of a `VectorIndex`. A search, which comes now and
then, lets sqlite-vec compare (`nearest_cosines`): nothing has to be read before the first one, and nothing is kept.

The index is derived from the column `embeddings` at every start. Few vectors are scanned exactly. Many are first
compared by the quarter of their directions in which they differ most (principal components of the first ones, called
heads here), and the nearest of these by all of theirs: the same best ten as an exact scan in nearly every case, in a
third of its time. One thread changes and reads it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.calibration import CosineScale
from alicia_desktop.memory.retrieval.catalogue import Flags, Floats, Positions
from alicia_desktop.memory.retrieval.encoders import COLUMN_WIDTH, Encoder, Vector, vector_to_bytes
from alicia_desktop.memory.retrieval.needs import Needed, Numbers, QuestionNeed
from alicia_desktop.memory.retrieval.word_lookup import TermHit
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import vector_search
from alicia_desktop.store.memories.vector_search import VectorScope

MIN_VECTORS_FOR_HEADS: Final = 30_000
"""Number of vectors from which on heads are compared first, and from which the directions are computed."""
HEAD_DIVISOR: Final = 4
"""The width of a vector / that of its head."""
EXACT_CANDIDATES: Final = 500
"""Number of vectors with the nearest heads whose cosine is computed exactly; of the others it is that of the heads."""
_PUT_BATCH: Final = 2_000
_MIN_CAPACITY: Final = 256
MAX_NEAREST: Final = 500
"""Memories found by their vectors alone; what is farther and has no word of the query is no result."""
MAX_COMPARED_HITS: Final = 1_000
"""Memories compared because they have a word of the query, those with the rarest words first."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cosines:
    """The similarity of many memories to one query."""

    keys: Positions
    """Which memory each value belongs to: pks, or catalogue positions where it is said."""
    values: Floats
    """float32 in -1…1, as many as keys."""
    scale: CosineScale
    """Of the encoder that made the vectors."""
    needed: Needed | None = None
    """How much each helps with the query, as many as keys; None for an encoder that nothing was learned with."""

    def at(self, places: Flags, keys: Positions) -> "Cosines":
        """Return those of `places`, under other keys."""
        needed = self.needed
        return replace(
            self,
            keys=keys,
            values=self.values[places],
            needed=needed and replace(needed, by_vector=needed.by_vector[places]),
        )


class VectorIndex:
    """Unit vectors by pk; heads are compared first from `min_vectors_for_heads` vectors on.

    With `capacity` for as many as are expected nothing is moved while they come, which would hold up everybody else.
    """

    def __init__(self, width: int, *, min_vectors_for_heads: int = MIN_VECTORS_FOR_HEADS, capacity: int = 0) -> None:
        self._width, self._min_vectors_for_heads = width, min_vectors_for_heads
        self._matrix = np.zeros((max(capacity, _MIN_CAPACITY), width), np.float32)
        self._pks = np.zeros(len(self._matrix), np.int64)
        self._place: dict[int, int] = {}
        self._directions: Vector | None = None
        self._heads = np.zeros((0, 0), np.float32)

    def __len__(self) -> int:
        return len(self._place)

    def put(self, rows: Iterable[tuple[int, bytes]]) -> None:
        """Add or replace vectors, as (pk, bytes of the column); drop those that are zero or not finite."""
        rest = iter(rows)
        while some := list(islice(rest, _PUT_BATCH)):
            self._put([pk for pk, _ in some], unit_vectors([column for _, column in some], self._width))

    def drop(self, pks: Iterable[int]) -> None:
        """Remove vectors; the last one moves into the gap."""
        for pk in pks:
            if (place := self._place.pop(pk, None)) is None:
                continue
            last = len(self._place)
            if place != last:
                self._matrix[place], self._pks[place] = self._matrix[last], self._pks[last]
                if self._directions is not None:
                    self._heads[place] = self._heads[last]
                self._place[int(self._pks[last])] = place

    def cosines(self, query: Vector) -> tuple[Positions, Floats]:
        """Return every pk (int64) and the cosine of its vector to `query`, a finite float32 vector (width,)."""
        count, unit = len(self._place), _normalise(query)
        if self._directions is None:
            return self._pks[:count], self._matrix[:count] @ unit
        values: Floats = self._heads[:count] @ (unit @ self._directions)
        nearest = np.argpartition(values, count - EXACT_CANDIDATES)[count - EXACT_CANDIDATES :]
        values[nearest] = self._matrix[nearest] @ unit
        return self._pks[:count], values

    def products(self, direction: Vector) -> Floats:
        """Return the product of every vector with `direction`, float32 (width,), in the order of `cosines`."""
        found: Floats = self._matrix[: len(self._place)] @ direction
        return found

    def _put(self, pks: Sequence[int], vectors: Vector) -> None:
        usable: Flags = np.any(vectors, axis=1)
        self.drop(pk for pk, good in zip(pks, usable.tolist(), strict=True) if not good)
        kept = [pk for pk, good in zip(pks, usable.tolist(), strict=True) if good]
        places = [self._place.setdefault(pk, len(self._place)) for pk in kept]
        self._ensure_capacity(len(self._place))
        self._matrix[places], self._pks[places] = vectors[usable], kept
        if self._directions is not None:
            self._heads[places] = vectors[usable] @ self._directions
        elif len(self._place) >= self._min_vectors_for_heads:
            self._compute_directions()

    def _compute_directions(self) -> None:
        """Compute the directions from the first vectors stored, so that another start finds the same ones."""
        count = len(self._place)
        first = self._matrix[np.argsort(self._pks[:count], kind="stable")[: self._min_vectors_for_heads]]
        _, directions = np.linalg.eigh(first.T @ first)
        head = -(-self._width // HEAD_DIVISOR)
        self._directions = np.ascontiguousarray(directions[:, ::-1][:, :head], np.float32)
        self._heads = self._matrix @ self._directions

    def _ensure_capacity(self, count: int) -> None:
        while count > len(self._pks):
            self._matrix = np.concatenate([self._matrix, np.zeros_like(self._matrix)])
            self._pks = np.concatenate([self._pks, np.zeros_like(self._pks)])
            self._heads = np.concatenate([self._heads, np.zeros_like(self._heads)])


def unit_vectors(columns: Sequence[bytes], width: int) -> Vector:
    """Decode vectors of the column to float32 rows of length 1, shape (n, width); zeros where one has no direction."""
    raw = np.frombuffer(b"".join(columns), dtype="<f4").reshape(-1, COLUMN_WIDTH)[:, :width].astype(np.float32)
    raw[~np.isfinite(raw).all(axis=1)] = 0
    lengths = np.linalg.norm(raw, axis=1, keepdims=True)
    found: Vector = np.divide(raw, lengths, out=np.zeros_like(raw), where=lengths > 0)
    return found


def _normalise(vector: Vector) -> Vector:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length else vector


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
