"""Tell of each statement which kinds it may be of, and so which needs it may bear on beside the one it was given for.

Learned from the plain statements of kinds.jsonl, then from the labelled ones as well, whose kind is one of those that
bear on their need (expectation and maximisation, a few rounds).
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from tests.bench.needs_data import NEEDS, lines_of

ROUNDS: Final = 3
STEPS: Final = 120
RATE, MOMENTUM, PENALTY = 0.3, 0.9, 3e-3
INPUT_SCALE: Final = 0.5
UNLIKELY: Final = 0.1
"""Prior of a kind that does not bear on the need that a statement was given for, beside 1."""

Numbers = np.ndarray


def allowed_shares(inputs: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Return for each group of needs the share of each statement's kinds that may bear on each question's need.

    Args:
        inputs: of the statements, by the name of their group, `kinds` among them.

    Returns:
        By the name of a group: (questions, statements), 0-1.
    """
    names = [name for name in NEEDS if name in inputs]
    bears = _bearing(names)
    told = np.vstack([inputs[name] for name in names]) * INPUT_SCALE
    need, given = _needs_of(names)
    kinds = _kinds_of(inputs["kinds"] * INPUT_SCALE, told, np.where(bears[need], 1.0, UNLIKELY), given)
    shares, at = kinds @ bears.T, 0
    found: dict[str, Numbers] = {}
    for name in names:
        size = len(inputs[name])
        own = np.array(
            [each for each, one in enumerate(_all_needs(names)) if one[0] == name for _ in one[1]["questions"]]
        )
        found[name] = shares[at : at + size, own].T
        at += size
    return found


def _all_needs(names: Sequence[str]) -> list[tuple[str, dict[str, list[str]]]]:
    return [(name, need) for name in names for need in lines_of(name)]


def _bearing(names: Sequence[str]) -> Numbers:
    """Return (needs, kinds): which kind bears on which need."""
    kinds = lines_of("kinds")
    return np.array([[need["need"] in kind["needs"] for kind in kinds] for _, need in _all_needs(names)])


def _needs_of(names: Sequence[str]) -> tuple[Numbers, Numbers]:
    """Return the need that each statement was given for, and whether it bears on it."""
    need, given = [], []
    for at, (_, one) in enumerate(_all_needs(names)):
        need += [at] * (len(one["statements"]) + len(one["tempting"]))
        given += [True] * len(one["statements"]) + [False] * len(one["tempting"])
    return np.array(need), np.array(given)


def _kinds_of(plain: Numbers, told: Numbers, prior: Numbers, given: Numbers) -> Numbers:
    """Return how likely each statement of `told` is of each kind, learned from `plain` and from those `given`."""
    counts = [len(kind["statements"]) for kind in lines_of("kinds")]
    known = np.repeat(np.eye(len(counts)), counts, axis=0)
    weights = _learn(plain, known)
    for _ in range(ROUNDS):
        likely = _likely(told, weights, prior)
        weights = _learn(np.vstack([plain, told[given]]), np.vstack([known, likely[given]]))
    return _likely(told, weights, prior)


def _likely(inputs: Numbers, weights: Numbers, prior: Numbers) -> Numbers:
    likely = _softmax(inputs @ weights[:-1] + weights[-1]) * prior
    found: Numbers = likely / likely.sum(axis=1, keepdims=True)
    return found


def _learn(inputs: Numbers, target: Numbers) -> Numbers:
    """Return the weights of a multinomial regression, the bias last."""
    rows = np.hstack([inputs, np.ones((len(inputs), 1))]).astype(np.float32)
    weights = np.zeros((rows.shape[1], target.shape[1]), np.float32)
    speed = np.zeros_like(weights)
    for _ in range(STEPS):
        error = (_softmax(rows @ weights) - target).astype(np.float32)
        speed = MOMENTUM * speed - RATE * (rows.T @ error / len(rows) + PENALTY * weights)
        weights = weights + speed
    return weights


def _softmax(logits: Numbers) -> Numbers:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Numbers = raised / raised.sum(axis=1, keepdims=True)
    return found
