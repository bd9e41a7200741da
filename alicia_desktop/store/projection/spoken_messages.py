"""Project what the person said aloud: a final Transcription and its UserMessage are one message, tied to its sound.

The local server gives both the same id. Another may give each its own, send only one of them, or the message first. So
a final Transcription makes a message, and a UserMessage that comes right after or before it with the same words is that
message, unless it has been answered by then: it has the id of the UserMessage, and the sound names it. See
docs/protocol.md#transcription.
"""

from typing import Final

from alicia_desktop.base import ids
from alicia_desktop.protocol.messages import Transcription, UserMessage
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context
from alicia_desktop.store.projection.message_rows import put
from alicia_desktop.store.schema.columns import storable, to_json_text

_TYPED: Final = "keyboard"
"""`meta.source` of a message that was not spoken."""


def transcription(batch: Batch, context: Context, body: Transcription) -> None:
    """Project type 9: it is stored with its sound; when it is final it is also the user's message."""
    at = batch.text_of(context.at)
    message_id = _message_of(batch, context, body) if body.final else None
    details = {
        key: value
        for key, value in (("confidence", body.confidence), ("language", body.language), ("final", body.final))
        if value is not None
    }
    batch.execute(
        "INSERT INTO alicia_audio(id, conversation_id, transcription_id, message_id, audio_type, transcription, "
        "transcription_meta, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, 'input', ?5, ?6, ?7, ?7) "
        "ON CONFLICT(transcription_id) DO UPDATE SET message_id = coalesce(excluded.message_id, message_id), "
        "transcription = excluded.transcription, transcription_meta = excluded.transcription_meta, "
        "updated_at = excluded.updated_at WHERE message_id IS NULL OR excluded.message_id IS NOT NULL",
        (
            ids.new_id(ids.AUDIO),
            context.conversation_id,
            body.id,
            message_id,
            body.text,
            to_json_text(details),
            at,
        ),
    )
    batch.note("audio", context.conversation_id, body.id)
    known = batch.message(message_id)
    if message_id is None or (known is not None and known.whole):
        return
    put(
        batch,
        context.conversation_id,
        message_id,
        at,
        role="user",
        status="completed",
        previous_id=body.previous_id,
        contents=body.text,
        server_id=message_id if context.from_server else None,
    )


def take_over_words(batch: Batch, context: Context, body: UserMessage) -> None:
    """Give the message that a final transcription has just made the id of this one, where both say the same."""
    if not context.from_server or context.stanza.meta.get("source") == _TYPED or batch.message(body.id) is not None:
        return
    heard = batch.end_of(context.conversation_id).turn
    known = batch.message(heard)
    if known is None or known.role != "user" or known.whole:
        return
    batch.flush()
    same = (heard, context.conversation_id, storable(body.content))
    if batch.execute(_MADE_BY_WORDS, same).fetchone() is None:
        return
    for statement in _RENAME:
        batch.execute(statement, (body.id, heard))
    batch.forget(heard)
    batch.forget(body.id)
    batch.forget_end(context.conversation_id)
    batch.note("message", context.conversation_id, heard)


def _message_of(batch: Batch, context: Context, body: Transcription) -> str:
    """Return the message that was said so: the one that the sound names, one that came first, or one of the same id."""
    row = batch.execute(
        "SELECT message_id FROM alicia_audio WHERE transcription_id = ? AND message_id IS NOT NULL", (body.id,)
    ).fetchone()
    if row is not None:
        return str(row[0])
    said = batch.end_of(context.conversation_id).turn
    known = batch.message(said)
    if batch.message(body.id) is not None or known is None or known.role != "user" or not known.whole:
        return body.id
    batch.flush()
    same = (said, context.conversation_id, storable(body.text))
    return said if batch.execute(_CAME_FIRST, same).fetchone() is not None else body.id


_SAME: Final = (
    "SELECT 1 FROM alicia_messages AS said WHERE said.id = ?1 AND said.conversation_id = ?2 "
    "AND trim(said.contents) = trim(?3) AND said.local_id IS NULL AND NOT EXISTS (SELECT 1 FROM alicia_messages AS "
    "answer WHERE answer.previous_id = said.id AND answer.message_role = 'assistant' "
    "AND answer.completion_status <> 'streaming') "
)
_MADE_BY_WORDS: Final = f"{_SAME} AND EXISTS (SELECT 1 FROM alicia_audio WHERE transcription_id = said.id)"
"""A row where message ?1 of conversation ?2 is a transcription's, and says ?3."""
_CAME_FIRST: Final = (
    f"{_SAME} AND said.sync_status = 'synced' "
    "AND NOT EXISTS (SELECT 1 FROM alicia_audio WHERE message_id = said.id AND transcription IS NOT NULL) "
    f"AND NOT EXISTS (SELECT 1 FROM alicia_meta WHERE ref = said.id AND key = 'source' AND value = '{_TYPED}')"
)
"""A row where message ?1 is the server's own, says ?3, and no sound is tied to it."""
_RENAME: Final = (
    "UPDATE alicia_messages SET id = ?1, server_id = ?1 WHERE id = ?2",
    "UPDATE alicia_messages SET previous_id = ?1 WHERE previous_id = ?2",
    "UPDATE alicia_audio SET message_id = ?1 WHERE message_id = ?2",
    "UPDATE alicia_memory_used SET message_id = ?1 WHERE message_id = ?2",
    "UPDATE alicia_reasoning_steps SET message_id = ?1 WHERE message_id = ?2",
    "UPDATE alicia_tool_uses SET message_id = ?1 WHERE message_id = ?2",
    "UPDATE alicia_user_conversation_commentaries SET message_id = ?1 WHERE message_id = ?2",
    "UPDATE alicia_feedback SET message_id = ?1 WHERE message_id = ?2",
    "UPDATE alicia_feedback SET target_id = ?1 WHERE target_id = ?2 AND target_type = 'message'",
    "UPDATE OR IGNORE alicia_meta SET ref = ?1 WHERE ref = ?2",
    "UPDATE journal SET turn_ref = ?1 WHERE turn_ref = ?2",
)
"""Give a message another id, everywhere that may name one which has only just come."""
