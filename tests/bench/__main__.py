"""`make bench`: all figures, told here and written to docs/benchmarks.md.

`python -m tests.bench journal receiving` measures only these and writes no page; with `--page` it puts them into it,
with `--markdown` it tells them as they would stand there.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table

from tests.bench import page
from tests.bench.alicia import environment
from tests.bench.results import Result, not_measured

SUBJECTS: Final = {
    "receiving": "Receiving",
    "journal": "Journal",
    "search": "Search",
    "meaning": "Search by meaning",
    "sync": "Sync",
    "conversation": "A long conversation",
    "stream": "Inspector",
    "filter": "Filters",
    "window": "Window",
    "turn": "A turn",
    "voice": "The end of what is said",
    "spoken": "Spoken to and heard",
    "livekit": "Over LiveKit",
    "sounding": "Her first sound",
    "network": "Bad networks",
    "prompt": "A large prompt",
    "barge_in": "Interrupting",
    "simulator": "Simulator",
    "processes": "Memory and processor",
}
"""Module `bench_…` → title, in the order of the page."""
RENEW: Final = "--page"
MARKDOWN: Final = "--markdown"
MAX_SECONDS: Final = 900.0
"""For one subject; what was measured until then is kept."""


def measured(subject: str, home: Path) -> list[Result]:
    """Measure one subject in a process with a home of its own."""
    path = home / "results.jsonl"
    command = [sys.executable, "-m", "tests.bench.alone", subject, str(path)]
    try:
        ended = subprocess.run(command, env=environment(home), timeout=MAX_SECONDS, check=False).returncode
        reason = f"the process that measured ended with status {ended}" if ended else ""
    except subprocess.TimeoutExpired:
        reason = f"it took more than {MAX_SECONDS:.0f} s"
    results = (
        [msgspec.json.decode(line, type=Result) for line in path.read_bytes().splitlines()] if path.exists() else []
    )
    return [*results, not_measured("The rest", reason)] if reason else results


def told(title: str, results: Sequence[Result]) -> Table:
    """Return the results as a table for the terminal."""
    table = Table(title=title, title_justify="left")
    for heading in ("", "figure", "goal", "", "ours", "baseline"):
        table.add_column(heading)
    for result in results:
        figure = result.figure or result.note
        table.add_row(result.name, figure, result.goal, result.verdict, result.ours_took, result.baseline_took)
    return table


def main(arguments: Sequence[str]) -> int:
    """Measure what is asked for, or everything; a missed goal is no failure, an unknown subject is."""
    console = Console()
    chosen = [name for name in arguments if name not in {RENEW, MARKDOWN}]
    if unknown := set(chosen) - set(SUBJECTS):
        console.print(f"No such subject: {', '.join(sorted(unknown))}. There are {', '.join(SUBJECTS)}.")
        return 2
    results: dict[str, list[Result]] = {}
    load = page.load()
    console.print(f"{page.machine()}; {load}")
    for subject in chosen or SUBJECTS:
        with tempfile.TemporaryDirectory(prefix="alicia-bench-") as home:
            results[SUBJECTS[subject]] = measured(subject, Path(home))
        title = SUBJECTS[subject]
        if MARKDOWN in arguments:
            sys.stdout.write(page.section(title, results[title]))
        else:
            console.print(told(title, results[title]))
    if not chosen:
        page.write(results, load=load)
    elif RENEW in arguments:
        page.renew(results, load=load, order=list(SUBJECTS.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
