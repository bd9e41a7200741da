"""Notes about a whole conversation stand with its first message."""

from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.conversations import feedback
from tests.store.wire import keep, turn, went


def test_a_note_about_the_conversation_stands_with_its_first_message(conn: Connection):
    keep(conn, *turn(), went(wire.UserNote(id="n1", message_id="am_q1", content="Of the question."), 2))
    keep(
        conn, went(wire.UserNote(id="n2", content="Of all of it."), 3), went(wire.Commentary(id="c1", content="So."), 4)
    )
    said = feedback.opinions_on(conn, "ac_1", ["am_q1", "am_a1"])
    assert [note.id for note in said.notes["am_q1"]] == ["n2", "c1", "n1"]
    assert "am_a1" not in said.notes
    assert feedback.opinions_on(conn, "ac_1", ["am_a1"]).notes == {}
    assert feedback.messages_of(conn, {"commentary": ["n2"]}) == {"am_q1"}


def test_it_is_gone_when_it_is_deleted_and_waits_where_there_is_no_message(conn: Connection):
    keep(conn, went(wire.UserNote(id="n1", content="Of all of it.", timestamp=1), 1))
    assert feedback.messages_of(conn, {"commentary": ["n1"]}) == set()
    keep(conn, *turn())
    assert feedback.opinions_on(conn, "ac_1", ["am_q1"]).notes["am_q1"]
    keep(conn, went(wire.UserNote(id="n1", content="", action="delete", timestamp=2), 5))
    assert feedback.opinions_on(conn, "ac_1", ["am_q1"]).notes == {}
