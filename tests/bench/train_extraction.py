"""Learn which clauses of a turn are worth keeping, and in which category, from the labelled turns.

Run with `make train-extraction`: it writes `alicia_desktop/extraction/weights.npz`, for each bundled encoder and for
the cheap features alone. The same turns give the same weights. `cross_validated` trains on all authors but one and
measures on that one's turns; those figures say how turns of a stranger are read.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

import alicia_desktop.extraction
from alicia_desktop.base.errors import WorldError
from alicia_desktop.extraction.candidates import CandidateClause
from alicia_desktop.extraction.features import features_of
from alicia_desktop.extraction.select import (
    NO_ENCODER,
    WEIGHTS_FILE,
    Numbers,
    SelectionWeights,
    is_kept,
    probability,
    vectors_of,
)
from alicia_desktop.extraction.turn_reader import read_turn
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, Encoder, Vector, load_encoder
from tests.bench.labelled import RememberingEncoder
from tests.extraction.score import DATA, Labelled, everyday, load, matched_label, outcome_of, phrasings

AUTHORS: Final = ("shown", "opened", "batch_1", "batch_2", "batch_3", "batch_4")
"""Sets by different authors; `held_out` is never trained with."""
DEVELOPMENT_PASTES: Final = ("A", "B")
OWN_WEIGHT: Final = 0.5
"""Of a clause that the author of the rules wrote, beside one of another author."""
PENALTY: Final = 2.0
CATEGORY_PENALTY: Final = 1.0
STEPS: Final = 25
CONJUGATE_STEPS: Final = 300
TOLERANCE: Final = 1e-4
THRESHOLDS: Final = {NO_ENCODER: 0.55}
DEFAULT_THRESHOLD: Final = 0.28


@dataclass(frozen=True, kw_only=True, slots=True)
class LabelledTurn:
    """The candidates of one turn, described, and what is known of each."""

    author: str
    turn: Labelled
    candidates: Sequence[CandidateClause]
    features: Vector
    statements: Vector | None
    sentences: Vector | None
    keep: Numbers
    """1 where a label asks for it, 0 where none does, -1 where it may be kept or left."""
    categories: Sequence[str]
    """Empty where none is known."""
    weight: float


def labelled_turns(encoder: Encoder | None) -> list[LabelledTurn]:
    """Read all turns that may be learned from."""
    found = [_described(author, turn, encoder, 1.0) for author in AUTHORS for turn in load(author)]
    found += [_described("everyday", turn, encoder, OWN_WEIGHT) for turn in everyday()]
    for least, text in phrasings():
        count = len(read_turn(text).candidates)
        if not least or count <= least:
            turn = Labelled(text=text, statements=(), allowed=(), forbidden=())
            one = _described("phrasings", turn, encoder, OWN_WEIGHT)
            found.append(replace(one, keep=np.full(len(one.candidates), float(least > 0))))
    nothing = [Labelled(text=text, statements=(), allowed=(), forbidden=()) for text in pastes(DEVELOPMENT_PASTES)]
    return [*found, *(_described("pastes", turn, encoder, OWN_WEIGHT) for turn in nothing)]


def pastes(writers: Sequence[str]) -> list[str]:
    """Return the texts that these writers pasted."""
    lines = [
        line for writer in writers for line in (DATA / "pastes" / f"{writer}.jsonl").read_text("utf-8").splitlines()
    ]
    return [json.loads(line)["text"] for line in lines if line]


def learn(turns: Sequence[LabelledTurn], *, threshold: float) -> SelectionWeights:
    """Learn from turns that were described with one encoder."""
    turns = [turn for turn in turns if turn.candidates]
    by_authors = [turn for turn in turns if turn.author in AUTHORS]
    features = np.vstack([turn.features for turn in by_authors]).astype(np.float64)
    empty = SelectionWeights(
        vector_mean=_mean([turn.statements for turn in by_authors]),
        sentence_mean=_mean([turn.sentences for turn in by_authors]),
        feature_mean=features.mean(axis=0),
        feature_scale=features.std(axis=0) + 1e-3,
        keep=np.zeros(0),
        categories=np.zeros((0, 0)),
        category_names=tuple(sorted({name for turn in turns for name in turn.categories if name})),
        threshold=threshold,
    )
    inputs = np.vstack([empty.inputs(turn.features, turn.statements, turn.sentences) for turn in turns])
    keep = np.concatenate([turn.keep for turn in turns])
    weight = np.concatenate([np.full(len(turn.candidates), turn.weight) for turn in turns])
    known = keep >= 0
    names = np.array([name for turn in turns for name in turn.categories])
    filed = names != ""
    columns = [
        logistic_regression(inputs[filed], (names[filed] == name).astype(float), penalty=CATEGORY_PENALTY)
        for name in empty.category_names
    ]
    return replace(
        empty,
        keep=logistic_regression(inputs[known], keep[known], weight=weight[known], penalty=PENALTY),
        categories=np.stack(columns, axis=1),
    )


def logistic_regression(inputs: Numbers, target: Numbers, *, penalty: float, weight: Numbers | None = None) -> Numbers:
    """Return a weight an input and the bias, by Newton's method; the bias is hardly penalised."""
    rows = np.hstack([inputs, np.ones((len(inputs), 1))])
    weight = np.ones(len(inputs)) if weight is None else weight
    penalties = np.full(rows.shape[1], penalty)
    penalties[-1] = 1e-3
    found = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = probability(rows[:, :-1], found)
        slope = rows.T @ (weight * (chance - target)) + penalties * found
        step = _solve(rows, weight * chance * (1 - chance), penalties, slope)
        found -= step
        if np.abs(step).max() < TOLERANCE:
            break
    return found


