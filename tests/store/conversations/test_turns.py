"""Which questions have no answer yet, for the client that waits for one and for the server that owes it."""

from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations import turns
from alicia_desktop.store.server import server_queries
from tests.store.wire import came, keep, went


def asked(conn: Connection, *names: str) -> None:
    """Write questions on this computer."""
    keep(conn, *(went(question(name), number) for number, name in enumerate(names, 1)))


def question(name: str) -> wire.UserMessage:
    return wire.UserMessage(id=name, conversation_id="ac_1", content="Well?")


def test_a_question_is_unanswered_until_its_answer_begins(conn: Connection) -> None:
    asked(conn, "am_q1", "am_q2", "am_q3")
    keep(conn, came(wire.StartAnswer(id="am_a2", previous_id="am_q2", conversation_id="ac_1"), -2))
    assert turns.unanswered(conn, "ac_1") == ("am_q1", "am_q3")
    assert turns.unanswered(conn, "ac_2") == ()


def test_what_was_stopped_or_failed_or_written_elsewhere_waits_for_no_answer(conn: Connection) -> None:
    asked(conn, "am_q1", "am_q2", "am_q3")
    keep(
        conn,
        went(wire.ControlStop(conversation_id="ac_1", target_id="am_q1"), 4),
        came(wire.ErrorMessage(code=501, message="broken", recoverable=False, originating_id="am_q2"), -2),
        came(question("am_q4"), -3),
    )
    assert turns.unanswered(conn, "ac_1") == ("am_q3",)


def test_a_server_owes_the_questions_after_the_last_that_has_an_answer(conn: Connection) -> None:
    keep(conn, *(came(question(f"am_q{number}"), number) for number in range(1, 5)))
    keep(conn, went(wire.StartAnswer(id="am_a2", previous_id="am_q2", conversation_id="ac_1"), -2))
    assert [each.id for each in server_queries.unanswered_questions(conn, "ac_1")] == ["am_q3", "am_q4"]


def test_an_answer_that_names_no_question_answers_what_was_before_it(conn: Connection) -> None:
    keep(conn, came(question("am_q1"), 1))
    keep(conn, went(wire.AssistantMessage(id="am_a1", conversation_id="ac_1", content="Yes."), -2))
    assert server_queries.unanswered_questions(conn, "ac_1") == []
    keep(conn, came(question("am_q2"), 2))
    assert [each.id for each in server_queries.unanswered_questions(conn, "ac_1")] == ["am_q2"]


def test_an_answer_of_which_a_sentence_in_the_middle_never_came_has_a_hole(conn: Connection) -> None:
    asked(conn, "am_q1")
    keep(conn, came(wire.StartAnswer(id="am_a1", previous_id="am_q1", conversation_id="ac_1"), -2))
    keep(conn, came(sentence(1), -3), came(sentence(3), -5))
    assert turns.has_holes(conn, "ac_1")
    assert not turns.has_holes(conn, "ac_2")
    keep(conn, came(sentence(2), -4))
    assert not turns.has_holes(conn, "ac_1")


def test_what_was_stopped_or_came_as_a_whole_has_no_hole(conn: Connection) -> None:
    asked(conn, "am_q1")
    keep(conn, came(wire.StartAnswer(id="am_a1", previous_id="am_q1", conversation_id="ac_1"), -2))
    keep(conn, came(sentence(1), -3), came(sentence(3), -5))
    whole = wire.AssistantMessage(id="am_a1", previous_id="am_q1", conversation_id="ac_1", content="1 2 3")
    keep(conn, came(whole, -6))
    assert not turns.has_holes(conn, "ac_1")


def sentence(number: int) -> wire.AssistantSentence:
    return wire.AssistantSentence(
        id=f"ams_{number}", previous_id="am_a1", conversation_id="ac_1", sequence=number, text=f"{number}"
    )
