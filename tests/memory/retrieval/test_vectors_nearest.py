import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.memory.retrieval import memory_index, vectors
from alicia_desktop.memory.retrieval.encoders import Vector
from alicia_desktop.memory.retrieval.needs import QuestionNeed, vocabularies
from alicia_desktop.memory.retrieval.result import Retrieval
from alicia_desktop.memory.retrieval.search_filter import NO_FILTER, SearchFilter
from alicia_desktop.memory.retrieval.search_service import SearchService
from alicia_desktop.memory.retrieval.selection import RetrievalOptions
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories, vector_search
from alicia_desktop.store.memories.vector_search import Similar
from tests.memory.conftest import NOW
from tests.memory.encoder import WordEncoder
from tests.support.patience import PATIENCE

CONTENTS = [f"User saw the {thing} of {place}." for thing in ("tower", "harbour", "old market") for place in "ABCDEFGH"]
QUERY = "the harbour of C"


async def store(database: Database, contents: Sequence[str] = CONTENTS, *, user_id: str = "user") -> None:
    rows = [
        memories.new_memory(
            memory_id=f"{user_id}-{number}", content=content, at=NOW, user_id=user_id, category="work_career"
        )
        for number, content in enumerate(contents)
    ]
    await database.write(memories.insert_memories, rows)


async def change(database: Database, memory_id: str, **changes: Any) -> None:
    row = await database.read(memories.get_memory, memory_id)
    assert row is not None
    await database.write(memories.replace_memory, replace(row, **changes))


async def searched(
    database: Database, clock: JumpingClock, *, keeps: bool, filters: SearchFilter = NO_FILTER, k: int = 5
) -> Retrieval:
    search = SearchService(database=database, clock=clock, load=WordEncoder, keeps_vectors=keeps)
    await search.index.start(("user",))
    try:
        await asyncio.wait_for(search.index.wait_for_vectors(), PATIENCE)
        return await search.find(QUERY, options=RetrievalOptions(limit=k, threshold=0.0, budget=None), filters=filters)
    finally:
        await search.index.close()


def told(found: Retrieval) -> list[tuple[str, float, float | None]]:
    return [
        (one.memory.id, one.relevance, None if one.similarity is None else round(one.similarity, 4))
        for one in found.candidates
    ]


@pytest.mark.parametrize("filters", [NO_FILTER, SearchFilter(archived=True), SearchFilter(categories=["work_career"])])
async def test_the_database_finds_what_a_scan_in_memory_finds(
    database: Database, clock: JumpingClock, filters: SearchFilter
):
    await store(database)
    for number in (3, 11, 12):
        await change(database, f"user-{number}", archived=True)
    scanned = await searched(database, clock, keeps=True, filters=filters)
    assert len(scanned.candidates) >= 3
    assert told(await searched(database, clock, keeps=False, filters=filters)) == told(scanned)


class Needs:
    """What was learned with the encoder of the tests."""

    def read(self, _question: str, vector: Vector) -> QuestionNeed:
        statements, _ = vocabularies()
        words = np.linspace(-1, 1, len(statements.rarity), dtype=np.float32)
        direction = np.random.default_rng(7).standard_normal(len(vector)).astype(np.float32)
        return QuestionNeed(direction=8 * direction, word_values=words, bias=0.5, per_word=1.0, per_cosine=0.5)


async def test_the_database_finds_what_a_question_needs_as_a_scan_does(
    database: Database, clock: JumpingClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(memory_index, "need_weights", lambda _encoder: Needs())
    await store(database)
    scanned = await searched(database, clock, keeps=True)
    assert any(part.name == "needed" and part.value for one in scanned.candidates for part in one.parts)
    assert told(await searched(database, clock, keeps=False)) == told(scanned)
    monkeypatch.setattr(vectors, "MAX_NEAREST", 3)
    monkeypatch.setattr(vectors, "MAX_COMPARED_HITS", 2)
    far = await searched(database, clock, keeps=False)
    assert {part.value for part in far.candidates[-1].parts if part.name in {"needed", "beside"}} == {0.0}


async def test_with_more_than_are_compared_the_best_stay_the_best(
    database: Database, clock: JumpingClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vectors, "MAX_NEAREST", 3)
    monkeypatch.setattr(vectors, "MAX_COMPARED_HITS", 2)
    await store(database)
    scanned = await searched(database, clock, keeps=True)
    found = await searched(database, clock, keeps=False)
    assert told(found)[:3] == told(scanned)[:3]
    assert found.candidates[-1].similarity is None  # too far to be compared, and no cosine is made up


async def test_what_is_filtered_away_takes_no_place_among_the_nearest(
    database: Database, clock: JumpingClock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vectors, "MAX_NEAREST", 2)
    monkeypatch.setattr(vectors, "MAX_COMPARED_HITS", 0)
    await store(database, [QUERY] * 5, user_id="bob")
    await store(database, [QUERY, f"{QUERY}.", "User likes the harbour.", "User likes jazz."])
    await change(database, "user-0", archived=True)
    await change(database, "user-1", category="health_wellness")
    found = await searched(database, clock, keeps=False, filters=SearchFilter(categories=["work_career"]))
    assert [one.memory.id for one in found.candidates if one.similarity is not None] == ["user-2", "user-3"]


async def test_a_search_opens_no_vectors_and_keeps_none(tmp_path: Path, clock: JumpingClock):
    database = await Database.open(tmp_path / "client.db", clock=clock)
    try:
        await store(database)
        async with MemorySystem(database=database, clock=clock, encoder=WordEncoder, keeps_vectors=False) as system:
            await system.wait_for_vectors()
            best = (await system.search(QUERY, k=1)).selected[0]
            assert best.memory.content == "User saw the harbour of C."
            assert best.similarity is not None
            assert len(system._search.index._vectors) == 0
    finally:
        await database.close()


async def test_every_search_of_a_memory_goes_by_search_memories(
    memory: MemorySystem, database: Database, monkeypatch: pytest.MonkeyPatch
):
    """The memory tool, `memory search` and the client's offline search are this one call."""
    await store(database)
    await memory.wait_for_vectors()
    asked: list[int] = []
    original = vector_search.search_memories

    def counted(*args: Any) -> list[Similar]:
        asked.append(1)
        return original(*args)

    monkeypatch.setattr(vector_search, "search_memories", counted)
    await memory.retrieve(QUERY)
    assert asked == []
    found = await memory.search(QUERY)
    assert (asked, len(found.selected)) == ([1], 10)


def test_a_vector_that_was_not_compared_counts_as_unrelated():
    scale = WordEncoder.scale
    values = np.array([np.nan, 0.1, 0.9], np.float32)
    assert scale.meaning(values)[0] == scale.meaning(values)[1] == pytest.approx(scale.unrelated_meaning)
