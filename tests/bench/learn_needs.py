"""Learn two projections, of questions and of statements, whose product tells how much one helps with the other.

Logistic regression on every pair of a group, by Adam, on top of the program's own relevance. Most pairs carry no
label: a statement that one writer gave for restaurants may help with cooking as well. So what the learned weights
themselves believe in is pulled down less (`ROBUSTNESS`), and so is what `kinds` allows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.needs import (
    COSINE_SCALE,
    LOGITS_PER_RELEVANCE,
    MAX_KNOWN_WORDS,
    NeedWeights,
    Vocabulary,
)
from alicia_desktop.memory.retrieval.selection import DEFAULT_THRESHOLD
from tests.bench.kinds import allowed_shares
from tests.bench.need_inputs import Inputs, inputs
from tests.bench.needs_data import NEEDED, NEEDS, NOT_NEEDED, Group, Scored, lines_of

Numbers = np.ndarray
PROJECTIONS: Final = 32
STEPS: Final = 300
RATE: Final = 0.01
DECAY: Final = 0.02
DROPPED: Final = 0.6
"""Share of the inputs that is left out in each step."""
ROBUSTNESS: Final = 1.0
SEEDS: Final = (0, 1, 2)
"""Each is learned apart; their mean is kept, in as many projections as one has."""
BIAS: Final = 0.75
"""Added at the end: chosen on the writers A and B, so that the threshold separates."""
MAX_QUESTIONS: Final = 400
OTHERS_A_STEP: Final = 60
UNASKED_WEIGHT, ANSWER_WEIGHT, KIND_WEIGHT = 3.0, 2.0, 1.0
"""Of a question that needs no memory, of the fact that answers another, of all statements of the kinds that a question
needs; beside 1 of those that were written for it."""
STRONG_KINDS: Final = (
    "allergy or illness that forbids foods", "eats or drinks not by belief or choice", "tastes in food",
    "no money, debts, saving, income", "the town, country or climate lived in", "pets", "how one gets about",
    "bad knees, back, hips, injuries, wheelchair, little strength", "religion, ethics, principles",
    "flat or house, its size, stairs, neighbours, garden, landlord", "pregnant, newborn, nursing",
    "diabetes, weight, cholesterol, blood pressure, heart",
)  # fmt: skip
"""Every statement of such a kind bears on every need of it; of the others only some do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lesson:
    """A group in one form, as inputs, targets and weights."""

    scored: Scored
    questions: Inputs
    statements: Inputs
    target: Numbers
    weight: Numbers
    labelled: Numbers


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """Some questions and all statements of a group: what is multiplied with what."""

    asked: Inputs
    told: Inputs
    words: Numbers
    """(questions, statements), as the program scores them; likewise the cosines, scaled."""
    cosines: Numbers


Parameters = dict[str, Numbers]


def lessons(scored: Sequence[Scored], words: tuple[Vocabulary, Vocabulary]) -> tuple[list[Lesson], Numbers, Numbers]:
    """Return what is learned from, and the mean vectors of questions and of statements."""
    question_mean = np.mean([one.queries[: one.group.own].mean(axis=0) for one in scored], axis=0)
    statement_mean = np.mean([one.passages.mean(axis=0) for one in scored], axis=0)
    told = {
        one.group.name: inputs(one.passages - statement_mean, one.statements, words[0], MAX_KNOWN_WORDS)
        for one in scored
    }
    shares = allowed_shares({name: one.rows() for name, one in told.items() if name in {*NEEDS, "kinds"}})
    made = []
    for one in scored:
        target, weight, labelled = targets(one.group, shares.get(one.group.name))
        made.append(
            Lesson(
                scored=one,
                questions=inputs(one.queries - question_mean, one.group.questions, words[1], None),
                statements=told[one.group.name],
                target=target,
                weight=weight,
                labelled=labelled,
            )
        )
    return made, question_mean, statement_mean


