"""Kept sounds: where they are kept, when they go, and what takes them along."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.changes import pop_changes
from alicia_desktop.store.conversations import (
    conversation_file,
    conversations,
    messages,
    recently_deleted,
    sounds,
    transcripts,
)
from alicia_desktop.store.memories import forgetting
from tests.store.wire import CONVERSATION, NOW, came, keep, later, turn, went

SEVEN_DAYS = timedelta(days=7)


def hear(conn: Connection, answer: str = "am_a1", *sequences: int, data: bytes = b"sound") -> None:
    for sequence in sequences or (1, 2):
        sounds.store_sentence(conn, answer, sequence, data, audio_format="opus_48000", duration_ms=900, at=NOW)


def kept(conn: Connection, message: str = "am_a1") -> list[int]:
    return [one.sequence for one in sounds.of_message(conn, message)]


def told(conn: Connection) -> set[str]:
    return {change.id for change in pop_changes(conn) if change.subject == "message"}


def test_sentences_are_given_back_in_order_and_the_message_shows_it(conn: Connection):
    keep(conn, *turn())
    pop_changes(conn)
    hear(conn, "am_a1", 2, 1)
    assert told(conn) == {"am_a1"}
    assert [(one.sequence, one.audio_format, one.data) for one in sounds.of_message(conn, "am_a1")] == [
        (1, "opus_48000", b"sound"),
        (2, "opus_48000", b"sound"),
    ]
    shown = {bundle.message.id: bundle.sound for bundle in transcripts.whole(conn, CONVERSATION)}
    assert shown == {"am_q1": False, "am_a1": True}


def test_what_is_not_there_or_private_or_deleted_keeps_nothing(conn: Connection):
    keep(conn, *turn())
    hear(conn, "am_a1", 3)
    hear(conn, "am_a9", 1)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=True)
    hear(conn)
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION, private=False)
    conversations.delete(conn, CONVERSATION, NOW)
    hear(conn)
    assert kept(conn) == []


def test_it_is_kept_for_seven_days(conn: Connection):
    keep(conn, *turn())
    hear(conn)
    sounds.prune(conn, NOW + SEVEN_DAYS)
    assert kept(conn) == [1, 2]
    pop_changes(conn)
    sounds.prune(conn, NOW + SEVEN_DAYS + timedelta(seconds=1))
    assert kept(conn) == []
    assert told(conn) == {"am_a1"}


def test_where_there_is_too_much_the_oldest_goes_first(conn: Connection):
    for number in range(1, 5):
        entries = turn(str(number), sentences=["One."])
        keep(conn, *entries)
        hear(conn, f"am_a{number}", 1, data=bytes(10))
        moment = later(number).isoformat()
        conn.exec_driver_sql(
            "UPDATE alicia_sentences SET created_at = ? WHERE message_id = ?", (moment, f"am_a{number}")
        )
    sounds.prune(conn, later(9), most_bytes=25)
    assert [kept(conn, f"am_a{number}") for number in range(1, 5)] == [[], [], [1], [1]]


def test_a_deletion_takes_it_along_once_it_cannot_be_undone(conn: Connection):
    keep(conn, *turn())
    hear(conn)
    messages.delete(conn, "am_a1", later(10))
    sounds.prune(conn, later(12), deleted_until=later(9))
    assert kept(conn) == [1, 2]
    sounds.prune(conn, later(30), deleted_until=later(10))
    assert kept(conn) == []


def test_a_deleted_conversation_keeps_it_until_it_is_purged(conn: Connection):
    keep(conn, *turn())
    hear(conn)
    conversations.delete(conn, CONVERSATION, later(10))
    sounds.prune(conn, later(30), deleted_until=later(20))
    assert kept(conn) == [1, 2]
    recently_deleted.purge(conn, CONVERSATION, later(30))
    assert kept(conn) == []


@pytest.mark.parametrize("named", ["am_q1", "am_a1"])
def test_what_is_forgotten_is_not_heard_again(conn: Connection, named: str):
    trace = wire.MemoryTrace(id="amu_1", previous_id=named, memory_id="amem_1", action="retrieved", content="Rex")
    keep(conn, *turn(sentences=["His name is Rex.", "At six."]), *turn("2"), came(trace, -9))
    hear(conn)
    hear(conn, "am_a2")
    forgetting.forget(conn, ["amem_1"], NOW)
    assert kept(conn) == []
    assert kept(conn, "am_a2") == [1, 2]


def test_words_that_are_forgotten_take_the_sound_of_their_sentence(conn: Connection):
    keep(conn, *turn(sentences=["The dog is called Rex.", "At six."]))
    keep(conn, came(wire.Transcription(id="am_q7", text="The dog is called Rex.", final=True), -8))
    hear(conn)
    conn.exec_driver_sql("UPDATE alicia_audio SET audio_data = x'00'")
    forgetting.forget(conn, [], NOW, also=["The dog is called Rex."])
    assert kept(conn) == [2]
    assert kept(conn, "am_q7") == []


def test_an_export_leaves_it_here(conn: Connection):
    keep(conn, *turn())
    hear(conn, data=b"the sound itself")
    assert b"audio_data" not in conversation_file.export_conversation(conn, CONVERSATION)
    assert b"audio_bytesize" not in conversation_file.export_conversation(conn, CONVERSATION)


def test_what_a_server_sends_with_its_chunks_is_kept_and_goes_like_any_other(conn: Connection):
    keep(conn, *turn())
    chunk = wire.AudioChunk(format="pcm_s16le_24000", duration=5, seq=2, data=b"1234")
    keep(conn, came(chunk, -7, meta={"messageId": "am_a1"}), went(wire.UserMessage(id="am_q2", content="x"), 2))
    assert [one.data for one in sounds.of_message(conn, "am_a1")] == [b"1234"]
    sounds.prune(conn, NOW + SEVEN_DAYS * 2)
    assert kept(conn) == []


def test_the_format_of_what_is_kept_stays_when_the_sound_is_announced_once_more(conn: Connection):
    keep(conn, *turn())
    hear(conn)
    keep(conn, came(wire.AudioChunk(format="pcm_s16le_48000", duration=7, seq=1), -9, meta={"messageId": "am_a1"}))
    assert {one.audio_format for one in sounds.of_message(conn, "am_a1")} == {"opus_48000"}


def say(conn: Connection, message: str) -> None:
    sounds.store_speech(conn, message, b"mine", audio_format="opus_48000", duration_ms=900, at=NOW)


def test_what_the_person_said_is_kept_with_its_transcription_until_they_want_it_no_longer(conn: Connection):
    spoken = {"source": "microphone"}
    keep(conn, came(wire.Transcription(id="am_q1", text="When is it?", final=True), -7), *turn()[1:])
    keep(conn, went(wire.UserMessage(id="am_q2", content="And then?"), 2, meta=spoken))
    for message in ("am_q1", "am_q2", "am_q9"):
        say(conn, message)
    hear(conn)
    chunk = wire.AudioChunk(conversation_id=CONVERSATION, format="pcm_s16le_48000", duration=700, is_last=True)
    keep(conn, went(chunk, 3, meta={"messageId": "am_q1", **spoken}))
    (row,) = messages.audio_of(conn, "am_q1")
    assert (row.transcription, row.audio_format, row.duration_ms) == ("When is it?", "opus_48000", 700)
    assert [one.data for one in sounds.of_message(conn, "am_q1")] == [b"mine"]
    assert kept(conn, "am_q2") == [0]
    assert {bundle.message.id for bundle in transcripts.whole(conn, CONVERSATION) if bundle.sound} == {
        "am_q1",
        "am_q2",
        "am_a1",
    }
    sounds.drop_speech(conn)
    assert kept(conn, "am_q1") == kept(conn, "am_q2") == []
    assert kept(conn) == [1, 2]


def test_of_a_private_conversation_the_persons_voice_is_not_kept_either(conn: Connection):
    keep(conn, came(wire.Transcription(id="am_q1", text="When is it?", final=True), -7))
    conn.exec_driver_sql("UPDATE alicia_conversations SET private = 1")
    say(conn, "am_q1")
    assert kept(conn, "am_q1") == []
