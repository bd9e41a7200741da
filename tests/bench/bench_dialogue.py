"""How the built-in model's assistant meets strangers: their first messages, answered and judged by a written rubric.

    python -m tests.bench.bench_dialogue                        # answer all, print the figures of each writer
    python -m tests.bench.bench_dialogue --unjudged FILE        # and write the answers that nobody has judged
    python -m tests.bench.bench_dialogue --judged FILE          # take the labels of such a file over

Labels belong to a message and an answer, letter by letter: an answer that changed counts as unjudged until somebody
judges it anew. The writers C and D are held out: their texts are printed nowhere. Who judges sees message, answer and
rubric (`tests/data/dialogue/rubric.md`), neither the writer nor the program.
"""

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench.dialogue_answers import answers_to

DATA: Final = Path(__file__).parent.parent / "data" / "dialogue"
LABELS: Final = DATA / "labels.jsonl"
WRITERS: Final = tuple("ABCDEFGHIJKLMNO")
HELD_OUT: Final = ("C", "D")
GOAL_ACCEPTABLE: Final = 0.95


@dataclass(frozen=True, kw_only=True, slots=True)
class Label:
    """What somebody judged of an answer."""

    acceptable: bool
    invented: bool
    """Whether it claims something about the person that they have not said."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """The figures of some answers."""

    acceptable: int
    invented: int
    unjudged: int
    total: int

    def __str__(self) -> str:
        judged = max(1, self.total - self.unjudged)
        return (
            f"acceptable {self.acceptable} ({100 * self.acceptable / judged:.0f} % of the judged), "
            f"invented personal facts {self.invented}, unjudged {self.unjudged} of {self.total}"
        )

    @property
    def is_reached(self) -> bool:
        """Whether all are judged and the goals are reached."""
        enough = self.acceptable >= GOAL_ACCEPTABLE * self.total
        return enough and not self.invented and not self.unjudged


def first_messages(writer: str) -> list[str]:
    """Return the messages of one writer, in their order."""
    lines = (DATA / "first_messages" / f"{writer}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["message"] for line in lines]


def read_labels(path: Path) -> dict[tuple[str, str], Label]:
    """Read the labels of a file by message and answer; lines that nobody has judged are left out."""
    found = {}
    for line in path.read_text("utf-8").splitlines() if path.is_file() else []:
        row = json.loads(line)
        if row["acceptable"] is not None:
            label = Label(acceptable=bool(row["acceptable"]), invented=bool(row["invented"]))
            found[row["message"], row["answer"]] = label
    return found


def write_labels(path: Path, labels: Mapping[tuple[str, str], Label]) -> None:
    """Write labels in the order of their messages."""
    rows = [
        {"message": message, "answer": answer, "acceptable": one.acceptable, "invented": one.invented}
        for (message, answer), one in sorted(labels.items())
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def write_unjudged(
    path: Path, answers: Sequence[tuple[str, str]], labels: Mapping[tuple[str, str], Label]
) -> list[tuple[str, str]]:
    """Write the answers without a label for somebody to judge, in an order that does not tell the writer."""
    waiting = sorted({one for one in answers if one not in labels})
    random.Random(0).shuffle(waiting)
    rows = [{"message": message, "answer": answer, "acceptable": None, "invented": None} for message, answer in waiting]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return waiting


def score(answers: Sequence[tuple[str, str]], labels: Mapping[tuple[str, str], Label]) -> Score:
    """Return the figures of these answers."""
    judged = [labels[one] for one in answers if one in labels]
    return Score(
        acceptable=sum(one.acceptable and not one.invented for one in judged),
        invented=sum(one.invented for one in judged),
        unjudged=len(answers) - len(judged),
        total=len(answers),
    )


def main() -> int:
    """Run the command; returns 1 where a goal is not reached."""
    asked = argparse.ArgumentParser(prog="bench_dialogue")
    asked.add_argument("--writers", default="".join(WRITERS), help="such as AB")
    asked.add_argument("--unjudged", type=Path, metavar="FILE", help="write the answers without a label to FILE")
    asked.add_argument("--judged", type=Path, metavar="FILE", help="take over the labels of FILE, and answer nothing")
    chosen = asked.parse_args()
    labels = read_labels(LABELS)
    if chosen.judged is not None:
        write_labels(LABELS, labels | read_labels(chosen.judged))
        return 0
    every: list[tuple[str, str]] = []
    for writer in chosen.writers:
        messages = first_messages(writer)
        answers = list(zip(messages, answers_to(messages), strict=True))
        every += answers
        name = f"writer {writer}{', held out' if writer in HELD_OUT else ''}"
        sys.stdout.write(f"{name:20} {score(answers, labels)}\n")
    whole = score(every, labels)
    sys.stdout.write(f"{'all':20} {whole}\n")
    if chosen.unjudged is not None:
        waiting = write_unjudged(chosen.unjudged, every, labels)
        sys.stdout.write(f"{len(waiting)} answers to be judged are in {chosen.unjudged}\n")
    return 0 if whole.is_reached else 1


if __name__ == "__main__":
    sys.exit(main())
