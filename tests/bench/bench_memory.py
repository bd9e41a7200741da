"""How well memories are found again: recall of the turns that answer a question, on labelled conversations.

Reads the conversations of `ALICIA_LOCOMO`, or `../shared/locomo-dev` beside the repository; they are for measuring only
and nothing of them is kept. Without them it says so and ends well. Run by `make bench-memory`.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.memory.retrieval import Retrieval
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.store.database import Database

UNANSWERABLE = 5
CATEGORIES = {1: "several memories", 2: "when", 3: "open", 4: "one memory"}
CROWD = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    text: str
    evidence: frozenset[str]
    category: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    question: Question
    found: tuple[str, ...]
    milliseconds: float
    """Without the encoder."""

    @property
    def recall(self) -> float:
        return len(self.question.evidence & set(self.found[:10])) / len(self.question.evidence)

    @property
    def reciprocal_rank(self) -> float:
        return next((1 / rank for rank, name in enumerate(self.found, 1) if name in self.question.evidence), 0.0)


def folder() -> Path | None:
    named = os.environ.get("ALICIA_LOCOMO")
    path = Path(named) if named else Path(__file__).resolve().parents[3] / "shared" / "locomo-dev"
    return path if path.is_dir() else None


def lines_of(conversation: dict[str, Any]) -> Iterator[str]:
    number = 1
    while (said := conversation.get(f"session_{number}_date_time")) is not None:
        at = datetime.strptime(said, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC).isoformat()
        for turn in conversation.get(f"session_{number}") or []:
            content = f"{turn['speaker']}: {turn['text']}"
            yield json.dumps({"id": turn["dia_id"], "content": content, "created_at": at})
        number += 1


def questions_of(conversation: dict[str, Any]) -> list[Question]:
    known = {json.loads(line)["id"] for line in lines_of(conversation)}
    asked = [
        Question(text=qa["question"], evidence=frozenset(qa["evidence"]) & known, category=qa["category"])
        for qa in conversation["qa"]
        if qa["category"] != UNANSWERABLE
    ]
    return [question for question in asked if question.evidence]


async def ask_all(conversation: dict[str, Any], data: Path) -> list[Answered]:
    database = await Database.open(data / "memory.db", clock=SystemClock())
    try:
        async with MemorySystem(database=database, clock=SystemClock()) as memory:
            await memory.import_lines(list(lines_of(conversation)))
            await memory.vectors_ready()
            return [_answered(question, await memory.search(question.text)) for question in questions_of(conversation)]
    finally:
        await database.close()


def _answered(question: Question, found: Retrieval) -> Answered:
    return Answered(
        question=question,
        found=tuple(candidate.memory.id for candidate in found.chosen),
        milliseconds=sum(ms for step, ms in found.timings_ms.items() if step != "meaning"),
    )


async def crowd_milliseconds(data: Path, conversation: dict[str, Any]) -> tuple[float, float, float]:
    """Return p50 and p95 of a query at 10,000 memories beside the encoder, and the seconds until words are found."""
    texts = [json.loads(line) for line in lines_of(conversation)]
    many = [json.dumps(texts[at % len(texts)] | {"id": f"m{at}"}) for at in range(CROWD)]
    database = await Database.open(data / "crowd.db", clock=SystemClock())
    try:
        async with MemorySystem(database=database, clock=SystemClock()) as memory:
            begun = time.monotonic()
            await memory.import_lines(many)
            words = time.monotonic() - begun
            spent = [
                _answered(question, await memory.retrieve(question.text)).milliseconds
                for question in questions_of(conversation)
            ]
    finally:
        await database.close()
    return float(np.percentile(spent, 50)), float(np.percentile(spent, 95)), words


async def measure(conversations: dict[str, dict[str, Any]]) -> None:
    everything: list[Answered] = []
    means: list[float] = []
    for name, conversation in conversations.items():
        with tempfile.TemporaryDirectory() as data:
            answered = await ask_all(conversation, Path(data))
        means.append(float(np.mean([one.recall for one in answered])))
        say(f"{name}: recall@10 {means[-1]:.3f}, MRR {np.mean([one.reciprocal_rank for one in answered]):.3f}")
        everything += answered
    say(f"mean of conversations: recall@10 {np.mean(means):.3f}")
    for number, kind in CATEGORIES.items():
        recalls = [one.recall for one in everything if one.question.category == number]
        say(f"  {kind}: recall@10 {np.mean(recalls):.3f} of {len(recalls)}")
    with tempfile.TemporaryDirectory() as data:
        middle, high, words = await crowd_milliseconds(Path(data), next(iter(conversations.values())))
    say(f"{CROWD} memories: words searchable after {words:.1f} s")
    say(f"{CROWD} memories: a query beside the encoder {middle:.1f} ms, p95 {high:.1f} ms")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    path = folder()
    if path is None or not any(path.glob("*.json")):
        say("bench-memory: no labelled conversations here (ALICIA_LOCOMO names their folder); skipped")
        return 0
    asyncio.run(measure({file.stem: json.loads(file.read_text("utf-8")) for file in sorted(path.glob("*.json"))}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
