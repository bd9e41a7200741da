"""Looking for memories by words (FTS5), letters (trigrams) and meaning (vectors), and what an index in memory needs.

The hot path goes by `pk`, the rowid of every index, with driver SQL and no row objects.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from alicia_desktop.store import memories
from alicia_desktop.store.columns import to_json_text
from alicia_desktop.store.derived import MEMORY_TRIGRAMS, MEMORY_VECTORS, MEMORY_WORDS
from alicia_desktop.store.records import MemoryRecord, record_of
from alicia_desktop.store.schema import VECTOR_DIMENSIONS
from alicia_desktop.store.schema import memory as table

VECTOR_BYTES: Final = 4 * VECTOR_DIMENSIONS
_TRIGRAM: Final = 3


class Entry(NamedTuple):
    """What an index in memory needs of one live memory; a tuple, because there are tens of thousands."""

    pk: int
    id: str
    content: str
    created_at: str
    importance: float
    usage_frequency: int
    pinned: bool
    source_type: str | None
    source_chat_id: str | None
    meta: str


class Similar(NamedTuple):
    """A row of the seed's `search_memories`."""

    id: str
    content: str
    similarity: float
    """Cosine, -1 to 1."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Unembedded:
    """A memory without a vector of the encoder in use."""

    pk: int
    content: str


_ENTRY: Final = (
    "SELECT pk, id, content, created_at, importance, usage_frequency, pinned, source_type, source_chat_id, meta "
    "FROM alicia_memory WHERE deleted_at IS NULL AND NOT archived AND user_id IN ({users}){more} ORDER BY pk"
)
_OTHER_ENCODER: Final = (
    "deleted_at IS NULL AND (embeddings IS NULL OR json_extract(embeddings_info, '$.encoder') IS NOT ? "
    "OR json_extract(embeddings_info, '$.version') IS NOT ?)"
)


def entries(conn: Connection, user_ids: Sequence[str], ids: Sequence[str] | None = None) -> list[Entry]:
    """Return every live memory of these users, or those with `ids`, in the order in which they were stored."""
    more = "" if ids is None else f" AND id IN ({', '.join('?' * len(ids))})"
    statement = _ENTRY.format(users=", ".join("?" * len(user_ids)), more=more)
    rows = conn.exec_driver_sql(statement, (*user_ids, *(ids or ())))
    return [Entry(*row) for row in rows]


def matching(conn: Connection, words: Sequence[str]) -> list[int]:
    """Return the pks of memories that have one of the words, in any form of it."""
    either = " OR ".join(f'"{word.replace(chr(34), "")}"' for word in words)
    query = f"{{content topic summary tags context}} : ({either})"
    rows = conn.exec_driver_sql(f"SELECT rowid FROM {MEMORY_WORDS} WHERE {MEMORY_WORDS} MATCH ?", (query,))
    return [row[0] for row in rows]


def containing(conn: Connection, piece: str) -> list[int]:
    """Return the pks of memories that contain `piece`; under three letters the trigram index cannot help."""
    if len(piece) < _TRIGRAM:
        escaped = piece.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        statement = "SELECT pk FROM alicia_memory WHERE deleted_at IS NULL AND content LIKE ? ESCAPE '\\'"
        return [row[0] for row in conn.exec_driver_sql(statement, (f"%{escaped}%",))]
    statement = f"SELECT rowid FROM {MEMORY_TRIGRAMS} WHERE {MEMORY_TRIGRAMS} MATCH ?"
    return [row[0] for row in conn.exec_driver_sql(statement, (f'"{piece.replace(chr(34), "")}"',))]


def vectors(
    conn: Connection, *, encoder: str, version: str, pks: Sequence[int] | None = None
) -> list[tuple[int, bytes]]:
    """Return (pk, 1024 float32) of the live memories that this encoder has read, all or those of `pks`."""
    more = "" if pks is None else f" AND pk IN ({', '.join('?' * len(pks))})"
    statement = (
        "SELECT pk, embeddings FROM alicia_memory WHERE deleted_at IS NULL AND embeddings IS NOT NULL "
        f"AND json_extract(embeddings_info, '$.encoder') = ? AND json_extract(embeddings_info, '$.version') = ?{more}"
    )
    return [(row[0], row[1]) for row in conn.exec_driver_sql(statement, (encoder, version, *(pks or ())))]


def without_vectors(conn: Connection, *, encoder: str, version: str, limit: int) -> list[Unembedded]:
    """Return memories that this encoder has yet to read, in the order in which they were stored."""
    statement = f"SELECT pk, content FROM alicia_memory WHERE {_OTHER_ENCODER} ORDER BY pk LIMIT ?"
    rows = conn.exec_driver_sql(statement, (encoder, version, limit))
    return [Unembedded(pk=row[0], content=row[1]) for row in rows]


def count_without_vectors(conn: Connection, *, encoder: str, version: str) -> int:
    """Return how many memories this encoder has yet to read."""
    statement = f"SELECT count(*) FROM alicia_memory WHERE {_OTHER_ENCODER}"
    return int(conn.exec_driver_sql(statement, (encoder, version)).scalar_one())


def write_vectors(
    conn: Connection, rows: Iterable[tuple[Unembedded, bytes]], *, encoder: str, version: str, width: int, at: datetime
) -> None:
    """Keep vectors of 1024 float32; a row whose content changed meanwhile is left for the next round."""
    info = to_json_text(memories.embeddings_info(encoder=encoder, version=version, width=width, at=at))
    conn.exec_driver_sql(
        "UPDATE alicia_memory SET embeddings = ?, embeddings_info = ? WHERE pk = ? AND content = ?",
        [(vector, info, row.pk, row.content) for row, vector in rows],
    )


def speaking_of(
    conn: Connection, user_ids: Sequence[str], *, statement: str, subject: str, attribute: str, content: str
) -> list[MemoryRecord]:
    """Return live memories with the same normal form, subject and attribute, or content; newest first.

    Candidates only: whether one is the same, and what that means, is the memory's own decision.
    """
    meta = table.c.meta
    same = (
        (func.json_extract(meta, "$.statement") == statement)
        | (
            (func.json_extract(meta, "$.subject") == subject)
            & (func.json_extract(meta, "$.attribute") == attribute)
            & (func.json_extract(meta, "$.attribute") != "")
        )
        | (table.c.content == content)
    )
    wanted = same & table.c.user_id.in_(user_ids) & table.c.deleted_at.is_(None)
    rows = conn.execute(memories.SELECT.where(wanted).order_by(table.c.pk.desc()))
    return [record_of(MemoryRecord, row) for row in rows]


def told_last(conn: Connection, user_ids: Sequence[str], *, conversation_id: str) -> list[str]:
    """Return the ids of the memories that the last telling turn of a conversation stored or updated."""
    live = table.c.user_id.in_(user_ids) & table.c.deleted_at.is_(None) & (table.c.source_chat_id == conversation_id)
    turn = func.json_extract(table.c.source_info, "$.message_id")
    newest = select(turn).where(live).order_by(table.c.updated_at.desc(), table.c.pk.desc()).limit(1)
    return list(conn.execute(select(table.c.id).where(live & (turn == newest.scalar_subquery()))).scalars())


def search_memories(
    conn: Connection, query_embedding: bytes | Sequence[float], similarity_threshold: float, match_count: int
) -> list[Similar]:
    """Return the memories whose cosine to the query is above the threshold, best first (seed memory-function.md).

    The query is 1024 float32, as bytes or as numbers; it must come from the encoder that made the vectors.
    """
    query = (
        query_embedding
        if isinstance(query_embedding, bytes)
        else struct.pack(f"{VECTOR_DIMENSIONS}f", *query_embedding)
    )
    if len(query) != VECTOR_BYTES:
        raise ValueError(f"a query vector has {VECTOR_DIMENSIONS} dimensions")
    if match_count < 1:
        return []
    rows = conn.exec_driver_sql(
        f"WITH near AS (SELECT rowid, distance FROM {MEMORY_VECTORS} WHERE embedding MATCH ? AND k = ?) "
        "SELECT id, content, 1 - distance FROM near JOIN alicia_memory ON pk = near.rowid "
        "WHERE 1 - distance > ? AND NOT archived ORDER BY distance, pk",
        (query, min(match_count, 4096), similarity_threshold),
    )
    return [Similar(*row) for row in rows]
