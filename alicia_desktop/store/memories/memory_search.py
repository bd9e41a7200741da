"""Search memories by words (FTS5) and letters (trigrams), and read and write what an index in memory needs.

Raw SQL, because full-text tables are no tables to SQLAlchemy, and because a retrieval reads past row objects, by `pk`,
the rowid of every index, as `make bench-memory` measures.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Text, func, literal_column, select, text

from alicia_desktop.store import changes
from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema.columns import record_of, to_json_text
from alicia_desktop.store.schema.memory_tables import (
    ATTRIBUTE,
    BEGINNING,
    ENCODER,
    ENCODER_VERSION,
    STATEMENT,
    SUBJECT,
)
from alicia_desktop.store.schema.search_indexes import MEMORY_TRIGRAMS, MEMORY_WORDS

_TRIGRAM: Final = 3
MAX_LOOKED_THROUGH: Final = 20

_SAID_ALREADY: Final = text(
    f"({STATEMENT} = :statement OR ({SUBJECT} = :subject AND {ATTRIBUTE} = :attribute AND :attribute <> '') "
    f"OR ({BEGINNING} = substr(:content, 1, 80) AND content = :content)) AND deleted_at IS NULL"
)
_USER: Final = literal_column("+user_id", Text)
"""With a plus SQLite leaves the index over users alone, which would find every memory of a person."""


class IndexEntry(NamedTuple):
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
    category: str | None = None
    kind: str = "semantic"
    token_count: int | None = None
    updated_at: str | None = None
    last_referenced_at: str | None = None
    archived: bool = False


class State(NamedTuple):
    """Whose a memory is, without anything of what it says."""

    pk: int
    id: str
    user_id: str
    archived: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Unembedded:
    """A memory without a vector of the encoder in use."""

    pk: int
    content: str


_ENTRY: Final = (
    "SELECT pk, id, content, created_at, importance, usage_frequency, pinned, source_type, source_chat_id, meta, "
    "category, kind, token_count, updated_at, last_referenced_at, archived "
    "FROM alicia_memory WHERE deleted_at IS NULL AND user_id IN ({users}){more} ORDER BY pk"
)
_NO_VECTOR: Final = f"deleted_at IS NULL AND {ENCODER} IS NULL"
_OTHER_ENCODER: Final = (
    f"deleted_at IS NULL AND ({ENCODER} < ?1 OR {ENCODER} > ?1 "
    f"OR ({ENCODER} = ?1 AND ({ENCODER_VERSION} < ?2 OR {ENCODER_VERSION} > ?2)))"
)
"""In ranges, because an index knows no "is not"."""


def entries(conn: Connection, user_ids: Sequence[str], ids: Sequence[str] | None = None) -> list[IndexEntry]:
    """Return every live memory of these users, or those with `ids`, archived ones too, in the order of storing."""
    more = "" if ids is None else f" AND id IN ({', '.join('?' * len(ids))})"
    statement = _ENTRY.format(users=", ".join("?" * len(user_ids)), more=more)
    rows = conn.exec_driver_sql(statement, (*user_ids, *(ids or ())))
    return [IndexEntry(*row) for row in rows]


def entries_after(conn: Connection, user_ids: Sequence[str], *, pk: int, limit: int) -> list[IndexEntry]:
    """Return the next live memories of these users behind `pk`, archived ones too, in the order of storing."""
    statement = f"{_ENTRY.format(users=', '.join('?' * len(user_ids)), more=' AND pk > ?')} LIMIT ?"
    rows = conn.exec_driver_sql(statement.replace("user_id IN", "+user_id IN"), (*user_ids, pk, limit))
    return [IndexEntry(*row) for row in rows]


def states(conn: Connection, pks: Sequence[int]) -> list[State]:
    """Return whose memories some pks are; deleted ones are left out."""
    statement = (
        "SELECT pk, id, user_id, archived FROM alicia_memory "
        f"WHERE deleted_at IS NULL AND pk IN ({', '.join('?' * len(pks))})"
    )
    return [State(*row) for row in conn.exec_driver_sql(statement, tuple(pks))]


def ids_of(conn: Connection, user_ids: Sequence[str]) -> list[str]:
    """Return the ids of all live memories stored under these names."""
    names = ", ".join("?" * len(user_ids))
    statement = f"SELECT id FROM alicia_memory WHERE user_id IN ({names}) AND deleted_at IS NULL"
    return [row[0] for row in conn.exec_driver_sql(statement, tuple(user_ids))]


def newest_contents(conn: Connection, user_ids: Sequence[str], *, limit: int) -> list[str]:
    """Return what the newest live memories of these users say, without archived ones."""
    names = ", ".join("?" * len(user_ids))
    statement = (
        f"SELECT content FROM alicia_memory WHERE +user_id IN ({names}) AND deleted_at IS NULL AND NOT archived "
        "ORDER BY pk DESC LIMIT ?"
    )
    return [row[0] for row in conn.exec_driver_sql(statement, (*user_ids, limit))]


def filed(conn: Connection, *, categories: Sequence[str] = (), sources: Sequence[str] = ()) -> list[int]:
    """Return the pks of live memories of one of the categories and one of the sources, of any where none is given.

    An empty name means those without one.
    """
    conditions, values = ["deleted_at IS NULL"], list[str]()
    for column, names in (("category", categories), ("source_type", sources)):
        if names:
            conditions.append(f"coalesce({column}, '') IN ({', '.join('?' * len(names))})")
            values += names
    rows = conn.exec_driver_sql(f"SELECT pk FROM alicia_memory WHERE {' AND '.join(conditions)}", tuple(values))
    return [row[0] for row in rows]


def tagged(conn: Connection, tags: Sequence[str]) -> list[int]:
    """Return the pks of live memories that have one of the tags, whatever their letters' case."""
    wanted = {tag.casefold() for tag in tags}
    rows = conn.exec_driver_sql("SELECT pk, tags FROM alicia_memory WHERE deleted_at IS NULL AND tags <> '[]'")
    return [pk for pk, kept in rows if wanted.intersection(str(tag).casefold() for tag in msgspec.json.decode(kept))]


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


