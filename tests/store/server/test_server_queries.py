from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.messages import MemoryAction
from alicia_desktop.protocol.registry import ENTRIES, Direction
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.memories import memories
from alicia_desktop.store.memories.memory_actions import DerivedColumns, Done
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.server import server_queries
from tests.store.wire import NOW, later, rows, stanza

TEA = "User likes tea."
REPEATED = {
    wire.ErrorMessage,
    wire.UserMessage,
    wire.AssistantMessage,
    wire.ReasoningStep,
    wire.ToolUseRequest,
    wire.ToolUseResult,
    wire.StartAnswer,
    wire.MemoryTrace,
    wire.Commentary,
    wire.AssistantSentence,
    wire.FeedbackConfirmation,
    wire.NoteConfirmation,
    wire.MemoryConfirmation,
}
"""What the server sends and sends again at a resume."""
KEPT_FROM_OTHERS = {wire.ErrorMessage, wire.AudioChunk, wire.Acknowledgement, wire.Configuration, wire.MemoryAction}
"""What a client sends and none but the server hears of."""


@pytest.fixture(autouse=True)
def conversation(conn: Connection) -> None:
    conversations.create(conn, at=NOW, conversation_id="ac_1", user_id="ann")


def test_of_every_type_somebody_decided_whether_a_resume_repeats_it():
    sent = {entry.struct for entry in ENTRIES if entry.direction is not Direction.CLIENT}
    assert sorted(type_.TYPE for type_ in sent - REPEATED) == sorted(server_queries.OF_THE_MOMENT)
    assert sent >= REPEATED
    taken = {entry.struct for entry in ENTRIES if entry.direction is not Direction.SERVER}
    assert taken - KEPT_FROM_OTHERS == server_queries.TOLD_TO_OTHERS
    assert taken >= KEPT_FROM_OTHERS


def take(conn: Connection, action: Any, moment: int, *, at: datetime = NOW, number: int = 1, **memory: Any) -> Done:
    body = MemoryAction(id="m1", action=action, memory=memory, timestamp=moment)
    content = stanza(body, number)
    entry = JournalEntry(direction="in", content=content, raw=encode(content), at=at)
    return server_queries.apply_memory_action(
        conn, entry, body, conversation_id="ac_1", reading=DerivedColumns(values={"category": "c"})
    )


def test_an_action_is_journaled_and_carried_out_for_the_conversations_owner(conn: Connection):
    assert take(conn, "create", 1, content=TEA).success
    found = memories.get_memory(conn, "m1")
    assert found is not None
    assert (found.content, found.user_id, found.category) == (TEA, "ann", "c")
    assert rows(conn, "SELECT name, direction FROM journal") == [{"name": "MemoryAction", "direction": "in"}]


def test_what_was_stored_without_a_name_is_the_persons_own(conn: Connection):
    memories.insert_memories(conn, [memories.new_memory(memory_id="m1", content=TEA, at=NOW, user_id="guest-7")])
    assert take(conn, "pin", 1).refusal == "unknown"
    accounts.sign_in(conn, "ann", NOW, guests=("guest-7",))
    assert take(conn, "pin", 2).success


def test_the_same_action_again_is_told_again_and_not_done_again(conn: Connection):
    take(conn, "create", 1, content=TEA)
    take(conn, "delete", 2, number=2)
    assert take(conn, "create", 1, number=3, content=TEA).success
    found = memories.get_memory(conn, "m1")
    assert found is not None
    assert found.deleted_at is not None
    first, again = (take(conn, "pin", 3, number=4) for _ in range(2))
    assert (first.refusal, again.refusal, again.sentence) == ("deleted", "deleted", "")


def test_a_refusal_lets_the_copies_come_anew(conn: Connection):
    take(conn, "create", 1, content=TEA)
    take(conn, "delete", 2, number=2)
    before = _revision(conn)
    take(conn, "pin", 3, number=3, at=later(1))
    assert _revision(conn) > before


def _revision(conn: Connection) -> int:
    return int(conn.exec_driver_sql("SELECT max(revision) FROM alicia_memory_changes").scalar_one())


def test_the_last_id_is_known_when_the_journal_is_gone(conn: Connection):
    entries = [
        JournalEntry(direction="out", content=stanza(wire.SessionStats(), number), at=NOW) for number in (-2, -3)
    ]
    record(conn, entries)
    conn.exec_driver_sql("DELETE FROM journal")
    assert server_queries.last_server_id(conn, "ac_1") == -3
    assert server_queries.last_server_id(conn, "ac_2") == 0


def test_what_comes_into_a_deleted_conversation_does_nothing(conn: Connection):
    said = stanza(wire.UserMessage(id="am_1", content="Still there?"), 1)
    conversations.delete(conn, "ac_1", NOW)
    recorded = server_queries.receive(conn, JournalEntry(direction="in", content=said, raw=encode(said), at=NOW))
    assert (recorded.stranger, recorded.entry.refusal) == (True, server_queries.DELETED)
    assert rows(conn, "SELECT id FROM alicia_messages") == []
    conversations.undelete(conn, "ac_1", NOW)
    later_said = JournalEntry(direction="in", content=said, raw=encode(said), at=later(1))
    assert not server_queries.receive(conn, later_said).stranger
