"""Store, read and prune sound: sentences as the loudspeaker played them, and the user's speech where they allow it.

What AudioChunks bring is stored by `projection.speech`, and pruned like all other sound. Sounds stand with what they
sound: a sentence's beside its text, a message's with its transcription. They go after seven days, the oldest first
where there is too much of them, with what was deleted, and with what was forgotten: a sound cannot lose single words,
so it goes as a whole. Of a private conversation none is kept (docs/architecture.md#retention).

Raw SQL, because a statement checks, writes and returns at once while sound is played, as `make bench-conversation`
measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Table, select

from alicia_desktop.base.ids import AUDIO, new_id
from alicia_desktop.store.changes import note
from alicia_desktop.store.files.checkpointer import for_good
from alicia_desktop.store.schema import audio, messages, sentences
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text

KEPT: Final = timedelta(days=7)
MAX_BYTES: Final = 500_000_000
"""Of all kept sounds together."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredSound:
    """The sound of one sentence, or of a whole message of the person."""

    sequence: int
    """The number of the sentence; 0 for a whole message."""
    audio_format: str
    """`opus_48000`, `pcm_s16le_24000`, or what else a server has sent."""
    data: bytes


def store_sentence(
    conn: Connection, message_id: str, sequence: int, data: bytes, *, audio_format: str, duration_ms: int, at: datetime
) -> None:
    """Store the sound of a sentence for replay, unless its conversation is private or is not here any more."""
    changed = conn.exec_driver_sql(
        "UPDATE alicia_sentences SET audio_type = 'output', audio_format = ?3, audio_data = ?4, audio_bytesize = ?5, "
        "duration_ms = ?6, updated_at = ?7 WHERE message_id = ?1 AND sentence_sequence_number = ?2 "
        f"AND message_id IN ({_OPEN}) RETURNING message_id",
        (message_id, sequence, audio_format, data, len(data), duration_ms, to_utc_text(at)),
    ).scalars()
    _note(conn, changed.all())


def store_speech(
    conn: Connection, message_id: str, data: bytes, *, audio_format: str, duration_ms: int, at: datetime
) -> None:
    """Store the user's speech of a message, with its transcription; not in a private conversation."""
    changed = conn.exec_driver_sql(
        "INSERT INTO alicia_audio(id, conversation_id, transcription_id, message_id, audio_type, audio_format, "
        "audio_data, duration_ms, created_at, updated_at) "
        f"SELECT ?2, conversation_id, {_HEARD}, id, 'input', ?3, ?4, ?5, ?6, ?6 FROM alicia_messages "
        f"WHERE id = ?1 AND id IN ({_OPEN}) ON CONFLICT(transcription_id) DO UPDATE SET "
        "audio_format = excluded.audio_format, audio_data = excluded.audio_data, duration_ms = excluded.duration_ms, "
        "message_id = excluded.message_id, updated_at = excluded.updated_at RETURNING message_id",
        (message_id, new_id(AUDIO), audio_format, data, duration_ms, to_utc_text(at)),
    ).scalars()
    _note(conn, changed.all())


def drop_speech(conn: Connection) -> None:
    """Delete all speech of the user, who does not want it stored any longer."""
    kept = select(audio.c.pk).where(audio.c.audio_type == "input", audio.c.audio_data.is_not(None))
    with for_good(conn):
        _drop(conn, audio, list(conn.execute(kept).scalars()))


def of_message(conn: Connection, message_id: str, *, most_bytes: int = MAX_BYTES) -> list[StoredSound]:
    """Return what is kept of a message, in order, up to the sound with which it is more than `most_bytes`."""
    rows = conn.exec_driver_sql(
        "SELECT sentence_sequence_number, coalesce(audio_format, ''), 'alicia_sentences', pk, length(audio_data) "
        "FROM alicia_sentences WHERE message_id = ?1 AND audio_data IS NOT NULL UNION ALL "
        "SELECT 0, coalesce(audio_format, ''), 'alicia_audio', pk, length(audio_data) FROM alicia_audio "
        "WHERE message_id = ?1 AND audio_data IS NOT NULL ORDER BY 1",
        (message_id,),
    ).all()
    found: list[StoredSound] = []
    for sequence, audio_format, table, pk, size in rows:
        data = conn.exec_driver_sql(f"SELECT audio_data FROM {table} WHERE pk = ?", (pk,)).scalar()
        found.append(StoredSound(sequence=sequence, audio_format=audio_format, data=data or b""))
        most_bytes -= size
        if most_bytes < 0:
            break
    return found


