from sqlalchemy import Connection

from alicia_desktop.store import changes
from alicia_desktop.store.conversations import summaries
from tests.store.wire import CONVERSATION, NOW, keep, later, turn


def pin(
    conn: Connection, content: str = "Be brief.", *, importance: float = 0.5, pin_type: summaries.PinType = "manual"
):
    return summaries.add_pin(
        conn,
        session_id=CONVERSATION,
        content=content,
        pin_type=pin_type,
        importance_score=importance,
        source_message_id="am_q1",
        at=NOW,
    )


def test_pins_are_listed_the_oldest_first_and_told_as_changes(conn: Connection):
    keep(conn, *turn())
    changes.pop_changes(conn)
    first, second = pin(conn), pin(conn, "In rhymes.")
    assert summaries.pins_of(conn, CONVERSATION) == [first, second]
    assert {change.subject for change in changes.pop_changes(conn)} == {"pin"}
    assert summaries.pins_of(conn, "ac_other") == []


def test_the_same_is_pinned_once_with_the_higher_importance(conn: Connection):
    keep(conn, *turn())
    first = pin(conn, importance=0.7)
    again = pin(conn, importance=0.3)
    assert (again.id, again.importance_score) == (first.id, 0.7)
    assert pin(conn, importance=0.9).importance_score == 0.9
    assert pin(conn, pin_type="auto").id != first.id


def test_a_deleted_pin_leaves_no_word_and_can_be_pinned_anew(conn: Connection):
    keep(conn, *turn())
    first = pin(conn)
    assert summaries.delete_pin(conn, CONVERSATION, first.id, later(1))
    assert not summaries.delete_pin(conn, CONVERSATION, first.id, later(2))
    assert not summaries.delete_pin(conn, "ac_other", first.id, later(2))
    assert summaries.pins_of(conn, CONVERSATION) == []
    assert conn.exec_driver_sql("SELECT content FROM alicia_semantic_pins").scalar_one() == ""
    assert pin(conn).id != first.id


def test_a_pin_whose_words_were_forgotten_is_not_listed(conn: Connection):
    keep(conn, *turn())
    pin(conn)
    conn.exec_driver_sql("UPDATE alicia_semantic_pins SET content = ''")
    assert summaries.pins_of(conn, CONVERSATION) == []
