"""Select the candidate clauses worth keeping, and their categories, by logistic regression.

What it reads: the encoder's vector of the clause as a statement, the mean vector of what else its turn tells (who
tells one thing mostly tells more with it), the vector of its sentence, and cheap features (`features`). The weights
are made from labelled turns by `make train-extraction`, once for each bundled encoder and once for the features
alone, which decide where there is no encoder: then less is found, and what is plainly told is found all the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.extraction.answer_wishes import may_last
from alicia_desktop.extraction.candidates import CandidateClause
from alicia_desktop.extraction.features import NAMES, features_of
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.quality import is_pure_question
from alicia_desktop.memory.retrieval.encoders import Encoder, Vector

Numbers = NDArray[np.float64]
WEIGHTS_FILE: Final = "weights.npz"
NO_ENCODER: Final = "features"
"""The name under which the weights of the features alone are kept."""
STATEMENT_SCALE, CONTEXT_SCALE, SENTENCE_SCALE, FEATURE_SCALE = 12.0, 8.0, 8.0, 0.3
"""How much each part of the input weighs before it is learned from; chosen with one author's turns held out."""

CAUTION: Final[Mapping[str, float]] = {"wish": 0.3, "fragment": 0.15}
"""What is added to the threshold: most orders are for one answer, and most fragments are half a thought."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SelectionWeights:
    """What was learned with one encoder."""

    vector_mean: Numbers
    """Of the labelled clauses; empty without an encoder."""
    sentence_mean: Numbers
    feature_mean: Numbers
    feature_scale: Numbers
    keep: Numbers
    """A weight an input, and the bias last."""
    categories: Numbers
    """The same, one column a category."""
    category_names: tuple[str, ...]
    threshold: float
    """Probability from which a clause is kept."""

    def inputs(self, features: Vector, statements: Vector | None, sentences: Vector | None) -> Numbers:
        """Return the inputs of the candidates of one turn: a row a candidate."""
        scaled = (features - self.feature_mean) / self.feature_scale * FEATURE_SCALE
        if statements is None or sentences is None:
            return np.asarray(scaled, np.float64)
        own = np.asarray(statements - self.vector_mean, np.float64)
        parts = (
            own * STATEMENT_SCALE,
            mean_of_others(own) * CONTEXT_SCALE,
            (sentences - self.sentence_mean) * SENTENCE_SCALE,
            scaled,
        )
        return np.hstack(parts).astype(np.float64)


@dataclass(frozen=True, kw_only=True, slots=True)
class SelectedClause:
    """A clause that is kept, and where it belongs."""

    clause: CandidateClause
    category: str


def load_weights() -> Mapping[str, SelectionWeights]:
    """Read the weights by the name of the encoder they belong to."""
    with files("alicia_desktop.extraction").joinpath(WEIGHTS_FILE).open("rb") as opened, np.load(opened) as stored:
        names = sorted({key.split(".")[0] for key in stored.files})
        return {name: _weights(name, {key: stored[key] for key in stored.files}) for name in names}


def select(
    candidates: Sequence[CandidateClause], weights: SelectionWeights, encoder: Encoder | None
) -> list[SelectedClause]:
    """Return the candidates of one turn that are kept; those that were asked for are kept whatever they say."""
    if not candidates:
        return []
    inputs = weights.inputs(features_of(candidates), *vectors_of(candidates, encoder))
    chance = probability(inputs, weights.keep)
    best = (inputs @ weights.categories[:-1] + weights.categories[-1]).argmax(axis=1)
    return [
        SelectedClause(clause=one, category=weights.category_names[category])
        for one, likely, category in zip(candidates, chance, best, strict=True)
        if is_kept(one, float(likely), weights.threshold)
    ]


def is_kept(candidate: CandidateClause, chance: float, threshold: float) -> bool:
    """Return whether a candidate is kept that is worth keeping with this probability."""
    if candidate.asked_for:
        return True
    if candidate.form == "wish" and not may_last(candidate.text):
        return False
    return chance >= threshold + CAUTION.get(candidate.form, 0.0) and not is_pure_question(candidate.text)


def vectors_of(candidates: Sequence[CandidateClause], encoder: Encoder | None) -> tuple[Vector | None, Vector | None]:
    """Return the vectors of the candidates as statements and of their sentences; each text is read once."""
    if encoder is None:
        return None, None
    statements = [to_statement(one.text) for one in candidates]
    texts = list(dict.fromkeys([*statements, *(one.sentence for one in candidates)]))
    row = dict(zip(texts, encoder.encode_passages(texts), strict=True))
    return np.array([row[text] for text in statements]), np.array([row[one.sentence] for one in candidates])


def mean_of_others(vectors: Numbers) -> Numbers:
    """Return for each row the mean of all others; zeros where there is no other."""
    if len(vectors) < 2:
        return np.zeros_like(vectors)
    others: Numbers = (vectors.sum(axis=0) - vectors) / (len(vectors) - 1)
    return others


def probability(inputs: Numbers, weights: Numbers) -> Numbers:
    """Return the probability that logistic regression gives each row; the bias is the last weight."""
    chance: Numbers = 1.0 / (1.0 + np.exp(-(inputs @ weights[:-1] + weights[-1])))
    return chance


def _weights(name: str, stored: Mapping[str, NDArray[np.generic]]) -> SelectionWeights:
    def numbers(key: str) -> Numbers:
        return np.asarray(stored[f"{name}.{key}"], np.float64)

    if len(numbers("feature_mean")) != len(NAMES):
        raise ValueError("the weights belong to other features: run `make train-extraction`")
    return SelectionWeights(
        vector_mean=numbers("vector_mean"),
        sentence_mean=numbers("sentence_mean"),
        feature_mean=numbers("feature_mean"),
        feature_scale=numbers("feature_scale"),
        keep=numbers("keep"),
        categories=numbers("categories"),
        category_names=tuple(str(one) for one in stored[f"{name}.category_names"]),
        threshold=float(numbers("threshold")),
    )
