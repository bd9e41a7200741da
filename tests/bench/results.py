"""What became of each measure, as text and numbers that can leave the process that measured."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.measure import HIGH, RATHER_HIGH, Figure, Goal, Measure, Samples, quantile, value_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """One line of the page; without a figure it says why there is none."""

    name: str
    what: str = ""
    baseline: str = ""
    figure: str = ""
    goal: str = ""
    met: bool | None = None
    """None where there is no goal, or no figure."""
    ours_took: str = ""
    baseline_took: str = ""
    note: str = ""

    @property
    def verdict(self) -> str:
        """In a word."""
        return {True: "met", False: "missed", None: ""}[self.met]


def result_of(measure: Measure, samples: Samples) -> Result:
    """Return the line of a measure that was taken."""
    value = value_of(measure.figure, samples)
    relative = measure.figure in {Figure.COST, Figure.SPEED}
    unit = "×" if relative else measure.unit
    return Result(
        name=measure.name,
        what=measure.what,
        baseline=measure.baseline,
        figure=_with_unit(value, unit),
        goal=_goal(measure.goal, unit),
        met=measure.goal.met_by(value) if measure.goal else None,
        ours_took=_middle(measure, samples.ours) if relative else "",
        baseline_took=_middle(measure, samples.baseline),
        note=samples.note,
    )


def not_measured(name: str, reason: str) -> Result:
    """Return the line of what could not be measured."""
    return Result(name=name, note=f"Not measured: {reason}")


def _goal(goal: Goal | None, unit: str) -> str:
    return f"{'≥' if goal.at_least else '≤'} {_with_unit(goal.limit, unit)}" if goal else ""


def _middle(measure: Measure, values: Sequence[float]) -> str:
    if not values:
        return ""
    part = {Figure.P95: RATHER_HIGH, Figure.P99: HIGH, Figure.WORST: 1.0}.get(measure.figure)
    value = statistics.median(values) if part is None else quantile(values, part)
    return _with_unit(value, measure.unit)


def _with_unit(value: float, unit: str) -> str:
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f} {unit}".strip()
