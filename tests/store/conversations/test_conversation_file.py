"""A conversation into a file and back, into another database, without a row being other."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.conversation_settings import ConversationSettings, settings_in
from alicia_desktop.store import outbox
from alicia_desktop.store.conversations import answer_prompts, conversations
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt, PromptPart
from alicia_desktop.store.conversations.conversation_file import (
    export_conversation,
    import_conversation,
    parse_conversation,
    rows_of,
    tables,
)
from alicia_desktop.store.memories import memories, memory_search
from tests.store.plain import plain_database
from tests.store.wire import NOW, came, keep, later, rows, stanza, turn, went


def test_the_settings_of_a_conversation_go_along_and_are_refused_where_they_break_a_bound(
    conn: Connection, other: Connection
):
    keep(conn, *turn())
    settings = ConversationSettings(persona="You are a pirate.", temperature=0.75)
    conversations.set_settings(conn, "ac_1", NOW, settings)
    content = export_conversation(conn, "ac_1")
    import_conversation(other, parse_conversation(content))
    record = conversations.get(other, "ac_1")
    assert record is not None
    assert settings_in(record.preferences) == settings
    for wrong in (b"x" * 10_000_000, b"x" * 8_001):
        with pytest.raises(WorldError, match="its settings do not fit: A persona may have 8,000 characters"):
            parse_conversation(content.replace(b"You are a pirate.", wrong))


@pytest.fixture
def other() -> Iterator[Connection]:
    with plain_database() as conn:
        yield conn


def _lived(conn: Connection) -> None:
    """A conversation with a row in every table."""
    tool = wire.ToolUseRequest(id="atu_1", message_id="am_q1", tool_name="clock", execution="server")
    vote = wire.Feedback(
        id="af_1", message_id="am_a1", target_type="message", target_id="am_a1", vote="up", timestamp=1
    )
    keep(
        conn,
        *turn(),
        went(wire.UserMessage(id="am_f", content="Look.", attachments=({"name": "a.png", "data": b"\0\xff"},)), 5),
        came(tool, -9, meta={"source": "x"}),
        came(wire.ToolUseResult(request_id="atu_1", success=True, result=None), -10),
        came(wire.ReasoningStep(id="ar_1", previous_id="am_a1", step_index=1, content="Änne? 漢字"), -11),
        came(wire.MemoryTrace(id="amu_1", previous_id="am_a1", memory_id="amem_1", content="Jazz."), -12),
        went(vote, 2),
        went(wire.UserNote(id="aucc_1", message_id="am_a1", content="Good", action="create", timestamp=1), 3),
        came(wire.AudioChunk(conversation_id="ac_1", track_sid="TR", format="pcm", seq=1, duration=20), -13),
    )
    conversations.rename(conn, "ac_1", "Recital", later(1))
    memory = memories.new_memory(memory_id="amem_2", content="Emma plays.", at=NOW, user_id="user")
    memories.insert_memories(conn, [memory])
    conn.exec_driver_sql("UPDATE alicia_memory SET source_chat_id = 'ac_1', embeddings = zeroblob(4096)")
    part = PromptPart(source="question", role="user", tokens=3, text="Änne?", ref="am_q1")
    answer_prompts.keep(conn, AnswerPrompt(id="am_a1", conversation_id="ac_1", parts=(part,), created_at=NOW), NOW)
    outbox.put(conn, stanza(wire.UserMessage(id="am_q9", content="Still to be sent"), 9), at=NOW)
    conn.exec_driver_sql(
        "INSERT INTO alicia_semantic_pins(id, session_id, content, pin_type, created_at, updated_at) "
        "VALUES ('asp_1', 'ac_1', 'Friday', 'manual', ?1, ?1)",
        (NOW.isoformat(timespec="microseconds"),),
    )
    conn.exec_driver_sql(
        "INSERT INTO alicia_conversation_summaries(id, session_id, summary, message_count, start_message_id, "
        "end_message_id, importance_score, created_at, updated_at) VALUES ('acs_1', 'ac_1', 'A recital.', 2, 'am_q1', "
        "'am_a1', 0.25, ?1, ?1)",
        (NOW.isoformat(timespec="microseconds"),),
    )


def test_every_row_of_every_table_comes_back_equal(conn: Connection, other: Connection):
    _lived(conn)
    before = rows_of(conn, "ac_1")
    assert {name for name, found in before.items() if not found} == set()
    outcome = import_conversation(other, parse_conversation(export_conversation(conn, "ac_1")))
    assert rows_of(other, "ac_1") == before
    assert (outcome.title, outcome.messages, outcome.memories_known) == ("Recital", len(before["alicia_messages"]), 0)


def test_what_was_imported_is_found_by_its_words(conn: Connection, other: Connection):
    _lived(conn)
    import_conversation(other, parse_conversation(export_conversation(conn, "ac_1")))
    assert memory_search.matching(other, ["plays"])
    assert rows(other, "SELECT rowid FROM alicia_messages_fts WHERE alicia_messages_fts MATCH 'recital'")


def test_the_same_file_twice_changes_nothing_and_says_so(conn: Connection):
    _lived(conn)
    before = rows_of(conn, "ac_1")
    with pytest.raises(WorldError, match="here already") as refused:
        import_conversation(conn, parse_conversation(export_conversation(conn, "ac_1")))
    assert refused.value.code == "already_there"
    assert rows_of(conn, "ac_1") == before


def test_a_memory_that_is_known_stays_as_it_is_here(conn: Connection, other: Connection):
    _lived(conn)
    mine = memories.new_memory(memory_id="amem_2", content="Emma plays the piano.", at=NOW, user_id="user")
    memories.insert_memories(other, [mine])
    outcome = import_conversation(other, parse_conversation(export_conversation(conn, "ac_1")))
    kept = memories.get_memory(other, "amem_2")
    assert kept is not None
    assert (outcome.memories_known, kept.content) == (1, "Emma plays the piano.")


def test_a_message_that_another_conversation_has_refuses_the_file(conn: Connection, other: Connection):
    _lived(conn)
    keep(other, went(wire.UserMessage(id="am_q1", content="Mine"), 1, conversation="ac_2"))
    with pytest.raises(WorldError, match="am_q1 already, in another conversation"):
        import_conversation(other, parse_conversation(export_conversation(conn, "ac_1")))
    assert rows(other, "SELECT id FROM alicia_conversations") == [{"id": "ac_2"}]


def test_a_file_that_belongs_to_no_message_of_it_refuses_the_import(conn: Connection, other: Connection):
    _lived(conn)
    content = json.loads(export_conversation(conn, "ac_1"))
    (file,) = content["tables"]["alicia_attachments"]
    file["message_id"] = "am_of_another"
    with pytest.raises(WorldError, match="belongs to no message of it"):
        import_conversation(other, parse_conversation(json.dumps(content).encode()))


def test_there_is_nothing_to_export_of_what_is_not_there(conn: Connection):
    with pytest.raises(WorldError, match="no conversation ac_7"):
        export_conversation(conn, "ac_7")


def _set(name: str, column: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(file: dict[str, Any]) -> None:
        file["tables"][name][0][column] = value

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda file: file.update(format="other"), 'its format is "other"'),
        (lambda file: file.update(version=2), "it is of version 2"),
        (lambda file: file.pop("tables"), "missing required field `tables`"),
        (lambda file: file["tables"].update(users=[]), 'there is no table "users"'),
        (_set("alicia_messages", "colour", "red"), 'alicia_messages.0. has a column "colour"'),
        (lambda file: file["tables"]["alicia_messages"][0].pop("message_role"), r"\[0\].message_role is missing"),
        (_set("alicia_messages", "created_at", "yesterday"), r"\[0\].created_at is a text, and no time"),
        (_set("alicia_messages", "contents", 7), r"\[0\].contents is a number, and no text"),
        (_set("alicia_messages", "sequence_number", 2**70), r"\[0\].sequence_number is a number"),
        (_set("alicia_messages", "whole", "yes"), r"\[0\].whole is a text"),
        (_set("alicia_messages", "conversation_id", "ac_2"), r"alicia_messages\[0\] belongs to another conversation"),
        (_set("alicia_sentences", "message_id", "am_x"), r"alicia_sentences\[0\] belongs to no message"),
        (_set("alicia_meta", "ref", "server "), r"alicia_meta\[0\] belongs to nothing"),
        (_set("journal", "raw", "*"), r"journal\[0\].raw is no base64"),
        (_set("alicia_attachments", "position", 20), r"attachments\[0\] has the place 20, and a message may have 20"),
        (_set("alicia_attachments", "position", -1), r"attachments\[0\] has the place -1"),
        (_set("alicia_attachments", "name", "x" * 201), r"attachments\[0\] has a name or kind of more than 200"),
        (_set("alicia_attachments", "media_type", "picture"), r"attachments\[0\] is of the kind “picture”"),
        (_set("alicia_attachments", "size", 7), r"attachments\[0\] says that it has 7 bytes, and has 2"),
        (_set("alicia_attachments", "width", -7), r"attachments\[0\] is smaller than nothing"),
        (_set("alicia_attachments", "digest", "00"), r"attachments\[0\] is not the file that its digest names"),
        (_set("alicia_attachments", "data", "A" * 2_200_000), r"has 1,650,000 bytes, and a file .* 1,600,000"),
        (_set("alicia_messages", "message_role", "parrot"), r"alicia_messages\[0\] breaks a rule"),
        (_set("alicia_conversations", "private", True), "private conversation"),
        (_set("alicia_conversations", "preferences", {"private": True}), "private conversation"),
    ],
)
def test_a_bad_file_is_told_with_what_and_where(
    conn: Connection, other: Connection, change: Callable[[dict[str, Any]], None], sentence: str
):
    _lived(conn)
    file = json.loads(export_conversation(conn, "ac_1"))
    change(file)
    savepoint = other.begin_nested()
    with pytest.raises(WorldError, match=sentence):
        import_conversation(other, parse_conversation(json.dumps(file).encode()))
    savepoint.rollback()
    assert all(not rows(other, f"SELECT 1 FROM {name}") for name in tables())


def test_a_number_that_nobody_could_read_again_is_told(conn: Connection):
    _lived(conn)
    file = json.loads(export_conversation(conn, "ac_1"))
    _set("alicia_conversations", "preferences", {"a": "endless"})(file)
    with pytest.raises(WorldError, match=r"\[0\].preferences cannot be read"):
        parse_conversation(json.dumps(file).replace('"endless"', "9" * 5_000).encode())


@given(st.one_of(st.binary(max_size=200), st.recursive(st.none() | st.text(), st.lists).map(msgspec.json.encode)))
@pytest.mark.slow
def test_anything_else_is_refused_and_never_a_bug(content: bytes):
    with pytest.raises(WorldError):
        parse_conversation(content)
