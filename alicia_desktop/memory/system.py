"""The memory's one door: remember what a turn told, retrieve what a query needs, import, list, forget."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Final, Self

from alicia_desktop.base.clock import Clock
from alicia_desktop.memory import importing, storing
from alicia_desktop.memory.embedding import Encoder, load_encoder
from alicia_desktop.memory.extraction import Turn, extract
from alicia_desktop.memory.finder import Finder
from alicia_desktop.memory.importing import ImportProgress, ImportReport
from alicia_desktop.memory.retrieval import MOST_CHOSEN, THRESHOLD, Candidate, Retrieval
from alicia_desktop.memory.storing import StoredChange
from alicia_desktop.store import memories, memory_search
from alicia_desktop.store.database import Database
from alicia_desktop.store.records import MemoryRecord

MEANT: Final = 0.5
"""Relevance from which a memory is what "forget that …" means; higher than for an answer: it cannot be undone."""
SAME_MATCH: Final = 0.9
"""Share of the best one's relevance from which another memory is meant as well."""


class MemorySystem:
    """The memories of one person in one database; an async context manager.

    Words are searchable once it is entered; the sentence encoder loads behind it, and vectors follow in the background.
    """

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        user_id: str = "user",
        encoder: Callable[[], Encoder] = load_encoder,
    ) -> None:
        self._database = database
        self._clock = clock
        self._user_ids: tuple[str, ...] = (user_id,)
        self._finder = Finder(database=database, clock=clock, load=encoder)

    async def __aenter__(self) -> Self:
        self._user_ids = await self._database.read(memories.user_ids, self._user_ids[0])
        await self._finder.start(self._user_ids)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._finder.close()

    @property
    def encoder(self) -> str | None:
        """Return the encoder's name and version; None until it is loaded, and when there is none."""
        return self._finder.encoder

    @property
    def note(self) -> str:
        """Return why memories are found by words only; empty when they are found by meaning too."""
        return self._finder.note

    async def remember(self, turn: Turn) -> list[StoredChange]:
        """Keep what a finished turn told, in order; obeys "remember that …", "forget that …", "don't remember this"."""
        extraction = await asyncio.to_thread(extract, turn)
        changes: list[StoredChange] = []
        for what in extraction.forget:
            changes += await self._forget(what, turn)
        if extraction.statements:
            changes += await self._database.write(
                storing.store_statements,
                extraction.statements,
                turn,
                user_ids=self._user_ids,
                now=self._clock.now(),
            )
        await self._finder.refresh([change.memory.id for change in changes])
        return changes

    async def retrieve(
        self, query: str, *, k: int = MOST_CHOSEN, threshold: float = THRESHOLD, previous_turn: str = ""
    ) -> Retrieval:
        """Find the memories for an answer with what is ready by now; marks nothing as used."""
        return await self._finder.find(query, previous_turn=previous_turn, limit=k, threshold=threshold)

    async def search(self, query: str, *, k: int = 10) -> Retrieval:
        """Find the best `k` memories however weak; waits until the encoder is loaded, or known to be missing."""
        await self._finder.encoder_settled()
        return await self._finder.find(query, previous_turn="", limit=k, threshold=0.0)

    async def mark_used(self, used: Sequence[Candidate]) -> None:
        """Count one use of each; the trace of it is a stanza, which the journal keeps."""
        await self._database.write(memories.mark_used, [one.memory.id for one in used], self._clock.now())

    async def list_memories(self) -> tuple[MemoryRecord, ...]:
        """Return all memories that are not archived, the newest first."""
        return await self._database.read(memories.list_memories, user_ids=self._user_ids)

    async def import_lines(
        self, lines: Iterable[str], *, progress: Callable[[ImportProgress], None] | None = None
    ) -> ImportReport:
        """Store memories from JSON lines; words are searchable when it returns, `vectors_ready` waits for the rest."""
        return await importing.import_lines(
            lines,
            database=self._database,
            user_id=self._user_ids[0],
            now=self._clock.now(),
            stored=self._finder.refresh,
            progress=progress,
        )

    async def vectors_ready(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait until every memory has a vector, or none can be made; `progress` is told how many are left."""
        await self._finder.vectors_ready(progress)

    async def _forget(self, what: str, turn: Turn) -> list[StoredChange]:
        meant = await self._meant(what) if what else await self._told_last(turn)
        now = self._clock.now()
        await self._database.write(memories.forget_memories, [memory.id for memory in meant], now)
        return [StoredChange(action="forgotten", reason="asked_to_forget", memory=memory) for memory in meant]

    async def _meant(self, what: str) -> list[MemoryRecord]:
        found = await self._finder.find(what, previous_turn="", limit=MOST_CHOSEN, threshold=MEANT)
        chosen = [candidate for candidate in found.chosen if candidate.relevance >= MEANT]
        best = max((candidate.relevance for candidate in chosen), default=0.0)
        return [candidate.memory for candidate in chosen if candidate.relevance >= SAME_MATCH * best]

    async def _told_last(self, turn: Turn) -> list[MemoryRecord]:
        ids = await self._database.read(memory_search.told_last, self._user_ids, conversation_id=turn.conversation_id)
        return list((await self._database.read(memories.get_memories, ids)).values())
