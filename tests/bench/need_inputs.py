"""Hold the inputs of questions or statements: a vector each, and the few known words of thousands, kept as numbers.

What is multiplied is the same as with a long row for each text, in a fraction of the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alicia_desktop.memory.retrieval.needs import VECTOR_SCALE, Vocabulary

Numbers = np.ndarray


@dataclass(frozen=True, kw_only=True, slots=True)
class Inputs:
    """One row a text: its vector, and behind it a place for every word of a vocabulary."""

    vectors: Numbers
    known: Numbers
    """(texts, most words of one) places of the known words; 0, the place of no word, fills up."""
    said: Numbers
    """What stands at those places; 0 at place 0."""
    words: int
    """How many places there are."""

    @property
    def width(self) -> int:
        """Return the length of a whole row."""
        return int(self.vectors.shape[1]) + self.words

    def rows(self) -> Numbers:
        """Return whole rows."""
        behind = np.zeros((len(self.vectors), self.words), np.float32)
        np.put_along_axis(behind, self.known, self.said, axis=1)
        behind[:, 0] = 0
        return np.hstack([self.vectors, behind])

    def times(self, weights: Numbers) -> Numbers:
        """Return the product with (width, columns) weights."""
        before, behind = np.split(weights, [self.vectors.shape[1]])
        found: Numbers = self.vectors @ before + np.einsum("nm,nmk->nk", self.said, behind[self.known])
        return found

    def slope(self, error: Numbers) -> Numbers:
        """Return the product of what stands here, turned, with (texts, columns) errors: the slope of the weights."""
        shares = self.said[:, :, None] * error[:, None, :]
        places = self.known.ravel()
        behind = [np.bincount(places, one, self.words) for one in shares.reshape(len(places), -1).T]
        return np.vstack([self.vectors.T @ error, np.stack(behind, axis=1).astype(np.float32)])

    def some(self, chosen: Numbers) -> "Inputs":
        """Return these rows only."""
        return Inputs(vectors=self.vectors[chosen], known=self.known[chosen], said=self.said[chosen], words=self.words)

    def thinned(self, share: float, dice: np.random.Generator) -> "Inputs":
        """Leave out a share of what stands here, by chance, and scale up what is left."""
        scale = np.float32(1 / (1 - share))
        vectors, said = (
            one * (dice.random(one.shape, dtype=np.float32) >= share) * scale for one in (self.vectors, self.said)
        )
        return Inputs(vectors=vectors, known=self.known, said=said, words=self.words)


def inputs(vectors: Numbers, texts: Sequence[str], words: Vocabulary, limit: int | None) -> Inputs:
    """Return the inputs of texts with their centred vectors, of each the first `limit` known words."""
    known = [words.known(text, limit) for text in texts]
    most = max(1, *(len(one) for one in known))
    places = np.array([one + [0] * (most - len(one)) for one in known])
    said = np.take_along_axis(np.stack([words.row_of(text, limit) for text in texts]), places, axis=1)
    return Inputs(
        vectors=(vectors * VECTOR_SCALE).astype(np.float32),
        known=places,
        said=said.astype(np.float32),
        words=len(words.rarity),
    )
