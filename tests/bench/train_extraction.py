"""Learn which clauses of a turn are worth keeping, and in which category, from the labelled turns.

Run with `make train-extraction`: it writes `alicia_desktop/extraction/weights.npz`, for each bundled encoder and for
the cheap features alone. The same turns give the same weights. `cross_validated` trains on all authors but one and
reads that one's turns; it chooses the threshold, and its figures say how turns of a stranger are read.
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
from alicia_desktop.extraction.extractor import read_turn
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
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, Encoder, Vector, load_encoder
from tests.bench.labelled import RememberingEncoder
from tests.extraction.score import DATA, Labelled, everyday, load, matched_label, outcome_of, phrasings

AUTHORS: Final = ("shown", "opened", *(f"batch_{number}" for number in range(1, 8)))
"""Sets by different authors; `held_out` is never trained with."""
THRESHOLD_AUTHORS: Final = AUTHORS[:6]
"""By whose turns the threshold is chosen; the others' are harder to take apart, not to choose from (README.md)."""
EVERYDAY: Final = ("everyday", "habits", "near_misses", "people", "voices")
"""Sets whose labels have no category."""
DEVELOPMENT_PASTES: Final = ("A", "B")
TURN_WEIGHTS: Final = {"phrasings": 0.5}
"""Of a clause that stands alone in its turn, beside one that was told with others."""
DIRECTIONS: Final = 64
VIEWS: Final = 4
"""So many decisions are learned, each upon every fourth clause as a landmark; the mean of their log-odds decides."""
FEATURE_LANDMARKS: Final = 150
"""Of each view where there are no vectors: clauses differ in little."""
REACH: Final = 4 / 3
"""Of a landmark, in squared lengths of a clause in the middle."""
PENALTY: Final = 0.02
CATEGORY_PENALTY: Final = 0.02
STEPS: Final = 25
TOLERANCE: Final = 1e-3
PRECISION: Final = 0.92
"""That the threshold is to reach in the mean of the authors held out."""
PRECISION_WITHOUT_ENCODER: Final = 0.91


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
    found = [_described(author, turn, encoder) for author in AUTHORS for turn in load(author)]
    found += [_described(name, turn, encoder) for name in EVERYDAY for turn in everyday(name)]
    for least, text in phrasings():
        count = len(read_turn(text).candidates)
        if not least or count <= least:
            one = _described("phrasings", _nothing_in(text), encoder)
            found.append(replace(one, keep=np.full(len(one.candidates), float(least > 0))))
    return [*found, *(_described("pastes", _nothing_in(text), encoder) for text in pastes(DEVELOPMENT_PASTES))]


def _nothing_in(text: str) -> Labelled:
    return Labelled(text=text, statements=(), allowed=(), forbidden=())


def pastes(writers: Sequence[str]) -> list[str]:
    """Return the texts that these writers pasted."""
    lines = [
        line for writer in writers for line in (DATA / "pastes" / f"{writer}.jsonl").read_text("utf-8").splitlines()
    ]
    return [json.loads(line)["text"] for line in lines if line]


def learn(turns: Sequence[LabelledTurn], *, threshold: float = 0.5) -> SelectionWeights:
    """Learn from turns that were described with one encoder."""
    turns = [turn for turn in turns if turn.candidates]
    space = _space(turns)
    rows = np.vstack([space.described(turn.features, turn.statements, turn.sentences) for turn in turns])
    space = replace(
        space,
        reach=REACH * float(np.median((rows**2).sum(axis=1))),
        category_names=tuple(sorted({name for turn in turns for name in turn.categories if name})),
        threshold=threshold,
    )
    count = len(rows) if space.directions.size else VIEWS * FEATURE_LANDMARKS
    shown = _as_stored(rows[np.linspace(0, len(rows) - 1, min(count, len(rows))).astype(int)])
    views = [replace(space, landmarks=shown[at::VIEWS]) for at in range(VIEWS)]
    keep = [_learn_keep(view, rows, turns) for view in views]
    filed = _learn_categories(views[0], rows, turns)
    unused = np.zeros((len(shown) - len(filed) + 1, filed.shape[1]))
    return replace(
        space,
        landmarks=np.vstack([view.landmarks for view in views]),
        keep=np.append(np.concatenate([one[:-1] for one in keep]), sum(one[-1] for one in keep)) / VIEWS,
        categories=np.vstack([filed[:-1], unused, filed[-1:]]),
    )


