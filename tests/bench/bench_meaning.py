"""What a search by meaning costs that compares the vectors in the database, beside the scan of all in memory.

The memory tool, `memory search` without a server and the client's offline search go by the database
(`memory/retrieval/vectors.py`); an answer, which searches at every turn, by the vectors in memory.
"""

import asyncio
import tempfile
import time
import zlib
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.memory.retrieval.calibration import CosineScale
from alicia_desktop.memory.retrieval.encoders import Vector, vector_to_bytes
from alicia_desktop.memory.retrieval.result import Retrieval
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memories, memory_search
from tests.bench.measure import Figure, Measure, Samples
from tests.bench.traffic import BEGUN

COUNT: Final = 10_000
WIDTH: Final = 384
QUERIES: Final = 60
OPENINGS: Final = 5
MILLISECONDS: Final = 1e3
TOPICS: Final = 40


class _Directions:
    """An encoder that takes no time: every text about a topic lies around that topic's direction."""

    name, version, width = "directions", "1", WIDTH
    scale = CosineScale(unrelated=0.1, floor=0.0, ceiling=1.0)

    def __init__(self) -> None:
        self._topics = np.random.default_rng(1).standard_normal((TOPICS, WIDTH)).astype(np.float32)

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        return np.stack([self.query(text) for text in texts])

    def query(self, text: str) -> Vector:
        noise = np.random.default_rng(zlib.crc32(text.encode())).standard_normal(WIDTH).astype(np.float32)
        vector: Vector = self._topics[int(text.rsplit(maxsplit=1)[1].strip(".?")) % TOPICS] + noise
        vector /= np.float32(np.linalg.norm(vector))
        return vector


def _fill(conn: Connection, encoder: _Directions) -> None:
    """Store memories, one in ten archived and one in ten somebody else's, each with its vector."""
    rows = [
        memories.new_memory(
            memory_id=f"m{number}",
            content=f"User keeps thing {number} on shelf {number % 997}.",
            at=BEGUN,
            user_id="bob" if number % 10 == 1 else "user",
        )
        for number in range(COUNT)
    ]
    memories.insert_memories(conn, rows)
    conn.exec_driver_sql("UPDATE alicia_memory SET archived = 1 WHERE pk % 10 = 0")
    names = {"encoder": encoder.name, "version": encoder.version}
    waiting = memory_search.without_vectors(conn, **names, limit=COUNT)
    pairs = [(one, vector_to_bytes(encoder.query(one.content))) for one in waiting]
    memory_search.write_vectors(conn, pairs, **names, width=WIDTH, at=BEGUN)


@cache
def _sample() -> tuple[Samples, Samples]:
    """Take both figures' samples from one database: a search, and the first one after opening."""
    return asyncio.run(_measured())


async def _measured() -> tuple[Samples, Samples]:
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder:
        path, encoder, clock = Path(folder) / "server.db", _Directions(), SystemClock()
        database = await Database.open(path, clock=clock)
        try:
            await database.write(_fill, encoder)

            def opened(*, keeps: bool) -> MemorySystem:
                return MemorySystem(database=database, clock=clock, encoder=lambda: encoder, keeps_vectors=keeps)

            async with opened(keeps=True) as system:
                await system.wait_for_vectors()
                searches = await _searches(system)
            openings = [[await _until_first(opened(keeps=keeps)) for keeps in (False, True)] for _ in range(OPENINGS)]
        finally:
            await database.close()
    first = Samples(ours=[one for one, _ in openings], baseline=[two for _, two in openings])
    return searches, first


async def _searches(system: MemorySystem) -> Samples:
    questions = [f"Where is what stands on shelf {number}?" for number in range(7, 7 + QUERIES)]
    await _milliseconds(system.search, "shelf 1?")
    taken = [
        (await _milliseconds(system.search, question), await _milliseconds(system.retrieve, question))
        for question in questions
    ]
    return Samples(ours=[one for one, _ in taken], baseline=[two for _, two in taken], note=f"{QUERIES} questions")


async def _milliseconds(search: Callable[[str], Awaitable[Retrieval]], question: str) -> float:
    begun = time.perf_counter()
    await search(question)
    return MILLISECONDS * (time.perf_counter() - begun)


async def _until_first(system: MemorySystem) -> float:
    """Return the time from opening to the end of the first search, by whichever vectors there are."""
    begun = time.perf_counter()
    async with system:
        await system.wait_for_vectors()
        await system.search("Where is what stands on shelf 7?")
        return MILLISECONDS * (time.perf_counter() - begun)


def measures() -> list[Measure]:
    """Return what a search costs, and what the first one does."""
    return [
        Measure(
            name=f"Search by meaning, {COUNT:,} memories",
            what="From a question to the best ten, by the vectors in the database (sqlite-vec, 1,024 wide): what is "
            "archived or somebody else's, two in ten, is left out before the nearest are taken. The encoder takes no "
            "time here.",
            unit="ms",
            figure=Figure.COST,
            run=lambda: _sample()[0],
            baseline="the retrieval of an answer, by the vectors in memory, 384 wide",
        ),
        Measure(
            name=f"First search by meaning, {COUNT:,} memories",
            what="From opening the memories of a database to the end of the first search.",
            unit="ms",
            figure=Figure.COST,
            run=lambda: _sample()[1],
            baseline="the same, with all vectors read into memory first",
        ),
    ]
