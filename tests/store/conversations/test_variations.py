"""Answers that were asked for again, found in the journal."""

from dataclasses import replace

from sqlalchemy import Connection

from alicia_desktop.protocol.messages import AssistantSentence, ControlVariation, StartAnswer
from alicia_desktop.store.conversations import variations
from alicia_desktop.store.recording import JournalEntry
from tests.store.wire import came, keep, later, turn, went

AGAIN = ControlVariation(target_id="am_a1", mode="regenerate")


def at(seconds: float, *entries: JournalEntry) -> list[JournalEntry]:
    return [replace(entry, at=later(seconds), received_at=later(seconds)) for entry in entries]


def second_answer(name: str, number: int) -> list[JournalEntry]:
    start = StartAnswer(id=name, previous_id="am_q1")
    said = AssistantSentence(id=f"{name}_1", previous_id=name, sequence=1, text="At six.", is_final=True)
    return [came(start, -number), came(said, -number - 1)]


def test_an_answer_without_a_memory_is_paired_with_the_one_before(conn: Connection) -> None:
    keep(conn, *turn())
    keep(conn, *at(10, went(AGAIN, 2, meta={"memories": {"exclude": ["amem_1", "amem_2"]}})))
    (waiting,) = variations.variations_of(conn, "am_q1")
    assert (waiting.first_id, waiting.second_id) == ("am_a1", None)
    keep(conn, *at(12, *second_answer("am_a2", 10)))
    (made,) = variations.variations_of(conn, "am_a2")
    assert (made.first_id, made.second_id, made.at) == ("am_a1", "am_a2", later(10))
    assert (made.excluded, made.included) == (("amem_1", "amem_2"), ())


def test_each_of_several_has_its_own_answer(conn: Connection) -> None:
    keep(conn, *turn())
    keep(
        conn, *at(10, went(AGAIN, 2, meta={"memories": {"exclude": ["amem_1"]}})), *at(12, *second_answer("am_a2", 10))
    )
    again = ControlVariation(target_id="am_a2", mode="regenerate")
    keep(
        conn, *at(20, went(again, 3, meta={"memories": {"include": ["amem_9"]}})), *at(22, *second_answer("am_a3", 20))
    )
    found = variations.variations_of(conn, "am_q1")
    assert [(one.first_id, one.second_id) for one in found] == [("am_a1", "am_a2"), ("am_a2", "am_a3")]
    assert found[1].included == ("amem_9",)


def test_a_regeneration_of_the_question_means_its_last_answer(conn: Connection) -> None:
    keep(conn, *turn())
    keep(
        conn,
        *at(10, went(ControlVariation(target_id="am_q1", mode="regenerate"), 2)),
        *at(12, *second_answer("am_a2", 10)),
    )
    (made,) = variations.variations_of(conn, "am_q1")
    assert (made.first_id, made.second_id, made.excluded) == ("am_a1", "am_a2", ())


def test_other_variations_and_odd_metas_are_left_alone(conn: Connection) -> None:
    keep(conn, *turn())
    keep(conn, *at(10, went(ControlVariation(target_id="am_a1", mode="continue"), 2)))
    assert variations.variations_of(conn, "am_q1") == []
    keep(conn, *at(11, went(AGAIN, 3, meta={"memories": "all of them"})))
    assert variations.variations_of(conn, "am_q1")[0].excluded == ()
