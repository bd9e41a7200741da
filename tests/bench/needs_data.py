"""The labelled needs, as matrices of questions and statements that a relevance can be learned from.

A group is what one writer made: all their questions against all their statements. Each statement stands in it as it
was told, and as it is stored ("User lives in …"). tests/data/relevance/README.md describes the files.
"""

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.memory import json_import
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.retrieval.analysis import analyse
from alicia_desktop.memory.retrieval.catalogue import Catalogue, Floats
from alicia_desktop.memory.retrieval.encoders import Encoder
from alicia_desktop.memory.retrieval.routing import route_query
from alicia_desktop.memory.retrieval.scoring import score_memories
from alicia_desktop.memory.retrieval.vectors import Cosines
from alicia_desktop.memory.retrieval.word_lookup import locate_hits, look_up_terms
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memory_search

FOLDER: Final = Path(__file__).resolve().parents[1] / "data" / "relevance"
NEEDS: Final = tuple(f"needs_{number}" for number in range(1, 12))
NOW: Final = datetime(2026, 11, 23, tzinfo=UTC)
"""Fixed, so that the same data give the same relevance on every day."""
NEEDED, NOT_NEEDED, UNKNOWN = 1, 0, -1


@dataclass(frozen=True, kw_only=True, slots=True)
class Group:
    """What one writer made."""

    name: str
    statements: Sequence[str]
    questions: Sequence[str]
    """The writer's own, and behind them others that need none of the statements."""
    own: int
    """How many questions are the writer's own."""
    labels: np.ndarray
    """(questions, statements): `NEEDED`, `NOT_NEEDED` or `UNKNOWN`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scored:
    """A group as the program scores it without what is to be learned, its statements in one of their two forms."""

    group: Group
    statements: Sequence[str]
    passages: Floats
    queries: Floats
    relevance: Floats
    """(questions, statements); likewise the next two."""
    words: Floats
    cosines: Floats
    """Above that of unrelated sentences."""


def lines_of(name: str) -> list[Any]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


@cache
def plain_questions() -> tuple[str, ...]:
    """Return what people say to an assistant that needs no memory."""
    return tuple((FOLDER / "plain.txt").read_text("utf-8").splitlines())


def load_groups() -> list[Group]:
    """Return all groups that may be learned from; the writers A to D are none of them."""
    return [*(needs_group(name) for name in NEEDS), pairs_group(), lookups_group(), kinds_group()]


def needs_group(name: str) -> Group:
    """Return the needs of one writer: their statements help with most of their questions, the tempting ones do not."""
    needs = lines_of(name)
    statements = [one for need in needs for one in (*need["statements"], *need["tempting"])]
    questions = [one for need in needs for one in need["questions"]]
    labels = np.full((len(questions), len(statements)), UNKNOWN)
    at = asked = 0
    for need in needs:
        good, behind = at + len(need["statements"]), at + len(need["statements"]) + len(need["tempting"])
        rows = slice(asked, asked + len(need["questions"]))
        labels[rows, at:good], labels[rows, good:behind] = NEEDED, NOT_NEEDED
        at, asked = behind, rows.stop
    return _group(name, statements, questions, labels, (*plain_questions(), *lookup_questions()))


def pairs_group() -> Group:
    """Return the pairs of training.tsv."""
    rows = [line.split("\t") for line in (FOLDER / "training.tsv").read_text("utf-8").splitlines()]
    statements, questions = list(dict.fromkeys(row[0] for row in rows)), list(dict.fromkeys(row[1] for row in rows))
    labels = np.full((len(questions), len(statements)), UNKNOWN)
    for statement, question, label in rows:
        labels[questions.index(question), statements.index(statement)] = NEEDED if label == "needed" else NOT_NEEDED
    return _group("training", statements, questions, labels, (*plain_questions(), *lookup_questions()))


@cache
def lookup_questions() -> tuple[str, ...]:
    """Return the questions for one fact of a person's own."""
    return tuple(question for one in lines_of("lookups") for question, _ in one["asked"])


