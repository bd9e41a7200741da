"""How well memories are found, and how fast: recall of the turns that answer a question, on labelled conversations.

Nothing of the conversations is kept in the project; without them it says so and ends well. Run by `make bench-memory`,
which prints all figures and writes the page's section about memory.
"""

import asyncio
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, Encoder, load_encoder
from tests.bench import sentences
from tests.bench.ablation import HeldOut, without_each
from tests.bench.crowd import CROWD, Speed, searched, speed
from tests.bench.fitting import held_out, prepared
from tests.bench.labelled import CATEGORIES, Ranked, RememberingEncoder, conversations, folder
from tests.bench.memory_page import ABLATION, Section, table, write
from tests.bench.methods import METHODS, ranked_by
from tests.bench.ranked import Conversation
from tests.bench.scale import Scale, scale

MIN_VECTORS = 20_000
METRICS: dict[str, Callable[[Ranked], float]] = {
    "recall@1": lambda one: one.recall(1),
    "recall@5": lambda one: one.recall(5),
    "recall@10": lambda one: one.recall(10),
    "MRR": lambda one: one.reciprocal_rank,
    "nDCG@10": lambda one: one.ndcg,
}
OURS = "ours, fitted on the others"
FITTED = "ours as it ships, fitted on all"
Rankings = dict[str, list[list[Ranked]]]


def rankings(found: Sequence[Conversation], ours: Sequence[HeldOut], shipped: list[list[Ranked]]) -> Rankings:
    """Return the rankings of every method, one list a conversation."""
    made = {name: ranked_by(method, found) for name, method in METHODS.items()}
    made[OURS] = [ranked for _, ranked, _ in ours]
    made[FITTED] = shipped
    return made


def quality(found: Sequence[Conversation], made: Rankings) -> list[Section]:
    """Return the tables about how well memories are found."""
    methods = [
        [name, *(f"{np.mean([_mean(metric, one) for one in ranked]):.3f}" for metric in METRICS.values())]
        for name, ranked in made.items()
    ]
    each = [[name, *(f"{_mean(METRICS['recall@10'], one):.3f}" for one in ranked)] for name, ranked in made.items()]
    kinds = [[name, *_by_kind(ranked)] for name, ranked in made.items()]
    counts = [sum(asked.question.category == number for one in found for asked in one.asked) for number in CATEGORIES]
    headings = [f"{kind} ({count})" for kind, count in zip(CATEGORIES.values(), counts, strict=True)]
    return [
        Section("How well, in the mean of the conversations", table(["", *METRICS], methods)),
        Section("recall@10 of each conversation", table(["", *(f"no. {one.name}" for one in found)], each)),
        Section("recall@10 by what is asked for (and how many questions)", table(["", *headings], kinds)),
    ]


def ablation(ours: Sequence[HeldOut]) -> Section:
    """Return what each part adds."""
    whole = float(np.mean([_mean(METRICS["recall@10"], ranked) for _, ranked, _ in ours]))
    rows = [["all parts", f"{whole:.3f}", ""]]
    rows += [[f"without {name}", f"{less:.3f}", f"{whole - less:+.3f}"] for name, less in without_each(ours).items()]
    return Section(ABLATION, table(["", "recall@10", "it adds"], rows))


def fast(measured: Speed) -> Section:
    """Return how fast it is among many."""
    rows = [
        [f"a search beside the encoder, {CROWD:,} memories, median", f"{measured.middle_ms:.1f} ms", ""],
        ["the same, p95", f"{measured.high_ms:.1f} ms", "≤ 20 ms"],
        ["the same right after a change of the memories, p95", f"{measured.first_ms:.1f} ms", "≤ 20 ms"],
        [f"{CROWD:,} imported memories found by words after", f"{measured.words_seconds:.1f} s", "≤ 10 s"],
        ["vectors follow, as a share of the encoder's own speed", f"{measured.share:.2f}", "≥ 0.9"],
    ]
    return Section("How fast", table(["", "figure", "goal"], rows))


def vectors() -> Section:
    """Return how vectors are searched at scale, by each encoder whose vectors were made."""
    rows = []
    for bundled in BUNDLED_MODELS:
        try:
            encoder: Encoder = load_encoder([bundled])
        except WorldError:
            continue
        if len(sentences.vectors(encoder)) >= MIN_VECTORS:
            rows.append(_scale_row(scale(encoder)))
    headings = ["vectors", "same best ten", "anew the same", "a search", "× NumPy's scan", "× sqlite-vec, 1,024 wide"]
    goals = ["*goal*", "≥ 97 %", "yes", "", "≥ 1", "≥ 10"]
    return Section("Vectors at scale", table(headings, [*rows, goals]))


def _scale_row(one: Scale) -> list[str]:
    return [
        f"{one.count:,} of {one.encoder}, {one.width} wide",
        f"{one.same:.1%}",
        "yes" if one.again else "no",
        f"{one.ours_ms:.1f} ms",
        f"{one.times_numpy:.1f}",
        f"{one.times_sqlite_vec:.1f}",
    ]


def _mean(metric: Callable[[Ranked], float], ranked: Sequence[Ranked]) -> float:
    return float(np.mean([metric(one) for one in ranked]))


def _by_kind(ranked: Sequence[Sequence[Ranked]]) -> list[str]:
    everything = [one for conversation in ranked for one in conversation]
    kinds = [[one.recall() for one in everything if one.question.category == number] for number in CATEGORIES]
    return [f"{np.mean(kind):.3f}" for kind in kinds]


def sections(raw: dict[str, dict[str, Any]], chosen: Sequence[str]) -> list[Section]:
    """Measure what is chosen: `quality`, `speed`, `vectors`."""
    made: list[Section] = []
    encoder = load_encoder()
    remembering = RememberingEncoder(encoder)
    if "quality" in chosen:
        found = asyncio.run(prepared(remembering))
        ours = list(held_out(found))
        shipped = asyncio.run(searched(list(raw.values()), remembering))
        made += [*quality(found, rankings(found, ours, shipped)), ablation(ours)]
    if "speed" in chosen:
        made.append(fast(asyncio.run(speed(list(raw.values()), encoder, remembering))))
    if "vectors" in chosen:
        made.append(vectors())
    return made


def main(chosen: Sequence[str]) -> int:
    path = folder()
    if path is None:
        sys.stdout.write("bench-memory: no labelled conversations here (ALICIA_LOCOMO names their folder); skipped\n")
        return 0
    made = sections(conversations(path), chosen or ("quality", "speed", "vectors"))
    sys.stdout.write("\n\n".join(section.text for section in made) + "\n")
    if not chosen:
        write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
