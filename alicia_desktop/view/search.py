"""Search conversations and memories from the sidebar, and show the hits as rows: by kind, found words marked.

What is found by meaning stands last. It is asked for when typing pauses, because an encoder takes longer than a key.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Final, Protocol

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, search
from alicia_desktop.store.conversations.search import SearchQuery, read_query
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories.memory_list import MemoryFilter
from alicia_desktop.store.records import SHOWN_UNTITLED, ConversationRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.rows import ConversationRow, Section
from alicia_desktop.view.traces import category_name

MAX_MESSAGES: Final = 30
"""Most that are found, the newest."""
MAX_OTHERS: Final = 10
"""Most that are found of each other kind, so that none is far below."""
_SECTIONS: Final[dict[search.FoundKind, Section]] = {
    "message": "Messages",
    "tool": "Tools",
    "note": "Notes",
    "memory": "Memories",
}
_BEFORE: Final = 26
"""Letters before the first find that are shown; a sidebar is narrow."""

PAUSE_SECONDS: Final = 0.3
"""Pause in typing before a search by meaning starts."""

MIN_QUERY_CHARACTERS: Final = 3
"""Letters below which a meaning is nothing but noise."""

LOOKING: Final = translate("Searching by meaning…")


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchResults:
    """What fits what was typed."""

    titled: Sequence[ConversationRecord]
    """Conversations whose title holds the words."""
    found: Sequence[search.SearchHit]


@dataclass(frozen=True, kw_only=True, slots=True)
class MeaningMatch:
    """A memory that does not hold the words and means something like them."""

    found: search.SearchHit
    relevance: float
    """0–1."""


def search_words(conn: Connection, typed: str, *, account: Account, zone: tzinfo | None) -> SearchResults:
    """Return what fits, titles first."""
    assert zone is not None
    query = read_query(typed, zone=zone)
    names = [name for name, title in conversations.titles(conn, account=account) if _is_titled(title, query)]
    titled = conversations.listed(conn, ids=names[:MAX_OTHERS]) if names else []
    if query.in_title and _only_words(query):
        return SearchResults(titled=titled, found=())
    return SearchResults(
        titled=titled, found=search.find(conn, typed, account=account, limit=MAX_MESSAGES, beside=MAX_OTHERS, zone=zone)
    )


def match_meaning(
    conn: Connection, relevance: Sequence[tuple[str, float]], known: Sequence[search.SearchHit], account: Account
) -> list[MeaningMatch]:
    """Return the memories found by meaning, best first, without those that hold the words."""
    here = {found.id for found in known}
    wanted = {name: score for name, score in relevance if name not in here}
    rows = {found.id: found for found in search.memories(conn, list(wanted), account=account)}
    return [MeaningMatch(found=rows[name], relevance=score) for name, score in wanted.items() if name in rows]


def query_words(typed: str) -> str:
    """Return what a meaning can be looked for in: the words; empty where a filter asks for something else."""
    query = read_query(typed)
    return " ".join(filter(None, (*query.words, query.beginning))) if _only_words(query) and not query.in_title else ""


def count_text(found: SearchResults, meaningful: int) -> str:
    """Return how much was found, and that it is not all where it is not."""
    count = len(found.titled) + len(found.found) + meaningful
    kinds = Counter(one.kind for one in found.found)
    capped = kinds.pop("message", 0) == MAX_MESSAGES or MAX_OTHERS in kinds.values()
    if not count:
        return translate("No results")
    return (
        translate("Newest {count} results").format(count=count)
        if capped
        else translate_count("{count} result", "{count} results", count)
    )


def hit_row(found: search.SearchHit, now: datetime) -> ConversationRow:
    """Return the row of one find."""
    line, marks = marked(memory_text(found.excerpt) if found.kind == "memory" else found.excerpt)
    name = (
        category_name(found.name) or translate("Memory")
        if found.kind == "memory"
        else text.one_line(found.name or SHOWN_UNTITLED)
    )
    return ConversationRow(
        id=row_id(found),
        title=name,
        last_line=line,
        time=text.list_time(found.at, now),
        section=_SECTIONS[found.kind],
        kind=found.kind,
        marks=marks,
    )


def meaning_row(one: MeaningMatch, now: datetime) -> ConversationRow:
    """Return the row of what was found by its meaning, with its relevance in the place of the time."""
    return replace(hit_row(one.found, now), section="Related", time=format_number(one.relevance, ".2f"))


def row_id(found: search.SearchHit) -> str:
    """Return an id that no conversation has, nor another kind of thing."""
    return f"{found.kind} {found.id}"


def marked(excerpt: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return an excerpt on one line that begins shortly before the first find, and where the finds are in it."""
    flat = " ".join(excerpt.split())
    first = flat.find(search.MARK_START)
    if first > _BEFORE:
        start = flat.find(" ", first - _BEFORE, first) + 1 or first
        flat = text.ELLIPSIS + flat[start:].lstrip()
    line, spans, start = "", [], 0
    for letter in flat:
        if letter == search.MARK_START:
            start = len(line)
        elif letter == search.MARK_END:
            spans.append((start, len(line)))
        else:
            line += letter
    return line, tuple(spans)


def _is_titled(title: str, query: SearchQuery) -> bool:
    """Whether the title holds the words, where nothing but words is looked for."""
    wanted = [_folded(word) for word in (*query.words, query.beginning) if word]
    bare = _folded(title)
    unwanted = any(_folded(word) in bare for word in query.without)
    return bool(wanted) and _only_words(query) and all(word in bare for word in wanted) and not unwanted


def _only_words(query: SearchQuery) -> bool:
    return replace(query, in_title=False) == SearchQuery(
        words=query.words, beginning=query.beginning, without=query.without
    )


def _folded(words: str) -> str:
    """Return words without accents and case, as the index has them."""
    return "".join(one for one in unicodedata.normalize("NFKD", words.casefold()) if not unicodedata.combining(one))


@dataclass(frozen=True, kw_only=True, slots=True)
class MeaningMatches:
    """What was found by meaning."""

    relevance: Mapping[str, float]
    """By id, best first."""
    note: str
    """Why only words were used; empty when meaning was."""


class MeaningSearch(Protocol):
    """Search by meaning over the memories on this computer."""

    @property
    def note(self) -> str:
        """What is going on before it can be used; empty once it can."""
        ...

    async def find(self, wanted: MemoryFilter) -> MeaningMatches:
        """Return the memories under a filter that mean something like its text; waits for the encoder."""
        ...