def records_containing(conn: Connection, user_ids: Sequence[str], piece: str) -> list[MemoryRecord]:
    """Return live memories that contain `piece` and are not archived, the one that was changed last first."""
    live = table.c.deleted_at.is_(None) & table.c.archived.is_(False) & _USER.in_(user_ids)
    found = memories.SELECT.where(table.c.pk.in_(containing(conn, piece)), live)
    rows = conn.execute(found.order_by(table.c.updated_at.desc(), table.c.pk.desc()).limit(MAX_LOOKED_THROUGH))
    return [record_of(MemoryRecord, row) for row in rows]


def quoting(conn: Connection, phrase: str) -> list[int]:
    """Return the pks of memories whose content has `phrase` word for word, whatever the letters' case.

    A phrase under three letters, which the trigram index cannot find, has none.
    """
    statement = f"SELECT rowid FROM {MEMORY_TRIGRAMS} WHERE {MEMORY_TRIGRAMS} MATCH ?"
    query = f'{{content}} : "{phrase.replace(chr(34), chr(34) * 2)}"'
    return [row[0] for row in conn.exec_driver_sql(statement, (query,))] if len(phrase) >= _TRIGRAM else []


def words_in_memories(conn: Connection, user_ids: Sequence[str], words: Sequence[str]) -> set[str]:
    """Return which of the words stand in live memories of these users as they are written, whatever their case.

    The index of words goes by stems, so what it finds is looked through; `MAX_LOOKED_THROUGH` memories a word.
    """
    names = ", ".join("?" * len(user_ids))
    statement = (
        f"SELECT one.content, one.tags FROM {MEMORY_WORDS} AS words JOIN alicia_memory AS one ON one.pk = words.rowid "
        f"WHERE {MEMORY_WORDS} MATCH ? AND one.user_id IN ({names}) AND one.deleted_at IS NULL LIMIT ?"
    )
    found = set[str]()
    for word in words:
        query = f'{{content tags}} : "{word.replace(chr(34), "")}"'
        if _stands_in(word, conn.exec_driver_sql(statement, (query, *user_ids, MAX_LOOKED_THROUGH))):
            found.add(word)
    return found


def _stands_in(word: str, rows: Iterable[Sequence[str]]) -> bool:
    alone = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return any(alone.search(text) for row in rows for text in row)


def vectors(
    conn: Connection,
    *,
    encoder: str,
    version: str,
    pks: Sequence[int] | None = None,
    after: int = 0,
    limit: int = -1,
) -> list[tuple[int, bytes]]:
    """Return (pk, 1024 float32) of the live memories that this encoder has read, by pk: all, those of `pks`, or a page.

    A page is the next `limit` ones behind the pk `after`.
    """
    more = "" if pks is None else f" AND pk IN ({', '.join('?' * len(pks))})"
    statement = (
        "SELECT pk, embeddings FROM alicia_memory WHERE deleted_at IS NULL AND embeddings IS NOT NULL "
        f"AND {ENCODER} = ? AND {ENCODER_VERSION} = ? AND pk > ?{more} ORDER BY pk LIMIT ?"
    )
    return [(row[0], row[1]) for row in conn.exec_driver_sql(statement, (encoder, version, after, *(pks or ()), limit))]


