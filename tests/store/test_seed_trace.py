"""The MemoryTrace document: its own example on its way to a row, every action and type, several for one question."""

import json

import msgpack
import pytest
from sqlalchemy import Connection

from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import MemoryTrace
from alicia_desktop.store.memories import traces
from alicia_desktop.store.recording import JournalEntry
from tests.store.wire import NOW, came, keep, row, rows, turn

EXAMPLE = {
    "id": "mem_001",
    "conversationId": "conv_7H93k",
    "previousId": "msg_u1A2B",
    "memoryId": "user_location_pref",
    "memoryType": "profile",
    "action": "retrieved",
    "content": "User is located in New York and prefers local restaurant recommendations",
    "confidence": 0.92,
    "metadata": {"tags": ["location", "user_profile"], "source": "user_profile"},
}


def test_the_example_of_the_document_becomes_its_row(conn: Connection):
    envelope = {"stanzaId": -5, "conversationId": "conv_7H93k", "type": 14, "body": EXAMPLE}
    content = decode(msgpack.packb(envelope))
    assert isinstance(content, Stanza)
    assert content.problems == ()
    keep(conn, JournalEntry(direction="in", content=content, at=NOW))
    kept = row(conn, "alicia_memory_used", "mem_001")
    assert (kept["conversation_id"], kept["message_id"]) == ("conv_7H93k", "msg_u1A2B")
    assert (kept["memory_id"], kept["memory_type"]) == ("user_location_pref", "profile")
    assert (kept["action"], kept["content"], kept["confidence"]) == ("retrieved", EXAMPLE["content"], 0.92)
    assert json.loads(kept["meta"]) == EXAMPLE["metadata"]
    assert kept["created_at"] == "2026-01-01T00:00:00.000000+00:00"


@pytest.mark.parametrize("action", ["retrieved", "stored", "updated"])
@pytest.mark.parametrize(
    "memory_type",
    ["long_term_note", "profile_attribute", "conversation_summary", "world_fact", "user_preference", None],
)
def test_every_action_and_type_of_the_document_is_kept(conn: Connection, action: str, memory_type: str | None):
    keep(conn, came(MemoryTrace(id="amu_1", memory_id="m", memory_type=memory_type, action=action, content="x")))
    kept = row(conn, "alicia_memory_used", "amu_1")
    assert (kept["action"], kept["memory_type"]) == (action, memory_type)


def test_several_memories_of_one_question_are_a_row_each(conn: Connection):
    sent = [
        MemoryTrace(id=f"amu_{n}", previous_id="am_q1", memory_id=f"amem_{n}", action="retrieved", content="x")
        for n in range(3)
    ]
    keep(conn, *(came(trace, -n) for n, trace in enumerate(sent, start=1)))
    found = rows(conn, "SELECT id, memory_id FROM alicia_memory_used WHERE message_id = 'am_q1' ORDER BY id")
    assert [(one["id"], one["memory_id"]) for one in found] == [(f"amu_{n}", f"amem_{n}") for n in range(3)]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("named", ["am_q1", "am_a1"])
def test_a_trace_belongs_to_its_turn_wherever_it_comes_and_whichever_message_it_names(
    conn: Connection, place: int, named: str
):
    stanzas = turn()
    trace = MemoryTrace(id="amu_1", previous_id=named, memory_id="amem_1", action="retrieved", content="x")
    stanzas.insert(1 + place, came(trace, -9))
    for one in stanzas:
        keep(conn, one)
    assert [use.id for use in traces.of_turn(conn, "am_a1")] == ["amu_1"]
    assert [use.id for use in traces.of_turn(conn, "am_q1")] == ["amu_1"]
