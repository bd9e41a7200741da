"""Whatever ids a client names in whatever stanza: nothing of another user's is written, changed or deleted by it."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from sqlalchemy import Connection, select

from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.registry import Direction, entry_of
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations import conversations, summaries
from alicia_desktop.store.memories import forgetting, memories, memory_copies
from alicia_desktop.store.memories.memory_actions import DerivedColumns
from alicia_desktop.store.recording import JournalEntry, record
from alicia_desktop.store.schema import metadata
from alicia_desktop.store.server import foreign_ids, server_queries, users
from tests.protocol.samples import SATURATED
from tests.store.wire import NOW, later, stanza
from tests.support.examples import examples

SAID = "My sister Clara lives in Lisbon."
FROM_CLIENTS = [body for body in SATURATED if entry_of(body).direction is not Direction.SERVER]
PROGRAMS_OWN = ("server ", "memory_feed", "memory_mirror", "client")
"""What the program keeps for itself in `alicia_meta`."""


def story(conn: Connection, name: str) -> list[str]:
    """One of everything that has an id, in the conversation `ac_<name>` of user `<name>`; return all the ids."""
    place = f"ac_{name}"
    conversations.create(conn, at=NOW, conversation_id=place, user_id=name, title=SAID)
    bodies: list[tuple[Any, wire.Message]] = [
        ("in", wire.UserMessage(id=f"am_q_{name}", content=SAID)),
        ("out", wire.StartAnswer(id=f"am_a_{name}", previous_id=f"am_q_{name}")),
        ("out", wire.AssistantSentence(id=f"ams_{name}", previous_id=f"am_a_{name}", sequence=1, text=SAID)),
        ("out", wire.ToolUseRequest(id=f"atu_{name}", tool_name="clock", execution="client")),
        ("out", wire.ReasoningStep(id=f"ar_{name}", previous_id=f"am_a_{name}", content=SAID, step_index=1)),
        ("out", wire.MemoryTrace(id=f"amu_{name}", memory_id=f"amem_{name}", content=SAID)),
        ("out", wire.Transcription(id=f"am_t_{name}", text="My sis", final=False)),
        ("in", wire.Commentary(id=f"aucc_{name}", target_id=f"am_a_{name}", content=SAID)),
        ("in", wire.UserNote(id=f"an_{name}", message_id=f"am_a_{name}", content=SAID)),
        ("in", _vote(name)),
    ]
    memories.insert_memories(conn, [memories.new_memory(memory_id=f"amem_{name}", content=SAID, at=NOW, user_id=name)])
    for number, (direction, body) in enumerate(bodies, start=1):
        said = stanza(body, number if direction == "in" else -number, conversation=place, meta={"a": "b"})
        record(conn, [JournalEntry(direction=direction, content=said, raw=encode(said), at=NOW)])
    pin = summaries.add_pin(
        conn,
        session_id=place,
        content=SAID,
        pin_type="manual",
        importance_score=0.5,
        source_message_id=None,
        at=NOW,
    )
    summary = summaries.add_summary(
        conn,
        session_id=place,
        summary=SAID,
        message_count=1,
        start_message_id=f"am_q_{name}",
        end_message_id=f"am_a_{name}",
        importance_score=0.5,
        at=NOW,
    )
    return [place, f"amem_{name}", pin.id, summary.id, *(body.id for _, body in bodies if hasattr(body, "id"))]


def _vote(name: str) -> wire.Feedback:
    answer = f"am_a_{name}"
    return wire.Feedback(
        id=f"av_{name}", message_id=answer, target_type="message", target_id=answer, vote="up", timestamp=1
    )


def state_of(conn: Connection, name: str, ids: list[str]) -> list[Any]:
    """Return every row of a user, and what the program keeps for itself."""
    held: list[Any] = []
    for table in metadata.sorted_tables:
        for row in conn.execute(select(table)).mappings():
            values = dict(row)
            is_theirs = f"ac_{name}" in {values.get("conversation_id"), values.get("session_id"), values.get("id")}
            is_theirs |= name in {values.get("user_id"), values.get("alias")} or values.get("id") in ids
            is_theirs |= values.get("message_id") in ids
            ref = str(values.get("ref", ""))
            if is_theirs or ref in ids or ref.startswith(PROGRAMS_OWN):
                held.append((table.name, values))
    return held


@pytest.fixture
def two(conn: Connection) -> tuple[Connection, list[str], list[str]]:
    """Anna and Mallory on one server."""
    memory_copies.require_origin(conn, NOW)
    return conn, story(conn, "anna"), story(conn, "mallory")


def id_fields(body: wire.Message) -> Iterator[str]:
    """Yield the fields that hold an id; of a saturated message each of them is set."""
    for name in body.__struct_fields__:
        if (name == "id" or name.endswith("_id")) and isinstance(getattr(body, name), str):
            yield name


def send(conn: Connection, body: wire.Message, meta: dict[str, Any], number: int) -> None:
    """Have Mallory say it in her own conversation, as the agent takes it."""
    said = stanza(body, number, conversation="ac_mallory", meta=meta)
    entry = JournalEntry(direction="in", content=said, raw=encode(said), at=later(9), conversation_id="ac_mallory")
    if isinstance(body, wire.MemoryAction):
        server_queries.apply_memory_action(conn, entry, body, conversation_id="ac_mallory", reading=DerivedColumns())
    else:
        server_queries.receive(conn, entry)


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
@pytest.mark.slow
def test_no_id_in_any_stanza_reaches_what_is_anothers(
    two: tuple[Connection, list[str], list[str]], data: st.DataObject
):
    conn, annas, mallorys = two
    before = state_of(conn, "anna", annas)
    undo = conn.begin_nested()
    some_id = st.sampled_from([*annas, *mallorys, "server ", "memory_feed", "client", "am_nobodys"])
    for number in range(1, data.draw(st.integers(1, 4)) + 1):
        body = data.draw(st.sampled_from(FROM_CLIENTS))
        named = {name: data.draw(some_id) for name in id_fields(body)}
        if "conversation_id" in named:
            named["conversation_id"] = "ac_mallory"
        body = structs.replace(body, **named)
        if isinstance(body, wire.MemoryAction):
            asked = {"forget": True, "content": SAID, "referenceTo": data.draw(some_id)}
            body = structs.replace(body, memory=asked, action=data.draw(st.sampled_from(["create", "delete", "pin"])))
        meta = {"messageId": data.draw(some_id), "profile": "deployed", "origin": "mine", "localId": data.draw(some_id)}
        send(conn, body, meta, 100 + number)
    try:
        assert state_of(conn, "anna", annas) == before
    finally:
        undo.rollback()


@pytest.mark.parametrize("body", FROM_CLIENTS, ids=lambda body: type(body).__name__)
def test_each_id_of_each_message_is_looked_at(two: tuple[Connection, list[str], list[str]], body: wire.Message):
    conn, annas, _ = two
    for name in id_fields(body):
        for foreign in annas if name != "conversation_id" else ():
            blank = dict.fromkeys(id_fields(body), "am_nobodys")
            said = stanza(structs.replace(body, **(blank | {name: foreign})), 1)
            assert foreign_ids.names_foreign(conn, "ac_mallory", said), (name, foreign)
            assert not foreign_ids.names_foreign(conn, "ac_anna", said)


def test_what_is_refused_is_journaled_with_the_reason_and_not_taken_for_said_before(
    two: tuple[Connection, list[str], list[str]],
):
    conn, _, _ = two
    said = stanza(wire.UserNote(id="an_new", message_id="am_a_anna", content="Hm"), 50, conversation="ac_mallory")
    entry = JournalEntry(
        direction="in", content=said, raw=encode(said), at=NOW, conversation_id="ac_mallory", sender="lap"
    )
    for _ in range(2):
        done = server_queries.receive(conn, entry)
        assert (done.applied, done.duplicate, done.stranger, done.problems) == (
            False,
            False,
            True,
            (server_queries.NOT_HERE,),
        )
    row = conn.exec_driver_sql(
        "SELECT stranger, sender, content_id, turn_ref FROM journal WHERE stanza_id = 50 LIMIT 1"
    ).one()
    assert tuple(row) == (1, "lap", None, None)
    assert not [raw for raw in server_queries.missed(conn, "ac_mallory", 0) if raw == entry.raw]


@pytest.mark.parametrize("ref", ["memory_feed", "server ", "client"])
def test_a_memory_that_is_called_as_the_programs_notes_takes_none_of_them_with_it(
    two: tuple[Connection, list[str], list[str]], ref: str
):
    """It can be brought by an import; then it may be forgotten by its words, or go with its owner."""
    conn, _, _ = two
    columns = "id, ref, key, value, created_at, updated_at"
    conn.exec_driver_sql(f"INSERT INTO alicia_meta({columns}) VALUES ('x', ?, 'k', 'v', '', '')", (ref,))
    count = "SELECT count(*) FROM alicia_meta WHERE ref = ?"
    before = conn.exec_driver_sql(count, (ref,)).scalar_one()
    users.add(conn, "mallory", NOW)
    for _ in range(2):
        named = memories.new_memory(memory_id=ref, content="Tea at five.", at=NOW, user_id="mallory")
        memories.insert_memories(conn, [named])
        forgetting.forget(conn, [ref], later(1))
    users.delete(conn, "mallory")
    assert memories.get_memory(conn, ref) is None
    assert conn.exec_driver_sql(count, (ref,)).scalar_one() == before


def test_a_memory_under_another_name_of_the_same_person_is_theirs(two: tuple[Connection, list[str], list[str]]):
    conn, _, _ = two
    said = stanza(wire.MemoryAction(id="amem_guest", action="pin", timestamp=1), 1)
    memories.insert_memories(
        conn, [memories.new_memory(memory_id="amem_guest", content=SAID, at=NOW, user_id="guest-7")]
    )
    assert foreign_ids.names_foreign(conn, "ac_mallory", said)
    accounts.sign_in(conn, "mallory", NOW, guests=("guest-7",))
    assert not foreign_ids.names_foreign(conn, "ac_mallory", said)


def test_an_id_is_unused_that_neither_anything_nor_the_program_has(two: tuple[Connection, list[str], list[str]]):
    conn, of_anna, of_mallory = two
    assert not any(foreign_ids.is_unused(conn, name) for name in (*of_anna, *of_mallory))
    assert foreign_ids.is_unused(conn, "am_new")


def test_every_table_with_ids_in_a_conversation_is_looked_at():
    meant = {
        (table.name, "id", place)
        for table in metadata.sorted_tables
        for place in ("conversation_id", "session_id")
        if place in table.c and "id" in table.c
    }
    found = set(foreign_ids.PLACES)
    assert found - meant == {
        ("alicia_conversations", "id", "id"),
        ("alicia_audio", "transcription_id", "conversation_id"),
    }
    assert meant <= found
    others = {table.name for table in metadata.sorted_tables if "id" in table.c} - {name for name, _, _ in found}
    assert others == {"alicia_sentences", "alicia_memory", "alicia_meta", "sync_conflicts"}
