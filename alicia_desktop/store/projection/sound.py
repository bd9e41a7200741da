"""Project AudioChunks: their sound belongs to the sentence that is spoken, else to the track it came on.

Sound bytes are kept only where a chunk of the server carries them. Of the person's own voice a client tells how long it
was: that goes to the sound of what was understood. See docs/protocol.md#spoken-answers.
"""

from typing import Final

from alicia_desktop.base import ids
from alicia_desktop.protocol.messages import AudioChunk
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, text, whole_number


def audio_chunk(batch: Batch, context: Context, body: AudioChunk) -> None:
    """Project type 4: its sound goes to a sentence, a transcription or the track it came on."""
    batch.flush()
    sequence = whole_number(body.seq)
    answer_id = spoken_answer(batch, context, body)
    data = body.data if context.from_server else None
    size = None if body.data is None else len(body.data)
    sound = (body.format or None, whole_number(body.duration), size, data, batch.text_of(context.at))
    heard = None if context.from_server else text(context.stanza.meta.get("messageId"))
    if heard is not None:
        _keep_with_words(batch, context, heard, sound)
    elif answer_id is not None and sequence is not None:
        _keep_with_sentence(batch, context, answer_id, sequence, sound)
    else:
        _keep_with_track(batch, context, body, sound)


def spoken_answer(batch: Batch, context: Context, body: AudioChunk) -> str | None:
    """Return the answer that is spoken: the one the envelope names, else the only one that is being written."""
    named = text(context.stanza.meta.get("messageId"))
    if named is not None:
        return batch.answer_of(named)
    if not context.from_server or body.seq is None:
        return None
    batch.waiting.write_messages()
    rows = batch.execute(
        "SELECT id FROM alicia_messages WHERE conversation_id = ? AND completion_status = 'streaming' LIMIT 2",
        (context.conversation_id,),
    ).fetchall()
    return rows[0][0] if len(rows) == 1 else None


_Sound = tuple[str | None, int | None, int | None, bytes | None, str]
"""Format, milliseconds, bytes, data, now."""


_FORMAT: Final = (
    "CASE WHEN audio_data IS NULL OR excluded.audio_data IS NOT NULL "
    "THEN coalesce(excluded.audio_format, audio_format) ELSE audio_format END"
)
"""What is kept of a sound has a format of its own, which stays when the sound is announced once more."""


def _keep_with_sentence(batch: Batch, context: Context, answer_id: str, sequence: int, sound: _Sound) -> None:
    """The sound is told before the sentence, or after it: the row is made by whichever comes first."""
    rows = batch.execute(
        "INSERT INTO alicia_sentences(id, message_id, sentence_sequence_number, audio_type, completion_status, "
        "audio_format, duration_ms, audio_bytesize, audio_data, created_at, updated_at) "
        "VALUES (?1, ?2, ?3, 'output', 'pending', ?4, ?5, ?6, ?7, ?8, ?8) "
        "ON CONFLICT(message_id, sentence_sequence_number) DO UPDATE SET audio_type = 'output', "
        f"audio_format = {_FORMAT}, "
        "duration_ms = coalesce(excluded.duration_ms, duration_ms), "
        "audio_bytesize = coalesce(excluded.audio_bytesize, audio_bytesize), "
        "audio_data = coalesce(excluded.audio_data, audio_data), updated_at = excluded.updated_at RETURNING id",
        (ids.new_id(ids.SENTENCE), answer_id, sequence, *sound),
    ).fetchall()
    batch.note("sentence", context.conversation_id, rows[0][0])


def _keep_with_words(batch: Batch, context: Context, message_id: str, sound: _Sound) -> None:
    """The words come before it, or after it: the row is made by whichever comes first."""
    kind, milliseconds, _, _, at = sound
    batch.execute(
        "INSERT INTO alicia_audio(id, conversation_id, transcription_id, message_id, audio_type, audio_format, "
        "duration_ms, created_at, updated_at) VALUES (?1, ?2, ?3, ?3, 'input', ?4, ?5, ?6, ?6) "
        f"ON CONFLICT(transcription_id) DO UPDATE SET audio_format = {_FORMAT}, "
        "duration_ms = excluded.duration_ms, updated_at = excluded.updated_at",
        (ids.new_id(ids.AUDIO), context.conversation_id, message_id, kind, milliseconds, at),
    )
    batch.note("audio", context.conversation_id, message_id)


def _keep_with_track(batch: Batch, context: Context, body: AudioChunk, sound: _Sound) -> None:
    """One row a chunk of a track, so that the same chunk again changes nothing."""
    chunk = whole_number(body.seq)
    rows = batch.execute(
        "INSERT INTO alicia_audio(id, conversation_id, message_id, livekit_track_sid, chunk_sequence, audio_type, "
        "audio_format, duration_ms, audio_data, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10, "
        "?11, ?11) ON CONFLICT(conversation_id, livekit_track_sid, chunk_sequence) DO UPDATE SET "
        "audio_format = coalesce(excluded.audio_format, audio_format), "
        "duration_ms = coalesce(excluded.duration_ms, duration_ms), "
        "audio_data = coalesce(excluded.audio_data, audio_data), updated_at = excluded.updated_at RETURNING id",
        (
            ids.new_id(ids.AUDIO),
            context.conversation_id,
            text(context.stanza.meta.get("messageId")),
            body.track_sid or "",
            abs(context.stanza.stanza_id) if chunk is None else chunk,
            "output" if context.from_server else "input",
            *sound,
        ),
    ).fetchall()
    batch.note("audio", context.conversation_id, rows[0][0])