def targets(group: Group, allowed: Numbers | None) -> tuple[Numbers, Numbers, Numbers]:
    """Return what each pair should be, how much it counts, and which pairs have a label.

    Args:
        allowed: (own questions, statements) share of each statement's kinds that may bear on the question's need.
    """
    needed, beside = group.labels == NEEDED, group.labels == NOT_NEEDED
    size, own = group.labels.shape[1], group.own
    weight = np.full(group.labels.shape, 1.0 / size)
    weight[own:] = UNASKED_WEIGHT / size
    if allowed is not None:
        weight[:own] *= np.clip(1 - 1.3 * allowed, 0, 1)
        weight[:own] *= np.sqrt(size / np.maximum((weight[:own] > 0).sum(axis=1, keepdims=True), 1))
    if group.name in NEEDS:
        weight[needed], weight[beside] = _shared(needed)[needed], _shared(beside)[beside]
    elif group.name == "lookups":
        weight[needed], weight[beside] = ANSWER_WEIGHT, _shared(beside)[beside]
    elif group.name == "kinds":
        strong = needed & _strong_statements()
        weight[needed], weight[beside] = 0.0, 0.5 / size
        weight[strong] = KIND_WEIGHT * _shared(strong)[strong]
    else:
        weight[needed | beside] = 1.0
    return needed.astype(np.float32), weight.astype(np.float32), needed | beside


def _shared(pairs: Numbers) -> Numbers:
    """Return 1 for each question, shared by its pairs."""
    counts = np.maximum(pairs.sum(axis=1, keepdims=True), 1)
    return np.broadcast_to(1.0 / counts, pairs.shape)


def _strong_statements() -> Numbers:
    kinds = lines_of("kinds")
    return np.array([kind["kind"] in STRONG_KINDS for kind in kinds for _ in kind["statements"]])


def learn(made: Sequence[Sequence[Lesson]], seed: int) -> Parameters:
    """Learn from lessons in their forms, which take turns, by Adam."""
    dice = np.random.default_rng(seed)
    found = _start(made[0][0], dice)
    moment, spread = ({name: np.zeros_like(value) for name, value in found.items()} for _ in range(2))
    for step in range(STEPS):
        slope = _slope(made[step % len(made)], found, dice)
        rate = RATE * (1 - 0.9 * step / STEPS)
        for name, value in found.items():
            moment[name] = 0.9 * moment[name] + 0.1 * slope[name]
            spread[name] = 0.99 * spread[name] + 0.01 * slope[name] ** 2
            ahead = moment[name] / (1 - 0.9 ** (step + 1))
            value -= rate * ahead / (np.sqrt(spread[name] / (1 - 0.99 ** (step + 1))) + 1e-8)  # noqa: PLW2901 - in place
            if name != "constants":
                value *= 1 - rate * DECAY  # noqa: PLW2901 - in place
    return found


def _start(lesson: Lesson, dice: np.random.Generator) -> Parameters:
    asked, told = lesson.questions.width, lesson.statements.width
    found = {
        "question": dice.normal(0, 0.05, (asked, PROJECTIONS + 2)),
        "statement": dice.normal(0, 0.05, (told, PROJECTIONS + 1)),
        "constants": np.zeros(3),
    }
    found["question"][:, PROJECTIONS:], found["statement"][:, PROJECTIONS:] = 0, 0
    return {name: value.astype(np.float32) for name, value in found.items()}


