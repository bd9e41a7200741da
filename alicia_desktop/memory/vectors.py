"""All vectors of one encoder as one matrix at its own width, scanned exactly.

At 100,000 × 384 a scan takes some 15 ms, a tenth of the time of the 1024-wide one in SQL; it is derived from the
column and can be made again at any time. One thread changes and reads it.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from alicia_desktop.memory.catalogue import Floats, Positions
from alicia_desktop.memory.embedding import Vector, from_column

_FIRST_ROOM: Final = 256


class VectorIndex:
    """Vectors by pk."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._matrix = np.zeros((_FIRST_ROOM, width), np.float32)
        self._pks = np.zeros(_FIRST_ROOM, np.int64)
        self._place: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._place)

    def put(self, rows: Iterable[tuple[int, bytes]]) -> None:
        """Add vectors as they stand in the column, or replace them."""
        for pk, column in rows:
            vector = from_column(column, self._width)
            place = self._place.setdefault(pk, len(self._place))
            if place == len(self._pks):
                self._grow()
            self._matrix[place], self._pks[place] = _unit(vector), pk

    def drop(self, pks: Iterable[int]) -> None:
        """Take vectors out; the last one moves into the gap."""
        for pk in pks:
            if (place := self._place.pop(pk, None)) is None:
                continue
            last = len(self._place)
            if place != last:
                self._matrix[place], self._pks[place] = self._matrix[last], self._pks[last]
                self._place[int(self._pks[last])] = place

    def cosines(self, query: Vector) -> tuple[Positions, Floats]:
        """Return every pk and the cosine of its vector to `query`."""
        count = len(self._place)
        return self._pks[:count], self._matrix[:count] @ _unit(query)

    def _grow(self) -> None:
        self._matrix = np.concatenate([self._matrix, np.zeros_like(self._matrix)])
        self._pks = np.concatenate([self._pks, np.zeros_like(self._pks)])


def _unit(vector: Vector) -> Vector:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length else vector
