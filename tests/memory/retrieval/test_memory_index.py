import asyncio
from dataclasses import replace

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.retrieval.search_filter import SearchFilter
from alicia_desktop.memory.retrieval.search_service import SearchService
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memories
from tests.memory.conftest import NOW
from tests.memory.encoder import WordEncoder
from tests.support.patience import PATIENCE


async def opened(database: Database, clock: JumpingClock, encoder: WordEncoder | None = None) -> SearchService:
    search = SearchService(database=database, clock=clock, load=lambda: encoder or WordEncoder())
    await search.index.start(("ann",))
    await asyncio.wait_for(search.index.wait_for_vectors(), PATIENCE)
    return search


async def test_a_name_that_is_learnt_later_brings_its_memories(database: Database, clock: JumpingClock):
    row = memories.new_memory(memory_id="a", content="User likes jazz.", at=NOW, user_id="anonymous")
    await database.write(memories.insert_memories, [row])
    search = await opened(database, clock)
    try:
        assert (await search.find("Do I like jazz?")).selected == ()
        await search.index.set_user_ids(("ann", "anonymous"))
        assert [one.memory.id for one in (await search.find("Do I like jazz?")).selected] == ["a"]
    finally:
        await search.index.close()


async def test_other_content_loses_its_vector_and_a_copied_row_brings_its_own(database: Database, clock: JumpingClock):
    row = memories.new_memory(memory_id="a", content="User likes jazz.", at=NOW, user_id="ann")
    await database.write(memories.insert_memories, [row])
    search = await opened(database, clock)
    try:
        before = (await search.find("Do I like jazz?")).candidates[0].similarity
        await database.write(memories.replace_memory, replace(row, content="User hates rain, and says: jazz."))
        await search.index.wait_for_vectors()
        after = (await search.find("Do I like jazz?")).candidates[0].similarity
        assert before is not None
        assert after is not None
        assert after != pytest.approx(before)
    finally:
        await search.index.close()


@pytest.mark.slow
async def test_many_memories_open_without_holding_the_loop(database: Database, clock: JumpingClock):
    rows = [
        memories.new_memory(memory_id=f"m{number}", content=f"User owns book {number}.", at=NOW, user_id="ann")
        for number in range(5_000)
    ]
    await database.write(memories.insert_memories, rows)
    search = SearchService(database=database, clock=clock, load=WordEncoder)
    await search.index.start(("ann",))
    try:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        async with Scope("counting") as scope:
            scope.spawn("count", count())
            found = await search.find("Which book do I own?")
        assert found.considered == len(rows)
        assert turns > 10
    finally:
        await search.index.close()


async def test_what_is_archived_goes_over_to_the_archive_and_comes_back(database: Database, clock: JumpingClock):
    search = SearchService(database=database, clock=clock, load=WordEncoder)
    await search.index.start(("user",))
    try:
        row = memories.new_memory(memory_id="a", content="User likes jazz.", at=NOW, user_id="user")
        await database.write(memories.insert_memories, [row])
        for archived in (True, False):
            await database.write(memories.replace_memory, replace(row, archived=archived))
            await search.index.wait_for_changes()
            found = [
                (await search.find("Do I like jazz?", filters=SearchFilter(archived=place))).considered
                for place in (False, True)
            ]
            assert found == ([0, 1] if archived else [1, 0])
    finally:
        await search.index.close()


async def test_a_vector_that_somebody_elses_memories_had_made_is_compared(database: Database, clock: JumpingClock):
    search = await opened(database, clock)
    other = SearchService(database=database, clock=clock, load=WordEncoder)
    try:
        async with search.index.pause_embedding():
            row = memories.new_memory(memory_id="a", content="User likes jazz.", at=NOW, user_id="ann")
            await database.write(memories.insert_memories, [row])
            assert (await search.find("Do I like jazz?")).candidates[0].similarity is None
            await other.index.start(("bob",))
            await asyncio.wait_for(other.index.wait_for_vectors(), PATIENCE)
            assert (await search.find("Do I like jazz?")).candidates[0].similarity is not None
    finally:
        await other.index.close()
        await search.index.close()
