"""What each part of our ranking adds: recall without it, by numbers fitted on the other conversations."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from tests.bench.fitting import Numbers
from tests.bench.labelled import Ranked
from tests.bench.ranked import Conversation

WITHOUT: Mapping[str, Mapping[str, float]] = {
    "words (BM25)": {"words": 0},
    "meaning (encoder)": {"meaning": 0},
    "words of the turns around": {"before": 0, "before_that": 0, "after": 0},
    "meaning of the turn after": {"meaning_after": 0},
    "synonyms": {"synonym": 0},
    "who is named": {"named": 0},
    "which day is named": {"dated": 0},
    "facts above plain text": {"facts": 0},
    "questions below": {"question": 0},
    "no question above the best fact": {"echo": 0},
    "term overlap": {"overlap": 0},
    "category": {"category": 0},
}
"""A part, and what is set to make it count for nothing."""

HeldOut = tuple[Conversation, list[Ranked], Numbers]


def without_each(held_out: Sequence[HeldOut]) -> dict[str, float]:
    """Return the mean recall@10 of the conversations without each part."""
    return {name: _recall(held_out, changed) for name, changed in WITHOUT.items()}


def _recall(held_out: Sequence[HeldOut], changed: Mapping[str, float]) -> float:
    recalls = []
    for conversation, _, numbers in held_out:
        less = _changed(numbers, changed)
        ranked = conversation.ranked(less.weights, less.shape)
        recalls.append(np.mean([one.recall() for one in ranked]))
    return float(np.mean(recalls))


def _changed(numbers: Numbers, changed: Mapping[str, float]) -> Numbers:
    """Return other numbers; words and meaning do not make up for one another here."""
    weights = {name: value for name, value in changed.items() if hasattr(numbers.weights, name)}
    shape = {name: value for name, value in changed.items() if hasattr(numbers.shape, name)}
    return replace(numbers, weights=replace(numbers.weights, **weights), shape=replace(numbers.shape, **shape))
