"""Project speech: the sound of AudioChunks, and what the person said aloud (Transcription).

A chunk's sound belongs to the sentence that is spoken, else to the track it came on.

A chunk names a sentence by its number, and mostly comes before it. Until the sentence is here its sound has a row of
its own, which it keeps where no such sentence ever comes: no sentence is made up for a sound. Of the person's own voice
this program's client tells how long it was: that goes to the sound of what was understood.

Sound bytes are kept as the rules of retention say (`conversations.sounds`): for a time, up to a size, none of a private
conversation. See docs/protocol.md#spoken-answers.

A final Transcription and its UserMessage are one message, tied to its sound. The local server gives both the same id.
Another may give each its own, send only one of them, or the message first. So a final Transcription makes a message,
and a UserMessage that comes right after or before it with the same words is that message, unless it has been answered
by then: it has the id of the UserMessage, and the sound names it. See docs/protocol.md#transcription.
"""

from typing import Final

from alicia_desktop.base import ids
from alicia_desktop.protocol.extensions import BRIDGE
from alicia_desktop.protocol.messages import AudioChunk, Transcription, UserMessage
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, text, whole_number
from alicia_desktop.store.projection.message_rows import put
from alicia_desktop.store.schema.columns import storable, to_json_text

CHUNKS_A_LOOK: Final = 63
"""Odd, because the ids of a client may be."""
_Sound = tuple[str | None, int | None, int | None, bytes | None, str]
"""Format, milliseconds, bytes, data, now."""
_FORMAT: Final = (
    "CASE WHEN audio_data IS NULL OR excluded.audio_data IS NOT NULL "
    "THEN coalesce(excluded.audio_format, audio_format) ELSE audio_format END"
)
"""What is kept of a sound has a format of its own, which stays when the sound is announced once more."""
_TYPED: Final = "keyboard"
"""`meta.source` of a message that was not spoken."""
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


def audio_chunk(batch: Batch, context: Context, body: AudioChunk) -> None:
    """Project type 4: its sound goes to a sentence, a transcription or the track it came on."""
    if body.seq == BRIDGE:
        return  # neither sentence nor recording
    batch.flush()
    sequence = whole_number(body.seq)
    answer_id = spoken_answer(batch, context, body)
    size = None if body.data is None else len(body.data)
    data = None if _is_private(batch, context.conversation_id) else body.data
    sound = (body.format or None, whole_number(body.duration), size, data, batch.text_of(context.at))
    heard = None if context.from_server else text(context.stanza.meta.get("messageId"))
    if heard is not None and sequence is None:
        _keep_with_words(batch, context, heard, body.track_sid, sound)
    elif answer_id is None or sequence is None or not _keep_with_sentence(batch, context, answer_id, sequence, sound):
        _keep_as_recording(batch, context, body, sound, message_id=answer_id or heard)
    if data is not None and _is_look_due(context.stanza.stanza_id, len(data)):
        batch.prune_sounds(context.at)


def spoken_answer(batch: Batch, context: Context, body: AudioChunk) -> str | None:
    """Return the answer that is spoken: the one the envelope names, else the only one that is being written.

    A chunk that names nothing but its track has the number of a chunk of it, not of a sentence.
    """
    if not context.from_server:
        return None
    named = text(context.stanza.meta.get("messageId"))
    if named is not None:
        return batch.answer_of(named)
    if body.seq is None or body.track_sid:
        return None
    batch.waiting.write_messages()
    rows = batch.execute(
        "SELECT id FROM alicia_messages WHERE conversation_id = ? AND completion_status = 'streaming' LIMIT 2",
        (context.conversation_id,),
    ).fetchall()
    return rows[0][0] if len(rows) == 1 else None


def _is_look_due(stanza_id: int, size: int) -> bool:
    """Whether to look now for sound that is too much: for small chunks now and then, since all sounds are looked at."""
    return stanza_id % CHUNKS_A_LOOK == 0 or size * CHUNKS_A_LOOK > sounds.MAX_BYTES // 10


