"""The rows of what was found, read once their places are known: the candidates, and what may be told of outsiders."""

from collections.abc import Mapping, Sequence

from alicia_desktop.memory.excluded_memories import Stranger, reveal
from alicia_desktop.memory.ranking import RankedCandidate
from alicia_desktop.memory.retrieval import Candidate, Outsider
from alicia_desktop.store import memories
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import MemoryRecord


def read(
    conn: Connection,
    places: Sequence[RankedCandidate],
    outside: Sequence[Stranger],
    *,
    user_ids: Sequence[str],
    developer: bool,
) -> tuple[tuple[Candidate, ...], tuple[Outsider, ...]]:
    """Return the candidates in their order, and what may be told of memories that were not searched."""
    rows = memories.get_memories(conn, [place.id for place in places])
    return _candidates(places, rows), reveal(conn, outside, user_ids=user_ids, developer=developer)


def _candidates(places: Sequence[RankedCandidate], rows: Mapping[str, MemoryRecord]) -> tuple[Candidate, ...]:
    """Join places with their rows; a memory that was deleted in between is no candidate."""
    return tuple(
        Candidate(
            memory=rows[place.id],
            relevance=place.relevance,
            similarity=place.similarity,
            parts=place.parts,
            rank=number,
            cut=place.cut,
            tokens=place.tokens,
            decay=place.decay,
        )
        for number, place in enumerate((place for place in places if place.id in rows), start=1)
    )
