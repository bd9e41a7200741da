"""Know where the words of people stand in the database and whose they are, and take them out of stanzas and JSON.

Raw SQL, because what is forgotten is rewritten in JSON and in bytes, row by row.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row

from alicia_desktop.protocol.messages import MemoryTrace, StartAnswer
from alicia_desktop.protocol.scanner import MAX_NODES, FieldSpan, field_spans
from alicia_desktop.store.changes import Subject, note
from alicia_desktop.store.schema.columns import to_json_text

S = TypeVar("S", str, bytes)

TEXTS: Final[tuple[tuple[str, str, Subject], ...]] = (
    ("alicia_messages", "contents", "message"),
    ("alicia_sentences", "text", "sentence"),
    ("alicia_audio", "transcription", "audio"),
    ("alicia_reasoning_steps", "content", "reasoning"),
    ("alicia_conversation_summaries", "summary", "summary"),
    ("alicia_semantic_pins", "content", "pin"),
    ("alicia_tool_uses", "tool_arguments", "tool_use"),
    ("alicia_tool_uses", "tool_result", "tool_use"),
    ("alicia_memory_used", "content", "memory_use"),
    ("alicia_memory_used", "query_prompt", "memory_use"),
    ("alicia_memory_used", "query_prompt_meta", "memory_use"),
    ("alicia_memory_used", "meta", "memory_use"),
    ("alicia_meta", "value", "meta"),
    ("journal", "meta", "journal_edit"),
    ("stanza_marks", "note", "mark"),
    ("drafts", "text", "draft"),
    ("drafts", "long_text", "draft"),
    ("alicia_memory", "context", "memory"),
    ("alicia_conversations", "preferences", "conversation"),
    ("sync_conflicts", "mine", "sync"),
    ("sync_conflicts", "theirs", "sync"),
)
"""Columns of text, or of JSON as text, that may repeat a memory."""

NUMBERED: Final = frozenset({"journal", "stanza_marks", "drafts"})
"""Tables whose rows have a `seq` and no id."""

WITH_SOUND: Final = {
    "alicia_sentences": ", audio_data = NULL, audio_bytesize = NULL",
    "alicia_audio": ", audio_data = NULL",
}
"""Texts whose sound says the words as well, and goes with them."""
MARKS: Final = " .,;:!?"
"""What is left of a message of which every word is gone, and goes with it."""
_OWN: Final = "IN (SELECT id FROM alicia_conversations WHERE user_id {reach})"
_WITHIN: Final = {
    **dict.fromkeys(
        (
            "alicia_messages",
            "alicia_audio",
            "alicia_reasoning_steps",
            "alicia_tool_uses",
            "alicia_memory_used",
            "journal",
            "outbox",
            "drafts",
        ),
        "conversation_id {own}",
    ),
    **dict.fromkeys(("alicia_conversation_summaries", "alicia_semantic_pins"), "session_id {own}"),
    "stanza_marks": "seq IN (SELECT seq FROM journal WHERE conversation_id {own})",
    "sync_conflicts": "about {own}",
    "alicia_sentences": "message_id IN (SELECT id FROM alicia_messages WHERE conversation_id {own})",
    "alicia_meta": "(ref {own} OR ref IN (SELECT id FROM alicia_memory WHERE user_id {reach}) "
    "OR ref IN (SELECT content_id FROM journal WHERE conversation_id {own}))",
    "alicia_memory": "user_id {reach}",
    "alicia_conversations": "user_id {reach}",
}
"""Whose a row is, by table."""
WITH_CONVERSATION: Final = frozenset(
    {
        "alicia_messages",
        "alicia_audio",
        "alicia_reasoning_steps",
        "alicia_tool_uses",
        "alicia_memory_used",
        "journal",
        "drafts",
    }
)
EXPLAINING: Final = frozenset({MemoryTrace.TYPE, StartAnswer.TYPE})
"""Stanzas that tell how memories were looked for, or what one is about."""
EXPLAINING_COLUMNS: Final = frozenset(
    {
        ("alicia_memory_used", "meta"),
        ("alicia_memory_used", "query_prompt_meta"),
        ("alicia_meta", "value"),
        ("journal", "meta"),
    }
)
"""Columns of JSON that do."""
_WORD: Final = re.compile(r"[^\W_]{3,}")
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?')
"""A string of JSON, and whether it names a field."""
_EXPLAINED_IN: Final = frozenset({"meta", "metadata"})
"""Keys under which a stanza explains."""
_NAMES_AND_IDS: Final = re.compile(r"(?:^|[a-z])[iI]d$|^(?:type|toolName|action|memoryType)$")


def rows_holding(
    conn: Connection, reach: str, columns: str, place: tuple[str, str], forms: Sequence[str] | Sequence[bytes]
) -> Sequence[Row[Any]]:
    """Return the rows within reach that hold one of the forms, in one pass over the table."""
    if not forms:
        return []
    name, column = place
    either = " OR ".join([f"instr({column}, ?) > 0"] * len(forms))
    within = f" AND {_WITHIN[name].format(own=_OWN.format(reach=reach), reach=reach)}" if reach else ""
    return conn.exec_driver_sql(f"SELECT {columns} FROM {name} WHERE ({either}){within}", tuple(forms)).all()


def shortest_of(forms: Sequence[S]) -> list[S]:
    """Return the forms that hold no other one: whatever holds any of them holds one of these."""
    return [form for form in forms if not any(other != form and other in form for other in forms)]


def single_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that texts are made of, in small letters."""
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text)) - {"user"}


