"""The whole program over labelled conversations: what it finds as it ships, and how fast it is among many memories."""

import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.memory.retrieval.embedder import EMBEDDING_BATCH
from alicia_desktop.memory.retrieval.encoders import Encoder
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Database
from tests.bench.labelled import Ranked, lines_of, questions_of

CROWD = 10_000
FOLLOWED = 256
"""Memories whose vectors are waited for with the encoder at work."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Speed:
    middle_ms: float
    high_ms: float
    """p95."""
    first_ms: float
    """p95 of questions of whose words none was looked up since the memories changed, as after each answer."""
    words_seconds: float
    """Until the last of them was found by its words."""
    share: float
    """Of the encoder's own speed at which vectors follow."""
    questions: int


async def speed(conversations: Sequence[dict[str, Any]], encoder: Encoder, remembering: Encoder) -> Speed:
    """Measure with `remembering` what is beside the encoder, with `encoder` how fast vectors follow."""
    lines = _many(conversations)
    questions = [question.text for one in conversations for question in questions_of(one)]
    async with _memory(remembering) as memory:
        begun = time.monotonic()
        await memory.import_lines(lines)
        words = time.monotonic() - begun
        await memory.wait_for_vectors()
        spent = [await _beside_encoder(memory, question) for question in questions]
        first = [await _beside_encoder(memory, question, changed=True) for question in questions]
    return Speed(
        middle_ms=float(np.percentile(spent, 50)),
        high_ms=float(np.percentile(spent, 95)),
        first_ms=float(np.percentile(first, 95)),
        words_seconds=words,
        share=await _share(lines[:FOLLOWED], encoder),
        questions=len(questions),
    )


async def searched(conversations: Sequence[dict[str, Any]], encoder: Encoder) -> list[list[Ranked]]:
    """Ask the whole program, as it ships, every question of every conversation."""
    made: list[list[Ranked]] = []
    for one in conversations:
        async with _memory(encoder) as memory:
            await memory.import_lines(list(lines_of(one)))
            await memory.wait_for_vectors()
            found = [(question, await memory.search(question.text)) for question in questions_of(one)]
        made.append(
            [
                Ranked(question=question, found=[candidate.memory.id for candidate in each.selected])
                for question, each in found
            ]
        )
    return made


async def _beside_encoder(memory: MemorySystem, question: str, *, changed: bool = False) -> float:
    found = await memory.retrieve(question)
    if changed:
        await memory.mark_used(found.candidates[:1])
        found = await memory.retrieve(question)
    return sum(ms for step, ms in found.timings_ms.items() if step != "meaning")


async def _share(lines: list[str], encoder: Encoder) -> float:
    """Return the encoder's own time for some texts / the time until all of them have vectors."""
    texts = [json.loads(line)["content"] for line in lines]
    async with _memory(encoder) as memory:
        await memory.wait_for_vectors()  # the encoder is loaded and warm
        alone = [await asyncio.to_thread(_seconds, encoder, texts)]
        begun = time.monotonic()
        await memory.import_lines(lines)
        await memory.wait_for_vectors()
        followed = time.monotonic() - begun
        alone.append(await asyncio.to_thread(_seconds, encoder, texts))
    return float(np.mean(alone)) / followed


def _seconds(encoder: Encoder, texts: list[str]) -> float:
    begun = time.monotonic()
    for at in range(0, len(texts), EMBEDDING_BATCH):
        encoder.encode_passages(texts[at : at + EMBEDDING_BATCH])
    return time.monotonic() - begun


def _many(conversations: Sequence[dict[str, Any]]) -> list[str]:
    texts = [json.loads(line) for one in conversations for line in lines_of(one)]
    return [json.dumps(texts[at % len(texts)] | {"id": f"m{at}"}) for at in range(CROWD)]


@asynccontextmanager
async def _memory(encoder: Encoder) -> AsyncIterator[MemorySystem]:
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "memory.db", clock=SystemClock())
        try:
            async with MemorySystem(database=database, clock=SystemClock(), encoder=lambda: encoder) as memory:
                yield memory
        finally:
            await database.close()
