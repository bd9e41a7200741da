from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection

from alicia_desktop.store.changes import Change, noted
from alicia_desktop.store.memories import memories, memory_search
from alicia_desktop.store.memories.memory_search import Unembedded
from alicia_desktop.store.memories.vector_search import VECTOR_BYTES
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.store.schema import memory as table

NOW = datetime(2026, 11, 18, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
VECTOR = bytes(VECTOR_BYTES - 4) + b"\0\0\x80?"


def made(memory_id: str = "a", content: str = "User likes jazz.", *, user_id: str = "user") -> MemoryRecord:
    return memories.new_memory(memory_id=memory_id, content=content, at=NOW, user_id=user_id, tags=("jazz",))


def test_a_record_has_every_column_but_the_vector():
    columns = {column.name for column in table.columns} - {"pk", "embeddings"}
    assert {field.name for field in fields(MemoryRecord)} == columns


def test_what_is_inserted_comes_back(conn: Connection):
    memory = made()
    assert memories.insert_memories(conn, [memory]) == ("a",)
    assert memories.get_memory(conn, "a") == memory
    assert memories.get_memory(conn, "b") is None
    assert Change("memory", None, "a") in noted(conn)


def test_inserting_twice_changes_nothing(conn: Connection):
    memories.insert_memories(conn, [made()])
    assert memories.insert_memories(conn, [made(content="other"), made("b")]) == ("b",)
    row = memories.get_memory(conn, "a")
    assert row is not None
    assert row.content == "User likes jazz."


def embed(conn: Connection, *rows: Unembedded) -> None:
    memory_search.write_vectors(conn, [(row, VECTOR) for row in rows], encoder="e", version="1", width=8, at=NOW)


def test_other_content_takes_the_vector_away_and_other_tags_do_not(conn: Connection):
    memories.insert_memories(conn, [made()])
    embed(conn, *memory_search.without_vectors(conn, encoder="e", version="1", limit=9))
    row = memories.get_memory(conn, "a")
    assert row is not None
    memories.replace_memory(conn, replace(row, tags=["x"]))
    assert memory_search.count_without_vectors(conn, encoder="e", version="1") == 0
    memories.replace_memory(conn, replace(row, content="User likes blues."))
    assert memory_search.count_without_vectors(conn, encoder="e", version="1") == 1


def test_deleted_and_archived_memories_are_not_listed(conn: Connection):
    memories.insert_memories(conn, [made("a"), made("b"), made("c"), made("d", user_id="bob")])
    memories.soft_delete_memories(conn, ["a"], LATER)
    archived = memories.get_memory(conn, "b")
    assert archived is not None
    memories.replace_memory(conn, replace(archived, archived=True))
    assert [row.id for row in memories.list_memories(conn, user_ids=("user",))] == ["c"]
    assert [row.id for row in memories.list_memories(conn, user_ids=("user",), archived=True)] == ["c", "b"]
    assert set(memories.get_memories(conn, ["a", "b", "x"])) == {"a", "b"}


def test_use_is_counted(conn: Connection):
    memories.insert_memories(conn, [made()])
    memories.mark_used(conn, ["a"], NOW)
    memories.mark_used(conn, ["a", "unknown"], LATER)
    row = memories.get_memory(conn, "a")
    assert row is not None
    assert (row.usage_frequency, row.last_referenced_at) == (2, LATER)


def test_what_was_deleted_can_be_restored(conn: Connection):
    memories.insert_memories(conn, [made()])
    memories.soft_delete_memories(conn, ["a"], LATER)
    memories.restore_memories(conn, ["a"], LATER)
    assert [row.id for row in memories.list_memories(conn, user_ids=("user",))] == ["a"]
    assert len(memory_search.matching(conn, ["jazz"])) == 1


def test_of_two_with_one_id_the_first_is_kept(conn: Connection):
    assert memories.insert_memories(conn, [made(), made(content="other"), made("b")]) == ("a", "b")
    row = memories.get_memory(conn, "a")
    assert row is not None
    assert row.content == "User likes jazz."


def test_a_time_without_a_zone_is_refused(conn: Connection):
    with pytest.raises(Exception, match="time without a zone"):
        memories.insert_memories(conn, [replace(made(), created_at=datetime(2026, 1, 1))])  # noqa: DTZ001 - the point
