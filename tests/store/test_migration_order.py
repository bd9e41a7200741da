"""Conversations of older versions whose answers stood where they came, not under their questions."""

from pathlib import Path

from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.migration import migrate, shipped_steps
from tests.store.wire import NOW, rows

BEFORE = 9
"""The last schema that numbered messages as they came."""
MESSAGES = (
    # conversation, id, number, previous, role
    ("ac_queued", "q1", 1, None, "user"),
    ("ac_queued", "q2", 2, "q1", "user"),
    ("ac_queued", "q3", 4, "q2", "user"),
    ("ac_queued", "a1", 5, "q1", "assistant"),
    ("ac_queued", "a2", 6, "q2", "assistant"),
    ("ac_queued", "b1", 8, "q1", "assistant"),
    ("ac_queued", "a3", 9, "q3", "assistant"),
    ("ac_queued", "q4", 10, "a3", "user"),
    ("ac_gaps", "q5", 3, None, "user"),
    ("ac_gaps", "a5", 7, "q5", "assistant"),
    ("ac_gaps", "b5", 9, "q5", "assistant"),
    ("ac_gaps", "q6", 12, "a5", "user"),
    ("ac_alone", "a9", 2, "q1", "assistant"),
    ("ac_alone", "q9", 1, None, "user"),
)


def test_answers_are_put_under_their_questions_and_what_stood_right_keeps_its_number(tmp_path: Path):
    path = tmp_path / "client.db"
    engine = writing_engine(path)
    with engine.connect() as conn:
        migrate(conn, path, now=NOW, steps=shipped_steps()[:BEFORE])
        with conn.begin():
            for name in {one[0] for one in MESSAGES}:
                conn.exec_driver_sql(
                    "INSERT INTO alicia_conversations(id, user_id, created_at, updated_at) VALUES (?, 'user', '', '')",
                    (name,),
                )
            for conversation_id, message_id, number, previous_id, role in MESSAGES:
                conn.exec_driver_sql(
                    "INSERT INTO alicia_messages(id, conversation_id, sequence_number, previous_id, message_role, "
                    "contents, completion_status, created_at, updated_at) "
                    "VALUES (?, ?, ?, ?, ?, 'x', 'completed', '', '')",
                    (message_id, conversation_id, number, previous_id, role),
                )
        migrate(conn, path, now=NOW)
        with conn.begin():
            found = rows(conn, "SELECT * FROM alicia_messages ORDER BY conversation_id, sequence_number")
    engine.dispose()
    order = {name: [one["id"] for one in found if one["conversation_id"] == name] for name, *_ in MESSAGES}
    assert order["ac_queued"] == ["q1", "a1", "b1", "q2", "a2", "q3", "a3", "q4"]
    kept = {(one["id"], one["sequence_number"]) for one in found if one["conversation_id"] != "ac_queued"}
    assert kept == {(one[1], one[2]) for one in MESSAGES if one[0] != "ac_queued"}
