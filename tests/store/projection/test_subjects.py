import json
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.store import journal, outbox
from alicia_desktop.store.accounts import remember_profile
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.projection.context import MAX_META
from alicia_desktop.store.projection.rules import RULES
from tests.store.wire import NOW, came, keep, row, rows, stanza, turn, went


def test_every_message_has_its_rule():
    assert set(RULES) == {entry.struct for entry in ENTRIES}


def test_meta_becomes_rows_and_the_last_one_wins(conn: Connection):
    body = wire.UserMessage(id="am_1", content="x")
    keep(conn, went(body, 1, meta={"source": "microphone", "messaging.trace_id": "abc", "n": {"a": [1, True]}}))
    keep(conn, came(wire.Transcription(id="am_1", text="x", final=True), -1, meta={"source": "keyboard"}))
    found = {row["key"]: row["value"] for row in rows(conn, "SELECT * FROM alicia_meta WHERE ref = 'am_1'")}
    assert found == {"source": "keyboard", "messaging.trace_id": "abc", "n": '{"a":[1,true]}'}


def test_meta_of_a_result_names_the_request_and_else_the_conversation(conn: Connection):
    keep(conn, came(wire.ToolUseResult(request_id="atu_1", success=True), -1, meta={"a": "1"}))
    keep(conn, came(wire.Acknowledgement(), -2, meta={"b": "2"}))
    assert [row["ref"] for row in rows(conn, "SELECT ref FROM alicia_meta ORDER BY key")] == ["atu_1", "ac_1"]


@pytest.mark.parametrize("first", [0, 1])
def test_request_and_result_are_one_row_in_any_order(conn: Connection, first: int):
    request = came(
        wire.ToolUseRequest(
            id="atu_1", message_id="am_1", tool_name="sum", parameters={"a": 1}, execution="either", timeout_ms=5
        ),
        -1,
    )
    pair = [request, came(wire.ToolUseResult(request_id="atu_1", success=True, result={"sum": 2}), -2)]
    keep(conn, pair[first])
    keep(conn, pair[1 - first])
    kept = row(conn, "alicia_tool_uses", "atu_1")
    assert (kept["tool_name"], json.loads(kept["tool_arguments"]), json.loads(kept["tool_result"])) == (
        "sum",
        {"a": 1},
        {"sum": 2},
    )
    assert (kept["status"], kept["message_id"], kept["execution"], kept["timeout_ms"]) == (
        "success",
        "am_1",
        "either",
        5,
    )
    assert kept["completed_at"] is not None


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("execution_error", "error"),
        (None, "error"),
        ("timeout", "error"),
        ("permission_denied", "error"),
        ("cancelled", "cancelled"),
    ],
)
def test_a_tool_that_failed_says_why(conn: Connection, code: str | None, status: str):
    request = wire.ToolUseRequest(id="atu_1", tool_name="sum", execution="server")
    keep(conn, came(request, -1))
    assert row(conn, "alicia_tool_uses", "atu_1")["status"] == "pending"
    keep(conn, came(wire.ToolUseResult(request_id="atu_1", success=False, error_code=code, error_message="No."), -2))
    kept = row(conn, "alicia_tool_uses", "atu_1")
    assert (kept["status"], kept["error_message"], kept["error_code"]) == (status, "No.", code)


def test_the_trace_of_a_summary_is_a_use_and_makes_no_memory(conn: Connection):
    summed = wire.MemoryTrace(id="amu_1", memory_id="acs_1", memory_type="conversation_summary", content="Of Rome.")
    keep(conn, came(summed, -1))
    assert row(conn, "alicia_memory_used", "amu_1")["memory_id"] == "acs_1"
    assert rows(conn, "SELECT id FROM alicia_memory") == []


def test_a_trace_becomes_a_use_and_a_stub(conn: Connection):
    body = wire.MemoryTrace(
        id="amu_1",
        previous_id="am_q1",
        memory_id="amem_1",
        memory_type="user_preference",
        action="retrieved",
        content="x" * 900,
        confidence=0.25,
        metadata={"retrievalScore": 0.5, "tags": ["a"], "positionInResults": 2, "queryPrompt": "tea"},
    )
    keep(conn, came(body))
    kept = row(conn, "alicia_memory_used", "amu_1")
    assert (kept["conversation_id"], kept["message_id"], kept["memory_id"]) == ("ac_1", "am_q1", "amem_1")
    assert (kept["memory_type"], kept["action"], len(kept["content"])) == ("user_preference", "retrieved", 500)
    assert (kept["confidence"], kept["similarity_score"], kept["position_in_results"]) == (0.25, 0.5, 2)
    assert (kept["query_prompt"], json.loads(kept["meta"])["tags"]) == ("tea", ["a"])
    assert row(conn, "alicia_memory", "amem_1")["source_type"] == "trace"


