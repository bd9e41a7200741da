"""The section of docs/benchmarks.md about memory, which `make bench-memory` writes and `make bench` leaves alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.bench import page

ABLATION = "What each part adds"
_HEAD = """\
## Memory

Written by `make bench-memory` on {date}, on {machine}; {load}.

Five long conversations with labelled questions (LoCoMo's; read from beside the project, nothing of them is in it), one
memory a turn as `speaker: text` with its date; what counts is whether the turns that answer a question are among the
first found. Questions without an answer are left out. *Fitted on the others* means that every number of our ranking was
chosen without the conversation that it is measured on, by a climb from plain BM25 and cosine
(`tests/bench/fitting.py`); that is the honest figure. Its goal: recall@10 ≥ 0.78 in the mean, none under 0.73.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its title."""

    title: str
    table: str

    @property
    def text(self) -> str:
        return f"### {self.title}\n\n{self.table}"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def write(sections: Sequence[Section]) -> None:
    """Write the section of the page, and the table of what each part adds into docs/memory.md."""
    head = _HEAD.format(date=f"{datetime.now(UTC):%-d %B %Y}", machine=page.machine(), load=page.load())
    put(page.PAGE, page.MEMORY, "\n".join([head, *(f"{section.text}\n" for section in sections)]))
    for section in sections:
        if section.title == ABLATION:
            put(page.PAGE.with_name("memory.md"), "ablation", section.table)


def put(path: Path, name: str, text: str) -> None:
    """Put `text` where the marks of that name stand in a page, or at its end."""
    begin, end = page.marks(name)
    before, marked, rest = path.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2] if marked else "\n"
    before = before if marked else f"{before.rstrip()}\n\n"
    path.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}", encoding="utf-8")
