"""Learn the dialogue acts from the labelled messages, and then the kinds of news (`train_news`).

Run with `make train-dialogue`: it writes `alicia_desktop/server/dialogue/weights.npz`, for each bundled encoder and for
the words alone. The same messages give the same weights. Before, the messages of two writers are held out and read by
weights that never saw them: those figures say how the messages of a stranger are read.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

import alicia_desktop.server.dialogue
from alicia_desktop.memory.retrieval.encoders import Encoder
from alicia_desktop.server.dialogue.acts import WEIGHTS_FILE, ActWeights, Numbers, normal
from alicia_desktop.server.dialogue.reply_table import NONE
from tests.bench.labelled import RememberingEncoder
from tests.bench.train_extraction import AUTHORS, encoders
from tests.bench.train_news import write_news
from tests.extraction.score import load

DATA: Final = Path(__file__).parent.parent / "data" / "dialogue"
RELEVANCE: Final = DATA.parent / "relevance" / "training.tsv"
PENALTY: Final = 0.3
STEPS: Final = 60
OWN: Final = "own"
"""Writer of the examples that were written for training."""
THRESHOLD: Final = 0.42
OWN_ACT_WEIGHT: Final = 3.0
"""Of a message of the act, beside one of another."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LabelledMessage:
    """A message and the acts that it may be taken for, the best one first."""

    writer: str
    text: str
    acts: tuple[str, ...]


def examples() -> list[LabelledMessage]:
    """Return all messages that may be learned from."""
    return [*_own(), *_writers(), *_none()]


def _own() -> list[LabelledMessage]:
    found, act = [], ""
    for line in (DATA / "examples.txt").read_text("utf-8").splitlines():
        if line.startswith("== "):
            act = line.removeprefix("== ")
        elif line.strip():
            found.append(LabelledMessage(writer=OWN, text=line, acts=(act,)))
    return found


def _writers() -> list[LabelledMessage]:
    lines = (DATA / "acts.tsv").read_text("utf-8").splitlines()
    parts = [line.split("\t") for line in lines]
    return [LabelledMessage(writer=writer, text=text, acts=tuple(acts.split("|"))) for writer, acts, text in parts]


def _none() -> list[LabelledMessage]:
    """Return what is told and asked elsewhere in the test data, none of which is small talk."""
    pairs = [line.split("\t") for line in RELEVANCE.read_text("utf-8").splitlines() if line]
    told = [pair[0] for pair in pairs[::3]] + [pair[1] for pair in pairs[1::3]]
    turns = [turn.text for author in AUTHORS for turn in load(author) if turn.statements][::2]
    return [LabelledMessage(writer=OWN, text=text, acts=(NONE,)) for text in dict.fromkeys([*told, *turns])]


def learn(messages: Sequence[LabelledMessage], encoder: Encoder | None, *, threshold: float) -> ActWeights:
    """Learn one column an act."""
    names = tuple(sorted({one.acts[0] for one in messages} - {NONE}))
    vectors = None if encoder is None else np.stack([encoder.query(normal(one.text)) for one in messages])
    empty = ActWeights(
        mean=np.zeros(0) if vectors is None else vectors.mean(axis=0).astype(np.float64),
        columns=np.zeros((0, 0)),
        names=names,
        threshold=threshold,
    )
    inputs = np.stack(
        [empty.inputs(one.text, None if vectors is None else vectors[at]) for at, one in enumerate(messages)]
    )
    target = np.array([[float(one.acts[0] == name) for name in names] for one in messages])
    undecided = np.array([[name in one.acts[1:] for name in names] for one in messages])
    weight = np.where(undecided, 0.0, np.where(target > 0, OWN_ACT_WEIGHT, 1.0))
    columns = logistic_regressions(inputs, target, weight)
    return ActWeights(mean=empty.mean, columns=columns, names=names, threshold=threshold)


def logistic_regressions(inputs: Numbers, target: Numbers, weight: Numbers) -> Numbers:
    """Return a column of weights a column of `target`, the bias last.

    By accelerated descent, each step of which is divided by a bound on the curvature that is the same for all columns:
    it is inverted once, and some sixty steps do.
    """
    rows = np.hstack([inputs, np.ones((len(inputs), 1))])
    penalties = np.full((rows.shape[1], 1), PENALTY)
    penalties[-1] = 1e-3
    bound = 0.25 * (rows.T * weight.max(axis=1)) @ rows + np.diag(penalties[:, 0])
    inverse = np.linalg.inv(bound)
    found = np.zeros((rows.shape[1], target.shape[1]))
    ahead, before = found, found
    for step in range(STEPS):
        chance = 1.0 / (1.0 + np.exp(-(rows @ ahead)))
        found = ahead - inverse @ (rows.T @ (weight * (chance - target)) + penalties * ahead)
        ahead = found + step / (step + 3) * (found - before)
        before = found
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class HeldOut:
    """How the messages of one writer are read by weights that never saw them."""

    right: int
    wrong: tuple[tuple[str, str, str], ...]
    """Message, wanted and taken, where an act was taken that it is not."""
    missed: tuple[tuple[str, str, float], ...]
    """Message, wanted and the chance of the best act, where none was taken."""


def held_out(
    messages: Sequence[LabelledMessage], asked: Sequence[LabelledMessage], encoder: Encoder | None, *, threshold: float
) -> HeldOut:
    """Learn from `messages` and read those `asked`."""
    weights = learn(messages, encoder, threshold=threshold)
    right, wrong, missed = 0, [], []
    for one in asked:
        vector = None if encoder is None else encoder.query(normal(one.text))
        taken = weights.best(weights.inputs(one.text, vector))
        if taken.name in one.acts:
            right += 1
        elif taken.name == NONE:
            missed.append((one.text, one.acts[0], taken.chance))
        else:
            wrong.append((one.text, one.acts[0], taken.name))
    return HeldOut(right=right, wrong=tuple(wrong), missed=tuple(missed))


def main() -> None:
    """Learn for each encoder, print the figures of writers held out, and write the weights."""
    messages, stored, learned = examples(), dict[str, np.ndarray](), dict[str, tuple[ActWeights, Encoder | None]]()
    for name, encoder in encoders().items():
        asked = [one for one in messages if one.writer != OWN]
        found = held_out([one for one in messages if one.writer == OWN], asked, encoder, threshold=THRESHOLD)
        figures = f"right {found.right}, wrong {len(found.wrong)}, left to the model {len(found.missed)}"
        sys.stdout.write(f"{name:9} two writers held out: {figures} of {len(asked)}\n")
        weights = learn(messages, encoder, threshold=THRESHOLD)
        stored[f"{name}.mean"] = weights.mean.astype(np.float16)
        stored[f"{name}.columns"] = weights.columns.astype(np.float16)
        stored[f"{name}.names"] = np.array(weights.names)
        stored[f"{name}.threshold"] = np.array(THRESHOLD, np.float32)
        learned[name] = weights, encoder
    folder = Path(alicia_desktop.server.dialogue.__file__).parent
    np.savez_compressed(folder / WEIGHTS_FILE, **stored)  # type: ignore[arg-type]  # its stub names one parameter
    write_news(learned)
    for _, encoder in learned.values():
        if isinstance(encoder, RememberingEncoder):
            encoder.save()


if __name__ == "__main__":
    main()
