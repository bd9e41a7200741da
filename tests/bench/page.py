"""docs/benchmarks.md from the results of one run: figures beside their goals, also where a goal is missed."""

import os
import platform
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import groupby, starmap
from pathlib import Path
from typing import Final

from tests.bench.results import Result

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
MEMORY: Final = "memory"

_HEAD: Final = """\
# Benchmarks

Written by `make bench` on {date}, on {machine}. When it began, {load}.

Each figure is taken against a baseline in the same run, in turn with it, because machines are shared and noisy; a
ratio (×) is the median of the pairs' ratios. A goal that is missed is told like one that is met. Nothing here is a
test: no test fails because a machine was busy.
"""


def machine() -> str:
    """Return what kind of machine this is, in words: nothing that would name it."""
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    kind = f"{platform.system()} on {platform.machine()} with {os.cpu_count()} processors and {gigabytes:.0f} GB"
    return f"{kind} (Python {platform.python_version()}, Qt {version('PySide6-Essentials')})"


def load() -> str:
    """Return how busy the machine is with other work, in words: figures taken on a busy one are worse than they are."""
    return f"its load average was {os.getloadavg()[0]:.1f}"


def write(results: Mapping[str, Sequence[Result]], *, load: str) -> None:
    """Write the page; `results` are those of each subject under its title."""
    date = f"{datetime.now(UTC):%-d %B %Y}"
    head = _HEAD.format(date=date, machine=machine(), load=load)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text("\n".join([head, *starmap(section, results.items()), _memory()]), encoding="utf-8")


def renew(results: Mapping[str, Sequence[Result]], *, load: str, order: Sequence[str]) -> None:
    """Put subjects that were measured anew into the page, in `order` of all titles, each with the day and the load."""
    begin, _ = marks(MEMORY)
    whole, marked, memory = PAGE.read_text(encoding="utf-8").partition(begin)
    head, *parts = re.split(r"^(?=## )", whole, flags=re.MULTILINE)
    sections = {part.partition("\n")[0].removeprefix("## "): part for part in parts}
    note = f"\nMeasured anew on {datetime.now(UTC):%-d %B %Y}, after the rest of this page; {load}.\n\n"
    sections |= {title: section(title, found) + note for title, found in results.items()}
    kept = [sections[title].rstrip() + "\n\n" for title in order if title in sections]
    PAGE.write_text("".join([head, *kept, marked, memory]), encoding="utf-8")


def marks(name: str) -> tuple[str, str]:
    """Return the lines that stand around a part of a page that has a writer of its own."""
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def _memory() -> str:
    """Return the section that `make bench-memory` has written, with its marks; nothing where it never did."""
    begin, end = marks(MEMORY)
    _, marked, rest = (PAGE.read_text(encoding="utf-8") if PAGE.is_file() else "").partition(begin)
    return f"{begin}{rest.partition(end)[0]}{end}\n" if marked else ""


def section(title: str, results: Sequence[Result]) -> str:
    """Return one subject as it stands on the page."""
    lines = [f"## {title}", "", "| | figure | goal | | ours | baseline |", "|---|---|---|---|---|---|"]
    lines += [_row(result) for result in results]
    return "\n".join([*lines, "", *_remarks(results)]) + "\n"


def _row(result: Result) -> str:
    cells = (
        result.name,
        f"**{result.figure or '–'}**",
        result.goal,
        result.verdict,
        result.ours_took,
        result.baseline_took,
    )
    return f"| {' | '.join(cells)} |"


def _remarks(results: Sequence[Result]) -> list[str]:
    """Say what is behind the lines: what several have in common once, then what each run has to tell."""
    lines = []
    for (what, baseline), alike in groupby(results, key=lambda result: (result.what, result.baseline)):
        same = list(alike)
        names = "; ".join(result.name for result in same)
        against = f" Baseline: {baseline}." if baseline else ""
        noted = [(f"{result.name}: " if len(same) > 1 else "") + result.note for result in same if result.note]
        notes = f" ({'; '.join(noted)}.)" if noted else ""
        lines.append(f"* **{names}**: {what}{against}{notes}".replace(":  (", ": ("))
    return lines
