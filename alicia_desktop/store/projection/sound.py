"""Project AudioChunks: their sound belongs to the sentence that is spoken, else to the track it came on.

A chunk names a sentence by its number, and mostly comes before it. Until the sentence is here its sound has a row of
its own, which it keeps where no such sentence ever comes: no sentence is made up for a sound. Of the person's own voice
this program's client tells how long it was: that goes to the sound of what was understood.

Sound bytes are kept as the rules of retention say (`conversations.sounds`): for a time, up to a size, none of a private
conversation. See docs/protocol.md#spoken-answers.
"""

from typing import Final

from alicia_desktop.base import ids
from alicia_desktop.protocol.messages import AudioChunk
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, text, whole_number

CHUNKS_A_LOOK: Final = 63
"""Odd, because the ids of a client may be."""
_Sound = tuple[str | None, int | None, int | None, bytes | None, str]
"""Format, milliseconds, bytes, data, now."""


def audio_chunk(batch: Batch, context: Context, body: AudioChunk) -> None:
    """Project type 4: its sound goes to a sentence, a transcription or the track it came on."""
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


_FORMAT: Final = (
    "CASE WHEN audio_data IS NULL OR excluded.audio_data IS NOT NULL "
    "THEN coalesce(excluded.audio_format, audio_format) ELSE audio_format END"
)
"""What is kept of a sound has a format of its own, which stays when the sound is announced once more."""


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
