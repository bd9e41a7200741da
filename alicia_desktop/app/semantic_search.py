"""Search by meaning over the memories on this computer: brought up at the first such search, not before.

The sentence encoder is the one model in this process. It takes seconds to load and some hundred megabytes to keep, so
it comes only when somebody looks for something.
"""

import asyncio
import importlib
from typing import TYPE_CHECKING, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories.memory_filter import MemoryFilter
from alicia_desktop.view.search import MeaningMatches

if TYPE_CHECKING:
    from alicia_desktop.memory.retrieval.search_filter import SearchFilter
    from alicia_desktop.memory.system import MemorySystem

LOADING: Final = "The sentence encoder is loading …"
MOST: Final = 50
"""Memories that one search brings beyond those that hold the words."""
LEAST: Final = 0.34
"""Relevance from which a memory means something like what is looked for: as for an answer."""


class Meaning:
    """Finds memories by meaning; `close` ends what was brought up."""

    def __init__(self, *, database: Database, clock: Clock, user_id: str) -> None:
        self._database = database
        self._clock = clock
        self._user_id = user_id
        self._system: MemorySystem | None = None
        self._opening = asyncio.Lock()

    @property
    def note(self) -> str:
        """What is going on before it can be used; empty once it can."""
        return "" if self._system is not None and self._system.encoder is not None else LOADING

    async def find(self, wanted: MemoryFilter) -> MeaningMatches:
        """Return the memories under a filter that mean something like its text; waits for the encoder."""
        system = await self._opened()
        places = (False, True) if wanted.archived is None else (wanted.archived,)
        found = [await system.search(wanted.text, k=MOST, filters=_narrowed(wanted, archived=one)) for one in places]
        near = [one for some in found for one in some.candidates if one.similarity is not None]
        best = sorted(near, key=lambda one: -one.relevance)[:MOST]
        return MeaningMatches(
            relevance={one.memory.id: one.relevance for one in best if one.relevance >= LEAST}, note=system.note
        )

    async def close(self) -> None:
        """End it; a batch that is being embedded is finished first."""
        async with self._opening:
            system, self._system = self._system, None
            if system is not None:
                await system.__aexit__(None, None, None)

    async def _opened(self) -> "MemorySystem":
        async with self._opening:
            if self._system is None:
                module = await asyncio.to_thread(importlib.import_module, "alicia_desktop.memory.system")
                system: MemorySystem = module.MemorySystem(
                    database=self._database, clock=self._clock, user_id=self._user_id
                )
                self._system = await system.__aenter__()
            return self._system


def _narrowed(wanted: MemoryFilter, *, archived: bool) -> "SearchFilter":
    """Return a list's filter as that of a search, in whole days; the list itself holds to the moment."""
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
