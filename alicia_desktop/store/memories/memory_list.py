"""List memories: filters and orders as SQL, the order as numbers, the rows a page at a time, and the counts.

A hundred thousand numbers are read in the time of a few hundred rows, so a list is its `pk`s, and rows are read where
somebody looks. Counting and grouping are SQLite's: not one row comes up for them.

Raw SQL, because the numbers are read past row objects, as the list of 100,000 memories needs (`tests/bench`).
"""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection

from alicia_desktop.store.memories import memories
from alicia_desktop.store.records import MemoryKind, MemoryRecord
from alicia_desktop.store.schema import memory as table
from alicia_desktop.store.schema.columns import record_of, to_utc_text
from alicia_desktop.store.schema.memory_tables import ENCODER
from alicia_desktop.store.schema.search_indexes import MEMORY_TRIGRAMS, MEMORY_WORDS

OrderBy = Literal["created", "importance", "uses", "used", "category"]
Value = str | int
_WORD: Final = re.compile(r"\w+", re.UNICODE)
_TRIGRAM: Final = 3
_WITHOUT_SPACES: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""Kana, Chinese characters, Thai, Lao, Burmese and Khmer: of these a word index knows only whole runs."""
_ORDERS: Final[dict[OrderBy, str]] = {
    "created": "created_at",
    "importance": "importance",
    "uses": "usage_frequency",
    "used": "coalesce(last_referenced_at, '')",
    "category": "coalesce(category, '')",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryFilter:
    """What is asked of a memory to be listed; deleted ones never are."""

    user_ids: tuple[str, ...] = ()
    """The person under all names; none: everybody."""
    text: str = ""
    """Words that it holds, all of them, the last perhaps only begun."""
    category: str | None = None
    """Empty: those without one."""
    tag: str | None = None
    kind: MemoryKind | None = None
    source: str | None = None
    """`source_type`; empty: those without one."""
    pinned: bool | None = None
    archived: bool | None = False
    after: datetime | None = None
    """Stored at this moment or later."""
    before: datetime | None = None
    """Stored before this moment."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryOrder:
    """By which column, and from which end."""

    by: OrderBy = "created"
    descending: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Where:
    """A condition on rows of `alicia_memory`, with the values for its marks."""

    sql: str
    values: tuple[Value, ...]


def where(wanted: MemoryFilter) -> Where:
    """Return what holds for a row that is listed."""
    pieces: list[str] = ["deleted_at IS NULL"]
    values: list[Value] = []

    def ask(sql: str, *given: Value) -> None:
        pieces.append(sql)
        values.extend(given)

    if wanted.user_ids:
        ask(f"user_id IN ({', '.join('?' * len(wanted.user_ids))})", *wanted.user_ids)
    for column, word in (("category", wanted.category), ("kind", wanted.kind), ("source_type", wanted.source)):
        if word is not None:
            ask(f"coalesce({column}, '') = ?", word)
    for column, flag in (("pinned", wanted.pinned), ("archived", wanted.archived)):
        if flag is not None:
            ask(f"{column} = ?", int(flag))
    for comparison, moment in ((">=", wanted.after), ("<", wanted.before)):
        if moment is not None:
            ask(f"created_at {comparison} ?", to_utc_text(moment))
    if wanted.tag is not None:
        ask("EXISTS (SELECT 1 FROM json_each(tags) AS tag WHERE tag.value = ?)", wanted.tag)
    text = wanted.text.replace("\0", " ").strip()  # at which FTS5 would take the query for ended
    if text:
        ask(*_holding(text))
    return Where(sql=" AND ".join(pieces), values=tuple(values))


def order_by(order: MemoryOrder) -> str:
    """Return what stands behind ORDER BY."""
    return f"{_ORDERS[order.by]} {'DESC' if order.descending else 'ASC'}, pk DESC"


def _holding(text: str) -> tuple[str, str]:
    words = _WORD.findall(text)
    if not words or _WITHOUT_SPACES.search(text):
        return _containing(text)
    phrases = " ".join(f'"{word}"' for word in words)
    query = f"{{content topic summary tags}} : ({phrases} *)"
    return f"pk IN (SELECT rowid FROM {MEMORY_WORDS} WHERE {MEMORY_WORDS} MATCH ?)", query


def _containing(piece: str) -> tuple[str, str]:
    if len(piece) < _TRIGRAM:
        return "content LIKE ? ESCAPE '\\'", "%" + re.sub(r"([\\%_])", r"\\\1", piece) + "%"
    quoted = '"' + piece.replace('"', '""') + '"'
    return f"pk IN (SELECT rowid FROM {MEMORY_TRIGRAMS} WHERE {MEMORY_TRIGRAMS} MATCH ?)", quoted


