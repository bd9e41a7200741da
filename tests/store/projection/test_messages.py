import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import conversations
from tests.store.wire import CONVERSATION, NOW, came, keep, row, rows, stanza, turn, went
from tests.support.examples import examples


def _order(conn: Connection) -> list[str]:
    return [row["id"] for row in rows(conn, "SELECT id FROM alicia_messages ORDER BY sequence_number")]


def test_a_question_of_ours_is_complete_and_pending(conn: Connection):
    body = wire.UserMessage(id="am_1", previous_id="am_0", content="Hello \udc80", timestamp=1_000, attachments=("a",))
    keep(conn, went(body, 4, meta={"localId": "local_7", "source": "keyboard"}))
    kept = row(conn, "alicia_messages", "am_1")
    assert (kept["message_role"], kept["completion_status"], kept["sync_status"]) == ("user", "completed", "pending")
    assert (kept["contents"], kept["previous_id"], kept["local_id"]) == ("Hello ?", "am_0", "local_7")
    assert kept["created_at"] == "1970-01-01T00:00:01.000000+00:00"
    assert row(conn, "alicia_conversations", "ac_1")["last_client_stanza_id"] == 4


def test_the_mirror_on_the_server_needs_no_acknowledgement(conn: Connection):
    keep(conn, came(wire.UserMessage(id="am_1", content="Hello"), 1))
    keep(conn, went(wire.UserMessage(id="am_2", content="Spoken"), -3))
    assert {row["sync_status"] for row in rows(conn, "SELECT sync_status FROM alicia_messages")} == {"synced"}


@pytest.mark.parametrize(
    "reply",
    [
        wire.Acknowledgement(acknowledged_stanza_id=1),
        wire.Acknowledgement(acknowledged_message_id="am_q1"),
        wire.StartAnswer(id="am_a1", previous_id="am_q1"),
        wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", content="x"),
        wire.UserMessage(id="am_q1", content="When is the recital?"),
        wire.AssistantMessage(id="am_a1", previous_id="am_q1", content="Friday."),
    ],
    ids=lambda reply: type(reply).__name__,
)
def test_what_refers_to_a_question_proves_that_it_arrived(conn: Connection, reply: wire.Message):
    keep(conn, turn()[0])
    keep(conn, came(reply))
    kept = row(conn, "alicia_messages", "am_q1")
    assert (kept["sync_status"], kept["synced_at"]) == ("synced", "2026-01-01T00:00:00.000000+00:00")


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        (wire.Acknowledgement(acknowledged_stanza_id=1), 0),
        (wire.Acknowledgement(acknowledged_stanza_id=1, success=False), -1),
        (wire.Acknowledgement(acknowledged_stanza_id=2), -1),
        (wire.ErrorMessage(code=503, message="x", originating_id="am_q1"), -1),
    ],
)
def test_a_receipt_a_refusal_or_an_error_prove_nothing(conn: Connection, reply: wire.Message, number: int):
    keep(conn, turn()[0], came(reply, number))
    assert row(conn, "alicia_messages", "am_q1")["sync_status"] == "pending"


def _asked_from(conn: Connection, seen: int) -> None:
    keep(conn, went(wire.Configuration(last_sequence_seen=seen), 9))


def test_the_mark_of_a_deployed_server_acknowledges_nothing_though_one_of_ours_has_that_number(conn: Connection):
    keep(conn, turn()[0])
    _asked_from(conn, 1)
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=1), -3))
    assert row(conn, "alicia_messages", "am_q1")["sync_status"] == "pending"
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=1, acknowledged_message_id="am_q1"), -4))
    assert row(conn, "alicia_messages", "am_q1")["sync_status"] == "synced"


def test_an_acknowledgement_that_names_another_devices_message_is_not_of_ours_with_its_number(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION)
    (waiting, _) = outbox.put(conn, stanza(wire.UserMessage(id="am_q1", content="x"), 1), at=NOW)
    outbox.mark_sent(conn, waiting.pk, NOW)
    keep(conn, came(wire.UserMessage(id="am_other", content="y"), 1))  # replayed: another device counts from 1, too
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=1, acknowledged_message_id="am_other"), -3))
    assert row(conn, "alicia_messages", "am_q1")["sync_status"] == "pending"
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=1), -4))
    assert row(conn, "alicia_messages", "am_q1")["sync_status"] == "synced"


