"""The labelled conversations, and how good a ranking of their turns is.

Read from `ALICIA_LOCOMO`, or `../shared/locomo-dev` beside the repository; they are for measuring only and nothing of
them is kept but the vectors of their turns, under hashes, in the user's cache: reading them takes the encoder minutes.
"""

import hashlib
import json
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from alicia_desktop.memory.retrieval.calibration import CosineScale
from alicia_desktop.memory.retrieval.encoders import Encoder, Vector

UNANSWERABLE = 5
CATEGORIES = {1: "several memories", 2: "when", 3: "open", 4: "one memory"}
FIRST = 10
"""Places of a ranking that count."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    text: str
    evidence: frozenset[str]
    category: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranked:
    """The best ids for a question."""

    question: Question
    found: Sequence[str]

    def recall(self, count: int = FIRST) -> float:
        return len(self.question.evidence & set(self.found[:count])) / len(self.question.evidence)

    @property
    def reciprocal_rank(self) -> float:
        return next((1 / rank for rank, name in enumerate(self.found, 1) if name in self.question.evidence), 0.0)

    @property
    def ndcg(self) -> float:
        gains = (name in self.question.evidence for name in self.found[:FIRST])
        best = sum(1 / math.log2(place + 2) for place in range(min(len(self.question.evidence), FIRST)))
        return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains)) / best


def folder() -> Path | None:
    named = os.environ.get("ALICIA_LOCOMO")
    path = Path(named) if named else Path(__file__).resolve().parents[3] / "shared" / "locomo-dev"
    return path if path.is_dir() and any(path.glob("*.json")) else None


def conversations(path: Path) -> dict[str, dict[str, Any]]:
    return {file.stem: json.loads(file.read_text("utf-8")) for file in sorted(path.glob("*.json"))}


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


class RememberingEncoder:
    """An encoder that reads no text twice, not even in another run."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.name, self.version, self.width = encoder.name, encoder.version, encoder.width
        self.scale: CosineScale = encoder.scale
        self._path = (
            Path(platformdirs.user_cache_dir("alicia-desktop")) / "bench" / f"read-{self.name}-{self.version}.npz"
        )
        self._known: dict[str, Vector] = {}
        if self._path.is_file():
            with np.load(self._path) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        new = [text for text in dict.fromkeys(texts) if _key("p", text) not in self._known]
        if new:
            self._known |= {
                _key("p", text): row for text, row in zip(new, self._encoder.encode_passages(new), strict=True)
            }
        return np.stack([self._known[_key("p", text)] for text in texts])

    def query(self, text: str) -> Vector:
        key = _key("q", text)
        if key not in self._known:
            self._known[key] = self._encoder.query(text)
        return self._known[key]

    def save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(self._path, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))


def _key(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind}{text}".encode()).hexdigest()
