"""The language of the search over messages that are really stored."""

from datetime import datetime

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.store import conversations, search
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
    assert [hit.message_id for hit in search.find_messages(said, typed)] == found


def test_the_find_is_marked_in_its_words(said: Connection):
    (hit,) = search.find_messages(said, "green")
    assert hit.excerpt == f"Buy {search.MARK_START}green{search.MARK_END} tea on Friday"


def test_a_deleted_conversation_is_not_found(said: Connection):
    conversations.delete(said, "ac_2", datetime.now(NOW.tzinfo))
    assert [hit.message_id for hit in search.find_messages(said, "friday")] == ["am_a1"]
