"""Fit the numbers of `memory/retrieval/calibration.py`.

One after the other, whatever raises recall, in smaller steps each round.

The start is plain: words and meaning alike, nothing else, the textbook's BM25. What is measured on a conversation was
fitted without it; `python -m tests.bench.fitting` prints both that figure and the numbers fitted on all of them. With
the name of another encoder it fits only what that has a part in, from the numbers that are shipped.
"""

import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from alicia_desktop.memory.retrieval.calibration import DEFAULT_SHAPE, DEFAULT_WEIGHTS, ScoreShape, ScoreWeights
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, load_encoder
from tests.bench.labelled import FIRST, Ranked, RememberingEncoder, conversations, folder
from tests.bench.ranked import Conversation, conversation_of

ROUNDS = (1.0, 0.5, 0.5)
"""Share of the step in each round."""
NDCG_COUNTS = 0.5
"""Beside recall, so that a better order within the ten is worth something."""
STEPS: Mapping[str, float] = {
    "words": 0.1,
    "named": 0.08,
    "dated": 0.1,
    "facts": 0.06,
    "question": -0.06,
    "saturation": 0.4,
    "length_penalty": 0.25,
    "synonym": 0.3,
    "before": 0.3,
    "before_that": 0.2,
    "after": 0.2,
    "meaning_after": 0.15,
}
"""What is fitted, in this order, and how far it goes at once. The rest has no say in these conversations: nobody there
asks about oneself, nothing was used before, and hardly any question speaks of a category."""

OF_AN_ENCODER: Mapping[str, float] = {"words": 0.1}
"""What is fitted for each encoder: how much its meaning tells beside the words."""

LEAST: Mapping[str, float] = {"question": -0.4, "saturation": 0.1, "length_penalty": 0.2}
"""A person's memories differ more in length than the turns of a talk, so a longer one has to count for less."""
MOST: Mapping[str, float] = {"question": 0.0, "words": 1.0}


@dataclass(frozen=True, kw_only=True)
class Numbers:
    weights: ScoreWeights
    shape: ScoreShape

    def __getitem__(self, name: str) -> float:
        return float(getattr(self.weights if hasattr(self.weights, name) else self.shape, name))

    def changed(self, name: str, value: float) -> "Numbers":
        """Return them with another value; words and meaning always make 1 together."""
        value = round(value, 4)
        if name == "words":
            return replace(self, weights=replace(self.weights, words=value, meaning=round(1 - value, 4)))
        if hasattr(self.weights, name):
            return replace(self, weights=replace(self.weights, **{name: value}))
        return replace(self, shape=replace(self.shape, **{name: value}))


SHIPPED = Numbers(weights=DEFAULT_WEIGHTS, shape=DEFAULT_SHAPE)
PLAIN = Numbers(
    weights=ScoreWeights(
        words=0.5, meaning=0.5, named=0, dated=0, facts=0, question=0,
    ),
    shape=ScoreShape(
        saturation=1.2, length_penalty=0.75, synonym=0, before=0, before_that=0, after=0, meaning_after=0,
    ),
)  # fmt: skip


def quality(found: Sequence[Conversation], numbers: Numbers) -> float:
    """Return what is made as large as possible: recall, and a little for the order."""
    return float(np.mean([_one(conversation, numbers) for conversation in found]))


def fit(found: Sequence[Conversation], start: Numbers = PLAIN, steps: Mapping[str, float] = STEPS) -> Numbers:
    """Return the numbers that a climb from `start` ends at."""
    best, reached = start, quality(found, start)
    for share in ROUNDS:
        for name, step in steps.items():
            for sign in (1, -1):
                while (tried := _moved(best, name, sign * share * step)) is not None:
                    value = quality(found, tried)
                    if value <= reached + 1e-5:
                        break
                    best, reached = tried, value
    return best


def held_out(
    found: Sequence[Conversation], start: Numbers = PLAIN, steps: Mapping[str, float] = STEPS
) -> Iterator[tuple[Conversation, list[Ranked], Numbers]]:
    """Return each conversation as it is ranked by numbers that were fitted on all the others."""
    for one in found:
        numbers = fit([other for other in found if other is not one], start, steps)
        yield one, one.ranked(numbers.weights, numbers.shape), numbers


def _moved(numbers: Numbers, name: str, step: float) -> Numbers | None:
    value = numbers[name] + step
    return numbers.changed(name, value) if LEAST.get(name, 0.0) <= value <= MOST.get(name, 3.0) else None


def _one(conversation: Conversation, numbers: Numbers) -> float:
    sums = [
        _gain(total, evidence)
        for total, evidence in zip(
            conversation.totals(numbers.weights, numbers.shape), conversation.evidence, strict=True
        )
    ]
    return float(np.mean(sums))


_DISCOUNT = 1 / np.log2(np.arange(2, FIRST + 2))


def _gain(total: np.ndarray, evidence: np.ndarray) -> float:
    """Return recall and a share of nDCG of the first ten, without naming them."""
    places = np.array([int((total > total[one]).sum()) for one in evidence])
    inside = places[places < FIRST]
    ideal = _DISCOUNT[: min(len(evidence), FIRST)].sum()
    return len(inside) / len(evidence) + NDCG_COUNTS * float(_DISCOUNT[inside].sum() / ideal)


async def prepared(encoder: RememberingEncoder) -> list[Conversation]:
    """Return all labelled conversations; there are some."""
    path = folder()
    assert path is not None
    found = [await conversation_of(name, raw, encoder) for name, raw in conversations(path).items()]
    encoder.save()
    return found


def main(encoder: str = BUNDLED_MODELS[0].name) -> int:
    if folder() is None:
        sys.stdout.write("no labelled conversations here\n")
        return 0
    loaded = load_encoder([bundled for bundled in BUNDLED_MODELS if bundled.name == encoder])
    start, steps = (PLAIN, STEPS) if loaded.name == BUNDLED_MODELS[0].name else (SHIPPED, OF_AN_ENCODER)
    found = asyncio.run(prepared(RememberingEncoder(loaded)))
    for one, ranked, _ in held_out(found, start, steps):
        sys.stdout.write(f"{one.name}: recall@10 {np.mean([each.recall() for each in ranked]):.3f}\n")
    numbers = fit(found, start, steps)
    for made in (numbers.weights, numbers.shape):
        sys.stdout.writelines(f"{part.name} = {getattr(made, part.name)}\n" for part in fields(made))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
