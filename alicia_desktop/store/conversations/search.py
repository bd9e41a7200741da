"""Search everything stored, for the sidebar: messages, tools, notes and memories.

    from:me before:2026-01 has:tool in:title "whole phrase" -without words

Reading what is typed never fails, because it is read at every key: a filter that is not clear is a word like any
other, and one that is still being written, such as `from:` on the way to `from:me`, does nothing yet. A word that is
still being written counts as a beginning.

The newest come first, not the best: a ranking would have to look at every message that holds the word, which at
100,000 of them takes longer than a key is pressed. Memories by their meaning are the memory room's.

Raw SQL, because full-text matches, snippets and their plans are what `make bench` measures here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Any, Final, Literal

from sqlalchemy import Connection

from alicia_desktop.filtering.lexer import simple_pieces
from alicia_desktop.filtering.values import read_day
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.schema.columns import storable, to_json_text, to_utc_text
from alicia_desktop.store.schema.search_indexes import MEMORY_WORDS, MESSAGE_WORDS, NOTE_WORDS, TOOL_WORDS

Author = Literal["user", "assistant"]
Part = Literal["tool", "memory", "note"]

AUTHORS: Final[dict[str, Author]] = {"me": "user", "you": "assistant", "alicia": "assistant", "her": "assistant"}
PARTS: Final[dict[str, Part]] = {
    "tool": "tool",
    "tools": "tool",
    "memory": "memory",
    "memories": "memory",
    "note": "note",
    "notes": "note",
}
_MOMENT_BEGUN: Final = re.compile(r"\d{0,4}|\d{4}-(\d{0,2}|\d{1,2}-\d{0,2})", re.ASCII)
_LETTER: Final = re.compile(r"[^\W_]")
"""What a word has to have to be one for the index."""

FoundKind = Literal["message", "tool", "note", "memory"]
MARK_START: Final = "\x02"
"""Before each found word in `SearchHit.excerpt`."""
MARK_END: Final = "\x03"
_MIN_WORD_CHARACTERS: Final = 2
"""Below it, word search finds nothing useful, and the text is looked for anywhere."""

_NAMES: Final = "SELECT :user UNION ALL SELECT alias FROM user_aliases WHERE user_id = :user"

_COLUMNS: Final = "it.id, {source.place}, it.created_at"
_INDEXED: Final = (
    f"SELECT {_COLUMNS}, snippet({{source.words}}, {{source.excerpt}}, :start, :end, '…', 16) "
    "FROM {source.words} CROSS JOIN {source.table} AS it ON it.pk = {source.words}.rowid {source.joined} "
    "WHERE {source.words} MATCH :match AND {conditions} ORDER BY {source.words}.rowid DESC LIMIT :limit"
)
_PLAIN: Final = (
    f"SELECT {_COLUMNS}, "
    "substr({source.contents}, max(1, instr(lower({source.contents}), lower(:part)) - 40), 120) "
    "FROM {source.table} AS it {source.joined} WHERE {conditions} ORDER BY it.pk DESC LIMIT :limit"
)
_THERE: Final = "conversation.deleted_at IS NULL AND it.deleted_at IS NULL"
_HAS: Final[dict[Part, str]] = {
    "tool": (
        "EXISTS (SELECT 1 FROM alicia_tool_uses AS tool "
        "WHERE tool.message_id IN (it.id, it.previous_id) AND tool.deleted_at IS NULL)"
    ),
    "memory": (
        "EXISTS (SELECT 1 FROM alicia_memory_used AS trace "
        "WHERE trace.message_id IN (it.id, it.previous_id) AND trace.deleted_at IS NULL)"
    ),
    "note": (
        "EXISTS (SELECT 1 FROM alicia_user_conversation_commentaries AS said "
        "WHERE said.conversation_id = it.conversation_id AND said.message_id = it.id AND said.deleted_at IS NULL)"
    ),
}
"""What hangs under a message; what belongs to an answer may name its question."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchQuery:
    """What is looked for; all of it has to hold."""

    words: tuple[str, ...] = ()
    """Words and phrases."""
    beginning: str = ""
    """The word that is still being written."""
    without: tuple[str, ...] = ()
    author: Author | None = None
    before: datetime | None = None
    """Said earlier than this."""
    after: datetime | None = None
    """Said then or later."""
    has: frozenset[Part] = frozenset()
    in_title: bool = False
    """The words are looked for in titles of conversations instead."""

    def __bool__(self) -> bool:
        """Whether anything is looked for."""
        return self != SearchQuery(in_title=self.in_title, without=self.without)

    @property
    def match(self) -> str:
        """Return the words in the language of FTS5; empty when there are none, for then nothing can be excluded."""
        wanted = [_quoted(word) for word in self.words] + ([f"{_quoted(self.beginning)} *"] if self.beginning else [])
        if not wanted:
            return ""
        unwanted = "".join(f" NOT {_quoted(word)}" for word in self.without)
        return f"({' AND '.join(wanted)}){unwanted}"