def without_vectors(conn: Connection, *, encoder: str, version: str, limit: int) -> list[Unembedded]:
    """Return memories that this encoder has yet to read: first those without any vector, as they were stored."""
    columns = "SELECT pk, content FROM alicia_memory WHERE"
    rows = conn.exec_driver_sql(f"{columns} {_NO_VECTOR} ORDER BY pk LIMIT ?", (limit,)).all()
    if not rows:
        rows = conn.exec_driver_sql(f"{columns} {_OTHER_ENCODER} LIMIT ?3", (encoder, version, limit)).all()
    return [Unembedded(pk=row[0], content=row[1]) for row in rows]


def count_without_vectors(conn: Connection, *, encoder: str, version: str) -> int:
    """Return how many memories this encoder has yet to read."""
    count = "SELECT count(*) FROM alicia_memory WHERE"
    none = conn.exec_driver_sql(f"{count} {_NO_VECTOR}").scalar_one()
    return int(none + conn.exec_driver_sql(f"{count} {_OTHER_ENCODER}", (encoder, version)).scalar_one())


def write_vectors(
    conn: Connection, rows: Iterable[tuple[Unembedded, bytes]], *, encoder: str, version: str, width: int, at: datetime
) -> None:
    """Store vectors of 1024 float32; a row whose content changed meanwhile is left for the next round."""
    info = to_json_text(memories.embeddings_info(encoder=encoder, version=version, width=width, at=at))
    written = [(vector, info, row.pk, row.content) for row, vector in rows]
    conn.exec_driver_sql(
        "UPDATE alicia_memory SET embeddings = ?, embeddings_info = ? WHERE pk = ? AND content = ?", written
    )
    for _, _, pk, _ in written:
        changes.note(conn, "memory_vector", None, str(pk))


def speaking_of(
    conn: Connection, user_ids: Sequence[str], *, statement: str, subject: str, attribute: str, content: str
) -> list[MemoryRecord]:
    """Return live memories with the same normal form, subject and attribute, or content; newest first.

    Candidates only: whether one is the same, and what that means, is the memory's own decision.
    """
    said = _SAID_ALREADY.bindparams(statement=statement, subject=subject, attribute=attribute, content=content)
    rows = conn.execute(memories.SELECT.where(said, _USER.in_(user_ids)).order_by(table.c.pk.desc()))
    return [record_of(MemoryRecord, row) for row in rows]


class KnownStatement(NamedTuple):
    """Words that are remembered already."""

    content: str
    statement: str
    """The normal form, empty where it was never made."""
    day: date


def known_statements(
    conn: Connection, user_ids: Sequence[str], words: Sequence[tuple[str, str]]
) -> list[KnownStatement]:
    """Return live memories, exact logs aside, with one of these contents or normal forms (pairs of both)."""
    wanted = to_json_text([[content, statement] for content, statement in words])
    rows = conn.exec_driver_sql(
        "WITH words AS (SELECT value ->> 0 AS said, value ->> 1 AS normal FROM json_each(?)), alike AS ("
        f"SELECT pk FROM words CROSS JOIN alicia_memory ON {BEGINNING} = substr(said, 1, 80) AND content = said UNION "
        f"SELECT pk FROM words CROSS JOIN alicia_memory ON {STATEMENT} = normal) "
        f"SELECT content, coalesce({STATEMENT}, ''), created_at FROM alike JOIN alicia_memory USING (pk) "
        f"WHERE deleted_at IS NULL AND kind <> 'hard' AND user_id IN ({', '.join('?' * len(user_ids))})",
        (wanted, *user_ids),
    )
    return [KnownStatement(row[0], row[1], date.fromisoformat(row[2][:10])) for row in rows]


def last_stated(conn: Connection, user_ids: Sequence[str], *, conversation_id: str) -> list[str]:
    """Return the ids of the memories that the last telling turn of a conversation stored or updated."""
    live = table.c.user_id.in_(user_ids) & table.c.deleted_at.is_(None) & (table.c.source_chat_id == conversation_id)
    turn = func.json_extract(table.c.source_info, "$.message_id")
    newest = select(turn).where(live).order_by(table.c.updated_at.desc(), table.c.pk.desc()).limit(1)
    return list(conn.execute(select(table.c.id).where(live & (turn == newest.scalar_subquery()))).scalars())
