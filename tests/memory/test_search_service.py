import asyncio
import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.embedding import Vector
from alicia_desktop.memory.filters import SearchFilter
from alicia_desktop.memory.importing import import_lines
from alicia_desktop.memory.search_service import Finder
from alicia_desktop.memory.selection import Terms
from alicia_desktop.store import memories
from alicia_desktop.store.database import Database
from tests.memory.conftest import NOW
from tests.memory.encoder import WordEncoder
from tests.support.patience import PATIENCE


async def test_words_are_found_while_the_encoder_still_loads(database: Database, clock: JumpingClock):
    may_load = threading.Event()

    def slow() -> WordEncoder:
        assert may_load.wait(30)
        return WordEncoder()

    finder = Finder(database=database, clock=clock, load=slow)
    await finder.start(("user",))
    try:
        line = '{"id": "a", "content": "User likes jazz."}'
        await import_lines([line], database=database, user_id="user", now=NOW, stored=finder.refresh)
        found = await finder.find("Do I like jazz?", terms=Terms(limit=3, threshold=0.3))
        assert [one.memory.id for one in found.chosen] == ["a"]
        assert found.encoder is None
        assert "still loading" in found.note
        may_load.set()
        await asyncio.wait_for(finder.vectors_ready(), PATIENCE)
        found = await finder.find("Do I like jazz?", terms=Terms(limit=3, threshold=0.3))
        assert (found.encoder, found.note) == ("words 1", "")
        assert found.candidates[0].similarity is not None
    finally:
        may_load.set()
        await finder.close()


class NumberlessEncoder(WordEncoder):
    def passages(self, texts: Sequence[str]) -> Vector:
        return np.full((len(texts), self.width), np.nan, np.float32)


class BrokenEncoder(WordEncoder):
    def passages(self, texts: Sequence[str]) -> Vector:
        raise RuntimeError("the engine is gone")


async def found_by_words(database: Database, clock: JumpingClock, encoder: WordEncoder) -> list[str]:
    finder = Finder(database=database, clock=clock, load=lambda: encoder)
    await finder.start(("user",))
    try:
        line = '{"id": "a", "content": "User likes jazz."}'
        await import_lines([line], database=database, user_id="user", now=NOW, stored=finder.refresh)
        await asyncio.wait_for(finder.vectors_ready(), PATIENCE)
        found = await finder.find("Do I like jazz?", terms=Terms(limit=3, threshold=0.3))
        return [one.memory.id for one in found.chosen]
    finally:
        await finder.close()


async def test_a_text_without_a_vector_is_still_found_by_its_words(database: Database, clock: JumpingClock):
    assert await found_by_words(database, clock, NumberlessEncoder()) == ["a"]


@pytest.mark.expects_log("task failed")
async def test_an_encoder_that_breaks_is_loud_and_words_go_on(database: Database, clock: JumpingClock):
    assert await found_by_words(database, clock, BrokenEncoder()) == ["a"]


async def opened(database: Database, clock: JumpingClock, encoder: WordEncoder | None = None) -> Finder:
    finder = Finder(database=database, clock=clock, load=lambda: encoder or WordEncoder())
    await finder.start(("ann",))
    await asyncio.wait_for(finder.vectors_ready(), PATIENCE)
    return finder


async def test_a_name_that_is_learnt_later_brings_its_memories(database: Database, clock: JumpingClock):
    row = memories.new_memory(memory_id="a", content="User likes jazz.", at=NOW, user_id="anonymous")
    await database.write(memories.insert_memories, [row])
    finder = await opened(database, clock)
    try:
        assert (await finder.find("Do I like jazz?")).chosen == ()
        await finder.know(("ann", "anonymous"))
        assert [one.memory.id for one in (await finder.find("Do I like jazz?")).chosen] == ["a"]
    finally:
        await finder.close()


async def test_other_content_loses_its_vector_and_a_copied_row_brings_its_own(database: Database, clock: JumpingClock):
    row = memories.new_memory(memory_id="a", content="User likes jazz.", at=NOW, user_id="ann")
    await database.write(memories.insert_memories, [row])
    finder = await opened(database, clock)
    try:
        before = (await finder.find("Do I like jazz?")).candidates[0].similarity
        await database.write(memories.replace_memory, replace(row, content="User hates rain, and says: jazz."))
        await finder.vectors_ready()
        after = (await finder.find("Do I like jazz?")).candidates[0].similarity
        assert before is not None
        assert after is not None
        assert after != pytest.approx(before)
    finally:
        await finder.close()


async def test_many_memories_open_without_holding_the_loop(database: Database, clock: JumpingClock):
    rows = [
        memories.new_memory(memory_id=f"m{number}", content=f"User owns book {number}.", at=NOW, user_id="ann")
        for number in range(5_000)
    ]
    await database.write(memories.insert_memories, rows)
    finder = Finder(database=database, clock=clock, load=WordEncoder)
    await finder.start(("ann",))
    try:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        async with Scope("counting") as scope:
            scope.spawn("count", count())
            found = await finder.find("Which book do I own?")
        assert found.considered == len(rows)
        assert turns > 10
    finally:
        await finder.close()


async def test_what_is_archived_goes_over_to_the_archive_and_comes_back(database: Database, clock: JumpingClock):
    finder = Finder(database=database, clock=clock, load=WordEncoder)
    await finder.start(("user",))
    try:
        row = memories.new_memory(memory_id="a", content="User likes jazz.", at=NOW, user_id="user")
        await database.write(memories.insert_memories, [row])
        for archived in (True, False):
            await database.write(memories.replace_memory, replace(row, archived=archived))
            await finder.refresh()
            found = [
                (await finder.find("Do I like jazz?", narrowed=SearchFilter(archived=place))).considered
                for place in (False, True)
            ]
            assert found == ([0, 1] if archived else [1, 0])
    finally:
        await finder.close()