def _learn_keep(space: SelectionWeights, rows: Numbers, turns: Sequence[LabelledTurn]) -> Numbers:
    """Learn which rows are kept upon the landmarks of `space`: a weight a landmark, and the bias."""
    keep = np.concatenate([turn.keep for turn in turns])
    weight = np.concatenate([np.full(len(turn.candidates), turn.weight) for turn in turns])
    known = keep >= 0
    whiten = _whitening(space.nearness(space.landmarks))
    inputs = space.nearness(rows[known]) @ whiten
    kept = logistic_regression(inputs, keep[known], weight=weight[known], penalty=PENALTY)
    return np.append(whiten @ kept[:-1], kept[-1])


def _learn_categories(space: SelectionWeights, rows: Numbers, turns: Sequence[LabelledTurn]) -> Numbers:
    """Learn the categories upon the landmarks of `space`: a column each, as `_learn_keep` returns it."""
    names = np.array([name for turn in turns for name in turn.categories])
    filed = names != ""
    whiten = _whitening(space.nearness(space.landmarks))
    inputs = space.nearness(rows[filed]) @ whiten
    columns = [
        logistic_regression(inputs, (names[filed] == name).astype(float), penalty=CATEGORY_PENALTY)
        for name in space.category_names
    ]
    return np.stack([np.append(whiten @ one[:-1], one[-1]) for one in columns], axis=1)


def _space(turns: Sequence[LabelledTurn]) -> SelectionWeights:
    """Return how clauses are described; nothing about them is learned yet."""
    features = np.vstack([turn.features for turn in turns]).astype(np.float64)
    statements, sentences = ([getattr(turn, what) for turn in turns] for what in ("statements", "sentences"))
    return SelectionWeights(
        statement_mean=_as_stored(_mean(statements)),
        sentence_mean=_as_stored(_mean(sentences)),
        directions=_as_stored(_directions(statements)),
        feature_mean=_as_stored(features.mean(axis=0)),
        feature_scale=_as_stored(features.std(axis=0) + 1e-3),
        landmarks=np.zeros((0, 0)),
        reach=1.0,
        keep=np.zeros(0),
        categories=np.zeros((0, 0)),
        category_names=(),
        threshold=0.5,
    )


def _whitening(near: Numbers) -> Numbers:
    """Return what makes inputs of nearnesses whose plain penalty is the one of the decision's unevenness (Nyström)."""
    root = np.linalg.cholesky(near + 1e-4 * np.eye(len(near)))
    inverse: Numbers = np.linalg.inv(root).T
    return inverse


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
        curve = (rows.T * (weight * chance * (1 - chance))) @ rows + np.diag(penalties)
        step = np.linalg.solve(curve, slope)
        found -= step
        if np.abs(step).max() < TOLERANCE:
            break
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class AuthorScore:
    """How the turns of one author are read by weights that never saw them."""

    precision: float
    recall: float
    category: float

    def __str__(self) -> str:
        return f"precision {self.precision:.3f}  recall {self.recall:.3f}  category {self.category:.3f}"


Decided = Sequence[tuple[LabelledTurn, Sequence["DecidedCandidate"]]]


@dataclass(frozen=True, kw_only=True, slots=True)
class DecidedCandidate:
    """What was decided of a candidate, for any threshold: only the probability is held against that."""

    statement: str
    category: str
    chance: float
    always_kept: bool
    never_kept: bool

    def is_kept(self, threshold: float) -> bool:
        """Return whether a threshold keeps it."""
        return self.always_kept or (not self.never_kept and self.chance >= threshold)


@dataclass(frozen=True, kw_only=True, slots=True)
class CrossValidation:
    """What is known of how strangers are read: the threshold that it gives, and the figures of each author."""

    threshold: float
    scores: Mapping[str, AuthorScore]

    @property
    def chosen_by(self) -> AuthorScore:
        """Return the mean over the authors who chose the threshold."""
        return mean_score({author: self.scores[author] for author in THRESHOLD_AUTHORS})

    @property
    def others(self) -> AuthorScore:
        """Return the mean over the other authors."""
        return mean_score({author: one for author, one in self.scores.items() if author not in THRESHOLD_AUTHORS})


