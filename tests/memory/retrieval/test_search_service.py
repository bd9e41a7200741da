import asyncio
import threading
from collections.abc import Sequence

import numpy as np
import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.json_import import import_lines
from alicia_desktop.memory.retrieval.embedder import EMBEDDING_BATCH
from alicia_desktop.memory.retrieval.encoders import Vector
from alicia_desktop.memory.retrieval.search_service import SearchService
from alicia_desktop.memory.retrieval.selection import RetrievalOptions
from alicia_desktop.store.database import Database
from tests.memory.conftest import NOW
from tests.memory.encoder import WordEncoder
from tests.support.patience import PATIENCE


async def test_words_are_found_while_the_encoder_still_loads(database: Database, clock: JumpingClock):
    may_load = threading.Event()

    def slow() -> WordEncoder:
        assert may_load.wait(30)
        return WordEncoder()

    search = SearchService(database=database, clock=clock, load=slow)
    await search.index.start(("user",))
    try:
        line = '{"id": "a", "content": "User likes jazz."}'
        await import_lines(
            [line], database=database, user_id="user", now=NOW, on_stored=lambda _: search.index.wait_for_changes()
        )
        found = await search.find("Do I like jazz?", options=RetrievalOptions(limit=3, threshold=0.3))
        assert [one.memory.id for one in found.selected] == ["a"]
        assert found.encoder is None
        assert "still loading" in found.note
        may_load.set()
        await asyncio.wait_for(search.index.wait_for_vectors(), PATIENCE)
        found = await search.find("Do I like jazz?", options=RetrievalOptions(limit=3, threshold=0.3))
        assert (found.encoder, found.note) == ("words 1", "")
        assert found.candidates[0].similarity is not None
    finally:
        may_load.set()
        await search.index.close()


class NumberlessEncoder(WordEncoder):
    def encode_passages(self, texts: Sequence[str]) -> Vector:
        return np.full((len(texts), self.width), np.nan, np.float32)


class BrokenEncoder(WordEncoder):
    def encode_passages(self, texts: Sequence[str]) -> Vector:
        raise RuntimeError("the engine is gone")


class SlowEncoder(WordEncoder):
    def encode_passages(self, texts: Sequence[str]) -> Vector:
        threading.Event().wait(0.3)
        return super().encode_passages(texts)


async def test_what_was_stored_a_moment_ago_is_found_by_its_meaning(database: Database, clock: JumpingClock):
    search = SearchService(database=database, clock=clock, load=SlowEncoder)
    await search.index.start(("user",))
    try:
        await search.index.wait_for_encoder()
        line = '{"id": "a", "content": "User likes jazz."}'
        await import_lines(
            [line], database=database, user_id="user", now=NOW, on_stored=lambda _: search.index.wait_for_changes()
        )
        found = await asyncio.wait_for(search.find("Do I like jazz?"), PATIENCE)
        assert found.candidates[0].similarity is not None
    finally:
        await search.index.close()


class HeldEncoder(WordEncoder):
    """Embeds nothing until `may_read` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.may_read = threading.Event()

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        assert self.may_read.wait(PATIENCE)
        return super().encode_passages(texts)


async def stored(search: SearchService, database: Database, count: int) -> None:
    """Store that many memories, searchable by their words."""
    known = await database.read(lambda conn: conn.exec_driver_sql("SELECT count(*) FROM alicia_memory").scalar_one())
    lines = [f'{{"id": "m{number}", "content": "User likes jazz {number}."}}' for number in range(known, known + count)]
    await import_lines(
        lines, database=database, user_id="user", now=NOW, on_stored=lambda _: search.index.wait_for_changes()
    )


async def test_a_search_that_waits_for_new_vectors_goes_on_by_words_once_an_import_begins(
    database: Database, clock: JumpingClock
):
    encoder = HeldEncoder()
    search = SearchService(database=database, clock=clock, load=lambda: encoder)
    await search.index.start(("user",))
    try:
        await search.index.wait_for_encoder()
        await stored(search, database, 1)
        async with asyncio.timeout(PATIENCE), Scope("test") as scope:
            searching = scope.spawn("search", search.find("Do I like jazz?"))
            await asyncio.sleep(0.1)
            assert not searching.done()
            async with search.index.pause_embedding():
                found = await searching
        assert [one.similarity for one in found.candidates] == [None]
    finally:
        encoder.may_read.set()
        await search.index.close()


async def test_a_search_waits_for_no_more_than_a_batch_of_new_memories(database: Database, clock: JumpingClock):
    encoder = HeldEncoder()
    search = SearchService(database=database, clock=clock, load=lambda: encoder)
    await search.index.start(("user",))
    try:
        await search.index.wait_for_encoder()
        await stored(search, database, EMBEDDING_BATCH + 1)
        found = await asyncio.wait_for(search.find("Do I like jazz?"), PATIENCE)
        assert {one.similarity for one in found.candidates} == {None}
    finally:
        encoder.may_read.set()
        await search.index.close()


async def found_by_words(database: Database, clock: JumpingClock, encoder: WordEncoder) -> list[str]:
    search = SearchService(database=database, clock=clock, load=lambda: encoder)
    await search.index.start(("user",))
    try:
        line = '{"id": "a", "content": "User likes jazz."}'
        await import_lines(
            [line], database=database, user_id="user", now=NOW, on_stored=lambda _: search.index.wait_for_changes()
        )
        await asyncio.wait_for(search.index.wait_for_vectors(), PATIENCE)
        found = await search.find("Do I like jazz?", options=RetrievalOptions(limit=3, threshold=0.3))
        return [one.memory.id for one in found.selected]
    finally:
        await search.index.close()


async def test_a_text_without_a_vector_is_still_found_by_its_words(database: Database, clock: JumpingClock):
    assert await found_by_words(database, clock, NumberlessEncoder()) == ["a"]


@pytest.mark.expects_log("task failed")
async def test_an_encoder_that_breaks_is_loud_and_words_go_on(database: Database, clock: JumpingClock):
    assert await found_by_words(database, clock, BrokenEncoder()) == ["a"]
