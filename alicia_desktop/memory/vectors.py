"""All vectors of one encoder at its own width, in memory; derived from the column, and made from it at every start.

Few of them are scanned exactly. Many are first compared by the quarter of their directions in which they differ most
(principal components of the first ones), and the nearest of these by all of theirs: the same best ten as an exact
scan in nearly every case, in a third of its time. One thread changes and reads it.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import numpy as np

from alicia_desktop.memory.catalogue import Flags, Floats, Positions
from alicia_desktop.memory.embedding import COLUMN_WIDTH, Vector

HEADS_FROM: Final = 30_000
"""Vectors from which on heads are compared first; also how many of them the directions are taken from."""
HEAD_SHARE: Final = 4
"""A head has the fourth part of the width."""
COMPARED_WHOLE: Final = 500
"""Vectors with the nearest heads, of which the cosine is exact; of the others it is that of the heads."""
_PUT_TOGETHER: Final = 2_000
_FIRST_ROOM: Final = 256


class VectorIndex:
    """Vectors by pk; heads are compared first from `heads_from` vectors on.

    With `room` for as many as are expected nothing is moved while they come, which would hold up everybody else.
    """

    def __init__(self, width: int, *, heads_from: int = HEADS_FROM, room: int = 0) -> None:
        self._width, self._heads_from = width, heads_from
        self._matrix = np.zeros((max(room, _FIRST_ROOM), width), np.float32)
        self._pks = np.zeros(len(self._matrix), np.int64)
        self._place: dict[int, int] = {}
        self._directions: Vector | None = None
        self._heads = np.zeros((0, 0), np.float32)

    def __len__(self) -> int:
        return len(self._place)

    def put(self, rows: Iterable[tuple[int, bytes]]) -> None:
        """Add vectors as they stand in the column, or replace them; one without direction or finite numbers is none."""
        rest = iter(rows)
        while some := list(islice(rest, _PUT_TOGETHER)):
            self._put([pk for pk, _ in some], units([column for _, column in some], self._width))

    def drop(self, pks: Iterable[int]) -> None:
        """Take vectors out; the last one moves into the gap."""
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
        """Return every pk and the cosine of its vector to `query`, a finite vector of this width."""
        count, unit = len(self._place), _unit(query)
        if self._directions is None:
            return self._pks[:count], self._matrix[:count] @ unit
        values: Floats = self._heads[:count] @ (unit @ self._directions)
        nearest = np.argpartition(values, count - COMPARED_WHOLE)[count - COMPARED_WHOLE :]
        values[nearest] = self._matrix[nearest] @ unit
        return self._pks[:count], values

    def _put(self, pks: Sequence[int], vectors: Vector) -> None:
        usable: Flags = np.any(vectors, axis=1)
        self.drop(pk for pk, good in zip(pks, usable.tolist(), strict=True) if not good)
        kept = [pk for pk, good in zip(pks, usable.tolist(), strict=True) if good]
        places = [self._place.setdefault(pk, len(self._place)) for pk in kept]
        self._make_room(len(self._place))
        self._matrix[places], self._pks[places] = vectors[usable], kept
        if self._directions is not None:
            self._heads[places] = vectors[usable] @ self._directions
        elif len(self._place) >= self._heads_from:
            self._find_directions()

    def _find_directions(self) -> None:
        """Take the directions from the first vectors stored, so that another start finds the same ones."""
        count = len(self._place)
        first = self._matrix[np.argsort(self._pks[:count], kind="stable")[: self._heads_from]]
        _, directions = np.linalg.eigh(first.T @ first)
        head = -(-self._width // HEAD_SHARE)
        self._directions = np.ascontiguousarray(directions[:, ::-1][:, :head], np.float32)
        self._heads = self._matrix @ self._directions

    def _make_room(self, count: int) -> None:
        while count > len(self._pks):
            self._matrix = np.concatenate([self._matrix, np.zeros_like(self._matrix)])
            self._pks = np.concatenate([self._pks, np.zeros_like(self._pks)])
            self._heads = np.concatenate([self._heads, np.zeros_like(self._heads)])


def units(columns: Sequence[bytes], width: int) -> Vector:
    """Return vectors of the column at length 1, as zeros those that have no direction."""
    raw = np.frombuffer(b"".join(columns), dtype="<f4").reshape(-1, COLUMN_WIDTH)[:, :width].astype(np.float32)
    raw[~np.isfinite(raw).all(axis=1)] = 0
    lengths = np.linalg.norm(raw, axis=1, keepdims=True)
    found: Vector = np.divide(raw, lengths, out=np.zeros_like(raw), where=lengths > 0)
    return found


def _unit(vector: Vector) -> Vector:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length else vector
