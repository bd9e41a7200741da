"""Everything that finding needs while the program runs: encoder, catalogue, vectors, and what keeps them true.

The database has its threads and the encoder its own; all else that takes time runs in one worker, which alone touches
catalogue and vectors. So the loop is never held, and nothing needs a lock. Changes of the table come in by the
database's signal, whoever made them, and each is read once, however many ask for it.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, contextmanager
from datetime import date
from typing import Final, ParamSpec, TypeVar

import numpy as np

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory import rows
from alicia_desktop.memory.analysis import Analysis, analyse
from alicia_desktop.memory.catalogue import Catalogue, Positions
from alicia_desktop.memory.embedder import Columns, Embedder
from alicia_desktop.memory.embedding import Encoder
from alicia_desktop.memory.excluded_memories import Cosines, Stranger, strangers
from alicia_desktop.memory.filters import EVERYTHING, SearchFilter
from alicia_desktop.memory.lookups import Hits, Lookups, located
from alicia_desktop.memory.ranking import Ranking, rank
from alicia_desktop.memory.retrieval import Retrieval
from alicia_desktop.memory.selection import Terms
from alicia_desktop.memory.vectors import VectorIndex
from alicia_desktop.store import memory_search, search_indexes
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Database
from alicia_desktop.store.sqlite_errors import DAMAGED

P = ParamSpec("P")
R = TypeVar("R")
log = get_logger(__name__)

READ_TOGETHER: Final = 500
"""Changed memories, and vectors; both are read in pages, so that other readers get their turn."""
OPENED_TOGETHER: Final = 500
SPARE_ROOM: Final = 1_000
"""Vectors that find room besides those of the memories there are."""
_NO_NUMBERS: Final = "The sentence encoder gave no numbers for this query: found by words only."


class Finder:
    """Finds memories of some users; words once they are read, meaning once the encoder is loaded and has read them."""

    def __init__(self, *, database: Database, clock: Clock, load: Callable[[], Encoder]) -> None:
        self._database = database
        self._clock = clock
        self._user_ids: tuple[str, ...] = ()
        self._catalogue, self._archive = Catalogue(), Catalogue()
        self._vectors = VectorIndex(1)
        self._lookups = Lookups()
        self._embedder = Embedder(
            database=database, clock=clock, load=load, loaded=self._load_vectors, embedded=self._put_vectors
        )
        self._changed: set[str] = set()
        self._to_read = asyncio.Event()
        self._is_read = asyncio.Event()
        self._scope = Scope("memory")
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory")
        self._disconnect: Callable[[], None] = lambda: None

    @property
    def encoder(self) -> str | None:
        """Return the encoder's name and version; None until it is loaded, and when there is none."""
        encoder = self._embedder.encoder
        return None if encoder is None else f"{encoder.name} {encoder.version}"

    @property
    def note(self) -> str:
        """Return why only words are used; empty when they are not alone."""
        return self._embedder.note

    async def start(self, user_ids: Sequence[str]) -> None:
        """Begin to read what there is and to load the encoder; a search waits for the first and not for the second."""
        self._user_ids = tuple(user_ids)
        self._disconnect = self._database.changed.connect(self._on_changed)
        self._scope.spawn("read memories", self._keep_reading())
        self._scope.spawn("embed", self._embedder.run())

    async def know(self, user_ids: Sequence[str]) -> None:
        """The person has these names now: what was stored under a new one is found as well."""
        news = set(user_ids).difference(self._user_ids)
        self._user_ids = tuple(user_ids)
        self._read_again(await self._database.read(memory_search.ids_of, tuple(news)) if news else ())

    async def close(self) -> None:
        """Stop what runs in the background; a batch that is being embedded is finished first."""
        self._disconnect()
        await self._scope.close()
        await asyncio.to_thread(self._worker.shutdown)
        await self._embedder.close()

    async def encoder_settled(self) -> None:
        """Wait until the encoder is loaded, or known to be missing."""
        await self._embedder.settled()

    async def vectors_ready(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait until no memory lacks a vector, or none can be made; `progress` is told how many are left."""
        await self._embedder.ready(progress)

    def words_first(self) -> AbstractAsyncContextManager[None]:
        """Leave the cores to whoever brings memories in; their vectors follow."""
        return self._embedder.held()

    async def refresh(self, ids: Sequence[str] = ()) -> None:  # noqa: ARG002 - the signal has named them already
        """Wait until every change that is committed by now is found, or found no more."""
        await self._is_read.wait()

    async def find(
        self,
        query: str,
        *,
        previous_turn: str = "",
        terms: Terms | None = None,
        narrowed: SearchFilter = EVERYTHING,
        developer: bool = False,
    ) -> Retrieval:
        """Do all steps of a retrieval; a `developer` also hears that somebody else's memory was near, by its id."""
        await self._is_read.wait()
        terms, timings = terms or Terms(), dict[str, float]()
        today = self._clock.now().date()
        with self._timed("analyse", timings):
            analysis = await self._work(analyse, query, today=today, previous_turn=previous_turn)
        ranking, outside, cosines = await self._ranked(analysis, today, terms, narrowed, timings, developer=developer)
        with self._timed("read", timings):
            found, outsiders = await self._database.read(
                rows.read, ranking.places, outside, user_ids=self._user_ids, developer=developer
            )
        return Retrieval(
            query=query,
            analysis=analysis,
            candidates=found,
            considered=len(self._searched(narrowed)),
            threshold=terms.threshold,
            limit=terms.limit,
            encoder=self.encoder if cosines is not None else None,
            note=self._why_words_only(analysis, cosines),
            timings_ms=timings,
            route=ranking.route,
            terms=terms,
            outsiders=outsiders,
        )

    async def _ranked(
        self,
        analysis: Analysis,
        today: date,
        terms: Terms,
        narrowed: SearchFilter,
        timings: dict[str, float],
        *,
        developer: bool,
    ) -> tuple[Ranking, tuple[Stranger, ...], Cosines | None]:
        """Find by words and by meaning, and score; no cosines where there is no vector of the query."""
        with self._timed("words", timings):
            hits = await self._gather(analysis)
            known = await self._database.read(narrowed.pks) if narrowed.asks_table else None
        with self._timed("meaning", timings):
            cosines = await self._work(self._cosines, analysis)
        with self._timed("score", timings):
            ranking, outside = await self._work(
                self._rank,
                analysis,
                hits,
                cosines,
                known,
                today=today,
                terms=terms,
                narrowed=narrowed,
                developer=developer,
            )
        return ranking, outside, cosines

    async def _gather(self, analysis: Analysis) -> Hits:
        """Look the words up; an index that is damaged is made again from its table, once."""
        try:
            return await self._database.read(self._lookups.gather, analysis)
        except WorldError as error:
            if error.code != DAMAGED:
                raise
            log.warning("index of words damaged, made again")
        await self._database.write(search_indexes.rebuild)
        return await self._database.read(self._lookups.gather, analysis)

    def _cosines(self, analysis: Analysis) -> Cosines | None:
        encoder = self._embedder.encoder
        if encoder is None or not analysis.needs_memory:
            return None
        query = encoder.query(analysis.query)
        if query.shape != (encoder.width,) or not np.isfinite(query).all():
            return None
        return (*self._vectors.cosines(query), encoder.scale)

    def _rank(
        self,
        analysis: Analysis,
        hits: Hits,
        cosines: Cosines | None,
        known: Positions | None,
        *,
        today: date,
        terms: Terms,
        narrowed: SearchFilter,
        developer: bool,
    ) -> tuple[Ranking, tuple[Stranger, ...]]:
        catalogue = self._searched(narrowed)
        archive = None if developer else self._archive.columns()
        where = located(hits, catalogue.columns(), archive=archive)
        ranking = rank(analysis, catalogue, where, cosines, today=today, terms=terms, narrowed=narrowed, known=known)
        return ranking, () if narrowed.archived else strangers(catalogue, where, cosines, archive=archive)

    def _searched(self, narrowed: SearchFilter) -> Catalogue:
        return self._archive if narrowed.archived else self._catalogue

    def _why_words_only(self, analysis: Analysis, cosines: Cosines | None) -> str:
        if cosines is not None or not analysis.needs_memory:
            return ""
        return self.note or _NO_NUMBERS

    def _on_changed(self, changes: Changes) -> None:
        self._read_again({change.id for change in changes if change.subject == "memory"})

    def _read_again(self, ids: Iterable[str]) -> None:
        self._changed.update(ids)
        if self._changed:
            self._is_read.clear()
            self._to_read.set()

    async def _keep_reading(self) -> None:
        """Read all memories, then whatever changes; indexes that lack some of them are made again first."""
        if await self._database.read(search_indexes.lacking):
            log.warning("indexes of memories incomplete, made again")
            await self._database.write(search_indexes.rebuild)
        pk = 0
        while entries := await self._database.read(
            memory_search.entries_after, self._user_ids, pk=pk, limit=OPENED_TOGETHER
        ):
            await self._work(self._put, entries)
            pk = entries[-1].pk
        while True:
            self._to_read.clear()
            while self._changed:
                await self._read_some()
            self._is_read.set()
            await self._to_read.wait()

    async def _read_some(self) -> None:
        ids = [self._changed.pop() for _ in range(min(READ_TOGETHER, len(self._changed)))]
        entries = await self._database.read(memory_search.entries, self._user_ids, ids)
        await self._work(self._take_in, ids, entries)
        if (encoder := self._embedder.encoder) is not None:
            pks = [entry.pk for entry in entries]
            columns = await self._database.read(
                memory_search.vectors, encoder=encoder.name, version=encoder.version, pks=pks
            )
            await self._work(self._replace_vectors, pks, columns)
        self._embedder.wake()

    def _take_in(self, ids: Sequence[str], entries: list[memory_search.IndexEntry]) -> None:
        archived = {entry.id: entry.archived for entry in entries}
        self._catalogue.drop(memory_id for memory_id in ids if archived.get(memory_id, True))
        self._archive.drop(memory_id for memory_id in ids if not archived.get(memory_id, False))
        self._put(entries)
        self._catalogue.columns()  # now, and not in the next query's time
        self._lookups.forget()

    def _put(self, entries: Sequence[memory_search.IndexEntry]) -> None:
        self._catalogue.put(entry for entry in entries if not entry.archived)
        self._archive.put(entry for entry in entries if entry.archived)

    def _replace_vectors(self, pks: Sequence[int], columns: Columns) -> None:
        """A memory with other content has lost its vector, and one that was copied brings its own."""
        self._vectors.drop(pks)
        self._vectors.put(columns)

    async def _load_vectors(self, encoder: Encoder) -> None:
        await self._is_read.wait()
        self._vectors = VectorIndex(encoder.width, room=len(self._catalogue) + len(self._archive) + SPARE_ROOM)
        pk = 0
        while columns := await self._database.read(
            memory_search.vectors, encoder=encoder.name, version=encoder.version, after=pk, limit=READ_TOGETHER
        ):
            await self._work(self._vectors.put, columns)
            pk = columns[-1][0]

    async def _put_vectors(self, columns: Columns) -> None:
        await self._work(self._vectors.put, columns)

    async def _work(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, lambda: function(*args, **kwargs))

    @contextmanager
    def _timed(self, step: str, timings: dict[str, float]) -> Iterator[None]:
        begun = self._clock.monotonic()
        yield
        timings[step] = round((self._clock.monotonic() - begun) * 1000, 2)
