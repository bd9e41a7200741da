"""Everything that a search reads, kept true to the database: catalogue, archive, vectors, cached terms and encoder.

The database has its threads and the encoder its own; all else that takes time runs in one worker, which alone touches
catalogue and vectors. So the loop is never held, and nothing needs a lock. Changes of the table come in by the
database's signal, whoever made them, and each is read once, however many ask for it.

    index = MemoryIndex(database=database, clock=clock, load=load_encoder)
    await index.start(("user",))                # reads the memories, loads the encoder, both in the background
    await index.wait_for_changes()              # every committed memory is searchable by its words
    await index.wait_for_vectors()              # … and by its meaning
    await index.run_in_worker(len, index.catalogue)
    await index.close()
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Concatenate, Final, ParamSpec, TypeVar

import numpy as np

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.retrieval.analysis import Analysis
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Positions
from alicia_desktop.memory.retrieval.embedder import Embedder, EncodedRows
from alicia_desktop.memory.retrieval.encoders import Encoder, Vector
from alicia_desktop.memory.retrieval.needs import Needed, QuestionNeed, need_weights
from alicia_desktop.memory.retrieval.vectors import Cosines, VectorIndex, nearest_cosines
from alicia_desktop.memory.retrieval.word_lookup import TermCache, TermHit, any_memory_has_all_terms, look_up_phrase
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.memories import memory_search
from alicia_desktop.store.memories.vector_search import VectorScope
from alicia_desktop.store.schema import search_indexes
from alicia_desktop.store.sqlite_errors import DAMAGED

P = ParamSpec("P")
R = TypeVar("R")
log = get_logger(__name__)

READ_BATCH: Final = 500
"""Memories or vectors read at a time, so that other readers get their turn."""
SPARE_CAPACITY: Final = 1_000
"""Vectors that find room besides those of the memories there are."""


class MemoryIndex:
    """The searchable memories of some users; `catalogue`, `archive` and vectors belong to the worker thread."""

    def __init__(
        self, *, database: Database, clock: Clock, load: Callable[[], Encoder], keeps_vectors: bool = True
    ) -> None:
        """With `keeps_vectors` all vectors stay in memory, for who compares them at every turn."""
        self._database = database
        self.keeps_vectors = keeps_vectors
        self.user_ids: tuple[str, ...] = ()
        self.catalogue, self.archive = Catalogue(), Catalogue()
        self._vectors = VectorIndex(1)
        self._term_cache = TermCache()
        self._embedder = Embedder(
            database=database, clock=clock, load=load, on_loaded=self._load_vectors, on_batch=self._put_vectors
        )
        self._changed_ids: set[str] = set()
        self._embedded_pks: set[int] = set()
        """Of vectors that were written, by whichever user's memories, since they were last read."""
        self._changes_pending = asyncio.Event()
        self._up_to_date = asyncio.Event()
        self._scope = Scope("memory")
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory")
        self._disconnect: Callable[[], None] = lambda: None

    @property
    def encoder(self) -> Encoder | None:
        """Return the encoder; None until it is loaded, and when there is none."""
        return self._embedder.encoder

    @property
    def note(self) -> str:
        """Return why memories are found by words only; empty when they are found by meaning too."""
        return self._embedder.note

    @property
    def note_changed(self) -> Signal[str]:
        """Announces another `note`."""
        return self._embedder.note_changed

    async def start(self, user_ids: Sequence[str]) -> None:
        """Start to read the memories of these users and to load the encoder, in the background."""
        self.user_ids = tuple(user_ids)
        self._disconnect = self._database.changed.connect(self._on_changed)
        self._scope.spawn("read memories", self._read_memories())
        self._scope.spawn("embed", self._embedder.run())

    async def set_user_ids(self, user_ids: Sequence[str]) -> None:
        """Replace the names of the person, and read what was stored under a new one."""
        added = set(user_ids).difference(self.user_ids)
        self.user_ids = tuple(user_ids)
        self._mark_changed(await self._database.read(memory_search.ids_of, tuple(added)) if added else ())

    async def close(self) -> None:
        """Stop what runs in the background; a batch that is being embedded is finished first."""
        self._disconnect()
        await self._scope.close()
        await asyncio.to_thread(self._worker.shutdown)
        await self._embedder.close()

    async def wait_for_changes(self) -> None:
        """Wait until every memory that is committed by now is indexed, and every deleted one is not."""
        await self._up_to_date.wait()

    async def wait_for_encoder(self) -> None:
        """Wait until the encoder is loaded, or known to be missing."""
        await self._embedder.wait_until_loaded()

    async def wait_for_vectors(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait until no memory lacks a vector, or none can be made; `progress` gets the number that is left."""
        await self._embedder.wait_until_complete(progress)

    async def wait_for_recent_vectors(self) -> None:
        """Wait until what was stored last is searchable by its meaning; not for the many of an import."""
        await self._embedder.wait_for_recent()

    def pause_embedding(self) -> AbstractAsyncContextManager[None]:
        """Embed nothing inside the context, to leave the cores to an import; the vectors follow."""
        return self._embedder.paused()

    async def look_up_terms(self, analysis: Analysis) -> list[TermHit]:
        """Look up the words of a query."""
        return await self._read_repaired(self._term_cache.look_up, analysis)

    async def look_up_phrase(self, analysis: Analysis, hits: Sequence[TermHit]) -> Positions:
        """Look up which memories have the whole query word for word, whose terms are in `hits`; returns their pks."""
        if not any_memory_has_all_terms(hits):
            return np.zeros(0, np.int64)
        return await self._read_repaired(look_up_phrase, analysis.query)

    async def compute_cosines(self, query: str) -> Cosines | None:
        """Return the similarity of every memory with a vector to `query`, by pk; None without a vector of the query."""
        return await self.run_in_worker(self._compute_cosines, query)

    async def find_nearest(self, query: str, hits: Sequence[TermHit], scope: VectorScope) -> Cosines | None:
        """Return the similarity of the nearest memories in the database to `query`; see `nearest_cosines`.

        Users and encoder are ours, whatever `scope` says of them.
        """
        encoder = self._embedder.encoder
        vector = None if encoder is None else await self.run_in_worker(_query_vector, encoder, query)
        if encoder is None or vector is None:
            return None
        ours = replace(scope, user_ids=self.user_ids, encoder=(encoder.name, encoder.version))
        need = await self.run_in_worker(_need_of, encoder, query, vector)
        return await self._read_repaired(nearest_cosines, vector, encoder=encoder, scope=ours, hits=hits, need=need)

    async def run_in_worker(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function in the thread that owns catalogue, archive and vectors."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, lambda: function(*args, **kwargs))

    async def _read_repaired(
        self, query: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Read by an index of the database; make a damaged one again from its table, once."""
        try:
            return await self._database.read(query, *args, **kwargs)
        except WorldError as error:
            if error.code != DAMAGED:
                raise
            log.warning("index of memories damaged, made again")
        await self._database.write(search_indexes.rebuild)
        return await self._database.read(query, *args, **kwargs)

    def _compute_cosines(self, query: str) -> Cosines | None:
        encoder = self._embedder.encoder
        vector = None if encoder is None else _query_vector(encoder, query)
        if encoder is None or vector is None:
            return None
        pks, values = self._vectors.cosines(vector)
        need = _need_of(encoder, query, vector)
        needed = None if need is None else Needed(by_vector=self._vectors.products(need.direction), question=need)
        return Cosines(keys=pks, values=values, scale=encoder.scale, needed=needed)

    def _on_changed(self, changes: Changes) -> None:
        if self.keeps_vectors:
            self._embedded_pks |= {int(change.id) for change in changes if change.subject == "memory_vector"}
        self._mark_changed({change.id for change in changes if change.subject == "memory"})

    def _mark_changed(self, ids: Iterable[str]) -> None:
        self._changed_ids.update(ids)
        if self._changed_ids or self._embedded_pks:
            self._up_to_date.clear()
            self._changes_pending.set()

    async def _read_memories(self) -> None:
        """Read all memories, then whatever changes; indexes that lack some of them are made again first."""
        if await self._database.read(search_indexes.lacking):
            log.warning("indexes of memories incomplete, made again")
            await self._database.write(search_indexes.rebuild)
        pk = 0
        while entries := await self._database.read(memory_search.entries_after, self.user_ids, pk=pk, limit=READ_BATCH):
            await self.run_in_worker(self._put, entries)
            pk = entries[-1].pk
        while True:
            self._changes_pending.clear()
            while self._changed_ids or self._embedded_pks:
                if self._changed_ids:
                    await self._read_changed()
                await self._read_embedded()
            self._up_to_date.set()
            await self._changes_pending.wait()

    async def _read_changed(self) -> None:
        ids = [self._changed_ids.pop() for _ in range(min(READ_BATCH, len(self._changed_ids)))]
        entries = await self._database.read(memory_search.entries, self.user_ids, ids)
        await self.run_in_worker(self._apply_changes, ids, entries)
        if self.keeps_vectors and (encoder := self._embedder.encoder) is not None:
            pks = [entry.pk for entry in entries]
            rows = await self._database.read(
                memory_search.vectors, encoder=encoder.name, version=encoder.version, pks=pks
            )
            await self.run_in_worker(self._replace_vectors, pks, rows)
        self._embedder.wake()

    async def _read_embedded(self) -> None:
        """Read new vectors: another user's memories on this server may have had them made."""
        pks = [self._embedded_pks.pop() for _ in range(min(READ_BATCH, len(self._embedded_pks)))]
        if pks and (encoder := self._embedder.encoder) is not None:
            rows = await self._database.read(
                memory_search.vectors, encoder=encoder.name, version=encoder.version, pks=pks
            )
            await self._put_vectors(rows)

    def _apply_changes(self, ids: Sequence[str], entries: list[memory_search.IndexEntry]) -> None:
        archived = {entry.id: entry.archived for entry in entries}
        self.catalogue.drop(memory_id for memory_id in ids if archived.get(memory_id, True))
        self.archive.drop(memory_id for memory_id in ids if not archived.get(memory_id, False))
        self._put(entries)
        self.catalogue.columns()  # now, and not in the next query's time
        self._term_cache.clear()

    def _put(self, entries: Sequence[memory_search.IndexEntry]) -> None:
        self.catalogue.put(entry for entry in entries if not entry.archived)
        self.archive.put(entry for entry in entries if entry.archived)

    def _replace_vectors(self, pks: Sequence[int], rows: EncodedRows) -> None:
        """Replace the vectors of changed memories: one with other content has lost its vector."""
        self._vectors.drop(pks)
        self._vectors.put(rows)

    async def _load_vectors(self, encoder: Encoder) -> None:
        await self._up_to_date.wait()
        if not self.keeps_vectors:
            return
        capacity = len(self.catalogue) + len(self.archive) + SPARE_CAPACITY
        self._vectors = VectorIndex(encoder.width, capacity=capacity)
        pk = 0
        while rows := await self._database.read(
            memory_search.vectors, encoder=encoder.name, version=encoder.version, after=pk, limit=READ_BATCH
        ):
            await self.run_in_worker(self._vectors.put, rows)
            pk = rows[-1][0]

    async def _put_vectors(self, rows: EncodedRows) -> None:
        if self.keeps_vectors:
            await self.run_in_worker(self._vectors.put, rows)


def _need_of(encoder: Encoder, query: str, vector: Vector) -> QuestionNeed | None:
    """Return what a question needs; None where nothing was learned with this encoder."""
    weights = need_weights(encoder.name)
    return None if weights is None else weights.read(query, vector)


def _query_vector(encoder: Encoder, query: str) -> Vector | None:
    """Return the vector of a query (width,); None where the encoder has none that points anywhere."""
    vector = encoder.query(query)
    usable = vector.shape == (encoder.width,) and np.isfinite(vector).all() and vector.any()
    return vector if usable else None
