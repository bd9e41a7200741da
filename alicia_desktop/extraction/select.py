"""Select the candidate clauses worth keeping, and their categories, by how near they are to labelled ones.

What it reads: the encoder's vector of the clause as a statement and that of its sentence, both along the directions in
which clauses differ most, and cheap features (`features`). From these the nearness to some hundred landmarks is taken,
and logistic regression over it decides: so "I'm stuck in traffic" and "I'm always stuck in traffic" may part, which no
weighted sum of the vectors does. The weights are made from labelled turns by `make train-extraction`, once for each
bundled encoder and once for the features alone, which decide where there is no encoder: then less is found, and what
is plainly told is found all the same.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.extraction.answer_wishes import may_last
from alicia_desktop.extraction.candidates import CandidateClause
from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.extraction.features import NAMES, THINKING, features_of
from alicia_desktop.memory.appointments import tells_when
from alicia_desktop.memory.facts import DEATH, fact_of, subject_of
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.places import thing_placed
from alicia_desktop.memory.quality import is_pure_question
from alicia_desktop.memory.retrieval.encoders import Encoder, Vector
from alicia_desktop.memory.vocabulary import listed

Numbers = NDArray[np.float64]
WEIGHTS_FILE: Final = "weights.npz"
NO_ENCODER: Final = "features"
"""The name under which the weights of the features alone are kept."""
STATEMENT_SCALE, SENTENCE_SCALE, FEATURE_SCALE = 12.0, 8.0, 0.3
"""How much each part counts for how near two clauses are; chosen with one author's turns held out."""

KNOWN_SHARE: Final = 0.55
"""Share of the threshold from which is kept what is told of somebody or something that memories name."""
_HABITUAL: Final = re.compile(
    r"(?:(?:down|up|in|out) )?(?:before|after|during|between|whenever|every|each|at (?:night|noon|midday|midnight|dawn"
    r"|dusk|lunchtime|bedtime|weekends))\b(?!.*\byou)"
)
_TO_ASSISTANT: Final = re.compile(r"(?:(?:me|us|everyone|everybody|people) )?(?:that )?you\b")


@dataclass(frozen=True, kw_only=True, slots=True)
class SelectionWeights:
    """What was learned with one encoder."""

    statement_mean: Numbers
    """Of the vectors of the labelled clauses; empty without an encoder."""
    sentence_mean: Numbers
    directions: Numbers
    """In which the vectors differ most: one column each."""
    feature_mean: Numbers
    feature_scale: Numbers
    landmarks: Numbers
    """Descriptions of clauses, a row each."""
    reach: float
    """Squared distance at which the nearness to a landmark is 1/e."""
    keep: Numbers
    """A weight a landmark, and the bias last."""
    categories: Numbers
    """The same, one column a category."""
    category_names: tuple[str, ...]
    threshold: float
    """Probability from which a clause is kept."""

    def described(self, features: Vector, statements: Vector | None, sentences: Vector | None) -> Numbers:
        """Return what is known of candidates, a row each, so that those that are alike are near each other."""
        scaled = (features - self.feature_mean) / self.feature_scale * FEATURE_SCALE
        if statements is None or sentences is None:
            return np.asarray(scaled, np.float64)
        own = (statements - self.statement_mean) @ self.directions * STATEMENT_SCALE
        around = (sentences - self.sentence_mean) @ self.directions * SENTENCE_SCALE
        return np.hstack((own, around, scaled)).astype(np.float64)

    def nearness(self, described: Numbers) -> Numbers:
        """Return how near each row is to each landmark, from 0 to 1."""
        squares = (described**2).sum(axis=1)[:, None] + (self.landmarks**2).sum(axis=1)
        near: Numbers = np.exp(-np.maximum(squares - 2 * described @ self.landmarks.T, 0) / self.reach)
        return near

    def decided(self, described: Numbers) -> tuple[Numbers, list[str]]:
        """Return the probability that each row is worth keeping, and the category of each."""
        near = self.nearness(described)
        best = (near @ self.categories[:-1] + self.categories[-1]).argmax(axis=1)
        return probability(near, self.keep), [self.category_names[at] for at in best]


@dataclass(frozen=True, kw_only=True, slots=True)
class SelectedClause:
    """A clause that is kept, and where it belongs."""

    clause: CandidateClause
    category: str