def read_query(typed: str, *, zone: tzinfo = UTC) -> SearchQuery:
    """Read what was typed; days, months and years begin at midnight of `zone`."""
    query = SearchQuery()
    for piece in simple_pieces(typed):
        is_word = piece.form == "word"
        narrowed = _narrowed(query, piece.said, zone) if is_word and not piece.minus else None
        if narrowed is not None:
            query = narrowed
        elif _LETTER.search(piece.said):
            open_ended = is_word and piece.end == len(typed)
            if open_ended and _is_unfinished(piece.said):
                continue
            query = _with_words(query, piece.said, minus=piece.minus, open_ended=open_ended)
    return query


def _narrowed(query: SearchQuery, word: str, zone: tzinfo) -> SearchQuery | None:
    """Return the query with the filter that `word` is, or None when it is none."""
    name, _, value = word.lower().partition(":")
    match name, value:
        case "from", _ if value in AUTHORS:
            return replace(query, author=AUTHORS[value])
        case "has", _ if value in PARTS:
            return replace(query, has=query.has | {PARTS[value]})
        case "in", "title":
            return replace(query, in_title=True)
        case "before" | "after", _ if (moment := _moment(value, zone)) is not None:
            return replace(query, before=moment) if name == "before" else replace(query, after=moment)
        case _:
            return None


def _is_unfinished(word: str) -> bool:
    """Whether a filter may become of a word when it is written on."""
    name, colon, value = word.lower().partition(":")
    if name in {"before", "after"}:
        return bool(colon) and _MOMENT_BEGUN.fullmatch(value) is not None
    values = {"from": tuple(AUTHORS), "has": tuple(PARTS), "in": ("title",)}.get(name, ())
    return bool(colon) and any(known.startswith(value) for known in values)


