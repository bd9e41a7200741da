"""Parse what is typed into the search: `from:me before:2026-01 has:tool in:title "whole phrase" -without words`.

Reading it never fails, because it is read at every key: a filter that is not clear is a word like any other, and one
that is still being written, such as `from:` on the way to `from:me`, does nothing yet. A word that is still being
written counts as a beginning.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Final, Literal

from alicia_desktop.filtering.lexer import simple_pieces
from alicia_desktop.filtering.values import read_day

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