def test_a_trace_without_action_claims_none(conn: Connection):
    keep(conn, came(wire.MemoryTrace(id="amu_1", memory_id="amem_1", content="x", confidence=0.5)))
    kept = row(conn, "alicia_memory_used", "amu_1")
    assert (kept["action"], kept["confidence"], kept["similarity_score"]) == (None, 0.5, None)


def test_a_score_of_another_kind_is_no_similarity(conn: Connection):
    for number, (kind, similarity) in enumerate((("relevance", None), ("cosine", 0.7)), 1):
        metadata = {"retrievalScore": 0.7, "scoreKind": kind}
        keep(conn, came(wire.MemoryTrace(id=f"amu_{number}", memory_id="amem_1", content="x", metadata=metadata)))
        assert row(conn, "alicia_memory_used", f"amu_{number}")["similarity_score"] == similarity


def test_the_importance_of_a_live_trace_of_a_deployed_server_is_no_similarity(conn: Connection):
    conversations.create(conn, at=NOW, conversation_id="ac_1", server="https://a.example")
    remember_profile(conn, "ac_1", "deployed", NOW)
    live = wire.MemoryTrace(id="amu_1", previous_id="am_q1", memory_id="amem_1", content="x", confidence=0.6)
    keep(conn, came(wire.UserMessage(id="am_q1", content="Tea?")))
    keep(conn, came(live, -2))
    keep(conn, came(wire.StartAnswer(id="am_1", previous_id="am_q1"), -3))
    assert row(conn, "alicia_memory_used", "amu_1")["similarity_score"] is None
    keep(conn, came(replace(live, previous_id="am_1", confidence=0.88), -4))
    assert row(conn, "alicia_memory_used", "amu_1")["similarity_score"] == 0.88


def test_a_trace_never_touches_a_memory_that_is_there(conn: Connection):
    conn.exec_driver_sql(
        "INSERT INTO alicia_memory(id, content, source_type, created_at, updated_at) "
        "VALUES ('amem_1', 'whole', 'user', '', '')"
    )
    keep(conn, came(wire.MemoryTrace(id="amu_1", memory_id="amem_1", content="snippet")))
    assert row(conn, "alicia_memory", "amem_1")["content"] == "whole"


def test_what_a_person_does_to_a_memory(conn: Connection):
    def act(action: Any, number: int, **memory: object) -> dict[str, object]:
        keep(conn, went(wire.MemoryAction(id="amem_1", action=action, memory=memory, timestamp=number), number))
        return row(conn, "alicia_memory", "amem_1")

    assert act("create", 1, content="Tea", category="food", pinned=False)["content"] == "Tea"
    assert act("update", 2, content="Green tea")["category"] == "food"
    assert act("pin", 3)["pinned"] == 1
    assert act("archive", 4)["archived"] == 1
    assert act("delete", 5)["deleted_at"] is not None
    assert act("create", 6, content="Again")["deleted_at"] is None
    keep(conn, came(wire.MemoryConfirmation(memory_id="amem_1", action="delete", success=True), -1))
    assert row(conn, "alicia_memory", "amem_1")["deleted_at"] is not None


def test_what_a_client_asks_of_a_server_is_the_servers_to_decide(conn: Connection):
    action = wire.MemoryAction(id="amem_1", action="create", memory={"content": "Tea"}, timestamp=1)
    keep(conn, came(action, 1))
    assert rows(conn, "SELECT id FROM alicia_memory") == []
    assert rows(conn, "SELECT name FROM journal") == [{"name": "MemoryAction"}]