def _solve(rows: Numbers, curve: Numbers, penalties: Numbers, slope: Numbers) -> Numbers:
    """Return the Newton step by conjugate gradients: the matrix itself would cost minutes."""
    scale = 1.0 / ((rows**2).T @ curve + penalties)
    step, rest = np.zeros_like(slope), slope.copy()
    ahead = scale * rest
    size = float(rest @ ahead)
    for _ in range(CONJUGATE_STEPS):
        turned = rows.T @ (curve * (rows @ ahead)) + penalties * ahead
        along = size / float(ahead @ turned)
        step += along * ahead
        rest -= along * turned
        before, size = size, float(rest @ (scale * rest))
        if size < TOLERANCE**2:
            break
        ahead = scale * rest + size / before * ahead
    return step


@dataclass(frozen=True, kw_only=True, slots=True)
class AuthorScore:
    """How the turns of one author are read by weights that never saw them."""

    precision: float
    recall: float
    category: float

    def __str__(self) -> str:
        return f"precision {self.precision:.3f}  recall {self.recall:.3f}  category {self.category:.3f}"


def cross_validated(turns: Sequence[LabelledTurn], *, threshold: float) -> Mapping[str, AuthorScore]:
    """Learn without one author and measure on their turns, for each author."""
    return {
        author: _score(
            [turn for turn in turns if turn.author == author],
            learn([turn for turn in turns if turn.author != author], threshold=threshold),
        )
        for author in AUTHORS
    }


def _score(turns: Sequence[LabelledTurn], weights: SelectionWeights) -> AuthorScore:
    outcomes = []
    for one in turns:
        kept: dict[str, str] = {}
        if one.candidates:
            inputs = weights.inputs(one.features, one.statements, one.sentences)
            chance = probability(inputs, weights.keep)
            best = (inputs @ weights.categories[:-1] + weights.categories[-1]).argmax(axis=1)
            for at, candidate in enumerate(one.candidates):
                if is_kept(candidate, float(chance[at]), weights.threshold):
                    kept.setdefault(to_statement(candidate.text), weights.category_names[best[at]])
        outcomes.append(outcome_of(one.turn, [*kept.items()]))
    right, false = sum(one.right for one in outcomes), sum(len(one.false) for one in outcomes)
    found, listed = sum(one.found for one in outcomes), sum(one.listed for one in outcomes)
    return AuthorScore(
        precision=right / max(1, right + false),
        recall=found / max(1, listed),
        category=sum(one.same_category for one in outcomes) / max(1, found),
    )


def _described(author: str, turn: Labelled, encoder: Encoder | None, weight: float) -> LabelledTurn:
    candidates = read_turn(turn.text).candidates
    labels = [matched_label(turn, to_statement(one.text)) for one in candidates]
    statements, sentences = vectors_of(candidates, encoder) if candidates else (None, None)
    return LabelledTurn(
        author=author,
        turn=turn,
        candidates=candidates,
        features=features_of(candidates),
        statements=statements,
        sentences=sentences,
        keep=np.array([float(keep) for keep, _ in labels]),
        categories=[category for _, category in labels],
        weight=weight,
    )


def _mean(vectors: Sequence[Vector | None]) -> Numbers:
    rows = [one for one in vectors if one is not None]
    return np.vstack(rows).astype(np.float64).mean(axis=0) if rows else np.zeros(0)


def _stored(name: str, weights: SelectionWeights) -> dict[str, np.ndarray]:
    numbers = {
        "vector_mean": weights.vector_mean,
        "sentence_mean": weights.sentence_mean,
        "feature_mean": weights.feature_mean,
        "feature_scale": weights.feature_scale,
        "keep": weights.keep,
        "categories": weights.categories,
    }
    found = {f"{name}.{key}": value.astype(np.float16) for key, value in numbers.items()}
    found[f"{name}.threshold"] = np.array(weights.threshold, np.float32)
    found[f"{name}.category_names"] = np.array(weights.category_names)
    return found


def encoders() -> dict[str, Encoder | None]:
    """Load each bundled encoder that can load here, by its name; and none, for the features alone."""
    found: dict[str, Encoder | None] = {NO_ENCODER: None}
    for model in BUNDLED_MODELS:
        try:
            found[model.name] = RememberingEncoder(load_encoder((model,)))
        except WorldError as error:
            sys.stdout.write(f"{model.name} cannot load here ({error.code}): its weights are left out\n")
    return found


def main() -> None:
    """Learn for each encoder, print the figures of authors held out, and write the weights."""
    stored: dict[str, np.ndarray] = {}
    for name, encoder in encoders().items():
        turns, threshold = labelled_turns(encoder), THRESHOLDS.get(name, DEFAULT_THRESHOLD)
        if isinstance(encoder, RememberingEncoder):
            encoder.save()
        print_scores(name, cross_validated(turns, threshold=threshold))
        stored |= _stored(name, learn(turns, threshold=threshold))
    folder = Path(alicia_desktop.extraction.__file__).parent
    np.savez_compressed(folder / WEIGHTS_FILE, **stored)  # type: ignore[arg-type]  # its stub names one parameter


def print_scores(name: str, scores: Mapping[str, AuthorScore]) -> None:
    """Print a line an author held out, and their mean."""
    for author, one in scores.items():
        sys.stdout.write(f"{name:9} without {author:8} {one}\n")
    sys.stdout.write(f"{name:9} {'mean':16} {mean_score(scores)}\n")


def mean_score(scores: Mapping[str, AuthorScore]) -> AuthorScore:
    """Return the means over the authors."""
    every = [*scores.values()]
    return AuthorScore(
        precision=sum(one.precision for one in every) / len(every),
        recall=sum(one.recall for one in every) / len(every),
        category=sum(one.category for one in every) / len(every),
    )


if __name__ == "__main__":
    main()
