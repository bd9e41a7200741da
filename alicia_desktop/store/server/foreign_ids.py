"""Find ids in a stanza that belong to somebody else: rows are keyed by ids, and a stanza may say any id.

A server asks here, in the transaction that records a stanza, before anything is written by the ids in it. An id that
nothing has is nobody's. Everything with a place in a conversation must be in this one; a memory belongs to a person, so
it may be from any conversation of the one whose conversation this is.

Raw SQL: one union over every table with ids, asked for each stanza that comes in.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from sqlalchemy import Connection, select

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.store import accounts
from alicia_desktop.store.accounts import is_own_ref
from alicia_desktop.store.schema import conversations
from alicia_desktop.store.schema.columns import to_json_text

PLACES: Final = (
    ("alicia_conversations", "id", "id"),
    ("alicia_messages", "id", "conversation_id"),
    ("alicia_tool_uses", "id", "conversation_id"),
    ("alicia_reasoning_steps", "id", "conversation_id"),
    ("alicia_memory_used", "id", "conversation_id"),
    ("alicia_feedback", "id", "conversation_id"),
    ("alicia_user_conversation_commentaries", "id", "conversation_id"),
    ("alicia_audio", "id", "conversation_id"),
    ("alicia_attachments", "id", "conversation_id"),
    ("alicia_answer_prompts", "id", "conversation_id"),
    ("alicia_audio", "transcription_id", "conversation_id"),
    ("alicia_conversation_summaries", "id", "session_id"),
    ("alicia_semantic_pins", "id", "session_id"),
)
"""Table, column of ids, column of their conversation: all that have both; a test holds them against the schema."""
_NAMED: Final = "IN (SELECT value FROM json_each(?1))"
_SENTENCE: Final = (
    "SELECT 1 FROM alicia_sentences AS one JOIN alicia_messages AS answer ON answer.id = one.message_id "
    f"WHERE one.id {_NAMED} AND answer.conversation_id <> ?2"
)
_FOREIGN: Final = " UNION ALL ".join(
    [
        *(f"SELECT 1 FROM {table} WHERE {column} {_NAMED} AND {place} <> ?2" for table, column, place in PLACES),
        _SENTENCE,
    ]
)
_REMEMBERED: Final = (
    f"SELECT 1 FROM alicia_memory AS one WHERE id {_NAMED} AND NOT EXISTS (SELECT 1 FROM alicia_conversations AS here "
    "WHERE here.id = ?2 AND (one.user_id = here.user_id "
    "OR one.user_id IN (SELECT alias FROM user_aliases WHERE user_id = here.user_id)))"
)


def names_foreign(conn: Connection, conversation_id: str, stanza: Stanza) -> bool:
    """Whether a stanza of this conversation names anything of another conversation, or another person's memory.

    What the program itself has notes under is nobody's.
    """
    named = set(ids_in(stanza))
    if any(map(is_own_ref, named)):
        return True
    return _finds(conn, f"{_FOREIGN} UNION ALL {_REMEMBERED}", conversation_id, named)


def is_elsewhere(conn: Connection, conversation_id: str, named: Collection[str]) -> bool:
    """Whether one of these ids is that of something in another conversation."""
    return _finds(conn, _FOREIGN, conversation_id, named)


def _finds(conn: Connection, query: str, conversation_id: str, named: Collection[str]) -> bool:
    values = (to_json_text(list(named)), conversation_id)
    return bool(named) and conn.exec_driver_sql(f"{query} LIMIT 1", values).first() is not None


def is_unused(conn: Connection, name: str) -> bool:
    """Whether nothing on this server has this id, so that it is the sender's own and an answer may name it."""
    return not is_own_ref(name) and not _finds(conn, f"{_FOREIGN} UNION ALL {_REMEMBERED}", "", [name])


def names_in(conn: Connection, conversation_id: str) -> tuple[str, ...]:
    """Return every name of the person whose conversation this is."""
    owner = conn.execute(select(conversations.c.user_id).where(conversations.c.id == conversation_id)).scalar()
    return accounts.names_of(conn, owner or accounts.NAMELESS[0])


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
