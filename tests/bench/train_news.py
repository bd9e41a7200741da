"""Learn the kinds of news from the labelled lines of `told.txt`; called by `make train-dialogue`, after the acts.

The same lines give the same weights. Before, every fourth line is held out and read by weights that never saw it.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

import alicia_desktop.server.dialogue
from alicia_desktop.memory.retrieval.encoders import Encoder
from alicia_desktop.server.dialogue.acts import ActWeights, Numbers, normal
from alicia_desktop.server.dialogue.news import GROUPS, NEWS_WEIGHTS_FILE, NewsWeights, scaled_odds

TOLD: Final = Path(__file__).parent.parent / "data" / "dialogue" / "told.txt"
PENALTY: Final = 3.0
"""Keeps the chances small where the lines say little; chosen with every fourth line held out."""
STEPS: Final = 80
HELD_OUT_EVERY: Final = 4
SURE: Final = 0.6
SMALLEST_SHARE: Final = 1e-6
"""Of the largest eigenvalue, below which a direction is left out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ToldLine:
    """A line and its kind."""

    text: str
    kind: str


def told_lines() -> list[ToldLine]:
    """Return all lines of the file."""
    found, kind = [], ""
    for line in TOLD.read_text("utf-8").splitlines():
        if line.startswith("== "):
            kind = line.removeprefix("== ")
        elif line.strip():
            found.append(ToldLine(text=line, kind=kind))
    return found


def inputs_of(texts: Sequence[str], acts: ActWeights, encoder: Encoder | None) -> Numbers:
    """Return a row of inputs a text, the log-odds of the acts behind those that the acts are read by."""
    vectors = [None if encoder is None else encoder.query(normal(text)) for text in texts]
    rows = np.stack([acts.inputs(text, vector) for text, vector in zip(texts, vectors, strict=True)])
    return np.hstack([rows, scaled_odds(acts.odds(rows))])


def softmax_regression(inputs: Numbers, target: Numbers) -> Numbers:
    """Return a column of weights a column of `target`, the bias last.

    In the coordinates of the eigenvectors of the lines' products there are fewer directions than inputs, and the bound
    on the curvature is diagonal but for the bias, so that accelerated descent inverts no matrix.
    """
    single = inputs.astype(np.float32)  # twice as fast, and more than half precision keeps of the weights
    values, vectors = np.linalg.eigh(single @ single.T)
    kept = values > SMALLEST_SHARE * values[-1]
    values, vectors = values[kept], vectors[:, kept]
    rows = np.hstack([vectors * np.sqrt(values), np.ones((len(inputs), 1), np.float32)])
    penalties = np.append(np.full(len(values), PENALTY), 1e-3)[:, None]
    step_sizes = 1.0 / (0.65 * np.append(values, len(inputs))[:, None] + penalties)
    found = np.zeros((rows.shape[1], target.shape[1]))
    ahead, before = found, found
    for step in range(STEPS):
        logits = rows @ ahead
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        found = ahead - step_sizes * (rows.T @ (chances - target) + penalties * ahead)
        ahead = found + step / (step + 3) * (found - before)
        before = found
    return np.vstack([inputs.T @ (vectors / np.sqrt(values)) @ found[:-1], found[-1:]])


def learn_news(lines: Sequence[ToldLine], inputs: Numbers) -> NewsWeights:
    """Learn one column a kind."""
    names = tuple(sorted({line.kind for line in lines}))
    target = np.array([[float(line.kind == name) for name in names] for line in lines])
    return NewsWeights(columns=softmax_regression(inputs, target), names=names)


def held_out_figures(lines: Sequence[ToldLine], inputs: Numbers) -> str:
    """Return how every fourth line is read by what is learned from the others."""
    asked = np.arange(len(lines)) % HELD_OUT_EVERY == 0
    weights = learn_news([line for line, out in zip(lines, asked, strict=True) if not out], inputs[~asked])
    group_of = {kind: group for group, kinds in GROUPS.items() for kind in kinds}
    sure = right = same_group = opposite = 0
    for row in range(0, len(lines), HELD_OUT_EVERY):
        chances, wanted = weights.softmax(inputs[row]), lines[row].kind
        kind = max(chances, key=lambda one: chances[one])
        if chances[kind] >= SURE:
            groups = group_of[kind], group_of[wanted]
            sure += 1
            right += kind == wanted
            same_group += groups[0] == groups[1]
            opposite += set(groups) == {"good", "bad"}
    return f"sure {sure} of {asked.sum()}: right {right}, of the same group {same_group}, good for bad {opposite}"


def write_news(learned: Mapping[str, tuple[ActWeights, Encoder | None]]) -> None:
    """Learn for each encoder, print the figures, and write the weights."""
    lines, stored = told_lines(), dict[str, np.ndarray]()
    for name, (acts, encoder) in learned.items():
        inputs = inputs_of([line.text for line in lines], acts, encoder)
        sys.stdout.write(f"{name:9} news, every fourth line held out: {held_out_figures(lines, inputs)}\n")
        weights = learn_news(lines, inputs)
        stored[f"{name}.columns"] = weights.columns.astype(np.float16)
        stored[f"{name}.names"] = np.array(weights.names)
    folder = Path(alicia_desktop.server.dialogue.__file__).parent
    np.savez_compressed(folder / NEWS_WEIGHTS_FILE, **stored)  # type: ignore[arg-type]  # its stub names one parameter
