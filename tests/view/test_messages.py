"""One message with all that hangs under it."""

import json
from dataclasses import replace

import pytest

from alicia_desktop.session.ledger import SENT_AT, SPEECH_ENDED_AT
from alicia_desktop.session.voice_state import Interim
from alicia_desktop.store.records import NOTICE, WAITS_FOR, OutboxRecord
from alicia_desktop.view import text
from alicia_desktop.view.messages import ConnectionPause, interim_row, message_row
from tests.view.records import START, after, answer, bundle, message, sentence, tool, use

WAITING = OutboxRecord(
    pk=1,
    conversation_id="ac_1",
    stanza_id=3,
    type=2,
    content_id="am_1",
    raw=b"",
    status="queued",
    attempts=0,
    last_attempt_at=None,
    error=None,
    created_at=START,
)
PENDING = message(sync_status="pending")


def test_a_message_of_mine_says_where_it_is() -> None:
    def state(**given: object) -> tuple[str, str]:
        row = message_row(bundle(**given))
        return row.state, row.state_text

    assert state(message=PENDING, outbox=WAITING) == ("queued", "Queued")
    assert state(message=PENDING, outbox=replace(WAITING, status="sent", attempts=1)) == ("sending", "Sending")
    assert state(message=message()) == ("stored", "Stored")
    assert state(message=message(stopped_at=after(2))) == ("stored", "Stored · Stopped")
    failed = replace(WAITING, status="failed", error="too large", attempts=1)
    assert state(message=PENDING, outbox=failed) == ("failed", "Not sent: too large · 1 attempt")
    assert state(message=message(sync_status="conflict")) == ("conflict", "Conflict")


def test_what_waits_says_when_it_is_tried_next_and_why_it_waits() -> None:
    away = ConnectionPause(at=after(12), reason="The server does not answer.")
    tried = replace(WAITING, attempts=2, error="The line broke")
    row = message_row(bundle(message=PENDING, outbox=tried), away)
    assert row.state_text == f"Queued · 2 attempts · The line broke · next try at {text.second_time(after(12))}"
    assert row.state_reason == "The server does not answer."
    assert message_row(bundle(message=message()), away).state_text == "Stored"


def test_what_was_sent_without_an_acknowledgement_waits_while_no_attempt_to_connect_is_made() -> None:
    sent = bundle(message=PENDING, outbox=replace(WAITING, status="sent", attempts=1))
    refused = message_row(sent, ConnectionPause(at=None, reason="The server does not accept this user."))
    assert (refused.state, refused.state_text) == ("queued", "Queued")
    assert refused.state_reason == "The server does not accept this user."
    soon = message_row(sent, ConnectionPause(at=after(12), reason="The server does not answer."))
    assert soon.state_text == f"Queued · next try at {text.second_time(after(12))}"


def test_what_ended_a_message_and_what_ended_nothing_are_both_said() -> None:
    broken = answer(completion_status="failed", error_code=501, error_message="The model is gone.")
    assert message_row(bundle(message=broken, meta={NOTICE: "Slow."})).errors == ("The model is gone.", "Slow.")
    assert message_row(bundle(message=message(), meta={NOTICE: "Slow."})).errors == ("Slow.",)
    assert message_row(bundle(message=message(), meta={WAITS_FOR: "It waits."})).errors == ("It waits.",)


def test_her_answers_carry_no_state_of_delivery() -> None:
    assert message_row(bundle(message=answer(contents="On Friday."))).state == "received"


def test_sentences_are_found_in_the_text() -> None:
    said = [sentence(2, "See you there."), sentence(1, "It is on Friday.")]
    row = message_row(bundle(message=answer(contents="It is on Friday. See you there."), sentences=said))
    assert [row.text[span.start : span.end] for span in row.sentences] == ["It is on Friday.", "See you there."]
    assert [span.sequence for span in row.sentences] == [1, 2]


def test_an_interrupted_answer_keeps_what_was_said_and_greys_the_rest() -> None:
    stopped = answer(contents="One. Two. Three.", stopped_at=after(2), spoken_sequence=1, completion_status="streaming")
    said = [sentence(1, "One."), sentence(2, "Two."), sentence(3, "Three.")]
    row = message_row(bundle(message=stopped, sentences=said))
    assert row.stopped_after == len("One.")
    assert not row.streaming


def test_what_was_not_heard_of_the_sentence_that_was_cut_is_grey_too() -> None:
    stopped = answer(contents="One. It is on Friday.", stop_type="speech", spoken_sequence=2, spoken_ms=600)
    said = [sentence(1, "One.", duration_ms=500), sentence(2, "It is on Friday.", duration_ms=1_120)]
    assert message_row(bundle(message=stopped, sentences=said)).stopped_after == len("One. It is on")


def test_an_answer_stopped_before_any_sound_keeps_its_text() -> None:
    row = message_row(bundle(message=answer(contents="One.", stopped_at=after(2)), sentences=[sentence(1, "One.")]))
    assert row.stopped_after == len("One.")


