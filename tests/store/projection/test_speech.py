"""Sound as AudioChunks bring it: in its sentence, else in a row of its own, for as long as it may be kept."""

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations import conversations, recently_deleted, sounds
from tests.store.wire import came, keep, later, row, rows, turn, went


def chunk(seq: int | None, **fields: object) -> wire.AudioChunk:
    return wire.AudioChunk(**{"format": "pcm_s16le_48000", "duration": 20, "seq": seq, "data": b"1234", **fields})  # type: ignore[arg-type]  # as given


def sentences(conn: Connection) -> list[dict[str, object]]:
    return rows(conn, "SELECT sentence_sequence_number AS number, text, audio_data FROM alicia_sentences ORDER BY 1")


@pytest.mark.parametrize("meta", [{"messageId": "am_a1"}, {}], ids=["named", "the one that is being written"])
def test_a_chunk_for_a_sentence_that_never_comes_makes_no_sentence(conn: Connection, meta: dict[str, str]):
    keep(conn, *turn()[:2], came(chunk(7), -8, meta=meta), turn()[2])
    assert [(one["number"], one["audio_data"]) for one in sentences(conn)] == [(1, None)]
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["message_id"], kept["chunk_sequence"], kept["audio_data"]) == ("am_a1", 7, b"1234")


def test_fifty_chunks_of_a_track_are_no_fifty_sentences(conn: Connection):
    keep(conn, *turn()[:3])
    keep(conn, *(came(chunk(number, track_sid="TR_1"), -10 - number) for number in range(50)))
    assert [one["number"] for one in sentences(conn)] == [1]
    assert sentences(conn)[0]["audio_data"] is None
    assert len(rows(conn, "SELECT 1 FROM alicia_audio WHERE livekit_track_sid = 'TR_1'")) == 50


def test_sound_that_came_a_transaction_before_its_sentence_is_given_to_it(conn: Connection):
    keep(conn, *turn()[:2])
    keep(conn, came(chunk(1, duration=900), -8, meta={"messageId": "am_a1"}))
    assert sentences(conn) == []
    keep(conn, turn()[2])
    kept = row(conn, "alicia_sentences", "ams_1_1")
    assert (kept["audio_type"], kept["audio_format"], kept["duration_ms"]) == ("output", "pcm_s16le_48000", 900)
    assert (kept["audio_bytesize"], kept["audio_data"], kept["text"]) == (4, b"1234", "It is on Friday.")
    assert rows(conn, "SELECT 1 FROM alicia_audio") == []


def test_a_chunk_without_a_number_is_of_the_whole_answer(conn: Connection):
    keep(conn, *turn()[:3])
    for number in (-20, -21):
        keep(conn, came(chunk(None), number, meta={"messageId": "am_a1"}))
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["message_id"], kept["audio_type"], kept["chunk_sequence"]) == ("am_a1", "output", None)


def test_first_chunks_of_two_answers_are_two(conn: Connection):
    for answer in ("am_a1", "am_a2"):
        keep(conn, came(chunk(1), -8, meta={"messageId": answer}))
    found = rows(conn, "SELECT message_id FROM alicia_audio ORDER BY message_id")
    assert [one["message_id"] for one in found] == ["am_a1", "am_a2"]


@pytest.mark.parametrize("words_first", [True, False])
def test_what_a_client_sends_of_a_message_is_kept_with_its_words(conn: Connection, *, words_first: bool):
    words = came(wire.Transcription(id="am_1", text="When is it?", final=True), -2)
    sound = went(chunk(None, is_last=True), 1, meta={"messageId": "am_1"})
    keep(conn, *((words, sound) if words_first else (sound, words)))
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["transcription"], kept["audio_type"], kept["audio_data"]) == ("When is it?", "input", b"1234")


def test_the_track_of_what_the_person_said_is_kept_with_its_words(conn: Connection):
    words = came(wire.Transcription(id="am_1", text="When is it?", final=True), -2)
    told = wire.AudioChunk(track_sid="TR_1", format="pcm_s16le_48000", duration=900, is_last=True)
    keep(conn, words, went(told, 1, meta={"messageId": "am_1"}))
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["transcription"], kept["livekit_track_sid"]) == ("When is it?", "TR_1")


def test_a_recording_that_belongs_to_no_message_goes_with_its_conversation(conn: Connection):
    keep(conn, went(chunk(1, track_sid="TR_1"), 1))
    conversations.delete(conn, "ac_1", later(60))
    sounds.prune(conn, later(90), deleted_until=later(60))
    assert rows(conn, "SELECT audio_data FROM alicia_audio") == [{"audio_data": b"1234"}]
    recently_deleted.purge(conn, "ac_1", later(90))
    assert rows(conn, "SELECT audio_data FROM alicia_audio") == []


@pytest.mark.parametrize("column", ["private = 1", "preferences = '{\"private\": true}'"])
def test_of_a_private_conversation_no_sound_is_kept(conn: Connection, column: str):
    keep(conn, *turn()[:3])
    conn.exec_driver_sql(f"UPDATE alicia_conversations SET {column}")
    keep(conn, came(chunk(1), -8, meta={"messageId": "am_a1"}), went(chunk(1, track_sid="TR_1"), 2))
    assert sentences(conn)[0]["audio_data"] is None
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["duration_ms"], kept["audio_data"]) == (20, None)


def test_it_goes_after_seven_days_and_where_there_is_too_much(conn: Connection, monkeypatch: pytest.MonkeyPatch):
    keep(conn, went(chunk(1, track_sid="TR_1"), 1))
    sounds.prune(conn, later(6 * 86_400))
    assert rows(conn, "SELECT audio_data FROM alicia_audio") == [{"audio_data": b"1234"}]
    sounds.prune(conn, later(8 * 86_400))
    assert rows(conn, "SELECT audio_data, duration_ms FROM alicia_audio") == [{"audio_data": None, "duration_ms": 20}]
    monkeypatch.setattr(sounds, "MAX_BYTES", 6)
    keep(conn, went(chunk(2, track_sid="TR_1"), 2))
    keep(conn, went(chunk(3, track_sid="TR_1"), 3))
    kept = rows(conn, "SELECT chunk_sequence AS number FROM alicia_audio WHERE audio_data IS NOT NULL")
    assert [one["number"] for one in kept] == [3]


def test_not_every_small_chunk_looks_at_all_sounds(conn: Connection, monkeypatch: pytest.MonkeyPatch):
    looks: list[int] = []
    monkeypatch.setattr(sounds, "prune", lambda *_, **__: looks.append(1))
    for number in range(1, 253, 2):
        keep(conn, went(chunk(number, track_sid="TR_1"), number))
    assert len(looks) == 2
    keep(conn, went(chunk(253, track_sid="TR_1", data=bytes(1_000_000)), 253))
    assert len(looks) == 3