def _is_private(batch: Batch, conversation_id: str) -> bool:
    return bool(batch.execute(sounds.IS_PRIVATE, (conversation_id,)).fetchone())


def _keep_with_sentence(batch: Batch, context: Context, answer_id: str, sequence: int, sound: _Sound) -> bool:
    """Give a sentence its sound; False where it is not here."""
    rows = batch.execute(
        "UPDATE alicia_sentences SET audio_type = 'output', "
        "audio_format = iif(audio_data IS NULL OR ?6 IS NOT NULL, coalesce(?3, audio_format), audio_format), "
        "duration_ms = coalesce(?4, duration_ms), audio_bytesize = coalesce(?5, audio_bytesize), "
        "audio_data = coalesce(?6, audio_data), updated_at = ?7 "
        "WHERE message_id = ?1 AND sentence_sequence_number = ?2 RETURNING id",
        (answer_id, sequence, *sound),
    ).fetchall()
    for (sentence_id,) in rows:
        batch.note("sentence", context.conversation_id, sentence_id)
    return bool(rows)


def _keep_with_words(batch: Batch, context: Context, message_id: str, track: str | None, sound: _Sound) -> None:
    """The words come before it, or after it: the row is made by whichever comes first."""
    kind, milliseconds, _, data, at = sound
    batch.execute(
        "INSERT INTO alicia_audio(id, conversation_id, transcription_id, message_id, audio_type, audio_format, "
        "duration_ms, audio_data, livekit_track_sid, created_at, updated_at) "
        f"VALUES (?1, ?2, {sounds.TRANSCRIPTION_OF.format(message='?3')}, ?3, 'input', ?4, ?5, ?6, ?8, ?7, ?7) "
        f"ON CONFLICT(transcription_id) DO UPDATE SET audio_format = {_FORMAT}, "
        "livekit_track_sid = coalesce(excluded.livekit_track_sid, livekit_track_sid), "
        "audio_data = coalesce(excluded.audio_data, audio_data), "
        "duration_ms = excluded.duration_ms, updated_at = excluded.updated_at",
        (ids.new_id(ids.AUDIO), context.conversation_id, message_id, kind, milliseconds, data, at, track),
    )
    batch.note("audio", context.conversation_id, message_id)


def _keep_as_recording(
    batch: Batch, context: Context, body: AudioChunk, sound: _Sound, *, message_id: str | None
) -> None:
    """One row a chunk of a track or of a message, so that the same chunk again changes nothing."""
    track, chunk = body.track_sid, whole_number(body.seq)
    known = None
    if message_id is None:
        track, chunk = track or "", abs(context.stanza.stanza_id) if chunk is None else chunk
    else:
        known = batch.execute(
            "SELECT id FROM alicia_audio WHERE message_id = ? AND conversation_id = ? AND livekit_track_sid IS ? "
            "AND chunk_sequence IS ? AND transcription_id IS NULL LIMIT 1",
            (message_id, context.conversation_id, track, chunk),
        ).fetchone()
    kind = "output" if context.from_server else "input"
    rows = batch.execute(
        "INSERT INTO alicia_audio(id, conversation_id, message_id, livekit_track_sid, chunk_sequence, audio_type, "
        "audio_format, duration_ms, audio_data, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10, "
        "?11, ?11) ON CONFLICT DO UPDATE SET message_id = coalesce(excluded.message_id, message_id), "
        "audio_format = coalesce(excluded.audio_format, audio_format), "
        "duration_ms = coalesce(excluded.duration_ms, duration_ms), "
        "audio_data = coalesce(excluded.audio_data, audio_data), updated_at = excluded.updated_at RETURNING id",
        (known[0] if known else ids.new_id(ids.AUDIO), context.conversation_id, message_id, track, chunk, kind, *sound),
    ).fetchall()
    batch.note("audio", context.conversation_id, rows[0][0])


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
