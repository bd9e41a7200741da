import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store import accounts, outbox
from alicia_desktop.store.records import NOTICE, WAITS_FOR
from tests.store.wire import CONVERSATION, NOW, came, keep, row, rows, stanza, turn, went

QUESTION = wire.UserMessage(id="am_q1", content="When is the recital?")


def _branch(conn: Connection) -> list[str]:
    return [
        row["id"] for row in rows(conn, "SELECT id FROM alicia_messages WHERE superseded_at IS NOT NULL ORDER BY id")
    ]


def test_a_stop_keeps_what_came_and_marks_it(conn: Connection):
    stop = wire.ControlStop(target_id="am_a1", reason="person", stop_type="all")
    keep(conn, *turn()[:3], went(stop, 2, meta={"spokenSequence": 1, "spokenMs": 400}))
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["contents"], kept["completion_status"]) == ("It is on Friday.", "completed")
    assert (kept["stop_type"], kept["stop_reason"], kept["spoken_sequence"], kept["spoken_ms"]) == (
        "all",
        "person",
        1,
        400,
    )
    assert kept["stopped_at"] is not None
    assert row(conn, "alicia_sentences", "ams_1_1")["completion_status"] == "completed"


@pytest.mark.parametrize("target", [None, "am_a1", "am_q1", "ams_1_1"])
def test_a_stop_finds_what_is_being_written(conn: Connection, target: str | None):
    keep(conn, *turn()[:3], went(wire.ControlStop(target_id=target), 2))
    assert row(conn, "alicia_messages", "am_a1")["stopped_at"] is not None


def test_a_stop_before_the_answer_marks_the_question(conn: Connection):
    keep(conn, turn()[0], went(wire.ControlStop(target_id="am_q1"), 2))
    assert row(conn, "alicia_messages", "am_q1")["stopped_at"] is not None


def test_a_stop_without_a_target_means_the_question_that_is_thought_about(conn: Connection):
    keep(conn, *turn("0"), turn("1")[0], turn("2")[0])
    keep(conn, went(wire.ControlStop(), 5))
    marked = [found["id"] for found in rows(conn, "SELECT id FROM alicia_messages WHERE stopped_at IS NOT NULL")]
    assert marked == ["am_q1"]


@pytest.mark.parametrize("at_once", [True, False])
def test_a_stop_that_comes_before_its_question_holds_for_it(conn: Connection, *, at_once: bool):
    entries = [came(wire.ControlStop(target_id="am_q1"), 1), came(QUESTION, 2)]
    for some in [entries] if at_once else [[entry] for entry in entries]:
        keep(conn, *some)
    assert row(conn, "alicia_messages", "am_q1")["stopped_at"] is not None


def test_a_stop_of_speech_that_comes_before_its_question_stops_no_answer(conn: Connection):
    keep(conn, came(wire.ControlStop(target_id="am_q1", stop_type="speech"), 1), came(QUESTION, 2))
    assert row(conn, "alicia_messages", "am_q1")["stopped_at"] is None


def test_an_answer_to_what_was_stopped_before_it_began_is_stopped_from_the_start(conn: Connection):
    question, *answer = turn()
    keep(conn, question, went(wire.ControlStop(target_id="am_q1"), 2))
    later_ones = keep(conn, *answer)
    assert [one.after_stop for one in later_ones] == [False, True, True]
    begun = row(conn, "alicia_messages", "am_a1")
    assert (begun["contents"], begun["completion_status"], begun["stopped_at"] is not None) == ("", "completed", True)
    (whole,) = keep(conn, came(wire.AssistantMessage(id="am_b1", previous_id="am_q1", content="Friday."), -9))
    assert whole.after_stop


def test_what_is_asked_for_again_after_a_stop_is_answered(conn: Connection):
    question, *answer = turn()
    keep(conn, question, went(wire.ControlStop(target_id="am_q1"), 2))
    keep(conn, went(wire.ControlVariation(target_id="am_q1", mode="regenerate"), 3), *answer)
    assert row(conn, "alicia_messages", "am_a1")["contents"] == "It is on Friday. At six."


def test_a_stop_of_speech_lets_the_text_come(conn: Connection):
    _, start, first, last = turn()
    keep(conn, start, first, went(wire.ControlStop(target_id="am_a1", stop_type="speech"), 2), last)
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["contents"], kept["stopped_at"], kept["stop_type"]) == ("It is on Friday. At six.", None, "speech")


