"""Memories as the wire tells of them: traces, and what the person does to a memory.

`confidence` is kept as sent and is also `similarity_score`, as the database document says, unless the trace's metadata
names a `retrievalScore`; which kind of score it really is, is not known here and never claimed (PROTOCOL.md §3).
"""

from collections.abc import Mapping
from typing import Any, Final

from alicia_desktop.protocol.messages import MemoryAction, MemoryConfirmation, MemoryTrace
from alicia_desktop.store.columns import to_json_text
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context
from alicia_desktop.store.projection.values import SNIPPET_CHARACTERS, number, text, whole_number

_NOTHING: Final[Mapping[str, Any]] = {}


def memory_trace(batch: Batch, context: Context, body: MemoryTrace) -> None:
    """Type 14. One row a trace; a memory that this computer does not have gets a stub."""
    at = batch.text_of(context.at)
    details = body.metadata or _NOTHING
    score = number(details.get("retrievalScore"))
    prompt_meta = details.get("queryPromptMeta")
    snippet = body.content[:SNIPPET_CHARACTERS]
    batch.add_trace(
        (
            body.id,
            context.conversation_id,
            body.previous_id or None,
            body.memory_id,
            body.memory_type,
            body.action,
            snippet,
            body.confidence,
            body.confidence if score is None else score,
            whole_number(details.get("positionInResults")),
            text(details.get("queryPrompt")),
            None if prompt_meta is None else to_json_text(prompt_meta),
            to_json_text(details),
            at,
        ),
        (body.memory_id, snippet, at),
    )
    batch.note("memory_use", context.conversation_id, body.id)
    batch.note("memory", None, body.memory_id)
    batch.refer(body.previous_id, at)


def memory_action(batch: Batch, context: Context, body: MemoryAction) -> None:
    """Type 24. The person changes a memory, known by its own id, else by that of the action."""
    at = batch.text_of(context.at)
    memory = body.memory or _NOTHING
    memory_id = text(memory.get("id")) or body.id
    pinned = memory.get("pinned")
    values = {
        "id": memory_id,
        "content": text(memory.get("content")),
        "category": text(memory.get("category")),
        "pinned": pinned if isinstance(pinned, bool) else None,
        "conversation_id": context.conversation_id,
        "at": at,
    }
    batch.execute(_ACTIONS[body.action], values)
    batch.note("memory", None, memory_id)


def memory_confirmation(batch: Batch, context: Context, body: MemoryConfirmation) -> None:
    """Type 25. What the server has done, holds here as well; what it has refused stays to be seen in the journal."""
    if body.success and body.action in {"delete", "pin", "archive"}:
        values = {"id": body.memory_id, "pinned": None, "at": batch.text_of(context.at)}
        batch.execute(_ACTIONS[body.action], values)
        batch.note("memory", None, body.memory_id)


_CHANGE: Final = (
    "UPDATE alicia_memory SET content = coalesce(:content, content), category = coalesce(:category, category), "
    "pinned = coalesce(:pinned, pinned), updated_at = :at WHERE id = :id"
)
_ACTIONS: Final = {
    "create": (
        "INSERT INTO alicia_memory(id, content, category, pinned, created_by, source_type, source_chat_id, user_id, "
        "created_at, updated_at) SELECT :id, coalesce(:content, ''), :category, coalesce(:pinned, 0), user_id, 'user', "
        ":conversation_id, user_id, :at, :at FROM alicia_conversations WHERE id = :conversation_id "
        "ON CONFLICT(id) DO UPDATE SET content = excluded.content, category = coalesce(excluded.category, category), "
        "pinned = excluded.pinned, deleted_at = NULL, updated_at = excluded.updated_at"
    ),
    "update": _CHANGE,
    "delete": "UPDATE alicia_memory SET deleted_at = :at, updated_at = :at WHERE id = :id",
    "pin": "UPDATE alicia_memory SET pinned = coalesce(:pinned, 1), updated_at = :at WHERE id = :id",
    "archive": "UPDATE alicia_memory SET archived = 1, updated_at = :at WHERE id = :id",
}
