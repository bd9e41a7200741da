"""Sentences with and without names of `tests/data/speech/names.tsv`, and how many names of them are wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.support.recordings import FOLDER


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence that is spoken."""

    name: str
    """The name in it; empty where there is none."""
    text: str
    is_held_out: bool
    """Whether no bound was chosen by it; the names of those are others."""


def read_sentences() -> list[Sentence]:
    """Return 60 sentences with a name each, and 30 without."""
    rows = [line.split("\t") for line in (FOLDER / "names.tsv").read_text(encoding="utf-8").splitlines()]
    return [Sentence(name=name, text=text, is_held_out=part == "held out") for part, name, text in rows]


def wrong_names(sentences: Sequence[Sentence], heard: Sequence[str], names: Sequence[str]) -> int:
    """Return how many of the names were not recognised, or were another one of `names`."""
    return sum(
        one.name not in text or bool(made_up(one, text, names)) for one, text in zip(sentences, heard, strict=True)
    )


def made_up(sentence: Sentence, heard: str, names: Sequence[str]) -> list[str]:
    """Return the names that were recognised and not said."""
    return [name for name in names if name in heard and name not in sentence.text]
