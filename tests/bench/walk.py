"""The way of one query through the memory, with the numbers of a real run, for docs/memory.md.

`python -m tests.bench.walk` asks with the encoder that is bundled and writes that part of the page.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.context.context_parts import memory_line
from alicia_desktop.memory.retrieval.result import Candidate, Retrieval, explain_retrieval
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Database
from tests.bench.memory_page import put, table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "memory.md"
QUERY = "What are my kids' names?"
BUDGET = 60
"""Tokens; so few that one memory does not fit."""
KNOWN: Sequence[Mapping[str, Any]] = (
    {"id": "names", "content": "I have two children named Alex and Jordan."},
    {"id": "ages", "content": "Alex is 8 years old and Jordan is 5 years old."},
    {"id": "question", "content": "Do you remember my kids' names?"},
    {"id": "failure", "content": "I don't have any information about your kids' names."},
    {
        "id": "long",
        "content": "My kids' names were a long story: " + "first we thought of one name, then of another, " * 8,
    },
    {"id": "boss", "content": "User's boss Maria likes jazz."},
    {"id": "deaf", "content": "User is deaf in one ear.", "pinned": True},
    {"id": "hers", "content": "My kids' names are Mia and Ben.", "user_id": "somebody_else"},
)


async def asked() -> Retrieval:
    """Store what is known in a new database, wait for the vectors, and ask."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "memory.db", clock=SystemClock())
        try:
            async with MemorySystem(database=database, clock=SystemClock()) as memory:
                await memory.import_lines([json.dumps(one) for one in KNOWN])
                await memory.wait_for_vectors()
                await memory.retrieve(QUERY)  # what is loaded at the first question is not the query's time
                return await memory.retrieve(QUERY, budget=BUDGET, developer=True)
        finally:
            await database.close()


def told(retrieval: Retrieval) -> str:
    """Return the steps with their numbers."""
    return "\n".join(_told(retrieval, explain_retrieval(retrieval)))


def _told(retrieval: Retrieval, said: Mapping[str, Any]) -> Iterator[str]:
    yield f"The query is **{QUERY}** to {retrieval.considered} memories and {said['encoder']}, for {BUDGET} tokens.\n"
    yield "**Analysed**\n"
    yield table(["field", "value"], [[name, _shown(value)] for name, value in said["analysis"].items()]) + "\n"
    yield f"**Routed** to {', '.join(said['routed'])}" + _joined(said["related"]) + "\n"
    yield table(["category", "score"], [[name, f"{score:.3f}"] for name, score in said["categories"].items()]) + "\n"
    yield "**Scored**, best first, each part as its value times its weight\n"
    yield _scores(retrieval.candidates) + "\n"
    yield f"**Chosen and cut**, at a threshold of {said['threshold']}\n"
    yield _fates(retrieval, said) + "\n"
    yield f"**What the model reads** ({said['budget']['used']} of {said['budget']['tokens']} tokens)\n"
    yield f"```text\n{_read(retrieval.selected)}\n```\n"
    yield "**How long each step took**\n"
    yield table(["step", "ms"], [[step, f"{ms:.1f}"] for step, ms in said["timingsMs"].items()])


def _read(selected: Sequence[Candidate]) -> str:
    return "\n".join(
        memory_line(number, one.memory.content, category=one.memory.category or "", relevance=one.relevance)
        for number, one in enumerate(selected, start=1)
    )


def _joined(related: Sequence[str]) -> str:
    return f"; {' and '.join(related)} joined, because fewer than two candidates scored above 0.3" if related else ""


def _scores(candidates: Sequence[Candidate]) -> str:
    names = [part.name for part in candidates[0].parts]
    used = [name for name in names if any(_part(one, name)[0] for one in candidates)]
    rows = [
        [one.memory.id, *(_times(*_part(one, name)) for name in used), f"**{one.relevance:.3f}**"] for one in candidates
    ]
    return table(["memory", *used, "relevance"], rows)


def _part(one: Candidate, name: str) -> tuple[float, float]:
    return next((part.value, part.weight) for part in one.parts if part.name == name)


def _times(value: float, weight: float) -> str:
    return f"{value:.2f} × {weight:g}" if value else "–"


def _fates(retrieval: Retrieval, said: Mapping[str, Any]) -> str:
    places = {one.memory.id: place for place, one in enumerate(retrieval.selected, start=1)}
    rows = [
        [one.memory.id, _quoted(one.memory.content), str(one.tokens), f"used, no. {places[one.memory.id]}"]
        for one in retrieval.selected
    ]
    rows += [
        [missed["memoryId"], _quoted(missed["content"]), str(missed.get("tokens", "–")), missed["reason"]]
        for missed in said["missed"]
    ]
    return table(["memory", "content", "tokens", "what became of it"], rows)


def _quoted(content: str) -> str:
    return f"“{content[:60]}{'…' if len(content) > 60 else ''}”" if content else "*(not told)*"


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def main() -> int:
    text = told(asyncio.run(asked()))
    sys.stdout.write(f"{text}\n")
    put(PAGE, "example", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