@cache
def load_weights() -> Mapping[str, SelectionWeights]:
    """Read the weights by the name of the encoder they belong to, once a process."""
    with files("alicia_desktop.extraction").joinpath(WEIGHTS_FILE).open("rb") as opened, np.load(opened) as stored:
        found = {key: stored[key] for key in stored.files}
    return {name: _weights(name, found) for name in sorted({key.split(".")[0] for key in found})}


def select(
    candidates: Sequence[CandidateClause],
    weights: SelectionWeights,
    encoder: Encoder | None,
    *,
    known_names: Collection[str] = (),
) -> list[SelectedClause]:
    """Return the candidates of one turn that are kept; those that were asked for are kept whatever they say.

    Args:
        known_names: names that memories hold: what is told of these is kept more readily.
    """
    if not candidates:
        return []
    described = weights.described(features_of(candidates), *vectors_of(candidates, encoder))
    return [
        SelectedClause(clause=one, category=category)
        for one, likely, category in zip(candidates, *weights.decided(described), strict=True)
        if is_kept(one, float(likely), weights.threshold, known_names=known_names)
    ]


def is_kept(candidate: CandidateClause, chance: float, threshold: float, *, known_names: Collection[str] = ()) -> bool:
    """Return whether a candidate is kept that is worth keeping with this probability.

    That somebody of the user's has died always is: else they would be spoken of as alive. So is where or when something
    is, and a plain habit, if that is all that was said: it is told to be asked for.
    """
    if candidate.asked_for:
        return True
    if candidate.form == "wish" and not may_last(candidate.text):
        return False
    if is_pure_question(candidate.text) or _is_of_assistant(candidate.text):
        return False
    is_known = any(name in subject_of(candidate.text) for name in known_names)
    death = fact_of(to_statement(candidate.text))
    if death.attribute == DEATH and (is_known or not death.name or death.about):
        return True
    if candidate.sentences == 1 and _is_told_to_be_asked_for(candidate):
        return True
    return chance >= (threshold * KNOWN_SHARE if is_known else threshold)


def _is_told_to_be_asked_for(candidate: CandidateClause) -> bool:
    """Return whether a clause says where or when something is, or what is usual: alone, it is told for that."""
    if tells_when(candidate.text.removeprefix("I: ")):
        return True
    told = thing_placed(candidate.text) is not None or _is_plain_habit(candidate.text)
    return candidate.form == "clause" and told


def _is_plain_habit(text: str) -> bool:
    """Return whether a clause says when the user does something, in the simple present: "I nap after lunch".

    In English that tells of a habit by its grammar: what is going on would be "I am napping".
    """
    clause = parse_clause(text)
    if clause is None or clause.who != "user" or clause.auxiliaries or clause.denied or clause.form != "base":
        return False
    is_doing = clause.verb not in {"be", "have", "do"} and clause.verb not in THINKING
    return is_doing and not clause.lead and _HABITUAL.match(clause.rest) is not None


def _is_of_assistant(text: str) -> bool:
    """Return whether a clause tells what others say of the assistant: "my sister says you keep notes"."""
    clause = parse_clause(text)
    if clause is None or clause.who == "user" or clause.verb not in listed("clauses.saying"):
        return False
    return _TO_ASSISTANT.match(clause.rest) is not None


def vectors_of(candidates: Sequence[CandidateClause], encoder: Encoder | None) -> tuple[Vector | None, Vector | None]:
    """Return the vectors of the candidates as statements and of their sentences; each text is read once."""
    if encoder is None:
        return None, None
    statements = [to_statement(one.text) for one in candidates]
    texts = list(dict.fromkeys([*statements, *(one.sentence for one in candidates)]))
    row = dict(zip(texts, encoder.encode_passages(texts), strict=True))
    return np.array([row[text] for text in statements]), np.array([row[one.sentence] for one in candidates])


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
        statement_mean=numbers("statement_mean"),
        sentence_mean=numbers("sentence_mean"),
        directions=numbers("directions"),
        feature_mean=numbers("feature_mean"),
        feature_scale=numbers("feature_scale"),
        landmarks=numbers("landmarks"),
        reach=float(numbers("reach")),
        keep=numbers("keep"),
        categories=numbers("categories"),
        category_names=tuple(str(one) for one in stored[f"{name}.category_names"]),
        threshold=float(numbers("threshold")),
    )