def test_what_never_left_is_acknowledged_by_nobody(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id=CONVERSATION)
    (waiting, _) = outbox.put(conn, stanza(wire.UserMessage(id="am_q1", content="x"), 1), at=NOW)
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=1), -3))
    assert row(conn, "alicia_messages", "am_q1")["sync_status"] == "pending"
    assert outbox.waiting(conn, CONVERSATION) == [waiting]
    outbox.mark_sent(conn, waiting.pk, NOW)
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=1), -4))
    assert outbox.waiting(conn, CONVERSATION) == []


def test_an_answer_grows_and_is_completed_by_its_final_sentence(conn: Connection):
    question, start, first, last = turn()
    keep(conn, question, start)
    empty = row(conn, "alicia_messages", "am_a1")
    assert (empty["contents"], empty["completion_status"], empty["previous_id"]) == ("", "streaming", "am_q1")
    keep(conn, first)
    assert row(conn, "alicia_messages", "am_a1")["contents"] == "It is on Friday."
    assert row(conn, "alicia_sentences", "ams_1_1")["completion_status"] == "streaming"
    keep(conn, last)
    complete = row(conn, "alicia_messages", "am_a1")
    assert (complete["contents"], complete["completion_status"]) == ("It is on Friday. At six.", "completed")
    sentence = row(conn, "alicia_sentences", "ams_1_1")
    assert (sentence["message_id"], sentence["sentence_sequence_number"]) == ("am_a1", 1)
    assert sentence["completion_status"] == "completed"


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_a_turn_is_the_same_in_any_order(conn: Connection, order: tuple[int, ...]):
    entries = turn()
    for place in order:
        keep(conn, entries[place])
    answer = row(conn, "alicia_messages", "am_a1")
    assert (answer["contents"], answer["completion_status"]) == ("It is on Friday. At six.", "completed")
    assert answer["previous_id"] == "am_q1"
    assert _order(conn) == ["am_q1", "am_a1"]
    statuses = rows(conn, "SELECT DISTINCT completion_status AS status FROM alicia_sentences")
    assert statuses == [{"status": "completed"}]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_chained_sentences_find_their_answer_in_any_order(conn: Connection, order: tuple[int, ...]):
    bodies = [
        wire.StartAnswer(id="am_a", previous_id="am_q"),
        wire.AssistantSentence(id="ams_1", previous_id="am_a", sequence=1, text="One."),
        wire.AssistantSentence(id="ams_2", previous_id="ams_1", sequence=2, text="Two."),
        wire.AssistantSentence(id="ams_3", previous_id="ams_2", sequence=3, text="Three.", is_final=True),
    ]
    for place in order:
        keep(conn, came(bodies[place], -place - 1))
    assert _order(conn) == ["am_a"]
    answer = row(conn, "alicia_messages", "am_a")
    assert (answer["contents"], answer["completion_status"]) == ("One. Two. Three.", "completed")


def test_sentences_that_share_an_id_are_all_kept(conn: Connection):
    shared = [wire.AssistantSentence(id="same", previous_id="am_a", sequence=n, text=f"{n}.") for n in (1, 2)]
    keep(conn, came(shared[0], -1), came(shared[1], -2))
    keep(conn, came(wire.AssistantSentence(id="same", previous_id="am_a", sequence=3, text="3."), -3))
    assert row(conn, "alicia_messages", "am_a")["contents"] == "1. 2. 3."