def _moment(value: str, zone: tzinfo) -> datetime | None:
    """Return the begin of a day, month or year."""
    day = read_day(value)
    if day is None:
        return None
    year, month, date = (part or 1 for part in day)
    try:
        return datetime(year, month, date, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _with_words(query: SearchQuery, said: str, *, minus: bool, open_ended: bool) -> SearchQuery:
    if minus:
        return replace(query, without=(*query.without, said))
    return replace(query, beginning=said) if open_ended else replace(query, words=(*query.words, said))


def _quoted(words: str) -> str:
    bare = words.replace('"', '""').replace("\0", " ")
    return f'"{bare}"'


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchHit:
    """One thing that holds the words; no more of it than is shown, because reading whole rows takes longest."""

    kind: FoundKind
    id: str
    conversation_id: str
    """Where it stands; empty for a memory that was told in none."""
    message_id: str
    """The message to go to, which is itself where that was found; empty where there is none."""
    name: str
    """A conversation's title, a tool's name, a memory's category."""
    at: datetime
    excerpt: str
    """A few words around the first find, finds between `MARK_START` and `MARK_END`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Source:
    """One kind of thing, as SQL; `it` is its own table and `conversation` the one that it stands in."""

    kind: FoundKind
    words: str
    """Its index."""
    table: str
    place: str
    """Columns: conversation, message, name."""
    contents: str
    """Where what the index does not know is looked for."""
    alive: str
    joined: str = "JOIN alicia_conversations AS conversation ON conversation.id = it.conversation_id"
    excerpt: str = "0"
    """The column of the index that an excerpt is of; -1 for the one where the words are."""
    columns: str = ""
    """Which of its columns count, in the language of FTS5; by default all."""


def find(
    conn: Connection,
    typed: str,
    *,
    account: Account | None = None,
    limit: int = 50,
    beside: int = 50,
    zone: tzinfo = UTC,
) -> list[SearchHit]:
    """Return what fits what was typed: the newest `limit` messages, then of each other kind the newest `beside`.

    Tools, notes and memories are looked for by words; a filter that only messages can pass leaves them out. Without an
    `account` it is looked everywhere.
    """
    query = read_query(storable(typed), zone=zone)
    found = _find(conn, _MESSAGES, query, account, limit)
    if query.has or query.in_title or query.author == "assistant":
        return found
    others = (_OWN_NOTES,) if query.author == "user" else (_TOOLS, _NOTES, _MEMORIES)
    if any((*query.words, query.beginning)):
        for source in others:
            found += _find(conn, source, replace(query, author=None), account, beside)
    return found


def memories(conn: Connection, ids: Sequence[str], *, account: Account | None = None) -> list[SearchHit]:
    """Return these memories as finds without marked words; those that are gone or archived are left out."""
    values: dict[str, Any] = {"ids": to_json_text(list(ids)), "limit": -1, "part": ""}
    conditions = [*_within(_MEMORIES, account, values), _MEMORIES.alive, "it.id IN (SELECT value FROM json_each(:ids))"]
    statement = _PLAIN.format(source=_MEMORIES, conditions=" AND ".join(conditions))
    return [_found("memory", *row, part="") for row in conn.exec_driver_sql(statement, values)]


def _find(
    conn: Connection, source: _Source, query: SearchQuery, account: Account | None, limit: int
) -> list[SearchHit]:
    if not query:
        return []
    letters = [word for word in (*query.words, query.beginning) if word and not _is_indexed(word)]
    spoken = replace(
        query,
        words=tuple(filter(_is_indexed, query.words)),
        beginning=query.beginning if _is_indexed(query.beginning) else "",
    )
    part = letters[0] if letters else ""
    values: dict[str, Any] = {"start": MARK_START, "end": MARK_END, "limit": limit, "part": part}
    conditions = [*_filters(query, values), *_within(source, account, values), source.alive]
    conditions += _holding(letters, "conversation.title" if query.in_title else source.contents, values)
    if query.in_title:
        conditions += _holding([*spoken.words, spoken.beginning], "conversation.title", values)
    match = "" if query.in_title else spoken.match
    values["match"] = f"{source.columns}({match})" if source.columns and match else match
    statement = (_INDEXED if match else _PLAIN).format(source=source, conditions=" AND ".join(conditions))
    rows = conn.exec_driver_sql(statement, values)
    return [_found(source.kind, *row, part="" if match else part) for row in rows]


def _found(kind: FoundKind, *row: Any, part: str) -> SearchHit:
    name, place, message, title, at, excerpt = row
    return SearchHit(
        kind=kind,
        id=name,
        conversation_id=place or "",
        message_id=message or "",
        name=title or "",
        at=datetime.fromisoformat(at),
        excerpt=_marked(excerpt or "", part) if part else excerpt or "",
    )


def _marked(excerpt: str, part: str) -> str:
    return re.sub(re.escape(part), lambda hit: f"{MARK_START}{hit[0]}{MARK_END}", excerpt, flags=re.IGNORECASE)


def _filters(query: SearchQuery, values: dict[str, Any]) -> Iterable[str]:
    if query.author is not None:
        values["author"] = query.author
        yield "it.message_role = :author"
    if query.before is not None:
        values["before"] = to_utc_text(query.before)
        yield "it.created_at < :before"
    if query.after is not None:
        values["after"] = to_utc_text(query.after)
        yield "it.created_at >= :after"
    for part in sorted(query.has):
        yield _HAS[part]


def _within(source: _Source, account: Account | None, values: dict[str, Any]) -> Iterable[str]:
    if account is not None:
        values |= {"server": account.server, "user": account.user_id}
        owned = "it" if source is _MEMORIES else "conversation"
        yield f"{owned}.server = :server AND {owned}.user_id IN ({_NAMES})"


def _holding(words: Iterable[str], where: str, values: dict[str, Any]) -> Iterable[str]:
    """Return conditions that `where` holds each of the words anywhere."""
    for word in filter(None, words):
        name = f"part{len(values)}"
        values[name] = "%" + re.sub(r"([\\%_])", r"\\\1", word) + "%"
        yield f"{where} LIKE :{name} ESCAPE '\\'"


def _is_indexed(word: str) -> bool:
    """Whether the index of words can find it."""
    return len(word) >= _MIN_WORD_CHARACTERS and not _has_no_spaces(word)


def _has_no_spaces(text: str) -> bool:
    """Whether it is written in a script without spaces between words, of which a word index knows only whole runs."""
    return any(
        "\u3040" <= character <= "\u30ff"  # kana
        or "\u3400" <= character <= "\u9fff"  # Chinese characters
        or "\u0e00" <= character <= "\u0eff"  # Thai and Lao
        for character in text
    )


_MESSAGES: Final = _Source(
    kind="message",
    words=MESSAGE_WORDS,
    table="alicia_messages",
    place="it.conversation_id, it.id, conversation.title",
    contents="it.contents",
    alive=_THERE,
    joined="CROSS JOIN alicia_conversations AS conversation ON conversation.id = it.conversation_id",
)


_TOOLS: Final = _Source(
    kind="tool",
    words=TOOL_WORDS,
    table="alicia_tool_uses",
    place="it.conversation_id, it.message_id, it.tool_name",
    contents="(it.tool_name || ' ' || it.tool_arguments || ' ' || coalesce(it.tool_result, ''))",
    alive=_THERE,
    excerpt="-1",
)


_NOTES: Final = _Source(
    kind="note",
    words=NOTE_WORDS,
    table="alicia_user_conversation_commentaries",
    place="it.conversation_id, it.message_id, conversation.title",
    contents="it.content",
    alive=_THERE,
)


_OWN_NOTES: Final = replace(_NOTES, alive=f"{_THERE} AND json_extract(it.meta, '$.authorRole') IS NULL")


_MEMORIES: Final = _Source(
    kind="memory",
    words=MEMORY_WORDS,
    table="alicia_memory",
    place="it.source_chat_id, json_extract(it.source_info, '$.message_id'), it.category",
    contents="it.content",
    alive="it.deleted_at IS NULL AND NOT it.archived",
    joined="",
    columns="{content topic summary tags} : ",
)