def test_an_answer_that_was_given_up_is_incomplete_and_no_longer_streams() -> None:
    row = message_row(bundle(message=answer(contents="On", completion_status="failed")))
    assert row.incomplete
    assert not row.streaming


@pytest.mark.parametrize(("reason", "status", "cut"), [("length", "completed", True), ("stop", "completed", False)])
def test_an_answer_that_might_not_be_longer_is_cut(reason: str, status: str, cut: bool) -> None:
    row = message_row(bundle(message=answer(contents="On", completion_status=status), meta={"finishReason": reason}))
    assert (row.cut, row.incomplete) == (cut, False)


def test_chips_stand_best_first_and_what_was_stored_last() -> None:
    traces = [
        use(id="s", action="stored", confidence=0.9),
        use(id="b", confidence=0.5),
        use(id="a", confidence=0.8),
    ]
    row = message_row(bundle(message=answer(), traces=traces))
    assert [chip.id for chip in row.chips] == ["a", "b", "s"]


def test_the_wait_is_counted_from_the_end_of_speech_else_from_the_sending() -> None:
    said = [sentence(1, "On Friday.", created_at=after(1.5))]
    spoken = bundle(
        message=answer(),
        sentences=said,
        question=message(),
        question_meta={SPEECH_ENDED_AT: after(1).isoformat(), SENT_AT: after(0.1).isoformat()},
    )
    assert message_row(spoken).timing == "First word after 0.50 s"
    typed = replace(
        spoken, question_meta={SENT_AT: after(0.5).isoformat()}, tools=[tool(status="success", completed_at=after(0.4))]
    )
    assert message_row(typed).timing == "First word after 1.00 s · calculator 400 ms"


@pytest.mark.parametrize(("took", "shown"), [(2_700.0, ""), (93_000.0, "First word after 94.00 s")])
def test_the_wait_for_an_answer_that_was_done_long_before_it_came_is_not_shown(took: float, shown: str) -> None:
    late = bundle(
        message=answer(completion_status="completed"),
        sentences=[sentence(1, "On Friday.", created_at=after(94.5))],
        question=message(),
        question_meta={SENT_AT: after(0.5).isoformat()},
        meta={"timings": json.dumps({"end": took, "phases": []})},
    )
    assert message_row(late).timing == shown


def test_an_interim_transcript_is_shown_as_being_heard() -> None:
    row = interim_row(Interim(id="am_9", text="When is"), START)
    assert (row.id, row.interim, row.state) == ("am_9", True, "hearing")


def test_a_spoken_message_says_so() -> None:
    assert message_row(bundle(meta={"source": "microphone"})).spoken
    assert not message_row(bundle(meta={"source": "keyboard"})).spoken


def test_an_answer_asked_for_again_counts_from_that_wish() -> None:
    asked = message(created_at=after(0))
    again = bundle(
        message=answer(created_at=after(61)),
        sentences=[sentence(1, "At six.", created_at=after(62))],
        question=asked,
        asked_again_at=after(60),
    )
    assert message_row(again).timing == "First word after 2.00 s"


def test_an_answer_given_up_for_one_that_has_not_come_says_so() -> None:
    given_up = answer(superseded_at=after(5))
    asked = message()
    assert message_row(bundle(message=given_up, question=asked)).awaits_other
    assert not message_row(bundle(message=replace(given_up, superseded_by="am_3"), question=asked)).awaits_other
    edited = replace(asked, superseded_at=after(5), superseded_by="am_4")
    assert not message_row(bundle(message=given_up, question=edited)).awaits_other


def test_what_was_found_but_not_read_stands_behind_the_memories_of_the_answer() -> None:
    missed = [
        {"memoryId": "amem_7", "content": "User likes marzipan.", "relevance": 0.5, "reason": "not_read"},
        {"memoryId": "amem_8", "content": "User has an oven.", "relevance": 0.3, "reason": "below_threshold"},
    ]
    trace = use(id="a", confidence=0.8, meta={"retrieval": {"missed": missed}})
    row = message_row(bundle(message=answer(), traces=[trace]))
    assert [(chip.memory_id, chip.unread) for chip in row.chips] == [(trace.memory_id, False), ("amem_7", True)]
    assert (row.chips[1].content, row.chips[1].score) == ("You like marzipan", "0.50")


def test_what_the_turn_stored_itself_has_one_chip_although_it_was_found_as_well() -> None:
    stored = use(id="a", action="stored", memory_id="amem_7")
    missed = [{"memoryId": "amem_7", "content": "User likes marzipan.", "relevance": 1.0, "reason": "not_read"}]
    kept = json.dumps({"missed": missed})
    row = message_row(bundle(message=answer(), traces=[stored], meta={"retrieval": kept}))
    assert [(chip.action, chip.unread) for chip in row.chips] == [("stored", False)]
