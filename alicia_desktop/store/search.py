"""Search for words in messages, for the sidebar. Searching memories is the memory room's."""

import re
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Text, column, text

from alicia_desktop.store.records import MessageRecord, record_of
from alicia_desktop.store.schema import messages

MARK_START: Final = "\x02"
"""Before each found word in `Found.excerpt`."""
MARK_END: Final = "\x03"
_WORD: Final = re.compile(r"\w+", re.UNICODE)
_SHOWN: Final = [shown for shown in messages.c if shown.name != "pk"]
_COLUMNS: Final = ", ".join(f"message.{shown.name}" for shown in _SHOWN)
_SHORTEST_WORD: Final = 2
"""Below it, word search finds nothing useful, and the text is looked for anywhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """One message that holds the words."""

    message: MessageRecord
    excerpt: str
    """A few words around the first find, finds between `MARK_START` and `MARK_END`."""


def find_messages(conn: Connection, words: str, *, conversation_id: str | None = None, limit: int = 50) -> list[Found]:
    """Return messages that hold all of the words (the last may be a beginning), best first; nothing for nothing."""
    found = _WORD.findall(words)
    if not found:
        return []
    if max(map(len, found)) < _SHORTEST_WORD or _has_no_spaces(words):
        return _find_anywhere(conn, words.strip(), conversation_id, limit)
    phrases = " ".join(f'"{word}"' for word in found)
    values = {"query": f"{phrases} *", "start": MARK_START, "end": MARK_END}
    return _run(conn, _BY_WORDS, {**values, "conversation_id": conversation_id, "limit": limit})


def _find_anywhere(conn: Connection, part: str, conversation_id: str | None, limit: int) -> list[Found]:
    escaped = re.sub(r"([\\%_])", r"\\\1", part)
    values = {"part": part, "pattern": f"%{escaped}%"}
    return _run(conn, _BY_PART, {**values, "conversation_id": conversation_id, "limit": limit})


def _run(conn: Connection, statement: str, values: dict[str, str | int | None]) -> list[Found]:
    rows = conn.execute(text(statement).columns(*_SHOWN, column("excerpt", Text)), values)
    return [Found(message=record_of(MessageRecord, row), excerpt=row.excerpt) for row in rows]


_BY_WORDS: Final = (
    f"SELECT {_COLUMNS}, snippet(alicia_messages_fts, 0, :start, :end, '…', 16) AS excerpt FROM alicia_messages_fts "
    "JOIN alicia_messages AS message ON message.pk = alicia_messages_fts.rowid "
    "JOIN alicia_conversations AS conversation ON conversation.id = message.conversation_id "
    "WHERE alicia_messages_fts MATCH :query AND conversation.deleted_at IS NULL "
    "AND (:conversation_id IS NULL OR message.conversation_id = :conversation_id) "
    "ORDER BY rank, message.pk DESC LIMIT :limit"
)
_BY_PART: Final = (
    f"SELECT {_COLUMNS}, substr(message.contents, max(1, instr(lower(message.contents), lower(:part)) - 40), 120) "
    "AS excerpt FROM alicia_messages AS message "
    "JOIN alicia_conversations AS conversation ON conversation.id = message.conversation_id "
    "WHERE message.contents LIKE :pattern ESCAPE '\\' AND message.deleted_at IS NULL "
    "AND conversation.deleted_at IS NULL "
    "AND (:conversation_id IS NULL OR message.conversation_id = :conversation_id) ORDER BY message.pk DESC LIMIT :limit"
)


def _has_no_spaces(text: str) -> bool:
    """Whether it is written in a script without spaces between words, of which a word index knows only whole runs."""
    return any(
        "\u3040" <= character <= "\u30ff"  # kana
        or "\u3400" <= character <= "\u9fff"  # Chinese characters
        or "\u0e00" <= character <= "\u0eff"  # Thai and Lao
        for character in text
    )
