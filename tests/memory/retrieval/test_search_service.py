import asyncio
import threading
from collections.abc import Sequence

import numpy as np
import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.memory.json_import import import_lines
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
