"""What was said aloud is one message with its sound, whatever ids a server gives, and in any order."""

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.recording import JournalEntry
from tests.store.wire import NOW, came, keep, later, rows, stanza, turn, went

WORDS = "When is the recital?"
HEARD = wire.Transcription(id="tr_1", text=WORDS, final=True, confidence=0.5)
SPOKEN = {"source": "microphone"}


def said(text: str = WORDS, name: str = "am_q9", **meta: str) -> JournalEntry:
    return came(wire.UserMessage(id=name, content=text), -4, meta=meta or SPOKEN)


def messages(conn: Connection) -> list[tuple[str, str]]:
    found = rows(conn, "SELECT id, contents FROM alicia_messages ORDER BY sequence_number")
    return [(one["id"], one["contents"]) for one in found]


@pytest.mark.parametrize("together", [True, False], ids=["one transaction", "two"])
@pytest.mark.parametrize("words_first", [True, False], ids=["words first", "message first"])
def test_words_and_message_of_two_names_are_one_message_tied_to_its_sound(
    conn: Connection, *, words_first: bool, together: bool
):
    interim = came(wire.Transcription(id="tr_1", text="When is"), -2)
    pair = [came(HEARD, -3), said()] if words_first else [said(), came(HEARD, -3)]
    if together:
        keep(conn, interim, *pair)
    else:
        for one in (interim, *pair):
            keep(conn, one)
    assert messages(conn) == [("am_q9", WORDS)]
    (sound,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (sound["transcription_id"], sound["message_id"], sound["transcription"]) == ("tr_1", "am_q9", WORDS)


def test_what_names_the_words_is_about_the_message(conn: Connection):
    trace = wire.MemoryTrace(id="amu_1", previous_id="tr_1", memory_id="amem_1", content="x")
    keep(conn, came(HEARD, -3, meta={"durationMs": "900"}), came(trace, -4), said())
    keep(conn, came(wire.StartAnswer(id="am_a9", previous_id="am_q9"), -5))
    assert messages(conn) == [("am_q9", WORDS), ("am_a9", "")]
    assert rows(conn, "SELECT message_id FROM alicia_memory_used") == [{"message_id": "am_q9"}]
    assert rows(conn, "SELECT value FROM alicia_meta WHERE ref = 'am_q9' AND key = 'durationMs'") == [{"value": "900"}]


def test_a_note_and_a_vote_on_the_words_are_about_the_message(conn: Connection):
    note = wire.UserNote(id="aucc_1", message_id="tr_1", content="Ask again.", timestamp=1)
    vote = wire.Feedback(id="afb_1", message_id="tr_1", target_type="message", target_id="tr_1", vote="up", timestamp=1)
    keep(conn, came(HEARD, -3))
    keep(conn, went(note), went(vote, 2))
    keep(conn, said())
    assert rows(conn, "SELECT message_id FROM alicia_user_conversation_commentaries") == [{"message_id": "am_q9"}]
    assert rows(conn, "SELECT message_id, target_id FROM alicia_feedback") == [
        {"message_id": "am_q9", "target_id": "am_q9"}
    ]


def test_the_words_again_make_no_second_message(conn: Connection):
    keep(conn, came(HEARD, -3), said(), came(wire.Transcription(id="tr_1", text=f"{WORDS} ", final=True), -5))
    assert messages(conn) == [("am_q9", WORDS)]
    assert rows(conn, "SELECT message_id FROM alicia_audio") == [{"message_id": "am_q9"}]


@pytest.mark.parametrize(
    "other", [said("When is Emma's recital?"), said(source="keyboard")], ids=["other words", "typed"]
)
def test_what_is_no_message_of_these_words_stays_one_of_its_own(conn: Connection, other: JournalEntry):
    keep(conn, came(HEARD, -3), other)
    assert [name for name, _ in messages(conn)] == ["tr_1", "am_q9"]


def test_the_same_words_said_again_are_said_again(conn: Connection):
    for number in (1, 2):
        keep(conn, came(wire.Transcription(id=f"tr_{number}", text="Yes.", final=True), -2 * number))
        keep(conn, said("Yes.", f"am_{number}"))
    assert messages(conn) == [("am_1", "Yes."), ("am_2", "Yes.")]
    found = rows(conn, "SELECT transcription_id, message_id FROM alicia_audio ORDER BY pk")
    assert [tuple(one.values()) for one in found] == [("tr_1", "am_1"), ("tr_2", "am_2")]


def test_a_question_that_was_typed_here_is_never_taken_for_what_was_heard(conn: Connection):
    keep(conn, turn()[0], came(wire.Acknowledgement(acknowledged_message_id="am_q1"), -2), came(HEARD, -3))
    assert messages(conn) == [("am_q1", WORDS), ("tr_1", WORDS)]
    outbox.put(conn, stanza(wire.UserMessage(id="am_q2", content=WORDS), 2), at=NOW)
    assert [name for name, _ in messages(conn)] == ["am_q1", "tr_1", "am_q2"]


def test_an_answered_transcription_is_a_message_of_its_own(conn: Connection):
    keep(conn, came(HEARD, -3), came(wire.AssistantMessage(id="am_a1", previous_id="tr_1", content="On Friday."), -4))
    keep(conn, came(wire.StartAnswer(id="am_a2", previous_id="am_a1"), -5), said())
    assert [name for name, _ in messages(conn)] == ["tr_1", "am_a1", "am_a2", "am_q9"]


def test_the_kept_speech_of_such_a_message_is_with_its_words(conn: Connection):
    keep(conn, came(HEARD, -3), said())
    sounds.store_speech(conn, "am_q9", b"sound", audio_format="opus_48000", duration_ms=900, at=later(1))
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["transcription"], kept["message_id"], kept["audio_data"]) == (WORDS, "am_q9", b"sound")


@pytest.mark.parametrize("words_first", [True, False], ids=["heard first", "written first"])
def test_words_that_were_answered_are_not_taken_for_the_same_words_said_later(conn: Connection, *, words_first: bool):
    heard, written = came(wire.Transcription(id="tr_1", text="Yes.", final=True), -2), said("Yes.", "am_1")
    first, second = ("tr_1", "am_1") if words_first else ("am_1", "tr_1")
    keep(conn, heard if words_first else written)
    keep(conn, came(wire.AssistantMessage(id="am_a1", previous_id=first, content="Fine."), -5))
    keep(conn, written if words_first else heard)
    assert messages(conn) == [(first, "Yes."), ("am_a1", "Fine."), (second, "Yes.")]
