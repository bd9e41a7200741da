"""Search the memories for a query: the steps of a retrieval, in order, each with its time.

analyse the query → look its words up → compare its vector → score, select and explain → load the rows. What the steps
read is the business of `memory_index`; what they decide is in plain functions (`analysis`, `ranking`, `scoring`,
`selection`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.memory.retrieval.analysis import Analysis, analyse
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Positions
from alicia_desktop.memory.retrieval.encoders import Encoder
from alicia_desktop.memory.retrieval.memory_index import MemoryIndex
from alicia_desktop.memory.retrieval.out_of_scope import OutOfScopeHit, find_out_of_scope
from alicia_desktop.memory.retrieval.ranking import Ranking, load_candidates, rank_memories
from alicia_desktop.memory.retrieval.result import Candidate, OutOfScopeMemory, Retrieval
from alicia_desktop.memory.retrieval.search_filter import NO_FILTER, SearchFilter
from alicia_desktop.memory.retrieval.selection import RetrievalOptions
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import TermHit, locate_hits
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories.vector_search import VectorScope

_NO_QUERY_VECTOR: Final = (
    "The sentence encoder returned no vector for this query, so memories were found by words only."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lookup:
    """What was looked up for a query."""

    hits: list[TermHit]
    phrase: Positions
    """The memories that have the whole query word for word."""
    known: Positions | None
    """The memories that the filter admits; None where it needs no look at the table."""
    cosines: Cosines | None
    """The similarity of each memory; None for words only."""


class SearchService:
    """Searches the memories of some users, by words as soon as they are read, by meaning once they are embedded."""

    def __init__(
        self, *, database: Database, clock: Clock, load: Callable[[], Encoder], keeps_vectors: bool = True
    ) -> None:
        """See `MemoryIndex`; without vectors in memory every search compares those in the database."""
        self._database = database
        self._clock = clock
        self.index = MemoryIndex(database=database, clock=clock, load=load, keeps_vectors=keeps_vectors)

    @property
    def encoder(self) -> str | None:
        """Return the encoder's name and version; None until it is loaded, and when there is none."""
        encoder = self.index.encoder
        return None if encoder is None else f"{encoder.name} {encoder.version}"

    async def find(
        self,
        query: str,
        *,
        previous_turn: str = "",
        options: RetrievalOptions | None = None,
        filters: SearchFilter = NO_FILTER,
        developer: bool = False,
        in_database: bool = False,
    ) -> Retrieval:
        """Run all steps of a retrieval.

        Args:
            previous_turn: lends its words to a query that leans on it ("And when is it?").
            in_database: compare the vectors in the database (`search_memories`), not those in memory.
            developer: also report that another user's memory matched, by its id.
        """
        options, timings, today = options or RetrievalOptions(), dict[str, float](), self._clock.now().date()
        analysis = await self._analyse(query, previous_turn, today, timings)
        found = await self._look_up(analysis, filters, timings, in_database=in_database)
        with self._timed("score", timings):
            ranking, outside = await self.index.run_in_worker(
                self._rank, analysis, found, today=today, options=options, filters=filters, developer=developer
            )
        candidates, out_of_scope = await self._load(ranking, outside, timings, developer=developer)
        return Retrieval(
            query=query,
            analysis=analysis,
            candidates=candidates,
            considered=len(self._catalogue_for(filters)),
            threshold=options.threshold,
            limit=options.limit,
            encoder=self.encoder if found.cosines is not None else None,
            note=self._words_only_note(analysis, found.cosines),
            timings_ms=timings,
            route=ranking.route,
            options=options,
            out_of_scope=out_of_scope,
            fitted=ranking.fitted,
        )

    async def _analyse(self, query: str, previous_turn: str, today: date, timings: dict[str, float]) -> Analysis:
        with self._timed("analyse", timings):
            return await self.index.run_in_worker(analyse, query, today=today, previous_turn=previous_turn)

    async def _look_up(
        self, analysis: Analysis, filters: SearchFilter, timings: dict[str, float], *, in_database: bool
    ) -> _Lookup:
        """Look up the words of a query, the memories that the filter admits, and the similarity of each."""
        await self.index.wait_for_changes()
        await self.index.wait_for_recent_vectors()
        with self._timed("words", timings):
            hits = await self.index.look_up_terms(analysis)
            phrase = await self.index.look_up_phrase(analysis, hits)
            known = await self._database.read(filters.matching_pks) if filters.needs_table else None
        with self._timed("meaning", timings):
            if not analysis.needs_memory:
                cosines = None
            elif in_database or not self.index.keeps_vectors:
                scope = await self.index.run_in_worker(self._vector_scope, filters, known)
                cosines = await self.index.find_nearest(analysis.query, hits, scope)
            else:
                cosines = await self.index.compute_cosines(analysis.query)
        return _Lookup(hits=hits, phrase=phrase, known=known, cosines=cosines)

    def _vector_scope(self, filters: SearchFilter, known: Positions | None) -> VectorScope:
        """Return the memories that the filter admits; runs in the worker."""
        if not filters.narrows:
            return VectorScope(archived=filters.archived)
        catalogue = self._catalogue_for(filters)
        pks = catalogue.columns().pk[filters.matching_flags(catalogue, known)]
        return VectorScope(archived=filters.archived, pks=pks.tolist())

    def _rank(
        self,
        analysis: Analysis,
        found: _Lookup,
        *,
        today: date,
        options: RetrievalOptions,
        filters: SearchFilter,
        developer: bool,
    ) -> tuple[Ranking, tuple[OutOfScopeHit, ...]]:
        catalogue = self._catalogue_for(filters)
        archive = None if developer else self.index.archive.columns()
        located = locate_hits(found.hits, catalogue.columns(), archive=archive)
        ranking = rank_memories(
            analysis,
            catalogue,
            located,
            found.cosines,
            today=today,
            options=options,
            filters=filters,
            known=found.known,
            phrase=found.phrase,
        )
        return ranking, () if filters.archived else find_out_of_scope(
            catalogue, located, found.cosines, archive=archive
        )

    async def _load(
        self, ranking: Ranking, outside: tuple[OutOfScopeHit, ...], timings: dict[str, float], *, developer: bool
    ) -> tuple[tuple[Candidate, ...], tuple[OutOfScopeMemory, ...]]:
        """Load the rows of what was ranked, and of what another user's memories matched."""
        with self._timed("read", timings):
            return await self._database.read(
                load_candidates, ranking.candidates, outside, user_ids=self.index.user_ids, developer=developer
            )

    def _catalogue_for(self, filters: SearchFilter) -> Catalogue:
        return self.index.archive if filters.archived else self.index.catalogue

    def _words_only_note(self, analysis: Analysis, cosines: Cosines | None) -> str:
        if cosines is not None or not analysis.needs_memory:
            return ""
        return self.index.note or _NO_QUERY_VECTOR

    @contextmanager
    def _timed(self, step: str, timings: dict[str, float]) -> Iterator[None]:
        begun = self._clock.monotonic()
        yield
        timings[step] = round((self._clock.monotonic() - begun) * 1000, 2)