def lookups_group() -> Group:
    """Return facts of persons and things, and questions each of which one of them answers, or none."""
    people = lines_of("lookups")
    statements = [one for person in people for one in person["statements"]]
    labels = np.full((len(lookup_questions()), len(statements)), UNKNOWN)
    at = asked = 0
    for person in people:
        for _, answer in person["asked"]:
            labels[asked, at : at + len(person["statements"])] = NOT_NEEDED
            if answer is not None:
                labels[asked, at + answer] = NEEDED
            asked += 1
        at += len(person["statements"])
    return _group("lookups", statements, lookup_questions(), labels, plain_questions())


def kinds_group() -> Group:
    """Return plain statements of every kind against all questions of all needs; a kind bears on some needs."""
    needs = [need for name in NEEDS for need in lines_of(name)]
    questions = [one for need in needs for one in need["questions"]]
    columns = [
        np.repeat([need["need"] in kind["needs"] for need in needs], [len(need["questions"]) for need in needs])
        for kind in lines_of("kinds")
        for _ in kind["statements"]
    ]
    statements = [one for kind in lines_of("kinds") for one in kind["statements"]]
    labels = np.where(np.stack(columns, axis=1), NEEDED, NOT_NEEDED)
    return _group("kinds", statements, questions, labels, (*plain_questions(), *lookup_questions()))


def written_group(writer: str) -> Group:
    """Return the pairs of one of the writers A to D."""
    rows = lines_of(f"writer_{writer}")
    labels = np.full((len(rows), len(rows)), UNKNOWN)
    np.fill_diagonal(labels, [NEEDED if row["needed"] else NOT_NEEDED for row in rows])
    return _group(writer, [row["statement"] for row in rows], [row["question"] for row in rows], labels, ())


def _group(
    name: str, statements: Sequence[str], questions: Sequence[str], labels: np.ndarray, others: Sequence[str]
) -> Group:
    all_labels = np.vstack([labels, np.full((len(others), len(statements)), UNKNOWN)])
    return Group(
        name=name, statements=statements, questions=(*questions, *others), own=len(questions), labels=all_labels
    )


async def score_group(group: Group, encoder: Encoder, *, stored: bool) -> Scored:
    """Score all questions of a group among its statements, as they were told or as they are `stored`."""
    statements = [to_statement(one) for one in group.statements] if stored else group.statements
    passages = encoder.encode_passages(statements)
    queries = np.stack([encoder.query(question) for question in group.questions])
    cosines = queries @ passages.T
    shape = cosines.shape
    relevance, words = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(Path(folder) / "memory.db", clock=SystemClock())
        try:
            catalogue = await _catalogue(database, statements)
            places = np.array([int(catalogue.id_at(at)) for at in range(len(catalogue))])
            for row, question in enumerate(group.questions):
                analysis = analyse(question, today=NOW.date())
                if not analysis.needs_memory:
                    continue
                hits = locate_hits(await database.read(look_up_terms, analysis), catalogue.columns())
                near = Cosines(keys=np.arange(len(places)), values=cosines[row, places], scale=encoder.scale)
                scores = score_memories(analysis, route_query(analysis), catalogue, hits, near, today=NOW.toordinal())
                relevance[row, places], words[row, places] = scores.relevance, scores.parts["words"]
        finally:
            await database.close()
    return Scored(
        group=group,
        statements=statements,
        passages=passages,
        queries=queries,
        relevance=relevance,
        words=words,
        cosines=(cosines - encoder.scale.unrelated).astype(np.float32),
    )


async def _catalogue(database: Database, statements: Sequence[str]) -> Catalogue:
    lines = [json.dumps({"id": str(at), "content": one}) for at, one in enumerate(statements)]
    await json_import.import_lines(lines, database=database, user_id="user", now=NOW, on_stored=_nothing_to_do)
    catalogue = Catalogue()
    catalogue.put(await database.read(memory_search.entries, ("user",)))
    return catalogue


async def _nothing_to_do(_ids: Sequence[str]) -> None:
    return None