def clear_heard(conn: Connection, reach: str, words: Sequence[str]) -> None:
    """Take words out of the sentences in which other memories were told: one sentence may tell several."""
    forms = list(dict.fromkeys(to_json_text(word)[1:-1] for word in words))
    for row_id, text in rows_holding(conn, reach, "id, meta", ("alicia_memory", "meta"), shortest_of(forms)):
        told = json.loads(text)
        history = told.get("history")
        for version in (told, *(history if isinstance(history, list) else [])):
            for word in words:
                if isinstance(version, dict) and isinstance(version.get("heard"), str):
                    version["heard"] = version["heard"].replace(word, "").strip()
        if (left := to_json_text(told)) != text:
            conn.exec_driver_sql("UPDATE alicia_memory SET meta = ? WHERE id = ?", (left, row_id))
            note(conn, "memory", None, str(row_id))


def without_words(json_text: str, words: Collection[str]) -> str:
    """Return JSON in which strings that are one of these words are empty."""
    if not words:
        return json_text

    def left(found: re.Match[str]) -> str:
        return '""' if found[2] is None and found[1].lower() in words else found[0]

    return _STRING.sub(left, json_text)


def blanked(raw: bytes, words: Collection[str]) -> bytes:
    """Return a stanza with as many spaces in place of strings that are one of these words, so that it stays one."""
    root = field_spans(raw, limit=MAX_NODES) if words else None
    left = bytearray(raw)
    for span in _strings(root) if root is not None else ():
        said = str(span.value)
        size = len(said.encode("utf-8", "replace"))
        if said.lower() in words and _EXPLAINED_IN & set(span.path):
            left[span.end - size : span.end] = b" " * size
    return bytes(left)


def rewritten(raw: bytes, change: Callable[[str], str]) -> bytes:
    """Return a stanza with its texts changed, each to one of as many bytes; ids stay, and whatever is no stanza."""
    root = field_spans(raw, limit=MAX_NODES)
    left = bytearray(raw)
    for span in _strings(root) if root is not None else ():
        said = str(span.value)
        if span.path and isinstance(span.path[-1], str) and _NAMES_AND_IDS.search(span.path[-1]):
            continue
        if (text := change(said)) != said:
            old, new = said.encode("utf-8", "replace"), text.encode("utf-8", "replace")
            if len(old) == len(new):
                left[span.end - len(new) : span.end] = new
    return bytes(left)


def _strings(span: FieldSpan) -> Iterator[FieldSpan]:
    if isinstance(span.value, str):
        yield span
    for child in span.children:
        yield from _strings(child)
