"""Marks of stanzas: they stay, they are found, and they go with their stanzas and with what is forgotten."""

from sqlalchemy import Connection, delete

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store import stanza_marks
from alicia_desktop.store.changes import pop_changes
from alicia_desktop.store.conversations import private
from alicia_desktop.store.memories import forgetting, memories
from alicia_desktop.store.schema import journal
from tests.store.wire import NOW, came, keep, later, rows, went


def _seqs(conn: Connection) -> list[int]:
    keep(conn, went(wire.UserMessage(id="am_1", content="Who?"), 1), came(wire.StartAnswer(id="am_2"), -1))
    return [row["seq"] for row in rows(conn, "SELECT seq FROM journal ORDER BY seq")]


def test_a_mark_and_its_note_stay(conn: Connection):
    first, second = _seqs(conn)
    pop_changes(conn)
    stanza_marks.mark(conn, second, NOW, "slow")
    stanza_marks.mark(conn, first, NOW)
    stanza_marks.mark(conn, second, later(1))
    assert stanza_marks.marks_of(conn, "ac_1") == {first: "", second: "slow"}
    assert {(one.subject, one.conversation_id, one.id) for one in pop_changes(conn)} == {
        ("mark", "ac_1", str(first)),
        ("mark", "ac_1", str(second)),
    }
    stanza_marks.unmark(conn, first)
    assert stanza_marks.marks_of(conn, "ac_1") == {second: "slow"}
    assert stanza_marks.marks_of(conn, "ac_2") == {}


def test_nothing_is_marked_that_is_not_there(conn: Connection):
    stanza_marks.mark(conn, 4_711, NOW, "gone")
    stanza_marks.unmark(conn, 4_711)
    assert rows(conn, "SELECT * FROM stanza_marks") == []


def test_a_mark_goes_with_its_stanza_and_with_its_conversation(conn: Connection):
    first, second = _seqs(conn)
    stanza_marks.mark(conn, first, NOW, "one")
    stanza_marks.mark(conn, second, NOW, "two")
    conn.execute(delete(journal).where(journal.c.seq == first))
    assert stanza_marks.marks_of(conn, "ac_1") == {second: "two"}
    private.purge_conversation(conn, "ac_1")
    assert rows(conn, "SELECT * FROM stanza_marks") == []


def test_a_note_loses_what_is_forgotten(conn: Connection):
    first, second = _seqs(conn)
    remembered = memories.new_memory(memory_id="amem_1", content="User is allergic to walnuts.", at=NOW, user_id="user")
    memories.insert_memories(conn, [remembered])
    stanza_marks.mark(conn, first, NOW, "Why this: User is allergic to walnuts.")
    stanza_marks.mark(conn, second, NOW, "slow")
    forgetting.forget(conn, ["amem_1"], later(1))
    assert stanza_marks.marks_of(conn, "ac_1") == {first: "Why this:", second: "slow"}
