"""What a server's history does to the copy on this computer."""

from dataclasses import replace
from datetime import datetime

import pytest

from alicia_desktop.protocol.messages import AssistantSentence, ControlStop, ControlVariation, StartAnswer, UserMessage
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.recording import record
from alicia_desktop.store.sync import history
from alicia_desktop.store.sync.history import HistoryMessage
from tests.store.wire import CONVERSATION, NOW, came, later, stanza, went


def said(name: str, contents: str, *, role="assistant", previous_id="am_1", state="completed") -> HistoryMessage:
    return HistoryMessage(id=name, previous_id=previous_id, role=role, contents=contents, created_at=NOW, state=state)


def asked(conn) -> None:
    outbox.put(conn, stanza(UserMessage(id="am_1", content="When?"), 1), at=NOW)


def begun(conn, *sentences: str) -> None:
    record(conn, [came(StartAnswer(id="am_2", previous_id="am_1"), -3)])
    for number, text in enumerate(sentences, 1):
        record(conn, [came(AssistantSentence(previous_id="am_2", sequence=number, text=text), -3 - number)])


def answer(conn) -> tuple[str, str]:
    found = messages.get(conn, "am_2")
    assert found is not None
    return found.contents, found.completion_status


def test_a_question_that_the_server_has_is_delivered(conn):
    asked(conn)
    history.merge_history(conn, CONVERSATION, [said("am_1", "When?", role="user", previous_id=None)], at=NOW)
    assert outbox.waiting(conn, CONVERSATION) == []


def test_an_answer_that_was_cut_off_here_is_made_whole(conn):
    asked(conn)
    begun(conn, "On Friday.")
    history.merge_history(conn, CONVERSATION, [said("am_2", "On Friday. At six.")], at=NOW)
    assert answer(conn) == ("On Friday. At six.", "completed")


def test_an_answer_that_is_still_being_written_is_left_to_its_sentences(conn):
    asked(conn)
    begun(conn, "On Friday.")
    history.merge_history(conn, CONVERSATION, [said("am_2", "On Friday. At", state="streaming")], at=NOW)
    assert answer(conn) == ("On Friday.", "streaming")


def test_an_answer_that_failed_there_has_failed_here(conn):
    asked(conn)
    begun(conn, "On Friday.")
    failed = said("am_2", "On Friday. And", state="failed")
    for _ in range(2):
        history.merge_history(conn, CONVERSATION, [failed], at=NOW)
        assert answer(conn) == ("On Friday. And", "failed")


@pytest.mark.parametrize("state", [None, "failed"])
@pytest.mark.parametrize("left", ["", "On Friday."])
def test_words_that_came_are_kept_where_the_server_has_lost_them(conn, left: str, state: str | None):
    asked(conn)
    begun(conn, "On Friday.", "At six.")
    messages.complete(conn, "am_2", NOW)
    history.merge_history(conn, CONVERSATION, [said("am_2", left, state=state)], at=NOW)
    assert answer(conn) == ("On Friday. At six.", "failed")


def test_words_that_the_server_has_forgotten_go_here_too(conn):
    asked(conn)
    begun(conn, "Your code is", "4711.")
    messages.complete(conn, "am_2", NOW)
    history.merge_history(conn, CONVERSATION, [said("am_2", "Your code is")], at=NOW)
    assert answer(conn) == ("Your code is", "completed")


def test_what_another_device_said_comes_in_with_its_place(conn):
    asked(conn)
    theirs = [said("am_2", "On Friday."), said("am_3", "Where?", role="user", previous_id="am_2")]
    history.merge_history(conn, CONVERSATION, theirs, at=NOW)
    assert [row.id for row in messages.of_conversation(conn, CONVERSATION)] == ["am_1", "am_2", "am_3"]


def stopped_at(conn) -> datetime | None:
    found = messages.get(conn, "am_2")
    assert found is not None
    return found.stopped_at


def test_an_answer_that_another_device_stopped_is_stopped_here_until_it_goes_on(conn):
    asked(conn)
    stopped = replace(said("am_2", "On Friday."), stopped_at=later(1))
    for _ in range(2):
        history.merge_history(conn, CONVERSATION, [stopped], at=later(2))
        assert (answer(conn), stopped_at(conn)) == (("On Friday.", "completed"), later(1))
    history.merge_history(conn, CONVERSATION, [said("am_2", "On Friday. At six.")], at=later(3))
    assert (answer(conn), stopped_at(conn)) == (("On Friday. At six.", "completed"), None)


def test_an_answer_that_came_whole_here_is_stopped_as_it_is_there(conn):
    asked(conn)
    history.merge_history(conn, CONVERSATION, [said("am_2", "On Friday.")], at=NOW)
    history.merge_history(conn, CONVERSATION, [replace(said("am_2", "On Friday."), stopped_at=later(1))], at=later(2))
    assert stopped_at(conn) == later(1)


def test_an_answer_that_was_stopped_here_stays_so_though_the_server_does_not_know_it_yet(conn):
    asked(conn)
    begun(conn, "On Friday.")
    record(conn, [went(ControlStop(target_id="am_2"), 2)])
    since = stopped_at(conn)
    assert since is not None
    history.merge_history(conn, CONVERSATION, [said("am_2", "On Friday. At six.")], at=later(3))
    assert (answer(conn), stopped_at(conn)) == (("On Friday.", "completed"), since)


def test_an_answer_that_goes_on_here_is_not_stopped_by_an_older_list(conn):
    asked(conn)
    begun(conn, "On Friday.")
    record(conn, [went(ControlStop(target_id="am_2"), 2)])
    record(conn, [went(ControlVariation(target_id="am_2", mode="continue"), 3)])
    assert answer(conn) == ("On Friday.", "streaming")
    history.merge_history(conn, CONVERSATION, [replace(said("am_2", "On Friday."), stopped_at=later(1))], at=later(2))
    record(conn, [came(AssistantSentence(previous_id="am_2", sequence=2, text="At six."), -9)])
    assert answer(conn)[0] == "On Friday. At six."
    assert stopped_at(conn) is None
