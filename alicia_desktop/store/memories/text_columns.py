"""Know where the words of people stand in the database, and whose they are.

Raw SQL, because what is forgotten is rewritten in JSON and in bytes, row by row.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Row

from alicia_desktop.store.changes import Subject

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
    ("journal", "meta", "journal"),
    ("stanza_marks", "note", "mark"),
    ("alicia_memory", "context", "memory"),
    ("alicia_conversations", "preferences", "conversation"),
    ("sync_conflicts", "mine", "sync"),
    ("sync_conflicts", "theirs", "sync"),
)
"""Columns of text, or of JSON as text, that may repeat a memory."""

NUMBERED: Final = frozenset({"journal", "stanza_marks"})
"""Tables whose rows have a `seq` and no id."""

WITH_SOUND: Final = {
    "alicia_sentences": ", audio_data = NULL, audio_bytesize = NULL",
    "alicia_audio": ", audio_data = NULL",
}
"""Texts whose sound says the words as well, and goes with them."""
MARKS: Final = " .,;:!?"
"""What is left of a message of which every word is gone, and goes with it."""


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
    {"alicia_messages", "alicia_audio", "alicia_reasoning_steps", "alicia_tool_uses", "alicia_memory_used", "journal"}
)
