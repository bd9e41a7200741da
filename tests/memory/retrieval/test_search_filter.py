import json
from datetime import date

import pytest

from alicia_desktop.memory.retrieval.search_filter import SearchFilter
from alicia_desktop.memory.system import MemorySystem

ROWS = [
    {"id": "rex", "content": "User's dog Rex barks.", "tags": ["Dog"], "category": "relationships_social",
     "kind": "hard", "created_at": "2026-05-01"},
    {"id": "max", "content": "User's dog Max barks.", "tags": ["walk"], "category": "daily_routines_habits",
     "created_at": "2026-06-01"},
    {"id": "pin", "content": "User's dog bites.", "tags": [], "category": "health_wellness", "kind": "hybrid",
     "created_at": "2026-07-01", "pinned": True},
    {"id": "old", "content": "User's dog Old snored.", "tags": ["dog"], "category": "home", "archived": True,
     "created_at": "2020-07-01"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (SearchFilter(), {"rex", "max", "pin"}),
        (SearchFilter(tags=["dog", "none"]), {"rex"}),
        (SearchFilter(categories=["daily_routines_habits", "health_wellness", "no such"]), {"max", "pin"}),
        (SearchFilter(kinds=["hard", "hybrid"]), {"rex", "pin"}),
        (SearchFilter(after=date(2026, 6, 1)), {"max", "pin"}),
        (SearchFilter(before=date(2026, 6, 1)), {"rex", "max"}),
        (SearchFilter(after=date(2026, 5, 2), before=date(2026, 6, 30)), {"max"}),
        (SearchFilter(pinned=True), {"pin"}),
        (SearchFilter(pinned=False, tags=["walk", "dog"]), {"rex", "max"}),
        (SearchFilter(tags=["nothing has this"]), set()),
        (SearchFilter(sources=["import"], tags=["dog"]), {"rex"}),
        (SearchFilter(sources=["conversation"]), set()),
        (SearchFilter(archived=True), {"old"}),
        (SearchFilter(archived=True, categories=["home"], before=date(2021, 1, 1)), {"old"}),
        (SearchFilter(archived=True, pinned=True), set()),
    ],
)
async def test_any_search_can_be_narrowed(memory: MemorySystem, filters: SearchFilter, ids: set[str]):
    await memory.import_lines([json.dumps(row) for row in ROWS])
    searched = await memory.search("What does my dog do?", filters=filters)
    retrieved = await memory.retrieve("What does my dog do?", filters=filters, threshold=0.01)
    assert {one.memory.id for one in searched.selected} == ids
    assert {one.memory.id for one in retrieved.candidates} == ids


async def test_the_archive_is_searched_by_meaning_too_and_follows_what_is_archived(memory: MemorySystem):
    await memory.import_lines([json.dumps(row) for row in ROWS])
    await memory.wait_for_vectors()
    (found,) = (await memory.search("What does my dog do?", filters=SearchFilter(archived=True))).candidates
    assert (found.memory.id, found.similarity is not None, found.cut) == ("old", True, None)
    assert (await memory.retrieve("What does my dog do?")).considered == 3