@pytest.mark.parametrize("at_once", [True, False])
def test_a_sentence_that_followed_itself_has_its_place_where_that_of_its_answer_was_taken(
    conn: Connection, *, at_once: bool
):
    bodies = [
        wire.AssistantSentence(id="ams_1", previous_id="ams_1", sequence=1, text="Itself."),
        wire.AssistantSentence(id="ams_2", previous_id="am_a", sequence=1, text="Other."),
        wire.AssistantSentence(id="ams_1", previous_id="am_a", sequence=1, text="One."),
    ]
    stanzas = [came(body, -number) for number, body in enumerate(bodies, 1)]
    for some in [stanzas] if at_once else [[one] for one in stanzas]:
        keep(conn, *some)
    kept = rows(conn, "SELECT id, message_id, text FROM alicia_sentences")
    assert kept == [{"id": "ams_1", "message_id": "am_a", "text": "One."}]
    assert _order(conn) == ["am_a"]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_a_whole_message_wins_over_sentences_of_the_same_answer(conn: Connection, order: tuple[int, ...]):
    entries = [came(wire.AssistantMessage(id="am_a1", previous_id="am_q1", content="All of it."), -9), *turn()[1:3]]
    for place in order:
        keep(conn, entries[place])
    answer = row(conn, "alicia_messages", "am_a1")
    assert (answer["contents"], answer["completion_status"]) == ("All of it.", "completed")


@given(order=st.permutations(range(6)), cut=st.integers(0, 6))
@settings(max_examples=examples(40))
@pytest.mark.slow
def test_a_conversation_stands_in_the_order_of_its_chain(order: list[int], cut: int):
    from tests.store.plain import plain_database

    with plain_database() as conn:
        bodies = [
            wire.AssistantMessage(id=f"am_{number}", previous_id=f"am_{number - 1}" if number else None, content="x")
            for number in range(6)
        ]
        keep(conn, *(came(bodies[number], -number - 1) for number in order[:cut]))
        keep(conn, *(came(bodies[number], -number - 1) for number in order[cut:]))
        assert _order(conn) == [f"am_{number}" for number in range(6)]


@pytest.mark.parametrize("both", [[0], [1], [0, 1], [1, 0]])
def test_a_spoken_turn_is_one_row_either_way(conn: Connection, both: list[int]):
    spoken: list[wire.Message] = [
        wire.Transcription(id="am_1", text="When is it?", final=True, confidence=0.5, language="en"),
        wire.UserMessage(id="am_1", content="When is it?"),
    ]
    keep(conn, came(wire.Transcription(id="am_1", text="When", final=False), -1))
    assert rows(conn, "SELECT * FROM alicia_messages") == []
    for place in both:
        keep(conn, came(spoken[place], -2 - place))
    kept = row(conn, "alicia_messages", "am_1")
    assert (kept["message_role"], kept["contents"], kept["sync_status"]) == ("user", "When is it?", "synced")


def test_a_transcription_is_kept_with_its_sound(conn: Connection):
    keep(conn, came(wire.Transcription(id="am_1", text="When is", final=False), -1))
    keep(conn, came(wire.Transcription(id="am_1", text="When is it?", final=True, confidence=0.5, language="en"), -2))
    keep(conn, came(wire.Transcription(id="am_1", text="late", final=False), -3))
    (sound,) = rows(conn, "SELECT * FROM alicia_audio")
    assert sound["id"].startswith("aa_")
    assert (sound["message_id"], sound["audio_type"], sound["transcription"]) == ("am_1", "input", "When is it?")
    assert sound["transcription_meta"] == '{"confidence":0.5,"language":"en","final":true}'


def test_a_step_of_thinking(conn: Connection):
    keep(conn, came(wire.ReasoningStep(id="ar_1", previous_id="am_a", content="Think.", step_index=2, total_steps=3)))
    kept = row(conn, "alicia_reasoning_steps", "ar_1")
    assert (kept["message_id"], kept["content"], kept["sequence_number"], kept["total_steps"]) == (
        "am_a",
        "Think.",
        2,
        3,
    )


def test_an_answer_cut_off_goes_on_under_its_old_id(conn: Connection):
    _, start, first, last = turn()
    keep(conn, start, first)
    conn.exec_driver_sql("UPDATE alicia_messages SET completion_status = 'failed'")
    keep(conn, last)
    assert row(conn, "alicia_messages", "am_a1")["completion_status"] == "completed"


def test_an_answer_that_was_begun_and_comes_without_words_is_not_written_for_ever(conn: Connection):
    keep(conn, *turn()[:2], came(wire.AssistantMessage(id="am_a1", previous_id="am_q1", content=""), -9))
    assert row(conn, "alicia_messages", "am_a1")["completion_status"] == "failed"