def test_a_confirmation_undoes_nothing_that_the_person_did_since(conn: Connection):
    actions = [("create", {"content": "Tea"}), ("delete", {}), ("create", {})]
    keep(conn, went(wire.UserMessage(id="am_1", content="Hello"), 1))
    for number, (action, memory) in enumerate(actions, start=2):
        body = wire.MemoryAction(id="amem_1", action=action, memory=memory, timestamp=number)  # type: ignore[arg-type]  # one of them
        outbox.put(conn, stanza(body, number), at=NOW)
    for number, (action, _) in enumerate(actions, start=1):
        keep(conn, came(wire.MemoryConfirmation(memory_id="amem_1", action=action, success=True), -number))
        assert row(conn, "alicia_memory", "amem_1")["deleted_at"] is None
    assert outbox.waiting(conn, "ac_1") == []


def test_a_refused_action_is_not_sent_again(conn: Connection):
    keep(conn, went(wire.UserMessage(id="am_1", content="Hello"), 1))
    body = wire.MemoryAction(id="amem_1", action="create", memory={"content": "Tea"}, timestamp=1)
    outbox.put(conn, stanza(body, 2), at=NOW)
    keep(conn, came(wire.MemoryConfirmation(memory_id="amem_1", action="create", success=False), -1))
    assert outbox.waiting(conn, "ac_1") == []


def test_what_another_device_archived_or_pinned(conn: Connection):
    conn.exec_driver_sql(
        "INSERT INTO alicia_memory(id, content, created_at, updated_at) VALUES ('amem_1', 'Tea', 'now', 'now')"
    )
    keep(conn, came(wire.MemoryConfirmation(memory_id="amem_1", action="archive", success=True), -1))
    keep(conn, came(wire.MemoryConfirmation(memory_id="amem_1", action="pin", success=True), -2))
    kept = row(conn, "alicia_memory", "amem_1")
    assert (kept["archived"], kept["pinned"]) == (1, 0)


def test_one_vote_holds(conn: Connection):
    def vote(name: str, value: Any, moment: int) -> wire.Feedback:
        return wire.Feedback(
            id=name, message_id="am_1", target_type="message", target_id="am_1", vote=value, timestamp=moment
        )

    keep(conn, went(vote("v2", "down", 2_000), 2), went(vote("v1", "up", 1_000), 1))
    assert [row["id"] for row in rows(conn, "SELECT id FROM alicia_feedback WHERE deleted_at IS NULL")] == ["v2"]
    confirmed = wire.FeedbackConfirmation(
        feedback_id="v2", target_type="message", target_id="am_1", aggregates={"upvotes": 0, "downvotes": 1}
    )
    keep(conn, came(confirmed, -1))
    kept = row(conn, "alicia_feedback", "v2")
    assert (kept["sync_status"], json.loads(kept["aggregates"])["downvotes"]) == ("synced", 1)


def test_notes_are_made_changed_and_deleted(conn: Connection):
    def note(action: Any, content: str, number: int) -> dict[str, object]:
        body = wire.UserNote(id="n", message_id="am_1", content=content, category="context", action=action, timestamp=1)
        keep(conn, went(body, number))
        return row(conn, "alicia_user_conversation_commentaries", "n")

    made = note("create", "one", 1)
    assert (made["content"], made["message_id"], made["created_by"], made["sync_status"]) == (
        "one",
        "am_1",
        "user",
        "pending",
    )
    assert json.loads(str(made["meta"])) == {"category": "context"}
    assert note("update", "two", 2)["content"] == "two"
    keep(conn, came(wire.NoteConfirmation(note_id="n", message_id="am_1", success=True), -1))
    gone = note("delete", "", 3)
    assert (gone["content"], gone["deleted_at"] is None) == ("two", False)


def test_a_note_without_a_message_is_about_the_whole_conversation(conn: Connection):
    keep(conn, went(wire.UserNote(id="n", content="A good talk", timestamp=1), 1))
    kept = row(conn, "alicia_user_conversation_commentaries", "n")
    assert (kept["conversation_id"], kept["message_id"], kept["content"]) == ("ac_1", None, "A good talk")
    assert kept["created_by"] == "user"
    keep(conn, came(wire.NoteConfirmation(note_id="n", success=True), -1))
    assert row(conn, "alicia_user_conversation_commentaries", "n")["sync_status"] == "synced"


def test_a_commentary_keeps_role_rating_and_type(conn: Connection):
    body = wire.Commentary(
        id="aucc_1", target_id="am_1", author_role="moderator", content="Good.", rating=5, comment_type="note"
    )
    keep(conn, came(body))
    kept = row(conn, "alicia_user_conversation_commentaries", "aucc_1")
    assert (kept["created_by"], kept["message_id"], kept["content"]) == ("moderator", "am_1", "Good.")
    assert json.loads(kept["meta"]) == {"rating": 5, "commentType": "note", "authorRole": "moderator"}


