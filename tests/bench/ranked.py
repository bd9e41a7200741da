"""The labelled conversations taken apart as the program takes them, so that thousands of weights can be tried on them.

All steps of a search are the program's own; only what does not depend on any weight is done once: analysis, route,
terms looked up, cosines.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.memory import json_import
from alicia_desktop.memory.retrieval.analysis import Analysis, analyse
from alicia_desktop.memory.retrieval.calibration import ScoreShape, ScoreWeights
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Columns, Floats
from alicia_desktop.memory.retrieval.encoders import Encoder
from alicia_desktop.memory.retrieval.routing import Route, route_query
from alicia_desktop.memory.retrieval.score_features import facts_part, meaning_part, word_parts
from alicia_desktop.memory.retrieval.scoring import echo_part, score_memories
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import LocatedHit, locate_hits, look_up_terms
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memory_search
from tests.bench.labelled import FIRST, Question, Ranked, lines_of, questions_of

TODAY = date(2026, 11, 22)
_SHAPED = frozenset({"words", "overlap", "meaning", "facts", "echo"})


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question as far as no weight has a say."""

    question: Question
    analysis: Analysis
    route: Route
    hits: list[LocatedHit]
    cosines: Cosines


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """One conversation, its turns stored, its questions looked up."""

    name: str
    catalogue: Catalogue
    contents: Sequence[str]
    """In lower case, by position."""
    asked: Sequence[Asked]
    _parts: dict[ScoreShape, list[dict[str, Floats]]] = field(default_factory=dict)

    @cached_property
    def evidence(self) -> list[np.ndarray]:
        places = [[self.catalogue.position_of(name) for name in one.question.evidence] for one in self.asked]
        return [np.array(place, np.int64) for place in places]

    def totals(self, weights: ScoreWeights, shape: ScoreShape) -> list[Floats]:
        """Return the sum of each question's parts, for every turn."""
        columns, found = self.catalogue.columns(), []
        for made, shapeless in zip(self._shaped(shape), self._shapeless, strict=True):
            total = _total(made, weights) + _total(shapeless, weights)
            found.append(total + weights.echo * echo_part(total, made["words"], columns))
        return found

    def _shaped(self, shape: ScoreShape) -> list[dict[str, Floats]]:
        """Return the parts that depend on a shape; they are kept, because a climb comes by the same one often."""
        if shape not in self._parts:
            columns = self.catalogue.columns()
            self._parts[shape] = [_shaped(one, columns, shape) for one in self.asked]
        return self._parts[shape]

    @cached_property
    def _shapeless(self) -> list[dict[str, Floats]]:
        made = [
            score_memories(one.analysis, one.route, self.catalogue, one.hits, one.cosines, today=0).parts
            for one in self.asked
        ]
        return [{name: values for name, values in each.items() if name not in _SHAPED} for each in made]

    def ranked(self, weights: ScoreWeights, shape: ScoreShape) -> list[Ranked]:
        """Return the best ids for each question."""
        return [
            Ranked(question=one.question, found=self.best(total))
            for one, total in zip(self.asked, self.totals(weights, shape), strict=True)
        ]

    def best(self, total: Floats) -> list[str]:
        order = np.argsort(-total, kind="stable")[:FIRST].tolist()
        return [self.catalogue.id_at(place) for place in order]


def _shaped(asked: Asked, columns: Columns, shape: ScoreShape) -> dict[str, Floats]:
    words, overlap = word_parts(asked.hits, columns, shape)
    meaning, _ = meaning_part(asked.cosines, columns, shape)
    return {"words": words, "overlap": overlap, "meaning": meaning, "facts": facts_part(columns, words)}


def _total(made: Mapping[str, Floats], weights: ScoreWeights) -> Floats:
    total: Floats = np.sum([weights[name] * values for name, values in made.items()], axis=0)
    return total


async def conversation_of(name: str, raw: dict[str, Any], encoder: Encoder) -> Conversation:
    """Store a conversation as `memory import` does and look its questions up."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "memory.db", clock=SystemClock())
        try:
            lines = list(lines_of(raw))
            await json_import.import_lines(
                lines, database=database, user_id="user", now=datetime.now(UTC), on_stored=_nothing_to_do
            )
            catalogue = Catalogue()
            entries = await database.read(memory_search.entries, ("user",))
            catalogue.put(entries)
            passages = encoder.encode_passages([entry.content for entry in entries])
            asked = []
            for question in questions_of(raw):
                analysis = analyse(question.text, today=TODAY)
                hits = await database.read(look_up_terms, analysis)
                cosines = passages @ encoder.query(question.text)
                asked.append(
                    Asked(
                        question=question,
                        analysis=analysis,
                        route=route_query(analysis),
                        hits=locate_hits(hits, catalogue.columns()),
                        cosines=Cosines(
                            keys=np.arange(len(entries)), values=cosines.astype(np.float32), scale=encoder.scale
                        ),
                    )
                )
            return Conversation(
                name=name, catalogue=catalogue, contents=[entry.content.lower() for entry in entries], asked=asked
            )
        finally:
            await database.close()


async def _nothing_to_do(_ids: Sequence[str]) -> None:
    return None
