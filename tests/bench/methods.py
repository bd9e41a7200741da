"""What our ranking is held against, on the same turns and questions: the seed's own, and what everybody has."""

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from alicia_desktop.memory.retrieval.calibration import ScoreShape
from alicia_desktop.memory.retrieval.catalogue import Floats
from alicia_desktop.memory.retrieval.score_features import word_parts
from tests.bench.labelled import Ranked
from tests.bench.ranked import Asked, Conversation

Method = Callable[[Conversation, Asked], Floats]

TEXTBOOK = ScoreShape(saturation=1.2, length_penalty=0.75, synonym=0, before=0, before_that=0, after=0, meaning_after=0)
_FUSION = 60
_SHORTEST = 3
_PHRASE = 0.3


def term_overlap(conversation: Conversation, asked: Asked) -> Floats:
    """The seed's `calculateContentSimilarity`: Jaccard of words of three letters and more, 0.3 for the whole phrase."""
    query = asked.question.text.lower()
    wanted = _words(query)
    return np.array([_similarity(query, wanted, content) for content in conversation.contents], np.float32)


def encoder_alone(_conversation: Conversation, asked: Asked) -> Floats:
    return asked.cosines.values


def bm25(conversation: Conversation, asked: Asked) -> Floats:
    """BM25 over porter stems without stop words, by the textbook's constants."""
    words, _ = word_parts(asked.hits, conversation.catalogue.columns(), TEXTBOOK)
    return words


def fusion(conversation: Conversation, asked: Asked) -> Floats:
    """Reciprocal ranks of encoder and BM25, added."""
    both = encoder_alone(conversation, asked), bm25(conversation, asked)
    fused: Floats = np.sum(
        [1 / (_FUSION + 1 + np.argsort(np.argsort(-values, kind="stable"))) for values in both], axis=0
    )
    return fused


METHODS: Mapping[str, Method] = {
    "term overlap of the seed": term_overlap,
    "sentence encoder alone": encoder_alone,
    "BM25, porter, stop words": bm25,
    "reciprocal-rank fusion of both": fusion,
}


def ranked_by(method: Method, found: Sequence[Conversation]) -> list[list[Ranked]]:
    return [
        [Ranked(question=asked.question, found=one.best(method(one, asked))) for asked in one.asked] for one in found
    ]


def _similarity(query: str, wanted: frozenset[str], content: str) -> float:
    words = _words(content)
    share = len(wanted & words) / max(len(wanted | words), 1)
    return min(1.0, share + (_PHRASE if query in content else 0.0))


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"\s+", text) if len(word) >= _SHORTEST)
