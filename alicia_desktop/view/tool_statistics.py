"""Count tool uses by tool: how many, how many failed, and how long they took."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from alicia_desktop.view import text
from alicia_desktop.view.tools import ToolRow

FAILURES: Final = frozenset({"failed", "timed_out"})
NONE: Final = "–"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolStatistics:
    """One tool over all its uses; times are those of uses that have ended."""

    name: str
    uses: int
    failed: int
    refused: int
    """Not allowed by the user."""
    median: str
    p95: str
    longest: str


def statistics_by_tool(rows: Iterable[ToolRow]) -> list[ToolStatistics]:
    """Return a line for each tool, the most used first; results without a request belong to none."""
    by_tool: dict[str, list[ToolRow]] = {}
    for row in rows:
        if not row.orphan:
            by_tool.setdefault(row.name, []).append(row)
    return sorted((_statistics(name, uses) for name, uses in by_tool.items()), key=lambda one: (-one.uses, one.name))


def _statistics(name: str, uses: Sequence[ToolRow]) -> ToolStatistics:
    times = sorted(use.took for use in uses if use.took is not None)
    return ToolStatistics(
        name=name,
        uses=len(uses),
        failed=sum(use.state in FAILURES for use in uses),
        refused=sum(use.state == "refused" for use in uses),
        median=_percentile(times, 0.5),
        p95=_percentile(times, 0.95),
        longest=_percentile(times, 1.0),
    )


def _percentile(times: Sequence[int], share: float) -> str:
    """Return the nearest rank of sorted microseconds: a time that was really taken."""
    return text.duration(times[ceil(share * len(times)) - 1] / 1_000) if times else NONE
