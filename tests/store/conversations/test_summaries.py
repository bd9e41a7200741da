from sqlalchemy import Connection

from alicia_desktop.store.conversations import summaries
from tests.store.wire import CONVERSATION, NOW, keep, later, turn


def summed(conn: Connection, start: str, end: str, text: str = "They spoke.") -> summaries.SummaryRecord:
    return summaries.add_summary(
        conn,
        session_id=CONVERSATION,
        summary=text,
        message_count=2,
        start_message_id=start,
        end_message_id=end,
        importance_score=0.5,
        at=NOW,
    )


def test_summaries_come_in_the_order_of_what_they_sum_up(conn: Connection):
    keep(conn, *turn("1"), *turn("2"))
    later_one = summed(conn, "am_q2", "am_a2")
    earlier = summed(conn, "am_q1", "am_a1")
    assert summaries.summaries_of(conn, CONVERSATION) == [earlier, later_one]


def test_a_new_summary_of_the_same_stretch_takes_the_place_of_the_old_one(conn: Connection):
    keep(conn, *turn("1"))
    old = summed(conn, "am_q1", "am_a1", "Old words.")
    new = summed(conn, "am_q1", "am_a1", "New words.")
    assert summaries.summaries_of(conn, CONVERSATION) == [new]
    assert old.id != new.id
    texts = conn.exec_driver_sql("SELECT summary FROM alicia_conversation_summaries ORDER BY pk").scalars().all()
    assert texts == ["", "New words."]


def test_a_deleted_summary_leaves_no_word(conn: Connection):
    keep(conn, *turn("1"))
    one = summed(conn, "am_q1", "am_a1")
    assert not summaries.delete_summary(conn, "ac_other", one.id, later(1))
    assert summaries.delete_summary(conn, CONVERSATION, one.id, later(1))
    assert not summaries.delete_summary(conn, CONVERSATION, one.id, later(1))
    assert summaries.summaries_of(conn, CONVERSATION) == []
