"""Whether the threshold separates what a question needs from what only looks like it, where no word is shared.

`python -m tests.bench.bench_relevance` stores all statements of one writer of tests/data/relevance, asks each of their
questions, and looks where the statement of the pair stands.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.memory.retrieval.selection import DEFAULT_THRESHOLD
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Database

FOLDER: Final = Path(__file__).resolve().parents[1] / "data" / "relevance"
WRITERS: Final = {"A": "development", "B": "development", "C": "held out", "D": "held out"}


class Pair(msgspec.Struct, frozen=True):
    """A statement, and a question that needs it or only looks so."""

    statement: str
    question: str
    needed: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Separation:
    """How well the threshold separates the pairs of one writer."""

    above: float
    """Share of the needed pairs whose statement is above the threshold."""
    right: float
    """Share of needed pairs among all pairs that are above it."""
    among_best_five: float
    """Share of the needed pairs whose statement is one of the five most relevant."""
    others: float
    """Other statements above the threshold, in the mean of the questions that need one."""


def load_pairs(writer: str) -> list[Pair]:
    """Load the pairs of a writer."""
    decoder = msgspec.json.Decoder(Pair)
    return [decoder.decode(line) for line in (FOLDER / f"writer_{writer}.jsonl").read_text("utf-8").splitlines()]


async def separate(pairs: list[Pair]) -> Separation:
    """Ask every question among all statements of `pairs`."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "memory.db", clock=SystemClock())
        try:
            async with MemorySystem(database=database, clock=SystemClock()) as memory:
                lines = [json.dumps({"id": f"m{at}", "content": pair.statement}) for at, pair in enumerate(pairs)]
                await memory.import_lines(lines)
                await memory.wait_for_vectors()
                found = [await memory.retrieve(one.question, k=len(pairs), threshold=0, budget=None) for one in pairs]
        finally:
            await database.close()
    relevances = [{one.memory.id: one.relevance for one in retrieval.candidates} for retrieval in found]
    own = [relevance.get(f"m{at}", 0.0) for at, relevance in enumerate(relevances)]
    above = [pair.needed for pair, relevance in zip(pairs, own, strict=True) if relevance >= DEFAULT_THRESHOLD]
    needed = [at for at, pair in enumerate(pairs) if pair.needed]
    ranks = [sum(other > own[at] for other in relevances[at].values()) for at in needed]
    others = [sum(other >= DEFAULT_THRESHOLD for other in relevances[at].values()) for at in needed]
    return Separation(
        above=sum(above) / len(needed),
        right=sum(above) / max(len(above), 1),
        among_best_five=sum(rank < 5 for rank in ranks) / len(needed),
        others=(sum(others) - sum(above)) / len(needed),
    )


def main(chosen: Sequence[str]) -> int:
    """Print one line a writer; `chosen` is empty for all."""
    for writer, purpose in WRITERS.items():
        if chosen and writer not in chosen:
            continue
        found = asyncio.run(separate(load_pairs(writer)))
        sys.stdout.write(
            f"writer {writer} ({purpose}): {found.above:.2f} of the needed above the threshold, {found.right:.2f} of "
            f"what is above is needed; among the best five {found.among_best_five:.2f}; {found.others:.1f} others\n"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
