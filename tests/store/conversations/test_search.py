"""The language of the search over messages that are really stored."""

from datetime import datetime

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store.accounts import Account
from alicia_desktop.store.conversations import conversations, search
from alicia_desktop.store.memories import memories
from tests.store.wire import NOW, came, keep, went


@pytest.fixture
def said(conn: Connection) -> Connection:
    """Two conversations: a recital with tool, memory and note, and groceries a month before."""
    keep(
        conn,
        went(wire.UserMessage(id="am_q1", content="When is Émma's recital?"), 1),
        came(wire.ToolUseRequest(id="atu_1", message_id="am_q1", tool_name="clock", execution="server"), -1),
        came(wire.MemoryTrace(id="amu_1", previous_id="am_a1", memory_id="amem_1", content="Friday."), -2),
        came(wire.AssistantMessage(id="am_a1", previous_id="am_q1", content="The recitals are on Friday at six."), -3),
        went(wire.UserNote(id="aucc_1", message_id="am_a1", content="Good", action="create", timestamp=1), 2),
        went(wire.UserMessage(id="am_q2", content="Buy green tea on Friday"), 1, conversation="ac_2"),
    )
    conversations.rename(conn, "ac_1", "Piano", NOW)
    conn.exec_driver_sql("UPDATE alicia_messages SET created_at = '2025-12-01T12:00' WHERE id = 'am_q2'")
    return conn


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("friday", ["am_q2", "am_a1"]),
        ("emma ", ["am_q1"]),
        ("reci", ["am_a1", "am_q1"]),
        ("recital ", ["am_a1", "am_q1"]),
        ("friday from:me", ["am_q2"]),
        ("from:alicia", ["am_a1"]),
        ("before:2026-01", ["am_q2"]),
        ("after:2026 recital", ["am_a1", "am_q1"]),
        ("friday -tea ", ["am_a1"]),
        ('"on friday" ', ["am_q2", "am_a1"]),
        ('"friday on" ', []),
        ("has:tool", ["am_a1", "am_q1"]),
        ("has:memory", ["am_a1"]),
        ("has:note friday", ["am_a1"]),
        ("in:title piano", ["am_a1", "am_q1"]),
        ("in:title piano from:me", ["am_q1"]),
        ("-tea ", []),
        ("", []),
    ],
)
def test_what_is_typed_finds_what_was_said(said: Connection, typed: str, found: list[str]):
    assert [hit.message_id for hit in search.find(said, typed) if hit.kind == "message"] == found


def test_the_find_is_marked_in_its_words(said: Connection):
    (hit,) = search.find(said, "green")
    assert hit.excerpt == f"Buy {search.MARK_START}green{search.MARK_END} tea on Friday"


def test_a_deleted_conversation_is_not_found(said: Connection):
    conversations.delete(said, "ac_2", datetime.now(NOW.tzinfo))
    assert [hit.message_id for hit in search.find(said, "friday") if hit.kind == "message"] == ["am_a1"]


@pytest.fixture
def kept(said: Connection) -> Connection:
    """And what tools gave, what was noted and what is remembered."""
    result = {"line": "first\nSymphony in green", "path": "C:\\notes"}
    keep(
        said,
        came(wire.ToolUseResult(id="r", request_id="atu_1", success=True, result=result), -4),
        came(
            wire.Commentary(id="aucc_2", target_id="am_q1", content="Green, I would say", author_role="moderator"), -5
        ),
        went(wire.UserNote(id="aucc_3", message_id="am_q2", content="Not the green one", timestamp=1), 3),
    )
    memories.insert_memories(
        said,
        [
            memories.new_memory(memory_id="amem_5", content="User likes greén tea.", at=NOW, user_id="user"),
            memories.new_memory(memory_id="amem_6", content="User likes green walls.", at=NOW, user_id="anna"),
        ],
    )
    return said


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("green", ["am_q2", "atu_1", "aucc_3", "aucc_2", "amem_6", "amem_5"]),
        ("symphonies", ["atu_1"]),
        ("notes", ["atu_1"]),
        ("green from:me", ["am_q2", "aucc_3"]),
        ("green from:alicia", []),
        ("green has:tool", []),
        ("green -tea ", ["atu_1", "aucc_3", "aucc_2", "amem_6"]),
        ("green before:2026", ["am_q2", "aucc_3"]),
        ("in:title green", []),
        ("from:me", ["am_q2", "am_q1"]),
        ("g", ["am_q2", "atu_1", "aucc_3", "aucc_2", "aucc_1", "amem_6", "amem_5"]),
    ],
)
def test_everything_that_is_kept_is_found(kept: Connection, typed: str, found: list[str]):
    assert [hit.id for hit in search.find(kept, typed)] == found


def test_a_find_knows_where_it_stands(kept: Connection):
    places = {hit.id: (hit.kind, hit.conversation_id, hit.message_id) for hit in search.find(kept, "green")}
    assert places["atu_1"] == ("tool", "ac_1", "am_q1")
    assert places["aucc_3"] == ("note", "ac_1", "am_q2")
    assert places["amem_5"] == ("memory", "", "")


def test_only_what_belongs_to_a_person_at_a_server_is_looked_through(kept: Connection):
    mine = Account()
    assert "amem_6" not in {hit.id for hit in search.find(kept, "green", account=mine)}
    elsewhere = Account(server="https://alicia.home")
    assert search.find(kept, "green", account=elsewhere) == []


def test_letters_inside_of_words_are_marked_too(kept: Connection):
    (hit,) = search.find(kept, "f from:alicia")
    assert search.MARK_START in hit.excerpt
