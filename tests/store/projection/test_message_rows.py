"""Answers stand under their question, whatever came in between, and in whatever order it came."""

import itertools

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from tests.store.wire import came, keep, rows, turn, went


def _order(conn: Connection) -> list[str]:
    return [row["id"] for row in rows(conn, "SELECT id FROM alicia_messages ORDER BY sequence_number")]


def _asked(name: str, *, after: str | None) -> wire.UserMessage:
    return wire.UserMessage(id=name, previous_id=after, content=f"{name}?")


def _answered(name: str, question: str) -> wire.AssistantMessage:
    return wire.AssistantMessage(id=name, previous_id=question, content=f"{name}.")


QUEUED = (
    went(_asked("am_q1", after=None), 1),
    went(_asked("am_q2", after="am_q1"), 2),
    came(_answered("am_a1", "am_q1"), -1),
    came(_answered("am_a2", "am_q2"), -2),
)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
@pytest.mark.parametrize("at_once", [True, False])
def test_answers_to_questions_that_were_queued_stand_under_theirs(
    conn: Connection, order: tuple[int, ...], *, at_once: bool
):
    entries = [QUEUED[place] for place in order]
    for some in [entries] if at_once else [[entry] for entry in entries]:
        keep(conn, *some)
    assert _order(conn) == ["am_q1", "am_a1", "am_q2", "am_a2"]


def test_an_answer_that_streams_stands_under_its_question_from_its_first_word(conn: Connection):
    keep(conn, went(_asked("am_q1", after=None), 1), went(_asked("am_q2", after="am_q1"), 2))
    for entry in turn()[1:3]:
        keep(conn, entry)
        assert _order(conn) == ["am_q1", "am_a1", "am_q2"]


def test_an_answer_that_named_its_question_late_moves_under_it(conn: Connection):
    keep(conn, went(_asked("am_q1", after=None), 1))
    keep(conn, came(wire.AssistantSentence(previous_id="am_a1", sequence=1, text="One."), -1))
    keep(conn, went(_asked("am_q2", after="am_a1"), 2), came(_answered("am_a2", "am_q2"), -2))
    keep(conn, went(_asked("am_q3", after="am_q2"), 3))
    keep(conn, came(wire.StartAnswer(id="am_a1", previous_id="am_q1"), -3))
    assert _order(conn) == ["am_q1", "am_a1", "am_q2", "am_a2", "am_q3"]


def test_another_answer_to_an_earlier_question_stands_with_the_first(conn: Connection):
    keep(conn, *QUEUED)
    keep(conn, went(wire.ControlVariation(target_id="am_a1", mode="regenerate"), 3))
    keep(conn, came(_answered("am_b1", "am_q1"), -3))
    assert _order(conn) == ["am_q1", "am_a1", "am_b1", "am_q2", "am_a2"]


def test_only_what_stands_behind_an_answer_is_numbered_anew(conn: Connection):
    """Each number that changes is a row that the window reads again."""
    for number in range(20):
        keep(conn, *turn(str(number)))
    conn.exec_driver_sql("CREATE TEMP TABLE moved(id TEXT)")
    conn.exec_driver_sql(
        "CREATE TEMP TRIGGER moving AFTER UPDATE OF sequence_number ON alicia_messages "
        "WHEN new.sequence_number <> old.sequence_number BEGIN INSERT INTO moved VALUES (new.id); END"
    )
    keep(conn, went(_asked("am_qx", after="am_a19"), 2), went(_asked("am_qy", after="am_qx"), 3))
    keep(conn, came(_answered("am_ax", "am_qx"), -1), came(_answered("am_ay", "am_qy"), -2))
    assert {found["id"] for found in rows(conn, "SELECT id FROM moved")} == {"am_qy", "am_ax"}
    assert _order(conn)[-4:] == ["am_qx", "am_ax", "am_qy", "am_ay"]
