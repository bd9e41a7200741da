"""Precision and recall of the extraction on labelled turns, counted exactly as tests/data/extraction/README.md says.

Only figures leave this module for held-out turns: nobody who writes rules reads their sentences.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

DATA: Final = Path(__file__).parent.parent / "data" / "extraction"
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_WHOLE: Final = 2
"""Alternatives of so few letters must be the whole word."""

Kept = Sequence[tuple[str, str]]
"""Content and category of each statement that was stored."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Label:
    """A statement that a careful human would keep."""

    contains: tuple[str, ...]
    category: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Labelled:
    """A turn and what should come of it."""

    text: str
    statements: tuple[Label, ...]
    allowed: tuple[tuple[str, ...], ...]
    forbidden: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What came of one turn."""

    right: int = 0
    false: tuple[str, ...] = ()
    listed: int = 0
    missed: tuple[Label, ...] = ()
    same_category: int = 0

    @property
    def found(self) -> int:
        """Return how many of the listed statements were found."""
        return self.listed - len(self.missed)


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """The figures of a half."""

    precision: float
    recall: float
    category: float
    """Share of the found ones that are in the category of the label."""
    outcomes: Mapping[str, Outcome] = field(repr=False)
    """By turn."""


def load(half: str) -> tuple[Labelled, ...]:
    """Read `shown`, `opened`, `batch_1` to `batch_4` or `held_out`."""
    raw = tomllib.loads((DATA / f"{half}.toml").read_text("utf-8"))
    return tuple(_labelled(turn) for turn in raw["turn"])


def score(turns: Sequence[Labelled], extract: Callable[[str], Kept]) -> Score:
    """Count over all turns together."""
    outcomes = {turn.text: outcome_of(turn, extract(turn.text)) for turn in turns}
    right = sum(one.right for one in outcomes.values())
    false = sum(len(one.false) for one in outcomes.values())
    found = sum(one.found for one in outcomes.values())
    return Score(
        precision=right / max(1, right + false),
        recall=found / max(1, sum(one.listed for one in outcomes.values())),
        category=sum(one.same_category for one in outcomes.values()) / max(1, found),
        outcomes=outcomes,
    )


def outcome_of(turn: Labelled, kept: Kept) -> Outcome:
    """Return what came of one turn."""
    words = [_words(content) for content, _ in kept]
    clean = [not any(_holds(said, entry) for entry in turn.forbidden) for said in words]
    fits = [
        [at for at, label in enumerate(turn.statements) if ok and _holds_all(said, label.contains)]
        for said, ok in zip(words, clean, strict=True)
    ]
    excused = [
        ok and any(_holds_all(said, entries) for entries in turn.allowed) for said, ok in zip(words, clean, strict=True)
    ]
    pairs = _pairing(fits)
    return Outcome(
        right=sum(1 for one in fits if one),
        false=tuple(kept[at][0] for at, one in enumerate(fits) if not one and not excused[at]),
        listed=len(turn.statements),
        missed=tuple(label for at, label in enumerate(turn.statements) if at not in pairs),
        same_category=sum(1 for label, at in pairs.items() if turn.statements[label].category == kept[at][1]),
    )


def matched_label(turn: Labelled, content: str) -> tuple[int, str]:
    """Return 1 and the category where a statement is right, -1 where it may be kept or left, else 0."""
    words = _words(content)
    if any(_holds(words, entry) for entry in turn.forbidden):
        return 0, ""
    label = next((one for one in turn.statements if _holds_all(words, one.contains)), None)
    if label is not None:
        return 1, label.category
    return (-1 if any(_holds_all(words, entries) for entries in turn.allowed) else 0), ""


def _pairing(fits: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the largest pairing, stored by listed: by augmenting paths."""
    taken: dict[int, int] = {}

    def place(stored: int, seen: set[int]) -> bool:
        for label in fits[stored]:
            if label in seen:
                continue
            seen.add(label)
            if label not in taken or place(taken[label], seen):
                taken[label] = stored
                return True
        return False

    for stored in range(len(fits)):
        place(stored, set())
    return taken


def _labelled(turn: Mapping[str, Any]) -> Labelled:
    return Labelled(
        text=turn["text"],
        statements=tuple(
            Label(contains=tuple(one["contains"]), category=one["category"]) for one in turn["statements"]
        ),
        allowed=tuple(tuple(entries) for entries in turn.get("allowed", ())),
        forbidden=tuple(turn.get("forbidden", ())),
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _holds_all(words: Sequence[str], entries: Sequence[str]) -> bool:
    return all(_holds(words, entry) for entry in entries)


def _holds(words: Sequence[str], entry: str) -> bool:
    return any(_stands(words, alternative) for alternative in entry.lower().split("|"))


def _stands(words: Sequence[str], alternative: str) -> bool:
    """Return whether an alternative is there: one word, some one behind another ("half past four"), or "n't"."""
    if alternative == "n't":
        return any(word.endswith(alternative) for word in words)
    *whole, last = _WORD.findall(alternative) or [alternative]
    return any(
        words[at : at + len(whole)] == whole and _begins(word, last) for at, word in enumerate(words[len(whole) :])
    )


def _begins(word: str, alternative: str) -> bool:
    if alternative.isdigit():
        return word.startswith(alternative) and not word[len(alternative) : len(alternative) + 1].isdigit()
    if len(alternative) <= _WHOLE:
        return word == alternative
    return word.startswith(alternative)


def everyday(name: str) -> tuple[Labelled, ...]:
    """Read a set that is written as the first lines of `everyday.txt` say."""
    found: list[tuple[str, dict[str, list[list[str]]]]] = []
    for line in (DATA / f"{name}.txt").read_text("utf-8").splitlines():
        if line[:2] in {"+ ", "? ", "! "}:
            found[-1][1][line[0]].append(line[2:].split())
        elif line and not line.startswith("#"):
            found.append((line.replace("\\n", "\n"), {"+": [], "?": [], "!": []}))
    return tuple(
        Labelled(
            text=text,
            statements=tuple(_label(words) for words in marks["+"]),
            allowed=tuple(tuple(words) for words in marks["?"]),
            forbidden=tuple(words[0] for words in marks["!"]),
        )
        for text, marks in found
    )


def _label(words: Sequence[str]) -> Label:
    category = next((word[1:] for word in words if word.startswith("@")), "")
    return Label(contains=tuple(word for word in words if not word.startswith("@")), category=category)


def phrasings() -> tuple[tuple[int, str], ...]:
    """Read `phrasings.txt`: each turn with the number of statements that should come of it at the least."""
    lines = [line for line in (DATA / "phrasings.txt").read_text("utf-8").splitlines() if line and line[0] != "#"]
    return tuple((int(least), text) for least, _, text in (line.partition("|") for line in lines))
