"""Search memories by meaning, over the copy on this computer.

The sentence encoder is the one model in this process. It takes seconds to load and some hundred megabytes of memory,
so it is loaded by the first search. The vectors stay in the database, which compares them itself (`search_memories`).
"""

import asyncio
import importlib
from typing import TYPE_CHECKING, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.translation import translate
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories.memory_list import MemoryFilter
from alicia_desktop.view.search import MeaningMatches

if TYPE_CHECKING:
    from alicia_desktop.memory.retrieval.search_filter import SearchFilter
    from alicia_desktop.memory.system import MemorySystem

ENCODER_LOADING: Final = translate("Loading the search model…")
MAX_RESULTS: Final = 50
"""Maximum number of memories found by meaning in one search."""
MIN_RELEVANCE: Final = 0.34
"""Minimum relevance (0–1) of a memory found by meaning: the same as for an answer."""


class SemanticSearch:
    """Find memories by meaning; `close` unloads the encoder."""

    def __init__(self, *, database: Database, clock: Clock, user_id: str) -> None:
        self._database = database
        self._clock = clock
        self._user_id = user_id
        self._system: MemorySystem | None = None
        self._opening = asyncio.Lock()

    @property
    def note(self) -> str:
        """Text to show while the encoder is loading; empty once it can be used."""
        return "" if self._system is not None and self._system.encoder is not None else ENCODER_LOADING

    async def find(self, wanted: MemoryFilter) -> MeaningMatches:
        """Return the relevance of memories that match a filter by meaning; waits for the encoder."""
        system = await self._load()
        places = (False, True) if wanted.archived is None else (wanted.archived,)
        found = [
            await system.search(wanted.text, k=MAX_RESULTS, filters=_search_filter(wanted, archived=one))
            for one in places
        ]
        near = [one for some in found for one in some.candidates if one.similarity is not None]
        best = sorted(near, key=lambda one: -one.relevance)[:MAX_RESULTS]
        return MeaningMatches(
            relevance={one.memory.id: one.relevance for one in best if one.relevance >= MIN_RELEVANCE}, note=system.note
        )

    async def close(self) -> None:
        """Unload the encoder; a batch that is being embedded is finished first."""
        async with self._opening:
            system, self._system = self._system, None
            if system is not None:
                await system.__aexit__(None, None, None)

    async def _load(self) -> "MemorySystem":
        async with self._opening:
            if self._system is None:
                module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.memory.system")
                system: MemorySystem = module.MemorySystem(
                    database=self._database, clock=self._clock, user_id=self._user_id, keeps_vectors=False
                )
                self._system = await system.__aenter__()
            return self._system


def _search_filter(wanted: MemoryFilter, *, archived: bool) -> "SearchFilter":
    """Convert a list's filter to one of a search, which knows whole days only; the list filters by the moment."""
    from alicia_desktop.memory.retrieval.search_filter import SearchFilter  # noqa: PLC0415 - brings numpy

    return SearchFilter(
        tags=[wanted.tag] if wanted.tag is not None else [],
        categories=[wanted.category] if wanted.category is not None else [],
        sources=[wanted.source] if wanted.source is not None else [],
        kinds=[wanted.kind] if wanted.kind is not None else [],
        after=wanted.after.date() if wanted.after is not None else None,
        before=wanted.before.date() if wanted.before is not None else None,
        pinned=wanted.pinned,
        archived=archived,
    )