def _slope(made: Sequence[Lesson], found: Parameters, dice: np.random.Generator) -> Parameters:
    slope = {name: np.zeros_like(value) for name, value in found.items()}
    total = 0.0
    for lesson in made:
        rows = _some_questions(lesson.scored.group, dice)
        batch = Batch(
            asked=lesson.questions.some(rows).thinned(DROPPED, dice),
            told=lesson.statements.thinned(DROPPED, dice),
            words=lesson.scored.words[rows],
            cosines=COSINE_SCALE * lesson.scored.cosines[rows],
        )
        logits = raw_logits(found, batch)
        logits += LOGITS_PER_RELEVANCE * (lesson.scored.relevance[rows] - DEFAULT_THRESHOLD)
        chance = 1 / (1 + np.exp(-logits.clip(-30, 30)))
        error = lesson.weight[rows] * (chance - lesson.target[rows])
        error *= np.where(lesson.labelled[rows], 1.0, (1 - chance) ** ROBUSTNESS)
        _add_slope(slope, found, error.astype(np.float32), batch)
        total += float(lesson.weight[rows].sum())
    return {name: value / np.float32(total) for name, value in slope.items()}


def _some_questions(group: Group, dice: np.random.Generator) -> Numbers:
    own = np.arange(group.own)
    if group.own > MAX_QUESTIONS:
        own = dice.choice(group.own, MAX_QUESTIONS, replace=False)
    others = dice.choice(len(group.questions) - group.own, OTHERS_A_STEP, replace=False)
    return np.concatenate([own, group.own + others])


def raw_logits(found: Parameters, batch: Batch) -> Numbers:
    """Return what is learned of each pair, beside the program's own relevance."""
    ahead, behind = batch.asked.times(found["question"]), batch.told.times(found["statement"])
    bias, per_word, per_cosine = found["constants"]
    logits: Numbers = ahead[:, :-2] @ behind[:, :-1].T + behind[:, -1] + (ahead[:, -2:-1] + bias)
    logits += (ahead[:, -1:] + per_word) * batch.words + per_cosine * batch.cosines
    return logits


def _add_slope(slope: Parameters, found: Parameters, error: Numbers, batch: Batch) -> None:
    ahead, behind = batch.asked.times(found["question"][:, :-2]), batch.told.times(found["statement"][:, :-1])
    by_question, by_word = error.sum(axis=1), (error * batch.words).sum(axis=1)
    constants = [by_question.sum(), by_word.sum(), (error * batch.cosines).sum()]
    slope["question"] += batch.asked.slope(np.column_stack([error @ behind, by_question, by_word]))
    slope["statement"] += batch.told.slope(np.column_stack([error.T @ ahead, error.sum(axis=0)]))
    slope["constants"] += np.array(constants, np.float32)


def merged(every: Sequence[Parameters]) -> Parameters:
    """Return the mean of several, in as many projections as one has: the best ones of their product."""
    asked = np.hstack([one["question"][:, :-2] for one in every]).astype(np.float64)
    told = np.hstack([one["statement"][:, :-1] for one in every]).astype(np.float64) / len(every)
    (one, left), (two, right) = np.linalg.qr(asked), np.linalg.qr(told)
    turned, size, back = np.linalg.svd(left @ right.T)
    half = np.sqrt(size[:PROJECTIONS])
    rest = {
        name: np.mean([each[name][:, places] for each in every], axis=0)
        for name, places in (("question", slice(-2, None)), ("statement", slice(-1, None)))
    }
    return {
        "question": np.hstack([one @ turned[:, :PROJECTIONS] * half, rest["question"]]).astype(np.float32),
        "statement": np.hstack([two @ back[:PROJECTIONS].T * half, rest["statement"]]).astype(np.float32),
        "constants": np.mean([each["constants"] for each in every], axis=0).astype(np.float32),
    }


def learn_all(scored: Sequence[Sequence[Scored]], words: tuple[Vocabulary, Vocabulary]) -> NeedWeights:
    """Learn from groups in both forms: one list a form."""
    forms = [lessons(form, words) for form in scored]
    found = merged([learn([form[0] for form in forms], seed) for seed in SEEDS])
    found["constants"][0] += BIAS
    return NeedWeights(
        question_mean=np.mean([form[1] for form in forms], axis=0).astype(np.float32),
        statement_mean=np.mean([form[2] for form in forms], axis=0).astype(np.float32),
        **found,
    )