def test_a_sentence_that_comes_after_the_error_that_ended_its_answer_is_kept_and_opens_nothing(conn: Connection):
    _, start, first, _ = turn()
    late = wire.AssistantSentence(id="ams_1_2", previous_id="am_a1", sequence=2, text="Late.")
    ended = wire.ErrorMessage(code=501, message="The server was ended.", recoverable=False, originating_id="am_a1")
    keep(conn, start, first, came(ended, -9))
    keep(conn, start, came(late, -8))
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["contents"], kept["completion_status"]) == ("It is on Friday. Late.", "failed")
    keep(conn, went(wire.ControlVariation(target_id="am_a1", mode="continue"), 3))
    keep(conn, came(wire.AssistantSentence(id="ams_1_3", previous_id="am_a1", sequence=3, text="On."), -10))
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["completion_status"], kept["error_message"]) == ("streaming", None)


def test_a_stop_cancels_the_tools_of_its_turn(conn: Connection):
    request = wire.ToolUseRequest(id="atu_1", message_id="am_q1", tool_name="clock", execution="server")
    keep(conn, *turn()[:3], came(request, -9), went(wire.ControlStop(), 2))
    assert row(conn, "alicia_tool_uses", "atu_1")["status"] == "cancelled"
    keep(conn, came(wire.ToolUseResult(request_id="atu_1", success=True, result=1), -10))
    assert row(conn, "alicia_tool_uses", "atu_1")["status"] == "success"


def test_an_edit_keeps_the_old_branch_and_names_the_new_one(conn: Connection):
    keep(conn, *turn("1"))
    keep(conn, went(wire.UserMessage(id="am_q2", previous_id="am_a1", content="And then?"), 2))
    keep(conn, went(wire.ControlVariation(target_id="am_q1", mode="edit", new_content="Where?"), 3))
    keep(conn, went(wire.UserMessage(id="am_q3", content="Where?"), 4))
    assert _branch(conn) == ["am_a1", "am_q1", "am_q2"]
    assert row(conn, "alicia_messages", "am_q1")["superseded_by"] == "am_q3"
    assert row(conn, "alicia_messages", "am_q3")["superseded_at"] is None


@pytest.mark.parametrize("target", ["am_a1", "am_q1"])
def test_a_new_try_supersedes_the_answer_only(conn: Connection, target: str):
    keep(conn, *turn(), went(wire.ControlVariation(target_id=target, mode="regenerate"), 2))
    keep(conn, came(wire.StartAnswer(id="am_a2", previous_id="am_q1"), -9))
    assert _branch(conn) == ["am_a1"]
    assert row(conn, "alicia_messages", "am_a1")["superseded_by"] == "am_a2"


def test_continue_opens_a_stopped_answer_again(conn: Connection):
    _, start, first, last = turn()
    keep(conn, start, first, went(wire.ControlStop(target_id="am_a1"), 2))
    keep(conn, went(wire.ControlVariation(target_id="am_a1", mode="continue"), 3), last)
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["stopped_at"], kept["contents"]) == (None, "It is on Friday. At six.")


def test_an_error_that_is_final_ends_the_answer_with_its_reason(conn: Connection):
    fatal = wire.ErrorMessage(code=501, message="The model is gone.", recoverable=False, originating_id="am_q1")
    keep(conn, *turn()[:3], came(fatal, -9))
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["completion_status"], kept["error_code"], kept["error_message"]) == (
        "failed",
        501,
        "The model is gone.",
    )
    assert kept["contents"] == "It is on Friday."


def test_an_error_before_any_answer_ends_the_question(conn: Connection):
    fatal = wire.ErrorMessage(code=501, message="No.", recoverable=False, originating_id="am_q1")
    keep(conn, turn()[0], came(fatal, -9))
    assert row(conn, "alicia_messages", "am_q1")["completion_status"] == "failed"


def test_a_message_that_the_server_refuses_has_failed_and_is_not_sent_again(conn: Connection):
    (refused, _) = outbox.put(conn, stanza(wire.UserMessage(id="am_q1", content="x"), 1), at=NOW)
    (other, _) = outbox.put(conn, stanza(wire.UserMessage(id="am_q2", content="y"), 2), at=NOW)
    for waiting in (refused, other):
        outbox.mark_sent(conn, waiting.pk, NOW)
    keep(conn, came(wire.ErrorMessage(code=202, message="No.", recoverable=False, originating_id="am_q1"), -9))
    kept = row(conn, "alicia_messages", "am_q1")
    assert (kept["completion_status"], kept["error_code"], kept["error_message"]) == ("failed", 202, "No.")
    assert [waiting.content_id for waiting in outbox.waiting(conn, CONVERSATION)] == ["am_q2"]


def test_the_receipt_of_another_device_settles_no_stop_that_has_not_left(conn: Connection):
    keep(conn, *turn())
    accounts.remember_profile(conn, CONVERSATION, "deployed", NOW)
    item, _ = outbox.put(conn, stanza(wire.ControlStop(target_id="am_a1"), 5), at=NOW)
    receipt = came(wire.Acknowledgement(acknowledged_stanza_id=5, success=True), 0)
    keep(conn, receipt)
    assert [one.pk for one in outbox.waiting(conn, CONVERSATION)] == [item.pk]
    outbox.mark_sent(conn, item.pk, NOW)
    keep(conn, came(wire.Acknowledgement(acknowledged_stanza_id=5, success=True), 0))
    assert outbox.waiting(conn, CONVERSATION) == []


