"""Learn which memories a question needs, from the labelled needs.

Run with `make train-relevance`: it writes `alicia_desktop/memory/retrieval/needs_weights.npz`, for the first bundled
encoder. The same data give the same weights. `python -m tests.bench.train_relevance held-out` also prints how well the
needs of each writer are told by what was learned from the others.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np

import alicia_desktop.memory.retrieval
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, load_encoder
from alicia_desktop.memory.retrieval.needs import (
    COSINE_SCALE,
    MAX_KNOWN_WORDS,
    VOCABULARY,
    WEIGHTS_FILE,
    NeedWeights,
    Vocabulary,
    make_vocabulary,
    shift_of,
    stems_of,
)
from alicia_desktop.memory.retrieval.selection import DEFAULT_THRESHOLD
from tests.bench.labelled import RememberingEncoder
from tests.bench.learn_needs import Batch, Numbers, learn_all, raw_logits
from tests.bench.need_inputs import inputs
from tests.bench.needs_data import NEEDED, NEEDS, NOT_NEEDED, Group, Scored, load_groups, score_group, written_group

LEAST_QUESTIONS, LEAST_STATEMENTS = 2, 4
"""Texts that must have a stem; each statement stands there in two forms."""
ENCODER: Final = BUNDLED_MODELS[0]
"""With the other one, which takes its place where it cannot load, relevance is as it was."""


def vocabularies(groups: Sequence[Group]) -> tuple[Vocabulary, Vocabulary]:
    """Return the stems of statements and of questions that several texts have."""
    told = dict.fromkeys(one for group in groups for one in group.statements)
    forms = dict.fromkeys([*told, *(to_statement(one) for one in told)])
    asked = dict.fromkeys(one for group in groups for one in group.questions)
    return _vocabulary([*forms], LEAST_STATEMENTS), _vocabulary([*asked], LEAST_QUESTIONS)


def _vocabulary(texts: Sequence[str], least: int) -> Vocabulary:
    counts = Counter(one for text in texts for one in set(stems_of(text)))
    stems = sorted(one for one, count in counts.items() if count >= least)
    return make_vocabulary(stems, [float(np.log(1 + len(texts) / counts[one])) for one in stems])


async def scored_groups(groups: Sequence[Group], encoder: RememberingEncoder) -> list[list[Scored]]:
    """Score all groups in both forms."""
    return [[await score_group(group, encoder, stored=stored) for group in groups] for stored in (False, True)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Separation:
    """How well a writer's pairs are separated by weights that never saw them."""

    above: float
    """Share of the needed pairs above the threshold."""
    right: float
    """Share of needed pairs among those that are above."""
    others: float
    """Share of the statements without a label that are above, in the mean of the questions that need one."""
    plain: float
    """The same of questions that need no memory."""

    def __str__(self) -> str:
        return f"{self.above:.2f} above, {self.right:.2f} right, {self.others:.3f} others, {self.plain:.3f} unasked"


def separation(scored: Scored, weights: NeedWeights, words: tuple[Vocabulary, Vocabulary]) -> Separation:
    """Measure weights on a group."""
    found = {"question": weights.question, "statement": weights.statement, "constants": weights.constants}
    batch = Batch(
        asked=inputs(scored.queries - weights.question_mean, scored.group.questions, words[1], None),
        told=inputs(scored.passages - weights.statement_mean, scored.statements, words[0], MAX_KNOWN_WORDS),
        words=scored.words,
        cosines=COSINE_SCALE * scored.cosines,
    )
    logits = raw_logits(found, batch)
    above = scored.relevance + shift_of(logits, scored.words) >= DEFAULT_THRESHOLD
    labels, own = scored.group.labels, scored.group.own
    needed, beside = labels == NEEDED, labels == NOT_NEEDED
    asking = needed.any(axis=1)
    plain = above[own:] if own < len(above) else np.zeros((1, 1))
    return Separation(
        above=float(above[needed].mean()),
        right=float(above[needed].sum() / max(above[needed].sum() + above[beside].sum(), 1)),
        others=float(above[asking][~(needed | beside)[asking]].mean()),
        plain=float(plain.mean()),
    )


def stored_words(words: tuple[Vocabulary, Vocabulary]) -> dict[str, Numbers]:
    """Return the vocabulary as it is stored."""
    found: dict[str, Numbers] = {}
    for kind, one in zip(("statement", "question"), words, strict=True):
        found[f"{VOCABULARY}.{kind}_stems"] = np.array([*one.numbers])
        found[f"{VOCABULARY}.{kind}_rarity"] = one.rarity[1:].astype(np.float16)
    return found


def stored_weights(name: str, weights: NeedWeights) -> dict[str, Numbers]:
    """Return the weights as they are stored."""
    return {f"{name}.{one.name}": getattr(weights, one.name).astype(np.float16) for one in fields(weights)}


def main(chosen: Sequence[str]) -> None:
    """Learn, print the figures of writers held out, and write the weights."""
    groups = load_groups()
    words = vocabularies(groups)
    encoder = RememberingEncoder(load_encoder([ENCODER]))
    scored = asyncio.run(scored_groups(groups, encoder))
    if "held-out" in chosen:
        print_held_out(scored, words)
    weights = learn_all(scored, words)
    for writer in ("A", "B"):
        one = asyncio.run(score_group(written_group(writer), encoder, stored=False))
        sys.stdout.write(f"writer {writer}: {separation(one, weights, words)}\n")
    encoder.save()
    path = Path(alicia_desktop.memory.retrieval.__file__).parent / WEIGHTS_FILE
    stored = stored_words(words) | stored_weights(encoder.name, weights)
    np.savez_compressed(path, **stored)  # type: ignore[arg-type]  # its stub names one parameter


def print_held_out(scored: Sequence[Sequence[Scored]], words: tuple[Vocabulary, Vocabulary]) -> None:
    """Print how well the needs of each writer are separated by what was learned from the others."""
    for writer in NEEDS:
        others = [[one for one in form if one.group.name != writer] for form in scored]
        left_out = next(one for one in scored[0] if one.group.name == writer)
        sys.stdout.write(f"without {writer}: {separation(left_out, learn_all(others, words), words)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