def cross_validated(turns: Sequence[LabelledTurn]) -> CrossValidation:
    """Learn without one author and read their turns, for each author; take the least threshold that is precise."""
    decided = {author: _decided_without(author, turns) for author in AUTHORS}

    def scores(authors: Sequence[str], threshold: float) -> dict[str, AuthorScore]:
        return {author: _score(decided[author], threshold) for author in authors}

    wanted = PRECISION_WITHOUT_ENCODER if all(turn.statements is None for turn in turns) else PRECISION
    steps = np.arange(0.2, 0.9, 0.02).tolist()
    precise = (one for one in steps if mean_score(scores(THRESHOLD_AUTHORS, one)).precision >= wanted)
    threshold = next(precise, steps[-1])
    return CrossValidation(threshold=threshold, scores=scores(AUTHORS, threshold))


def _decided_without(author: str, turns: Sequence[LabelledTurn]) -> Decided:
    weights = learn([turn for turn in turns if turn.author != author])
    return [(turn, _decided(weights, turn)) for turn in turns if turn.author == author]


def _decided(weights: SelectionWeights, turn: LabelledTurn) -> Sequence[DecidedCandidate]:
    if not turn.candidates:
        return ()
    decided = weights.decided(weights.described(turn.features, turn.statements, turn.sentences))
    return [
        DecidedCandidate(
            statement=to_statement(one.text),
            category=category,
            chance=float(chance),
            always_kept=is_kept(one, 0.0, 1.0),
            never_kept=not is_kept(one, 1.0, 0.0),
        )
        for one, chance, category in zip(turn.candidates, *decided, strict=True)
    ]


def _score(decided: Decided, threshold: float) -> AuthorScore:
    outcomes = []
    for turn, candidates in decided:
        kept: dict[str, str] = {}
        for one in candidates:
            if one.is_kept(threshold):
                kept.setdefault(one.statement, one.category)
        outcomes.append(outcome_of(turn.turn, [*kept.items()]))
    right, false = sum(one.right for one in outcomes), sum(len(one.false) for one in outcomes)
    found, listed = sum(one.found for one in outcomes), sum(one.listed for one in outcomes)
    return AuthorScore(
        precision=right / max(1, right + false),
        recall=found / max(1, listed),
        category=sum(one.same_category for one in outcomes) / max(1, found),
    )


def _described(author: str, turn: Labelled, encoder: Encoder | None) -> LabelledTurn:
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
        weight=TURN_WEIGHTS.get(author, 1.0),
    )


def _mean(vectors: Sequence[Vector | None]) -> Numbers:
    rows = [one for one in vectors if one is not None]
    return np.vstack(rows).astype(np.float64).mean(axis=0) if rows else np.zeros(0)


def _directions(vectors: Sequence[Vector | None]) -> Numbers:
    """Return the directions in which vectors differ most, a column each."""
    rows = [one for one in vectors if one is not None]
    if not rows:
        return np.zeros((0, 0))
    apart = np.vstack(rows).astype(np.float64)
    apart -= apart.mean(axis=0)
    found: Numbers = np.linalg.eigh(apart.T @ apart)[1][:, -DIRECTIONS:]
    return found


def _as_stored(numbers: Numbers) -> Numbers:
    """Round numbers as the file does, so that what is learned upon them fits."""
    return numbers.astype(np.float16).astype(np.float64)


def _stored(name: str, weights: SelectionWeights) -> dict[str, np.ndarray]:
    basis = ("statement_mean", "sentence_mean", "directions", "feature_mean", "feature_scale", "landmarks")
    found = {f"{name}.{key}": getattr(weights, key).astype(np.float16) for key in basis}
    for key in ("reach", "keep", "categories", "threshold"):
        found[f"{name}.{key}"] = np.array(getattr(weights, key), np.float32)
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
        turns = labelled_turns(encoder)
        if isinstance(encoder, RememberingEncoder):
            encoder.save()
        validated = cross_validated(turns)
        print_scores(name, validated)
        stored |= _stored(name, learn(turns, threshold=validated.threshold))
    folder = Path(alicia_desktop.extraction.__file__).parent
    np.savez_compressed(folder / WEIGHTS_FILE, **stored)  # type: ignore[arg-type]  # its stub names one parameter


def print_scores(name: str, validated: CrossValidation) -> None:
    """Print a line an author held out, and their mean."""
    for author, one in validated.scores.items():
        sys.stdout.write(f"{name:9} without {author:8} {one}\n")
    sys.stdout.write(f"{name:9} {'mean of six':16} {validated.chosen_by}  threshold {validated.threshold:.2f}\n")
    sys.stdout.write(f"{name:9} {'mean of others':16} {validated.others}\n")


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