def test_harmless_errors_touch_nothing(conn: Connection):
    keep(conn, *turn())
    accounts.remember_profile(conn, CONVERSATION, "deployed", NOW)
    keep(conn, came(wire.ErrorMessage(code=503, message="Failed to send audio", recoverable=False), -8))
    assert row(conn, "alicia_messages", "am_a1")["completion_status"] == "completed"
    assert notices(conn) == {}


def test_an_error_that_ends_nothing_is_a_notice_on_the_message_it_names_or_on_the_last(conn: Connection):
    keep(conn, *turn())
    keep(conn, came(wire.ErrorMessage(code=503, message="Slow.", recoverable=True, originating_id="am_q1"), -8))
    keep(conn, came(wire.ErrorMessage(code=503, message="There is no voice.", recoverable=True), -9))
    keep(conn, came(wire.ErrorMessage(code=202, message="Changed.", recoverable=True, originating_id="m1"), -10))
    assert row(conn, "alicia_messages", "am_a1")["completion_status"] == "completed"
    assert notices(conn) == {"am_q1": "Slow.", "am_a1": "There is no voice."}


def test_an_error_that_names_nothing_while_nothing_is_written_is_told_at_the_last_message(conn: Connection):
    keep(conn, turn()[0], came(wire.ErrorMessage(code=501, message="It was not saved.", recoverable=False), -9))
    assert row(conn, "alicia_messages", "am_q1")["completion_status"] == "completed"
    assert notices(conn) == {"am_q1": "It was not saved."}


ENDS = {
    "answer": wire.StartAnswer(id="am_a1", previous_id="am_q1"),
    "whole answer": wire.AssistantMessage(id="am_a1", previous_id="am_q1", content="At six."),
    "error": wire.ErrorMessage(code=503, message="Gone.", recoverable=False, originating_id="am_q1"),
    "stop": wire.ControlStop(target_id="am_q1"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("at_once", [True, False])
def test_what_an_answer_waits_for_is_told_until_the_waiting_is_over(conn: Connection, end: str, at_once: bool):
    waits = wire.ErrorMessage(code=503, message="Still waiting.", severity=0, recoverable=True, originating_id="am_q1")
    slow = came(wire.ErrorMessage(code=503, message="Slow.", severity=1, originating_id="am_q1"), -8)
    over = went(ENDS[end], 3) if end == "stop" else came(ENDS[end], -9)
    if at_once:
        keep(conn, turn()[0], slow, came(waits, -7), over)
    else:
        keep(conn, turn()[0], slow, came(waits, -7))
        assert notices(conn, WAITS_FOR) == {"am_q1": "Still waiting."}
        keep(conn, over)
    assert notices(conn, WAITS_FOR) == {}
    assert notices(conn)["am_q1"] == "Slow."
    if end != "error":
        keep(conn, came(waits, -10))  # repeated
        assert notices(conn, WAITS_FOR) == {}


def notices(conn: Connection, key: str = NOTICE) -> dict[str, str]:
    found = conn.exec_driver_sql("SELECT ref, value FROM alicia_meta WHERE key = ?", (key,))
    return {one[0]: one[1] for one in found}


def test_an_answer_that_was_cut_at_its_length_is_marked_and_opened_again(conn: Connection):
    question, start, first, _ = turn()
    cut = wire.AssistantSentence(id="ams_1_2", previous_id="am_a1", sequence=2, text="At", is_final=True)
    keep(conn, question, start, first, came(cut, -4, meta={"finishReason": "length"}))
    marks = "SELECT value FROM alicia_meta WHERE ref = 'am_a1' AND key = 'finishReason'"
    assert [found["value"] for found in rows(conn, marks)] == ["length"]
    keep(conn, went(wire.ControlVariation(target_id="am_a1", mode="continue"), 3))
    assert (rows(conn, marks), row(conn, "alicia_messages", "am_a1")["completion_status"]) == ([], "streaming")
    rest = wire.AssistantSentence(id="ams_1_3", previous_id="am_a1", sequence=3, text="six.", is_final=True)
    keep(conn, came(rest, -5, meta={"finishReason": "stop"}))
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["contents"], kept["completion_status"]) == ("It is on Friday. At six.", "completed")
    assert [found["value"] for found in rows(conn, marks)] == ["stop"]


def test_continue_of_a_whole_answer_opens_nothing(conn: Connection):
    keep(conn, *turn(), went(wire.ControlVariation(target_id="am_a1", mode="continue"), 3))
    assert row(conn, "alicia_messages", "am_a1")["completion_status"] == "completed"
