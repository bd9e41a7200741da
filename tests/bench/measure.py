"""The contract of `make bench`: a `Measure` says what is measured against what, and takes the samples itself.

Machines are shared and noisy, so nothing here is a test with a time limit. What has a baseline is sampled in pairs,
ours and the baseline's in turn, and the figure is the median of the pairs' ratios: a busy second hits both halves.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

HIGH: Final = 0.99
RATHER_HIGH: Final = 0.95


class Figure(Enum):
    """What is made of the samples."""

    COST = "cost"
    """Ours / baseline: how much more or less we take."""
    SPEED = "speed"
    """Baseline / ours: how fast we are where 1 is the baseline's speed."""
    MEDIAN = "median"
    """The middle of ours, in its unit."""
    P95 = "p95"
    """What 95 of 100 of ours stay under, in its unit."""
    P99 = "p99"
    """What 99 of 100 of ours stay under, in its unit."""
    WORST = "worst"
    """The largest of ours, in its unit."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Goal:
    """What the figure is to be; missing it is told, and fails nothing."""

    limit: float
    at_least: bool = False

    def met_by(self, value: float) -> bool:
        """Whether the figure is as it should be."""
        return value >= self.limit if self.at_least else value <= self.limit


@dataclass(frozen=True, kw_only=True, slots=True)
class Samples:
    """What one run measured; where there is a baseline, sample n of both was taken back to back."""

    ours: Sequence[float]
    baseline: Sequence[float] = ()
    note: str = ""
    """What a reader of the figure has to know about this run."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """One line of the page."""

    name: str
    what: str
    """In words: from where to where, with what."""
    unit: str
    """Of the samples."""
    figure: Figure
    run: Callable[[], Samples]
    baseline: str = ""
    """In words: what it is held against."""
    goal: Goal | None = None


class NotMeasuredError(Exception):
    """Something that the measurement needs is not here; its text says what."""


def value_of(figure: Figure, samples: Samples) -> float:
    """Return the figure."""
    match figure:
        case Figure.COST:
            return statistics.median(ours / base for ours, base in zip(samples.ours, samples.baseline, strict=True))
        case Figure.SPEED:
            return statistics.median(base / ours for ours, base in zip(samples.ours, samples.baseline, strict=True))
        case Figure.MEDIAN:
            return statistics.median(samples.ours)
        case Figure.P95:
            return quantile(samples.ours, RATHER_HIGH)
        case Figure.P99:
            return quantile(samples.ours, HIGH)
        case Figure.WORST:
            return max(samples.ours)


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value that `part` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def seconds(work: Callable[[], object]) -> float:
    """Return how long `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def in_turn(ours: Callable[[], float], baseline: Callable[[], float], *, pairs: int) -> Samples:
    """Sample both `pairs` times, each first in every other pair; one pair before them is not counted."""
    ours(), baseline()
    taken: list[tuple[float, float]] = []
    for number in range(pairs):
        if number % 2:
            second = baseline()
            taken.append((ours(), second))
        else:
            taken.append((ours(), baseline()))
    return Samples(ours=[pair[0] for pair in taken], baseline=[pair[1] for pair in taken])