@pytest.mark.parametrize("sound_first", [True, False])
def test_sound_belongs_to_the_sentence_that_is_spoken(conn: Connection, *, sound_first: bool):
    chunk = wire.AudioChunk(format="pcm_s16le_48000", duration=900, seq=1, data=b"1234")
    pair = [came(chunk, -8, meta={"messageId": "am_a1"}), turn()[2]]
    keep(conn, turn()[1], *(pair if sound_first else reversed(pair)))
    kept = row(conn, "alicia_sentences", "ams_1_1")
    assert (kept["audio_type"], kept["audio_format"], kept["duration_ms"]) == ("output", "pcm_s16le_48000", 900)
    assert (kept["audio_bytesize"], kept["audio_data"], kept["text"]) == (4, b"1234", "It is on Friday.")


@pytest.mark.parametrize("words_first", [True, False])
def test_how_long_the_person_spoke_belongs_to_what_was_understood(conn: Connection, *, words_first: bool):
    words = came(wire.Transcription(id="am_1", text="When is it?", final=True), -2)
    sound = went(wire.AudioChunk(format="pcm_s16le_48000", duration=1200, is_last=True), 1, meta={"messageId": "am_1"})
    keep(conn, *((words, sound) if words_first else (sound, words)))
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["message_id"], kept["transcription"], kept["duration_ms"]) == ("am_1", "When is it?", 1200)
    assert (kept["audio_type"], kept["audio_format"]) == ("input", "pcm_s16le_48000")


def test_sound_of_a_track_has_a_row_with_the_bytes_that_a_client_sent(conn: Connection):
    chunk = wire.AudioChunk(format="opus_48000", duration=20, track_sid="TR_1", seq=3, data=b"voice")
    keep(conn, went(chunk, 1), went(chunk, 2))
    (kept,) = rows(conn, "SELECT * FROM alicia_audio")
    assert (kept["audio_type"], kept["livekit_track_sid"], kept["audio_format"]) == ("input", "TR_1", "opus_48000")
    assert (kept["duration_ms"], kept["audio_data"]) == (20, b"voice")


def test_what_the_server_says_of_itself_is_kept_with_the_conversation(conn: Connection):
    keep(conn, came(wire.ServerInfo(model={"name": "small"}), -1), came(wire.SessionStats(message_count=3), -2))
    found = {row["key"]: json.loads(row["value"]) for row in rows(conn, "SELECT * FROM alicia_meta WHERE ref = 'ac_1'")}
    assert found["serverInfo"]["model"] == {"name": "small"}
    assert found["sessionStats"]["messageCount"] == 3


def test_a_configuration_makes_the_conversation_and_positions_follow(conn: Connection):
    keep(
        conn, went(wire.Configuration(conversation_id="ac_1"), 3), came(wire.Configuration(conversation_id="ac_1"), -2)
    )
    keep(conn, came(wire.SessionStats(), -9), came(wire.SessionStats(), -4))
    kept = row(conn, "alicia_conversations", "ac_1")
    assert (kept["last_client_stanza_id"], kept["last_server_stanza_id"]) == (3, -9)
    assert kept["livekit_room_name"] == "ac_1"


def test_what_comes_without_an_id_gets_one(conn: Connection):
    keep(
        conn, came(wire.MemoryTrace(id="", memory_id="amem_1", content="x")), came(wire.UserMessage(id="", content="x"))
    )
    assert rows(conn, "SELECT id FROM alicia_memory_used")[0]["id"].startswith("amu_")
    assert rows(conn, "SELECT id FROM alicia_messages")[0]["id"].startswith("am_")


def test_of_a_hostile_meta_the_journal_keeps_all_and_the_tables_a_part(conn: Connection):
    meta = {f"k{number}": number for number in range(5_000)}
    (recorded,) = keep(conn, came(wire.AssistantSentence(previous_id="am_a1", sequence=1, text="Hello."), meta=meta))
    assert len(rows(conn, "SELECT 1 FROM alicia_meta")) == MAX_META
    kept = journal.get(conn, recorded.seq)
    assert kept is not None
    assert kept.meta == meta
