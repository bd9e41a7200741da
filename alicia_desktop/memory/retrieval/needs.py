"""Tell how much a statement helps with a question, also where both share no word.

"I prefer Italian food." bears on "What restaurants should I visit?", and "I worked in a restaurant as a student." does
not, although it has its word. Vectors and words of both are projected to a few numbers each, learned from labelled
needs (`make train-relevance`), and meet in one product; it moves a relevance up or down, so that the threshold means
the same with shared words and without. Each bundled encoder has weights of its own, any other encoder none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.memory.segmentation import stem, words_of

Numbers = NDArray[np.float32]
WordNumbers = NDArray[np.int16]
WEIGHTS_FILE: Final = "needs_weights.npz"
VOCABULARY: Final = "vocabulary"
"""The name under which the vocabulary is kept, which all encoders share."""
MAX_KNOWN_WORDS: Final = 16
"""Known words of a statement that count, the first ones; a statement rarely has more."""
VECTOR_SCALE: Final = 12.0
"""Times a centred vector, beside words of about the same length."""
WORD_SCALE: Final = 5.0
MIN_WORD_LENGTH: Final = 4.0
"""Length of a row of words (by rarity) below which it is not scaled up: one known word is not a whole sentence."""
COSINE_SCALE: Final = 10.0
LOGITS_PER_RELEVANCE: Final = 10.0
"""Log-odds that are as much as a relevance of 1; the relevance itself was part of what was learned."""
MAX_SHIFT: Final = 0.5
"""Relevance that is added or taken away at most; the weight of the two parts."""
NEARLY_ALL: Final = 0.2
"""Share of a query's words that a statement lacks from which it can be beside the question."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Vocabulary:
    """The stems that tell something of a statement, or of a question, and how rare each is."""

    numbers: Mapping[str, int]
    """From 1; 0 stands for no word."""
    rarity: Numbers
    """By number; 0 for no word."""

    def known(self, text: str, limit: int | None = None) -> list[int]:
        """Return the numbers of the known stems of `text`, each once, in order."""
        found = dict.fromkeys(self.numbers.get(one, 0) for one in stems_of(text))
        return [number for number in found if number][:limit]

    def row_of(self, text: str, limit: int | None = None) -> Numbers:
        """Return the known stems of `text` as a row of their rarities, scaled: as many numbers as there are stems."""
        row, known = np.zeros(len(self.rarity), np.float32), self.known(text, limit)
        row[known] = self.rarity[known]
        return row * np.float32(WORD_SCALE / max(float(np.linalg.norm(row)), MIN_WORD_LENGTH))


@dataclass(frozen=True, kw_only=True, slots=True)
class QuestionNeed:
    """What a question needs, as a direction for statements."""

    direction: Numbers
    """(width,): a statement's vector times this is what its vector says."""
    word_values: Numbers
    """By number of a stem: what it says, before the length of its statement."""
    bias: float
    per_word: float
    """Times the part `words`: shared words count for a look-up, and hardly for advice."""
    per_cosine: float


