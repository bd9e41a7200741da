"""What the database document says of single columns and of looking things up, in its own examples."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection
from sqlcipher3 import dbapi2

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import decode, encode, read_envelope
from alicia_desktop.protocol.envelope import Malformed, Stanza
from alicia_desktop.store import schema
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.schema.columns import to_utc_text
from tests.store.wire import NOW, came, keep, later, row, rows, stanza, turn, went

TRACE_ID = "ab" * 16


def test_a_whole_answer_is_one_complete_row_and_each_entry_of_its_meta_another(conn: Connection):
    answer = wire.AssistantMessage(id="am_a1", previous_id="am_q1", content="On Friday.")
    keep(conn, turn()[0], came(answer, meta={"model": "claude-3-opus", "responseTime": "123ms"}))
    kept = row(conn, "alicia_messages", "am_a1")
    assert (kept["message_role"], kept["previous_id"]) == ("assistant", "am_q1")
    assert (kept["contents"], kept["completion_status"]) == ("On Friday.", "completed")
    meta = rows(conn, "SELECT key, value FROM alicia_meta WHERE ref = 'am_a1' ORDER BY key")
    assert meta == [{"key": "model", "value": "claude-3-opus"}, {"key": "responseTime", "value": "123ms"}]


def test_the_source_of_a_question_is_a_row_of_its_meta(conn: Connection):
    keep(conn, went(wire.UserMessage(id="am_q1", content="Hello"), meta={"source": "microphone"}))
    (kept,) = rows(conn, "SELECT ref, key, value FROM alicia_meta")
    assert kept == {"ref": "am_q1", "key": "source", "value": "microphone"}


def test_a_message_of_no_conversation_is_refused(conn: Connection):
    with pytest.raises(Exception, match="FOREIGN KEY"):
        conn.exec_driver_sql(
            "INSERT INTO alicia_messages(id, conversation_id, sequence_number, message_role, completion_status, "
            "created_at, updated_at) VALUES ('am_1', 'ac_nowhere', 1, 'user', 'completed', '', '')"
        )


def test_where_a_sentence_sounds_is_in_its_meta(conn: Connection):
    keep(conn, came(wire.AssistantSentence(id="ams_1", previous_id="am_a1", sequence=1, text="One.", audio="TR_1")))
    assert row(conn, "alicia_sentences", "ams_1")["meta"] == '{"audio":"TR_1"}'


def test_every_stanza_moves_the_last_activity_of_its_conversation(conn: Connection):
    keep(conn, turn()[0])
    record(conn, [replace(turn()[1], at=later(60))])
    kept = row(conn, "alicia_conversations", "ac_1")
    assert (kept["created_at"], kept["updated_at"]) == (to_utc_text(NOW), to_utc_text(later(60)))


def test_a_memory_has_the_defaults_of_the_document(conn: Connection):
    _memory(conn)
    kept = row(conn, "alicia_memory", "amem_1")
    assert (kept["importance"], kept["confidence"], kept["user_rating"]) == (0.5, 1.0, None)
    assert (kept["pinned"], kept["archived"], kept["tags"]) == (0, 0, "[]")


@pytest.mark.parametrize(
    ("column", "value"),
    [("importance", 1.1), ("importance", -0.1), ("confidence", 1.1), ("user_rating", 0), ("user_rating", 6)],
)
def test_a_value_outside_the_document_s_range_is_refused(conn: Connection, column: str, value: float):
    with pytest.raises(Exception, match="CHECK") as refusal:
        _memory(conn, column, value)
    assert isinstance(refusal.value.__cause__, dbapi2.IntegrityError)


def test_a_request_with_the_four_fields_of_the_document_makes_a_row_that_is_pending(conn: Connection):
    body = {"id": "tool_1", "messageId": "am_a1", "toolName": "clock", "parameters": {"zone": "Europe/Paris"}}
    content = read_envelope({"stanzaId": -7, "conversationId": "ac_1", "type": 6, "body": body})
    assert isinstance(content, Stanza)
    assert content.problems == ()
    keep(conn, JournalEntry(direction="in", content=content, at=NOW))
    kept = row(conn, "alicia_tool_uses", "tool_1")
    assert (kept["status"], kept["message_id"], kept["tool_name"]) == ("pending", "am_a1", "clock")
    assert (kept["tool_arguments"], kept["execution"]) == ('{"zone":"Europe/Paris"}', "server")


@pytest.mark.parametrize("execution", ["everywhere", 7, ["client"]])
def test_a_request_that_says_in_an_unknown_way_who_runs_it_cannot_be_read(execution: object):
    body = {"id": "tool_1", "toolName": "clock", "parameters": {}, "execution": execution}
    content = read_envelope({"stanzaId": -7, "conversationId": "ac_1", "type": 6, "body": body})
    assert isinstance(content, Malformed)
    assert "execution" in content.reason


def test_tool_uses_of_one_message_are_numbered(conn: Connection):
    for name in ("atu_1", "atu_2"):
        keep(conn, came(_request(name, "am_a1")))
    keep(conn, came(_request("atu_3", "am_a2")))
    numbers = rows(conn, "SELECT id, sequence_number AS number FROM alicia_tool_uses ORDER BY id")
    assert [one["number"] for one in numbers] == [1, 2, 1]


def test_a_recording_of_the_server_is_kept_whole_under_either_number_of_its_type(conn: Connection):
    chunk = wire.AudioChunk(track_sid="TR_1", format="opus_48000", duration=20, seq=3, data=b"sound")
    content = decode(encode(stanza(chunk, -1)).replace(b"\xa4type\x04", b"\xa4type\x0a", 1))
    assert isinstance(content, Stanza)
    assert isinstance(content.body, wire.AudioChunk)
    keep(conn, JournalEntry(direction="in", content=content, at=NOW))
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["audio_type"], kept["livekit_track_sid"], kept["audio_format"]) == ("output", "TR_1", "opus_48000")
    assert (kept["duration_ms"], kept["audio_data"]) == (20, b"sound")
    assert "alicia_audio_chunks" not in schema.metadata.tables


def test_what_led_to_an_answer_is_found_by_one_query_each(conn: Connection):
    trace = wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", action="retrieved", content="x")
    failed = wire.ToolUseResult(request_id="atu_1", success=False, error_code="execution_error", error_message="No.")
    request = came(_request("atu_1", "am_a1"), -8, meta={"messaging.trace_id": TRACE_ID})
    keep(conn, *turn(), came(trace, -7), request, came(failed, -9))
    used = "SELECT memory_id FROM alicia_memory_used WHERE message_id = 'am_q1'"
    assert rows(conn, used) == [{"memory_id": "amem_1"}]
    tools = "SELECT tool_name, status, error_message FROM alicia_tool_uses WHERE conversation_id = 'ac_1'"
    assert rows(conn, tools) == [{"tool_name": "clock", "status": "error", "error_message": "No."}]
    latency = "SELECT created_at FROM alicia_sentences WHERE message_id = 'am_a1' ORDER BY sentence_sequence_number"
    assert [one["created_at"] for one in rows(conn, latency)] == ["2026-01-01T00:00:00.000000+00:00"] * 2
    traced = "SELECT ref FROM alicia_meta WHERE key = 'messaging.trace_id' AND value = ?"
    assert rows(conn, traced, TRACE_ID) == [{"ref": "atu_1"}]


def _memory(conn: Connection, column: str = "topic", value: object = None) -> None:
    conn.exec_driver_sql(
        f"INSERT INTO alicia_memory(id, content, created_at, updated_at, {column}) VALUES ('amem_1', 'Tea', '', '', ?)",
        (value,),
    )


def _request(name: str, message_id: str) -> wire.ToolUseRequest:
    return wire.ToolUseRequest(id=name, message_id=message_id, tool_name="clock", execution="server")
