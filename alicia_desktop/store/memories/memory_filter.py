"""Which memories are listed and in which order: what a person chose, as SQL with its values.

Words are looked up in the full-text index, letters of scripts without spaces in the trigram one; everything else is a
comparison of columns. The newest of equals comes first, so that an order is always whole.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.store.memories.search_indexes import MEMORY_TRIGRAMS, MEMORY_WORDS
from alicia_desktop.store.records import MemoryKind
from alicia_desktop.store.schema.columns import to_utc_text

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
