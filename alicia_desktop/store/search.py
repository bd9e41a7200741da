"""Search in messages, for the sidebar, in the language of `search_query`. Searching memories is the memory room's.

The newest come first, not the best: a ranking would have to look at every message that holds the word, which at 100,000
of them takes longer than a key is pressed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import Any, Final

from sqlalchemy import Connection, text

from alicia_desktop.store.columns import storable, to_utc_text
from alicia_desktop.store.search_query import Part, SearchQuery, read_query

MARK_START: Final = "\x02"
"""Before each found word in `Found.excerpt`."""
MARK_END: Final = "\x03"
_COLUMNS: Final = "message.id, message.conversation_id"
_SHORTEST_WORD: Final = 2
"""Below it, word search finds nothing useful, and the text is looked for anywhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """One message that holds the words; no more of it than is shown, because reading whole rows takes longest."""

    message_id: str
    conversation_id: str
    excerpt: str
    """A few words around the first find, finds between `MARK_START` and `MARK_END`."""


def find_messages(
    conn: Connection, typed: str, *, conversation_id: str | None = None, limit: int = 50, zone: tzinfo = UTC
) -> list[Found]:
    """Return messages that fit what was typed, the newest first; nothing for nothing. Days are those of `zone`."""
    query = read_query(storable(typed), zone=zone)
    if not query:
        return []
    letters = [word for word in (*query.words, query.beginning) if word and not _is_indexed(word)]
    spoken = replace(
        query,
        words=tuple(filter(_is_indexed, query.words)),
        beginning=query.beginning if _is_indexed(query.beginning) else "",
    )
    values: dict[str, Any] = {"start": MARK_START, "end": MARK_END, "limit": limit}
    conditions = ["conversation.deleted_at IS NULL", "message.deleted_at IS NULL"]
    for number, condition in enumerate(_filters(query, values)):
        conditions.insert(number, condition)
    conditions += _holding(letters, "conversation.title" if query.in_title else "message.contents", values)
    if conversation_id is not None:
        conditions.append("message.conversation_id = :conversation_id")
        values["conversation_id"] = conversation_id
    if query.in_title:
        conditions += _holding([*spoken.words, spoken.beginning], "conversation.title", values)
    match = "" if query.in_title else spoken.match
    values |= {"match": match, "part": letters[0] if letters else ""}
    statement = (_INDEXED if match else _PLAIN).format(conditions=" AND ".join(conditions))
    rows = conn.execute(text(statement), values)
    return [Found(message_id=name, conversation_id=place, excerpt=excerpt) for name, place, excerpt in rows]


def _filters(query: SearchQuery, values: dict[str, Any]) -> Iterable[str]:
    if query.author is not None:
        values["author"] = query.author
        yield "message.message_role = :author"
    if query.before is not None:
        values["before"] = to_utc_text(query.before)
        yield "message.created_at < :before"
    if query.after is not None:
        values["after"] = to_utc_text(query.after)
        yield "message.created_at >= :after"
    for part in sorted(query.has):
        yield _HAS[part]


def _holding(words: Iterable[str], where: str, values: dict[str, Any]) -> Iterable[str]:
    """Return conditions that `where` holds each of the words anywhere."""
    for word in filter(None, words):
        name = f"part{len(values)}"
        values[name] = "%" + re.sub(r"([\\%_])", r"\\\1", word) + "%"
        yield f"{where} LIKE :{name} ESCAPE '\\'"


def _is_indexed(word: str) -> bool:
    """Whether the index of words can find it."""
    return len(word) >= _SHORTEST_WORD and not _has_no_spaces(word)


def _has_no_spaces(text: str) -> bool:
    """Whether it is written in a script without spaces between words, of which a word index knows only whole runs."""
    return any(
        "\u3040" <= character <= "\u30ff"  # kana
        or "\u3400" <= character <= "\u9fff"  # Chinese characters
        or "\u0e00" <= character <= "\u0eff"  # Thai and Lao
        for character in text
    )


_FROM: Final = "JOIN alicia_conversations AS conversation ON conversation.id = message.conversation_id "
_INDEXED: Final = (
    f"SELECT {_COLUMNS}, snippet(alicia_messages_fts, 0, :start, :end, '…', 16) AS excerpt FROM alicia_messages_fts "
    f"CROSS JOIN alicia_messages AS message ON message.pk = alicia_messages_fts.rowid CROSS {_FROM}"
    "WHERE alicia_messages_fts MATCH :match AND {conditions} ORDER BY alicia_messages_fts.rowid DESC LIMIT :limit"
)
_PLAIN: Final = (
    f"SELECT {_COLUMNS}, substr(message.contents, max(1, instr(lower(message.contents), lower(:part)) - 40), 120) "
    f"AS excerpt FROM alicia_messages AS message CROSS {_FROM}"
    "WHERE {conditions} ORDER BY message.pk DESC LIMIT :limit"
)
_HAS: Final[dict[Part, str]] = {
    "tool": (
        "EXISTS (SELECT 1 FROM alicia_tool_uses AS tool "
        "WHERE tool.message_id IN (message.id, message.previous_id) AND tool.deleted_at IS NULL)"
    ),
    "memory": (
        "EXISTS (SELECT 1 FROM alicia_memory_used AS trace "
        "WHERE trace.message_id IN (message.id, message.previous_id) AND trace.deleted_at IS NULL)"
    ),
    "note": (
        "EXISTS (SELECT 1 FROM alicia_user_conversation_commentaries AS said "
        "WHERE said.conversation_id = message.conversation_id AND said.message_id = message.id "
        "AND said.deleted_at IS NULL)"
    ),
}
"""What hangs under a message; what belongs to an answer may name its question."""