def stored_among(conn: Connection, message_ids: Sequence[str]) -> set[str]:
    """Return those messages of which something is kept."""
    rows = conn.exec_driver_sql(
        "WITH wanted AS (SELECT value FROM json_each(?)) "
        "SELECT message_id FROM alicia_sentences WHERE audio_data IS NOT NULL AND message_id IN wanted UNION "
        "SELECT message_id FROM alicia_audio WHERE audio_data IS NOT NULL AND message_id IN wanted",
        (to_json_text(list(message_ids)),),
    )
    return set(rows.scalars())


def prune(
    conn: Connection, at: datetime, *, deleted_until: datetime | None = None, most_bytes: int = MAX_BYTES
) -> None:
    """Delete sounds that are too old, and the oldest while there are too many bytes.

    With `deleted_until` also what belongs to messages that were deleted up to then.
    """
    oldest, total = conn.exec_driver_sql(f"{_ALL} SELECT min(created_at), coalesce(sum(size), 0) FROM kept").one()
    since = to_utc_text(at - KEPT)
    if deleted_until is None and total <= most_bytes and (oldest is None or oldest >= since):
        return  # so it is after nearly every sentence, and from the index alone it is known in milliseconds
    values = (since, most_bytes, None if deleted_until is None else to_utc_text(deleted_until))
    rows = conn.exec_driver_sql(_OVER, values).all()
    for place, table in (("sentences", sentences), ("audio", audio)):
        _drop(conn, table, [pk for name, pk in rows if name == place])


def forget(conn: Connection, memory_ids: Sequence[str]) -> None:
    """Delete the sounds of answers that used one of these memories, and of the messages that they come from."""
    named = (to_json_text(list(memory_ids)),)
    for table in (sentences, audio):
        found = conn.exec_driver_sql(f"{_NAMED} SELECT pk FROM {table.name} WHERE message_id IN about", named)
        _drop(conn, table, list(found.scalars()))


def _drop(conn: Connection, table: Table, pks: Sequence[int]) -> None:
    values = {"audio_data": None, **({"audio_bytesize": None} if "audio_bytesize" in table.c else {})}
    for pk in pks:
        one = (table.c.pk == pk) & table.c.audio_data.is_not(None)
        _note(
            conn, conn.execute(table.update().where(one).values(values).returning(table.c.message_id)).scalars().all()
        )


def _note(conn: Connection, message_ids: Sequence[str | None]) -> None:
    """Tell that messages can be heard again, or no longer."""
    for message_id in message_ids:
        place = select(messages.c.conversation_id).where(messages.c.id == message_id)
        note(conn, "message", conn.execute(place).scalar(), message_id or "")


TRANSCRIPTION_OF: Final = (
    "coalesce((SELECT transcription_id FROM alicia_audio WHERE message_id = {message} "
    "AND transcription_id IS NOT NULL LIMIT 1), {message})"
)
"""The transcription of a message, which some servers call by an id of its own."""
_HEARD: Final = TRANSCRIPTION_OF.format(message="?1")
_PRIVATE: Final = "(c.private OR coalesce(json_extract(c.preferences, '$.private'), 0))"
IS_PRIVATE: Final = f"SELECT 1 FROM alicia_conversations c WHERE c.id = ? AND {_PRIVATE}"
"""A row where a conversation is private, of which no sound is kept."""
_OPEN: Final = (
    "SELECT m.id FROM alicia_messages m JOIN alicia_conversations c ON c.id = m.conversation_id WHERE m.id = ?1 "
    f"AND m.deleted_at IS NULL AND c.deleted_at IS NULL AND NOT {_PRIVATE}"
)
"""The message ?1, where its sound may be kept."""

_ALL: Final = (
    "WITH kept AS ("
    "SELECT 'sentences' AS place, pk, message_id, created_at, audio_bytesize AS size FROM alicia_sentences "
    "WHERE audio_data IS NOT NULL UNION ALL "
    "SELECT 'audio', pk, message_id, created_at, length(audio_data) FROM alicia_audio WHERE audio_data IS NOT NULL)"
)
_OVER: Final = (
    f"{_ALL}, summed AS (SELECT *, sum(size) OVER (ORDER BY created_at DESC, place, pk DESC) AS total FROM kept) "
    "SELECT place, pk FROM summed WHERE created_at < ?1 OR total > ?2 OR (?3 IS NOT NULL AND message_id IN ("
    "SELECT m.id FROM alicia_messages m WHERE m.id = summed.message_id AND m.deleted_at <= ?3))"
)
"""What is older than ?1, what is beyond ?2 bytes counted from the newest, what is of a message deleted up to ?3."""

_NAMED: Final = (
    "WITH named AS (SELECT message_id FROM alicia_memory_used WHERE memory_id IN (SELECT value FROM json_each(?))), "
    "about AS (SELECT message_id FROM named UNION SELECT m.id FROM alicia_messages m WHERE m.previous_id IN named)"
)
"""The messages that the uses of memories name, and the answers to them."""
