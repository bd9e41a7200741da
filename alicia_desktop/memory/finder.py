"""Everything that finding needs while the program runs: encoder, catalogue, vectors, and what keeps them true.

The database has its threads; all else that takes time runs in one worker, which alone touches catalogue and vectors,
and in a second one that only embeds what was stored. So the loop is never held, and nothing needs a lock. Changes of
the table come in by the database's signal, whoever made them.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, ParamSpec, TypeVar

import numpy as np

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.analysis import Analysis, analyse
from alicia_desktop.memory.catalogue import Catalogue, Floats, Positions
from alicia_desktop.memory.embedding import Encoder, Scale, to_column
from alicia_desktop.memory.retrieval import Candidate, Place, Retrieval, gather, rank
from alicia_desktop.memory.vectors import VectorIndex
from alicia_desktop.store import memories, memory_search
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Database
from alicia_desktop.store.memory_search import Unembedded
from alicia_desktop.store.records import MemoryRecord

P = ParamSpec("P")
R = TypeVar("R")
log = get_logger(__name__)

EMBEDDED_TOGETHER: Final = 64
"""Texts between two commits; the encoder lets questions in between."""
READ_TOGETHER: Final = 500
_LOADING: Final = "The sentence encoder is still loading: found by words only."


class Finder:
    """Finds memories of some users; words from `start` on, meaning once the encoder is loaded and has read them."""

    def __init__(self, *, database: Database, clock: Clock, load: Callable[[], Encoder]) -> None:
        self._database = database
        self._clock = clock
        self._load = load
        self._user_ids: tuple[str, ...] = ()
        self._encoder: Encoder | None = None
        self._note = _LOADING
        self._settled = asyncio.Event()
        self._to_embed = asyncio.Event()
        self._round_done = asyncio.Event()
        self._embedding = True
        self._catalogue = Catalogue()
        self._vectors = VectorIndex(1)
        self._scope = Scope("memory")
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory")
        self._embedder = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory-embedding")
        self._disconnect: Callable[[], None] = lambda: None

    @property
    def encoder(self) -> str | None:
        """Return the encoder's name and version; None until it is loaded, and when there is none."""
        return None if self._encoder is None else f"{self._encoder.name} {self._encoder.version}"

    @property
    def note(self) -> str:
        """Return why only words are used; empty when they are not alone."""
        return self._note

    async def start(self, user_ids: Sequence[str]) -> None:
        """Read what there is and begin to load the encoder."""
        self._user_ids = tuple(user_ids)
        entries = await self._database.read(memory_search.entries, self._user_ids)
        await self._work(self._catalogue.put, entries)
        self._disconnect = self._database.changed.connect(self._on_changed)
        self._scope.spawn("embed", self._embed_while_it_can())

    async def close(self) -> None:
        """Stop what runs in the background; a batch that is being embedded is finished first."""
        self._disconnect()
        await self._scope.close()
        for pool in (self._worker, self._embedder):
            await asyncio.to_thread(pool.shutdown)

    async def encoder_settled(self) -> None:
        """Wait until the encoder is loaded, or known to be missing."""
        await self._settled.wait()

    async def vectors_ready(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait until no memory lacks a vector, or none can be made; `progress` is told how many are left."""
        await self._settled.wait()
        while self._embedding:
            self._round_done.clear()  # before looking: what ends while we look must wake us
            left = await self.lacking_vectors()
            if not left:
                return
            if progress is not None:
                progress(left)
            self._to_embed.set()
            await self._round_done.wait()

    async def lacking_vectors(self) -> int:
        """Return how many memories the encoder has yet to read; 0 when there is no encoder."""
        if (encoder := self._encoder) is None:
            return 0
        return await self._database.read(
            memory_search.count_without_vectors, encoder=encoder.name, version=encoder.version
        )

    async def refresh(self, ids: Sequence[str]) -> None:
        """Read memories anew after a change: those that are gone are forgotten, the others are found at once."""
        for at in range(0, len(ids), READ_TOGETHER):
            some = list(ids[at : at + READ_TOGETHER])
            entries = await self._database.read(memory_search.entries, self._user_ids, some)
            await self._work(self._take_in, some, entries)
        self._to_embed.set()

    async def find(self, query: str, *, previous_turn: str, limit: int, threshold: float) -> Retrieval:
        """Do all steps of a retrieval."""
        timings: dict[str, float] = {}
        today = self._clock.now().date()
        with self._timed("analyse", timings):
            analysis = await self._work(analyse, query, today=today, previous_turn=previous_turn)
        with self._timed("words", timings):
            hits = await self._database.read(gather, analysis)
        with self._timed("meaning", timings):
            cosines = await self._work(self._cosines, analysis)
        with self._timed("score", timings):
            places = await self._work(
                rank, analysis, self._catalogue, hits, cosines, today=today, limit=limit, threshold=threshold
            )
        with self._timed("read", timings):
            rows = await self._database.read(memories.get_memories, [place.id for place in places])
        return Retrieval(
            query=query,
            analysis=analysis,
            candidates=_candidates(places, rows),
            considered=len(self._catalogue),
            threshold=threshold,
            limit=limit,
            encoder=self.encoder if cosines is not None else None,
            note="" if cosines is not None or not analysis.needs_memory else self._note,
            timings_ms=timings,
        )

    def _cosines(self, analysis: Analysis) -> tuple[Positions, Floats, Scale] | None:
        if self._encoder is None or not analysis.needs_memory:
            return None
        return (*self._vectors.cosines(self._encoder.query(analysis.query)), self._encoder.scale)

    def _on_changed(self, changes: Changes) -> None:
        ids = [change.id for change in changes if change.subject == "memory"]
        if ids:
            self._scope.spawn("refresh", self.refresh(ids))

    def _take_in(self, ids: Sequence[str], entries: list[memory_search.Entry]) -> None:
        here = {entry.id for entry in entries}
        self._catalogue.drop(memory_id for memory_id in ids if memory_id not in here)
        self._catalogue.put(entries)

    async def _embed_while_it_can(self) -> None:
        try:
            await self._embed_all()
        finally:
            self._embedding = False
            self._settled.set()
            self._round_done.set()

    async def _embed_all(self) -> None:
        """Load the encoder, then give every memory a vector, batch by batch, for as long as the program runs."""
        loop = asyncio.get_running_loop()
        try:
            encoder = await loop.run_in_executor(self._embedder, self._load)
        except WorldError as error:
            self._note = error.sentence
            log.warning("no sentence encoder", code=error.code)
            return
        rows = await self._database.read(memory_search.vectors, encoder=encoder.name, version=encoder.version)
        self._vectors = VectorIndex(encoder.width)
        await self._work(self._vectors.put, rows)
        self._encoder, self._note = encoder, ""
        self._settled.set()
        self._to_embed.set()
        while True:
            await self._to_embed.wait()
            self._to_embed.clear()
            while await self._embed_some(encoder):
                self._round_done.set()
            self._round_done.set()

    async def _embed_some(self, encoder: Encoder) -> bool:
        names = {"encoder": encoder.name, "version": encoder.version}
        rows = await self._database.read(memory_search.without_vectors, **names, limit=EMBEDDED_TOGETHER)
        if not rows:
            return False
        loop = asyncio.get_running_loop()
        columns = await loop.run_in_executor(self._embedder, _columns_of, encoder, rows)
        pairs = list(zip(rows, columns, strict=True))
        await self._database.write(
            memory_search.write_vectors, pairs, **names, width=encoder.width, at=self._clock.now()
        )
        await self._work(self._vectors.put, [(row.pk, column) for row, column in pairs])
        return True

    async def _work(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, lambda: function(*args, **kwargs))

    @contextmanager
    def _timed(self, step: str, timings: dict[str, float]) -> Iterator[None]:
        begun = self._clock.monotonic()
        yield
        timings[step] = round((self._clock.monotonic() - begun) * 1000, 2)


def _columns_of(encoder: Encoder, rows: Sequence[Unembedded]) -> list[bytes]:
    """Return vectors for the column; a text for which the encoder gives no numbers is left to be found by its words."""
    vectors = encoder.passages([row.content for row in rows])
    return [to_column(vector if np.isfinite(vector).all() else np.zeros_like(vector)) for vector in vectors]


def _candidates(places: Sequence[Place], rows: dict[str, MemoryRecord]) -> tuple[Candidate, ...]:
    """Join places with their rows; a memory that was deleted in between is no candidate."""
    return tuple(
        Candidate(
            memory=rows[place.id],
            relevance=place.relevance,
            similarity=place.similarity,
            parts=place.parts,
            rank=number,
            cut=place.cut,
        )
        for number, place in enumerate((place for place in places if place.id in rows), start=1)
    )
