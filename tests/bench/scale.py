"""Searching by meaning among 100,000 real sentence vectors: beside NumPy, which is exact, and sqlite-vec at 1,024."""

import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import sqlite_vec
from sqlcipher3 import dbapi2

from alicia_desktop.memory.retrieval.catalogue import Positions
from alicia_desktop.memory.retrieval.encoders import COLUMN_WIDTH, Encoder, Vector, vector_to_bytes
from alicia_desktop.memory.retrieval.vectors import VectorIndex
from tests.bench import sentences
from tests.bench.measure import seconds

FIRST = 10
ASKED = 200
ROUNDS = 15


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    encoder: str
    width: int
    count: int
    same: float
    """Share of an exact scan's best ten that are among ours."""
    again: bool
    """Whether an index made anew from the column finds the same with the same cosines."""
    ours_ms: float
    times_numpy: float
    """How many times as fast as NumPy's scan at the encoder's width."""
    times_sqlite_vec: float
    """How many times as fast as sqlite-vec's scan at 1,024."""


def scale(encoder: Encoder, *, most: int = sentences.WANTED) -> Scale:
    """Measure with the vectors that `tests.bench.sentences` has made; the last of them are the queries."""
    vectors = sentences.vectors(encoder)[:most]
    stored, queries = vectors[:-ASKED], vectors[-ASKED:]
    columns = [vector_to_bytes(vector) for vector in stored]
    index, again = (_index(encoder.width, columns) for _ in range(2))
    exact = [_best(stored @ query) for query in queries]
    found = [_best(index.cosines(query)[1]) for query in queries]
    same = statistics.mean(len(set(one) & set(two)) / FIRST for one, two in zip(exact, found, strict=True))
    ours, numpy_, sqlite = _in_turn(queries, index, stored, columns)
    return Scale(
        encoder=f"{encoder.name} {encoder.version}",
        width=encoder.width,
        count=len(stored),
        same=same,
        again=all(np.array_equal(index.cosines(query)[1], again.cosines(query)[1]) for query in queries[:20]),
        ours_ms=1000 * statistics.median(ours),
        times_numpy=statistics.median(base / own for base, own in zip(numpy_, ours, strict=True)),
        times_sqlite_vec=statistics.median(base / own for base, own in zip(sqlite, ours, strict=True)),
    )


def _index(width: int, columns: Sequence[bytes]) -> VectorIndex:
    index = VectorIndex(width)
    index.put(enumerate(columns))
    return index


def _best(cosines: np.ndarray) -> list[int]:
    candidates: list[int] = np.argsort(-cosines, kind="stable")[:FIRST].tolist()
    return candidates


def _in_turn(
    queries: Vector, index: VectorIndex, stored: Vector, columns: Sequence[bytes]
) -> tuple[list[float], list[float], list[float]]:
    conn = _sqlite(columns)
    wide = [vector_to_bytes(query) for query in queries]
    taken: list[tuple[float, float, float]] = []
    for at in range(ROUNDS + 1):
        of_ours = seconds(partial(_first_of, lambda query: index.cosines(query)[1], queries[at]))
        of_numpy = seconds(partial(_first_of, stored.__matmul__, queries[at]))
        of_sqlite = seconds(partial(_rows, conn, wide[at]))
        taken.append((of_ours, of_numpy, of_sqlite))
    ours, numpy_, sqlite = zip(*taken[1:], strict=True)
    return list(ours), list(numpy_), list(sqlite)


def _first_of(cosines: Callable[[Vector], Vector], query: Vector) -> Positions:
    """Return the places of the best ten, which a scan in SQL returns too."""
    values = cosines(query)
    return np.argpartition(values, len(values) - FIRST)[-FIRST:]


def _rows(conn: dbapi2.Connection, query: bytes) -> list[tuple[int]]:
    rows: list[tuple[int]] = conn.execute(
        "SELECT rowid FROM vectors WHERE embedding MATCH ? AND k = 10", (query,)
    ).fetchall()
    return rows


def _sqlite(columns: Sequence[bytes]) -> dbapi2.Connection:
    conn = dbapi2.connect(":memory:")
    conn.enable_load_extension(True)
    sqlite_vec.load(conn)
    conn.execute(f"CREATE VIRTUAL TABLE vectors USING vec0(embedding float[{COLUMN_WIDTH}] distance_metric=cosine)")
    conn.executemany("INSERT INTO vectors(rowid, embedding) VALUES (?, ?)", enumerate(columns))
    return conn


def main(encoders: Sequence[Encoder]) -> None:
    for encoder in encoders:
        sys.stdout.write(f"{scale(encoder)}\n")
