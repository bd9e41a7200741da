"""Ids that a stanza names and that are somebody else's: rows are keyed by ids, and a stanza may say any id.

A server asks here, in the transaction that records a stanza, before anything is written by the ids in it. An id that
nothing has is nobody's. Everything with a place in a conversation must be in this one; a memory belongs to a person, so
it may be from any conversation of the one whose conversation this is.
"""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store import aliases
from alicia_desktop.store.columns import to_json_text

_PLACED: Final = (
    "SELECT id, id AS place FROM alicia_conversations",
    "SELECT id, conversation_id AS place FROM alicia_messages",
    "SELECT one.id, answer.conversation_id AS place FROM alicia_sentences AS one "
    "JOIN alicia_messages AS answer ON answer.id = one.message_id",
    "SELECT id, conversation_id AS place FROM alicia_tool_uses",
    "SELECT id, conversation_id AS place FROM alicia_reasoning_steps",
    "SELECT id, conversation_id AS place FROM alicia_memory_used",
    "SELECT id, conversation_id AS place FROM alicia_feedback",
    "SELECT id, conversation_id AS place FROM alicia_user_conversation_commentaries",
    "SELECT id, conversation_id AS place FROM alicia_audio",
    "SELECT transcription_id AS id, conversation_id AS place FROM alicia_audio",
    "SELECT id, session_id AS place FROM alicia_conversation_summaries",
    "SELECT id, session_id AS place FROM alicia_semantic_pins",
)
"""Every table with ids that belong to a conversation; a test holds this list against the schema."""
_FOREIGN: Final = " UNION ALL ".join(
    f"SELECT id FROM ({rows}) WHERE id IN (SELECT value FROM json_each(?1)) AND place <> ?2" for rows in _PLACED
)
_REMEMBERED: Final = (
    "SELECT id FROM alicia_memory WHERE id IN (SELECT value FROM json_each(?1)) "
    "AND user_id NOT IN (SELECT value FROM json_each(?2))"
)


def names_foreign(conn: Connection, conversation_id: str, stanza: Stanza) -> bool:
    """Whether a stanza of this conversation names anything of another conversation, or another person's memory."""
    named = to_json_text(sorted(set(ids_in(stanza))))
    if conn.exec_driver_sql(f"{_FOREIGN} LIMIT 1", (named, conversation_id)).first() is not None:
        return True
    own = to_json_text(names_in(conn, conversation_id))
    return conn.exec_driver_sql(f"{_REMEMBERED} LIMIT 1", (named, own)).first() is not None


def names_in(conn: Connection, conversation_id: str) -> tuple[str, ...]:
    """Return every name of the person whose conversation this is."""
    owner = conn.exec_driver_sql("SELECT user_id FROM alicia_conversations WHERE id = ?", (conversation_id,)).scalar()
    return aliases.of_user(conn, owner or aliases.NAMELESS[0])


def ids_in(stanza: Stanza) -> Iterator[str]:
    """Yield every id that a stanza names beside its conversation."""
    body = stanza.body
    for name in body.__struct_fields__:
        if name == "id" or (name.endswith("_id") and name != "conversation_id"):
            yield from _texts(getattr(body, name))
    yield from _texts(stanza.meta.get("messageId"))
    if isinstance(body, MemoryAction):
        yield from _texts((body.memory or {}).get("referenceTo"))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value:
        yield value
