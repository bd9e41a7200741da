import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.recording import JournalEntry
from tests.store.plain import plain_database
from tests.store.wire import came, keep, row, rows, turn
from tests.support.examples import examples

TURN: list[JournalEntry] = [
    *turn(),
    came(wire.Acknowledgement(acknowledged_message_id="am_q1", acknowledged_stanza_id=1), -10),
    came(
        wire.ToolUseRequest(id="atu_1", message_id="am_a1", tool_name="calendar", parameters={}, execution="server"),
        -11,
    ),
    came(wire.ToolUseResult(request_id="atu_1", success=True, result={"at": "18:00"}), -12),
    came(wire.ReasoningStep(id="ar_1", previous_id="am_a1", content="Look it up.", step_index=1), -13),
    came(wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", content="On Friday."), -14),
]
TABLES = {
    "alicia_messages": "id, sequence_number, previous_id, message_role, contents, sync_status, synced_at, "
    "completion_status, whole",
    "alicia_tool_uses": "id, message_id, tool_name, tool_arguments, tool_result, status, completed_at, sequence_number",
    "alicia_reasoning_steps": "id, message_id, content, sequence_number",
    "alicia_sentences": "message_id, sentence_sequence_number, text, completion_status",
    "alicia_memory_used": "id, message_id, memory_id, content",
    "journal": "seq, turn_ref, duplicate",
}


def _tables(conn: Connection) -> dict[str, list[dict[str, object]]]:
    return {name: rows(conn, f"SELECT {columns} FROM {name} ORDER BY 1, 2") for name, columns in TABLES.items()}


@given(order=st.permutations(range(len(TURN))), cut=st.integers(0, len(TURN)))
@settings(max_examples=examples(40))
@pytest.mark.slow
def test_what_comes_together_leaves_the_rows_that_it_leaves_one_by_one(order: list[int], cut: int) -> None:
    entries = [TURN[place] for place in order]
    with plain_database() as together, plain_database() as apart:
        keep(together, *entries[:cut])
        keep(together, *entries[cut:])
        for entry in entries:
            keep(apart, entry)
        assert _tables(together) == _tables(apart)


def test_a_result_that_comes_with_its_request_names_the_turn(conn: Connection) -> None:
    recorded = keep(conn, *TURN)
    named = {type(each.entry.content.body).__name__: each.turn_ref for each in recorded}
    assert named["ToolUseResult"] == "am_a1"
    assert row(conn, "alicia_tool_uses", "atu_1")["status"] == "success"


def test_a_request_again_leaves_its_result(conn: Connection) -> None:
    request, result = TURN[5], TURN[6]
    keep(conn, result)
    keep(conn, request)
    kept = row(conn, "alicia_tool_uses", "atu_1")
    assert (kept["status"], kept["tool_name"], kept["message_id"]) == ("success", "calendar", "am_a1")
    assert kept["tool_result"] == '{"at":"18:00"}'


def test_messages_that_come_together_are_written_in_one_statement(conn: Connection) -> None:
    driver = conn.connection.driver_connection
    assert driver is not None
    statements: set[str] = set()  # each of their triggers names the statement again
    driver.set_trace_callback(statements.add)
    keep(conn, *(entry for number in range(20) for entry in turn(str(number))))
    driver.set_trace_callback(None)
    assert sum(each.startswith("INSERT INTO alicia_messages(") for each in statements) == 1
    found = rows(conn, "SELECT rowid FROM alicia_messages_fts WHERE alicia_messages_fts MATCH 'recital'")
    assert len(found) == 20


@given(said=st.lists(st.text(), min_size=1, max_size=4))
@settings(max_examples=examples(40))
def test_words_of_any_kind_are_kept_as_they_were_said(said: list[str]) -> None:
    with plain_database() as conn:
        keep(conn, *(came(wire.UserMessage(id=f"am_{n}", content=text), -n - 1) for n, text in enumerate(said)))
        assert [each["contents"] for each in rows(conn, "SELECT contents FROM alicia_messages ORDER BY pk")] == said
