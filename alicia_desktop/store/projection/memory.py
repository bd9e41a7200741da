"""Project traces of memories, and what a user does to a memory.

`confidence` is kept as sent. `similarity_score` is the cosine of a search by meaning where the trace says one, and else
empty: no other number is ever taken for it (docs/protocol.md#memory-traces).
"""

from collections.abc import Mapping
from typing import Any, Final

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import FORGOTTEN
from alicia_desktop.protocol.messages import MemoryAction, MemoryConfirmation, MemoryTrace
from alicia_desktop.store.memories import forgetting
from alicia_desktop.store.memories.memory_actions import Occasion, Owner, act, is_unsent
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import SNIPPET_CHARACTERS, Context, number, text, whole_number
from alicia_desktop.store.schema.columns import to_json_text

SUMMARY: Final = "conversation_summary"
"""The type of a trace whose id is that of a row of `alicia_conversation_summaries`."""
COSINE: Final = "cosine"
"""The kind of score (`metadata.scoreKind`) that a `retrievalScore` is where nothing else is said."""
RELEVANCE: Final = "relevance"
"""What the document of the database calls the similarity of a trace."""
_NOTHING: Final[Mapping[str, Any]] = {}


def memory_trace(batch: Batch, context: Context, body: MemoryTrace) -> None:
    """Project type 14: one row a trace; a memory that this computer does not have gets a stub.

    A summary of a conversation is traced under its own id and is no memory: a stub of it would be found as one.
    """
    at = batch.text_of(context.at)
    details = body.metadata or _NOTHING
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
            _similarity(batch, context, body),
            whole_number(details.get("positionInResults")),
            text(details.get("queryPrompt")),
            None if prompt_meta is None else to_json_text(prompt_meta),
            to_json_text(details),
            at,
        ),
        None if body.memory_type == SUMMARY else (body.memory_id, snippet, at),
    )
    batch.note("memory_use", context.conversation_id, body.id)
    batch.note("memory", None, body.memory_id)
    batch.settle_message(body.previous_id, at)


def _similarity(batch: Batch, context: Context, body: MemoryTrace) -> float | None:
    """Return the similarity that a trace names, or None.

    Under the name `relevance` it is the similarity, as the document of the database has it. But a deployed server has
    one number for two things: the importance of the memory in a live trace, which names the question, and the
    similarity in a replayed one, which names the answer.
    """
    details = body.metadata or _NOTHING
    if details.get("scoreKind", COSINE) == COSINE and "retrievalScore" in details:
        score = number(details["retrievalScore"])
        return score if score is not None and abs(round(score, 3)) <= 1 else None
    if not batch.is_deployed(context.conversation_id):
        called_so = context.stanza.aliases.get("confidence") == RELEVANCE and "scoreMeaning" not in details
        return body.confidence if called_so else None
    named = batch.message(body.previous_id)
    return body.confidence if named is not None and named.role == "assistant" else None


def memory_action(batch: Batch, context: Context, body: MemoryAction) -> None:
    """Project type 24: an action of ours shows at once; one that comes in is the server's to decide on."""
    if context.direction == "in":
        return
    row = batch.execute(
        "SELECT coalesce((SELECT user_id FROM alicia_memory WHERE id = ?), user_id), server FROM alicia_conversations "
        "WHERE id = ?",
        (body.id, context.conversation_id),
    ).fetchone()
    owner = Owner(user_ids=(row[0],), server=row[1])
    batch.flush()  # a trace that waits may be of this very memory
    act(batch.conn, body, Occasion(owner=owner, at=context.at, conversation_id=context.conversation_id))
    batch.note("memory", None, body.id)


def memory_confirmation(batch: Batch, context: Context, body: MemoryConfirmation) -> None:
    """Project type 25: settle an action of ours, or carry out a deletion or archival that came from elsewhere.

    What was refused is put right by the copy of the server's row, which comes next (`sync`). What the server has
    forgotten is forgotten here with this stanza, before anything that comes after it is shown.
    """
    if context.direction == "out" or _settle(batch, context, body) or not body.success:
        return
    told = context.stanza.meta.get(FORGOTTEN)
    if isinstance(told, Mapping) and context.from_server and body.action == "delete":
        batch.forgotten.append(_confirmed(batch, context, body, told))
    column = _ENDS.get(body.action)
    if column is not None and not is_unsent(batch.conn, body.memory_id):
        at = batch.text_of(context.at)
        batch.execute(
            f"UPDATE alicia_memory SET {column}, updated_at = :at WHERE id = :id", {"at": at, "id": body.memory_id}
        )
        batch.note("memory", None, body.memory_id)


def _confirmed(
    batch: Batch, context: Context, body: MemoryConfirmation, told: Mapping[str, Any]
) -> forgetting.ConfirmedForgetting:
    """Return what the server has forgotten; of messages it may cut only one of this conversation."""
    question = text(told.get("question")) or ""
    asked = batch.message(question)
    is_here = asked is not None and asked.conversation_id == context.conversation_id
    row = batch.execute("SELECT server FROM alicia_conversations WHERE id = ?", (context.conversation_id,)).fetchone()
    return forgetting.ConfirmedForgetting(
        memory_id=body.memory_id,
        at=context.at,
        server=row[0] if row is not None else "",
        question_id=question if is_here else "",
        left=text(told.get("left")) or "",
    )


def _settle(batch: Batch, context: Context, body: MemoryConfirmation) -> bool:
    """Take the action out of the outbox; of several alike the first, since they are confirmed in their order."""
    batch.empty_outbox()
    waiting = batch.execute(
        "SELECT stanza_id, raw FROM outbox WHERE conversation_id = ? AND content_id = ? AND type = ? ORDER BY pk",
        (context.conversation_id, body.memory_id, MemoryAction.TYPE),
    ).fetchall()
    for stanza_id, raw in waiting:
        content = decode(raw)
        action = content.body.action if isinstance(content, Stanza) and isinstance(content.body, MemoryAction) else ""
        if action == body.action:
            batch.waiting.settle(context.conversation_id, "stanza_id", stanza_id)
            batch.note("memory", None, body.memory_id)
            return True
    return False


_ENDS: Final[Mapping[str, str]] = {"delete": "deleted_at = :at", "archive": "archived = 1"}
"""What is known without being told more; whether a memory was pinned or unpinned is not."""