@dataclass(frozen=True, kw_only=True, slots=True)
class NeedWeights:
    """What was learned with one encoder."""

    question_mean: Numbers
    statement_mean: Numbers
    question: Numbers
    """(width + stems of questions, projections + 2): the last two columns are a bias and `per_word`."""
    statement: Numbers
    """(width + stems of statements, projections + 1): the last column is a bias."""
    constants: Numbers
    """Bias, `per_word` of any question, `per_cosine`."""

    def read(self, question: str, vector: Numbers) -> QuestionNeed:
        """Read what a question needs."""
        _, words = vocabularies()
        row = np.concatenate([(vector - self.question_mean) * np.float32(VECTOR_SCALE), words.row_of(question)])
        projected = row @ self.question
        ahead = np.append(projected[:-2], np.float32(1))
        by_vector, by_word = np.split(self.statement @ ahead, [len(self.statement_mean)])
        direction = by_vector * np.float32(VECTOR_SCALE)
        bias, per_word, per_cosine = self.constants.tolist()
        return QuestionNeed(
            direction=direction,
            word_values=by_word,
            bias=bias + float(projected[-2]) - float(self.statement_mean @ direction),
            per_word=per_word + float(projected[-1]),
            per_cosine=per_cosine,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Needed:
    """How much each memory helps with one question by its vector alone; the words are added in `shift`."""

    by_vector: Numbers
    """As many as there are keys beside it."""
    question: QuestionNeed

    def shift(self, known: WordNumbers, length: Numbers, words: Numbers, cosines: Numbers) -> Numbers:
        """Return what is added to each relevance, from -`MAX_SHIFT` to `MAX_SHIFT`.

        Args:
            known: (memories, `MAX_KNOWN_WORDS`) numbers of stems.
            length: of each row of stems, as `known_words` gives it.
            words: the part of that name.
            cosines: above that of unrelated sentences.
        """
        question, (statements, _) = self.question, vocabularies()
        said = (statements.rarity * question.word_values).take(known).sum(axis=1)
        logits = self.by_vector + said * np.float32(WORD_SCALE) / length
        logits += question.bias + question.per_word * words + question.per_cosine * COSINE_SCALE * cosines
        return shift_of(logits, words)


def shift_of(logits: Numbers, words: Numbers) -> Numbers:
    """Return what log-odds add to a relevance, evenly at first and never beyond `MAX_SHIFT`.

    What has every word that was asked for loses nothing, so that it does not hang on what was learned whether the
    plainest question finds its answer.
    """
    shift = MAX_SHIFT * np.tanh(logits / np.float32(LOGITS_PER_RELEVANCE * MAX_SHIFT))
    lacking = ((1 - words) / np.float32(NEARLY_ALL)).clip(0, 1)
    found: Numbers = np.where(shift < 0, shift * lacking, shift).astype(np.float32)
    return found


def stems_of(text: str) -> list[str]:
    """Return the stems of all words, in order."""
    return [stem(word) for word in words_of(text)]


def known_words(statement: str) -> tuple[tuple[int, ...], float]:
    """Return the numbers of the known stems of a statement, 0 up to `MAX_KNOWN_WORDS`, and their length as a row."""
    vocabulary, _ = vocabularies()
    found = vocabulary.known(statement, MAX_KNOWN_WORDS)
    length = max(float(np.linalg.norm(vocabulary.rarity[found])), MIN_WORD_LENGTH)
    return (*found, *(0,) * (MAX_KNOWN_WORDS - len(found))), length


@cache
def vocabularies() -> tuple[Vocabulary, Vocabulary]:
    """Return the vocabulary of statements and that of questions."""
    stored = _stored(VOCABULARY)
    return _vocabulary(stored, "statement"), _vocabulary(stored, "question")


@cache
def need_weights(encoder: str) -> NeedWeights | None:
    """Return the weights that were learned with this encoder; None for one that has none."""
    stored = _stored(encoder)
    if not stored:
        return None
    names = ("question_mean", "statement_mean", "question", "statement", "constants")
    return NeedWeights(**{name: stored[name].astype(np.float32) for name in names})


def make_vocabulary(stems: Sequence[str], rarity: Sequence[float]) -> Vocabulary:
    """Return a vocabulary of stems in this order."""
    return Vocabulary(
        numbers={one: number for number, one in enumerate(stems, start=1)},
        rarity=np.array([0.0, *rarity], np.float32),
    )


def _vocabulary(stored: Mapping[str, NDArray[np.generic]], kind: str) -> Vocabulary:
    stems = [str(one) for one in stored[f"{kind}_stems"]]
    return make_vocabulary(stems, stored[f"{kind}_rarity"].astype(np.float32).tolist())


def _stored(name: str) -> Mapping[str, NDArray[np.generic]]:
    with files("alicia_desktop.memory.retrieval").joinpath(WEIGHTS_FILE).open("rb") as opened, np.load(opened) as kept:
        return {key.partition(".")[2]: kept[key] for key in kept.files if key.partition(".")[0] == name}
