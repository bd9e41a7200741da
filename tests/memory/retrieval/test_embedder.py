import asyncio
from collections.abc import Callable, Sequence

import pytest

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.embedder import QUIET_SECONDS, RETRY_SECONDS
from alicia_desktop.memory.retrieval.encoders import SharedEncoder, Vector
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Connection, Database
from tests.memory.encoder import WordEncoder
from tests.support.patience import PATIENCE

LINES = [f'{{"id": "m{number}", "content": "User owns book {number}."}}' for number in range(200)]


class Broken(WordEncoder):
    """Reads as many batches as it is told, then breaks as a process does that is killed."""

    def __init__(self, batches: int) -> None:
        super().__init__()
        self._left = batches

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        if not self._left:
            raise RuntimeError("the engine is gone")
        self._left -= 1
        return super().encode_passages(texts)


def system(database: Database, clock: JumpingClock, encoder: WordEncoder) -> MemorySystem:
    return MemorySystem(database=database, clock=clock, encoder=lambda: encoder)


def informed(conn: Connection) -> list[str]:
    rows = conn.exec_driver_sql("SELECT json_extract(embeddings_info, '$.version') FROM alicia_memory")
    return [row[0] for row in rows]


@pytest.mark.expects_log("task failed")
async def test_what_was_read_is_not_read_again(database: Database, clock: JumpingClock):
    async with system(database, clock, Broken(2)) as memory:
        await memory.import_lines(LINES)
        await memory.wait_for_vectors()
    after = WordEncoder()
    async with system(database, clock, after) as memory:
        await memory.wait_for_vectors()
    assert len(after.read) == len(LINES) - 2 * 64


async def test_another_encoder_reads_everything_anew_and_says_how_much_is_left(database: Database, clock: JumpingClock):
    async with system(database, clock, WordEncoder()) as memory:
        await memory.import_lines(LINES)
        await memory.wait_for_vectors()
    left: list[int] = []
    async with system(database, clock, WordEncoder(version="2")) as memory:
        await memory.wait_for_vectors(left.append)
        assert (await memory.search("Which book do I own?")).encoder == "words 2"
    assert left[0] > left[-1] > 0
    assert set(await database.read(informed)) == {"2"}


class Waiting(WordEncoder):
    """Reads nothing until it is let."""

    def __init__(self, *, version: str, may_read: Callable[[], bool]) -> None:
        super().__init__(version=version)
        self._may_read = may_read

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        if not self._may_read():
            raise RuntimeError("not now")
        return super().encode_passages(texts)


@pytest.mark.expects_log("task failed")
async def test_vectors_of_another_encoder_are_never_compared(database: Database, clock: JumpingClock):
    async with system(database, clock, WordEncoder()) as memory:
        await memory.import_lines(LINES)
        await memory.wait_for_vectors()
        assert (await memory.search("Which book do I own?")).candidates[0].similarity is not None
    async with system(database, clock, Waiting(version="2", may_read=lambda: False)) as memory:
        await asyncio.wait_for(memory.wait_for_vectors(), PATIENCE)
        found = await memory.search("Which book do I own?")
    assert found.candidates
    assert {one.similarity for one in found.candidates} == {None}


class Away(WordEncoder):
    """Cannot be reached until it is told that it can."""

    def __init__(self) -> None:
        super().__init__()
        self.here = False

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        if not self.here:
            raise WorldError(sentence="The endpoint is away.", code="encoder_missing")
        return super().encode_passages(texts)


@pytest.mark.expects_log("the sentence encoder gives no vectors")
async def test_an_encoder_that_is_away_is_asked_again_and_words_find_meanwhile(database: Database, clock: JumpingClock):
    encoder = Away()
    async with system(database, clock, encoder) as memory:
        await memory.import_lines(LINES[:3])
        await memory.wait_for_vectors()
        assert memory.note == "The endpoint is away."
        assert [one.memory.id for one in (await memory.search("book 2", k=1)).selected] == ["m2"]
        encoder.here = True
        while memory.note:
            await clock.advance(RETRY_SECONDS)
        await memory.wait_for_vectors()
        assert all(one.similarity is not None for one in (await memory.search("book 2")).candidates)


@pytest.mark.expects_log("no sentence encoder")
async def test_an_encoder_that_is_away_at_the_start_is_asked_again_and_that_is_told(
    database: Database, clock: JumpingClock
):
    here = False

    def load() -> WordEncoder:
        if not here:
            raise WorldError(sentence="The endpoint is away.", code="encoder_missing", retry=True)
        return WordEncoder()

    notes: list[str] = []
    async with MemorySystem(database=database, clock=clock, encoder=SharedEncoder(load).get) as memory:
        memory.note_changed.connect(notes.append)
        assert memory.words_only == ""
        await memory.import_lines(LINES[:3])
        await memory.wait_for_vectors()
        assert memory.words_only == "The endpoint is away."
        here = True
        while memory.note:
            await clock.advance(RETRY_SECONDS)
        await memory.wait_for_vectors()
        assert all(one.similarity is not None for one in (await memory.search("book 2")).candidates)
    assert notes == ["The endpoint is away.", ""]


async def test_what_is_brought_in_is_read_by_the_encoder_only_behind_the_last_piece(
    database: Database, clock: JumpingClock
):
    encoder = WordEncoder()
    async with system(database, clock, encoder) as memory:
        await memory.wait_for_vectors()
        for piece in range(0, 200, 50):
            await memory.import_lines(LINES[piece : piece + 50])
            await clock.advance(QUIET_SECONDS / 2)
            assert (await memory.retrieve("Which book do I own?")).considered == piece + 50
        assert encoder.read == []
        await clock.advance(QUIET_SECONDS)
        while len(encoder.read) < len(LINES):
            await clock.advance(0)
        await memory.wait_for_vectors()
