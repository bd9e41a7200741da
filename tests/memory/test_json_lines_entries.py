"""`memory_entries` in and out under their own names."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from alicia_desktop.memory.json_lines import read_line, to_line
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.server.http import json_bodies
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories
from tests.memory.conftest import NOW

METADATA = {"emotional_content": "true", "content": "of its own", "nested": {"a": [1, None]}}
ENTRY_ID = "8d1f1f38-6c3e-4f5e-9a43-3f3f0c6f2b11"
ENTRY: dict[str, object] = {
    "id": ENTRY_ID,
    "topic": "children",
    "summary": "Two children",
    "full_text": "I have two children named Alex and Jordan.",
    "created_at": "2021-03-04T05:06:07+00:00",
    "last_referenced": "2022-01-02T03:04:05+00:00",
    "importance": 0.7,
    "tags": ["children", "names"],
    "source_chat_id": "1b0f7c1e-0000-4000-8000-000000000001",
    "user_id": "user",
    "guest_session_id": "1b0f7c1e-0000-4000-8000-000000000002",
    "sentiment": "positive",
    "type": "hybrid",
    "source_type": "chat",
    "pinned": True,
    "reference_links": ["https://example.org/a"],
    "metadata": METADATA,
    "reference_to": "1b0f7c1e-0000-4000-8000-000000000003",
}
EMBEDDED = {"embedding": [0.25] * 1536}


def read(**changes: object):
    return read_line(json.dumps(ENTRY | changes), user_id="user", now=NOW)


def test_every_column_of_memory_entries_comes_out_as_it_came_in():
    line = json.loads(to_line(read(**EMBEDDED)))
    assert {name: line[name] for name in ENTRY} == ENTRY
    assert "embedding" not in line


def test_every_column_of_memory_entries_has_its_place():
    memory = read(importance=7)
    assert (memory.content, memory.kind, memory.importance) == (ENTRY["full_text"], "hybrid", 0.7)
    assert memory.last_referenced_at == datetime(2022, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert (memory.source_type, memory.source_chat_id) == ("chat", ENTRY["source_chat_id"])
    assert (memory.guest_session_id, memory.reference_links) == (ENTRY["guest_session_id"], ["https://example.org/a"])
    assert memory.meta == METADATA


@pytest.mark.parametrize("name", sorted(set(ENTRY) - {"id", "full_text"}))
def test_a_column_may_be_empty_as_it_may_be_in_the_table(name: str):
    assert read(**{name: None}).content == ENTRY["full_text"]


def test_a_time_is_read_as_postgresql_writes_it():
    memory = read(last_referenced="2022-01-02 03:04:05.678+00", created_at="2021-03-04 05:06:07.123456+00")
    assert memory.last_referenced_at == datetime(2022, 1, 2, 3, 4, 5, 678000, tzinfo=UTC)


def test_the_names_of_this_program_mean_the_same():
    line = {"id": "a", "content": "b", "kind": "hard", "last_referenced_at": "2022-01-02T00:00:00Z", "said": "x"}
    memory = read_line(json.dumps(line), user_id="user", now=NOW)
    assert (memory.content, memory.kind, memory.meta) == ("b", "hard", {"said": "x"})
    assert memory.last_referenced_at == datetime(2022, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"full_text": " "}, "`full_text` is empty"),
        ({"full_text": 3}, r"Expected `str`.*full_text"),
        ({"type": "soft"}, "type"),
        ({"last_referenced": "soon"}, "`last_referenced` is neither"),
        ({"metadata": []}, "metadata"),
        ({"reference_links": "x"}, "reference_links"),
    ],
)
def test_a_bad_entry_says_what_is_wrong(changes: dict[str, object], problem: str):
    with pytest.raises(ValueError, match=problem):
        read(**changes)


def test_a_stub_is_not_made_by_an_import():
    assert read(source_type="trace").source_type == "import"


async def test_an_entry_is_the_same_after_the_database_and_over_http(memory: MemorySystem, database: Database):
    await memory.import_lines([json.dumps(ENTRY | EMBEDDED)])
    row = await database.read(memories.get_memory, ENTRY_ID)
    assert row is not None
    kept = {name: value for name, value in ENTRY.items() if name != "metadata"}
    for told in (json.loads(to_line(row)), json_bodies.memory(row)):
        assert {name: told[name] for name in kept} == kept
        assert told["metadata"].items() >= METADATA.items()
    again = read_line(to_line(row), user_id="user", now=NOW.replace(year=2030))
    assert replace(again, embeddings_info=None, token_count=row.token_count) == replace(row, embeddings_info=None)


@pytest.mark.parametrize("created", [{}, {"created_at": "2015-01-02T03:04:05+00:00"}])
async def test_an_old_last_referenced_is_old(memory: MemorySystem, created: dict[str, str]):
    """A use of long ago counts as long ago: it is not replaced by the day of the import."""
    fresh = {"id": "fresh", "content": "User keeps the boat in Sète."}
    old = {"id": "old", "content": "User keeps the canoe in Sète.", "last_referenced": "2016-01-02T03:04:05+00:00"}
    await memory.import_lines([json.dumps(fresh), json.dumps(old | created)])
    found = await memory.retrieve("What does the user keep in Sète?", threshold=0.1)
    decays = {one.memory.id: one.decay for one in found.candidates}
    assert decays["fresh"] is not None
    assert decays["old"] is not None
    assert (decays["fresh"].days, decays["old"].days) == (
        0,
        (NOW.date() - datetime(2016, 1, 2, tzinfo=UTC).date()).days,
    )
    assert decays["old"].threshold > decays["fresh"].threshold
    (kept,) = [one.memory for one in found.candidates if one.memory.id == "old"]
    assert kept.last_referenced_at == datetime(2016, 1, 2, 3, 4, 5, tzinfo=UTC)