Pks: TypeAlias = "array[int]"
"""Type code `q`."""
MAX_TAGS: Final = 200
READ_TOGETHER: Final = 500
BRIEF_LETTERS: Final = 400
AGE_DAYS: Final = (1, 7, 30, 90, 365)
"""Edges between the groups of `MemoryCounts.by_age`."""
USES: Final = (1, 2, 6, 21)
"""Edges between the groups of `MemoryCounts.by_use`: never, once, up to 5, up to 20, more."""

Count = tuple[str, int]


class Brief(NamedTuple):
    """What a list shows of one memory; a tuple, because scrolling reads hundreds a second."""

    id: str
    content: str
    """Its beginning: nobody reads a megabyte in a row of a list."""
    tags: list[str]
    category: str | None
    importance: float
    usage_frequency: int
    created_at: datetime
    pinned: bool
    archived: bool
    source_type: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Facets:
    """What can be chosen in a filter, the most frequent first, each with how many memories there are."""

    categories: tuple[Count, ...]
    tags: tuple[Count, ...]
    """At most `MAX_TAGS`."""
    kinds: tuple[Count, ...]
    sources: tuple[Count, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryCounts:
    """How many memories there are, and of what sort; archived ones count only where they are named."""

    total: int
    archived: int
    pinned: int
    by_meaning: int
    """How many have a vector by now; the others are found by their words only."""
    tokens: int
    """What all of them would cost a model."""
    average_importance: float | None
    oldest: datetime | None
    newest: datetime | None
    by_category: tuple[Count, ...]
    by_kind: tuple[Count, ...]
    by_source: tuple[Count, ...]
    by_age: tuple[int, ...]
    """One more than `AGE_DAYS`: stored within so many days, the last: longer ago."""
    by_use: tuple[int, ...]
    """One more than `USES`: used fewer times than that, the last: as often or more."""


def ordered(conn: Connection, wanted: MemoryFilter, order: MemoryOrder) -> Pks:
    """Return the pks of all memories that are listed, in their order."""
    rule = where(wanted)
    sql = f"SELECT pk FROM alicia_memory WHERE {rule.sql} ORDER BY {order_by(order)}"
    driver = conn.connection.driver_connection
    assert driver is not None
    return array("q", (row[0] for row in driver.execute(sql, rule.values)))  # half the time of SQLAlchemy's rows


def count(conn: Connection, wanted: MemoryFilter) -> int:
    """Return how many memories are listed."""
    rule = where(wanted)
    return int(conn.exec_driver_sql(f"SELECT count(*) FROM alicia_memory WHERE {rule.sql}", rule.values).scalar_one())


def briefs_of(conn: Connection, pks: Sequence[int]) -> dict[int, Brief]:
    """Return what a list shows of the memories that are there, by pk."""
    driver = conn.connection.driver_connection
    assert driver is not None
    found: dict[int, Brief] = {}
    for at in range(0, len(pks), READ_TOGETHER):
        some = tuple(pks[at : at + READ_TOGETHER])
        rows = driver.execute(f"{_BRIEF} WHERE pk IN ({', '.join('?' * len(some))})", some)
        found |= {row[0]: _brief(row[1:]) for row in rows}
    return found


def rows_of(conn: Connection, pks: Sequence[int]) -> dict[int, MemoryRecord]:
    """Return the memories that are there, by pk."""
    found: dict[int, MemoryRecord] = {}
    columns = memories.SELECT.add_columns(table.c.pk)
    for at in range(0, len(pks), READ_TOGETHER):
        rows = conn.execute(columns.where(table.c.pk.in_(pks[at : at + READ_TOGETHER])))
        found |= {row.pk: record_of(MemoryRecord, row) for row in rows}
    return found


def pks_of(conn: Connection, ids: Sequence[str], wanted: MemoryFilter) -> dict[str, int]:
    """Return the pks of those of `ids` that are listed, by id."""
    rule = where(wanted)
    found: dict[str, int] = {}
    for at in range(0, len(ids), READ_TOGETHER):
        some = tuple(ids[at : at + READ_TOGETHER])
        sql = f"SELECT id, pk FROM alicia_memory WHERE id IN ({', '.join('?' * len(some))}) AND {rule.sql}"
        found |= {row[0]: row[1] for row in conn.exec_driver_sql(sql, (*some, *rule.values))}
    return found


def facets(conn: Connection, user_ids: tuple[str, ...]) -> Facets:
    """Return the choices of a filter, archived memories among them."""
    rule = where(MemoryFilter(user_ids=user_ids, archived=None))
    tags = conn.exec_driver_sql(
        f"SELECT tag.value, count(*) AS n FROM alicia_memory, json_each(tags) AS tag WHERE {rule.sql} "
        f"GROUP BY tag.value ORDER BY n DESC, tag.value LIMIT {MAX_TAGS}",
        rule.values,
    )
    return Facets(
        categories=_grouped(conn, "category", user_ids, archived=None),
        tags=tuple((str(row[0]), row[1]) for row in tags),
        kinds=_grouped(conn, "kind", user_ids, archived=None),
        sources=_grouped(conn, "source_type", user_ids, archived=None),
    )


def figures(conn: Connection, user_ids: tuple[str, ...], *, now: datetime) -> MemoryCounts:
    """Return all figures, as of `now`."""
    rule = where(MemoryFilter(user_ids=user_ids))
    sums = conn.exec_driver_sql(
        "SELECT count(*), coalesce(sum(pinned), 0), coalesce(sum(token_count), 0), avg(importance), "
        f"min(created_at), max(created_at) FROM alicia_memory WHERE {rule.sql}",
        rule.values,
    ).one()
    return MemoryCounts(
        total=sums[0],
        archived=count(conn, MemoryFilter(user_ids=user_ids, archived=True)),
        pinned=sums[1],
        by_meaning=_with_vectors(conn, user_ids),
        tokens=sums[2],
        average_importance=sums[3],
        oldest=_moment(sums[4]),
        newest=_moment(sums[5]),
        by_category=_grouped(conn, "category", user_ids),
        by_kind=_grouped(conn, "kind", user_ids),
        by_source=_grouped(conn, "source_type", user_ids),
        by_age=_by_age(conn, user_ids, now),
        by_use=_by_use(conn, user_ids),
    )


_BRIEF: Final = (
    f"SELECT pk, id, substr(content, 1, {BRIEF_LETTERS}), tags, category, importance, usage_frequency, created_at, "
    "pinned, archived, source_type FROM alicia_memory"
)


def _brief(row: Sequence[Any]) -> Brief:
    memory_id, content, tags, category, importance, uses, created_at, pinned, archived, source_type = row
    return Brief(
        id=memory_id,
        content=content,
        tags=msgspec.json.decode(tags),
        category=category,
        importance=importance,
        usage_frequency=uses,
        created_at=datetime.fromisoformat(created_at),
        pinned=bool(pinned),
        archived=bool(archived),
        source_type=source_type,
    )


def _with_vectors(conn: Connection, user_ids: tuple[str, ...]) -> int:
    rule = where(MemoryFilter(user_ids=user_ids))
    sql = f"SELECT count(*) FROM alicia_memory WHERE {ENCODER} > '' AND {rule.sql}"
    return int(conn.exec_driver_sql(sql, rule.values).scalar_one())


def _grouped(
    conn: Connection, column: str, user_ids: tuple[str, ...], *, archived: bool | None = False
) -> tuple[Count, ...]:
    rule = where(MemoryFilter(user_ids=user_ids, archived=archived))
    rows = conn.exec_driver_sql(
        f"SELECT coalesce({column}, '') AS name, count(*) AS n FROM alicia_memory WHERE {rule.sql} "
        "GROUP BY name ORDER BY n DESC, name",
        rule.values,
    )
    return tuple((row[0], row[1]) for row in rows)


def _by_age(conn: Connection, user_ids: tuple[str, ...], now: datetime) -> tuple[int, ...]:
    edges = [to_utc_text(now - timedelta(days=days)) for days in AGE_DAYS]
    within = [f"coalesce(sum(created_at >= '{edge}'), 0)" for edge in edges]
    return _between(conn, user_ids, [*within, "count(*)"])


def _by_use(conn: Connection, user_ids: tuple[str, ...]) -> tuple[int, ...]:
    fewer = [f"coalesce(sum(usage_frequency < {edge}), 0)" for edge in USES]
    return _between(conn, user_ids, [*fewer, "count(*)"])


def _between(conn: Connection, user_ids: tuple[str, ...], sums: Sequence[str]) -> tuple[int, ...]:
    """Return the differences between growing sums."""
    rule = where(MemoryFilter(user_ids=user_ids))
    sql = f"SELECT {', '.join(sums)} FROM alicia_memory WHERE {rule.sql}"
    row = conn.exec_driver_sql(sql, rule.values).one()
    return tuple(after - before for before, after in pairwise([0, *row]))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
