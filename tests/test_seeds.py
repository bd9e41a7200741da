"""The requirements page names modules and tests that exist, hides no gap, and counts its rows rightly."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "seeds.md"
DOCUMENTS: Final = {
    "database-alignment.md": "D",
    "memory-trace.md": "T",
    "memory-types.md": "K",
    "memory-function.md": "F",
    "memory-retrieval-flow.md": "R",
}
"""The letter with which the rows of each document begin."""
KINDS: Final = ("", "Otherwise", "Partly", "Not done")
OPEN: Final = frozenset({"T22"})
"""Rows that may be without a test; there shall be none."""
MODULE: Final = re.compile(r"`([\w/]+\.py)`")
TEST: Final = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
CODE: Final = re.compile(r"`[^`]*`")


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One requirement."""

    name: str
    """Letter of the document and number, such as `D12`."""
    requirement: str
    where: str
    tests: str
    kind: str
    """One of `KINDS`."""
    reason: str


def rows() -> list[Row]:
    """Return all rows of the page."""
    return [row for line in PAGE.read_text("utf-8").splitlines() if (row := _row(line)) is not None]


def _row(line: str) -> Row | None:
    if not re.match(r"\| [A-Z]\d+ \|", line):
        return None
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    assert len(cells) == 5, line
    name, requirement, where, tests, deviation = cells
    said = re.fullmatch(r"\*\*(.+?):\*\* (.+)", deviation)
    assert said is not None or deviation == "", line
    kind, reason = said.groups() if said else ("", "")
    return Row(name=name, requirement=requirement, where=where, tests=tests, kind=kind, reason=reason)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_document_has_its_rows_in_order_and_each_says_something(document: str) -> None:
    (section,) = re.findall(rf"(?ms)^## {re.escape(document)}$(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"))
    found = [row for line in section.splitlines() if (row := _row(line)) is not None]
    assert [row.name for row in found] == [f"{DOCUMENTS[document]}{number}" for number in range(1, len(found) + 1)]
    assert len(found) >= 30
    assert all(row.requirement for row in found)
    assert {row.kind for row in found} <= set(KINDS)


def test_every_module_that_a_row_names_exists() -> None:
    named = {(row.name, path) for row in rows() for path in MODULE.findall(row.where)}
    assert sorted(one for one in named if not (ROOT / "alicia_desktop" / one[1]).is_file()) == []


def test_every_test_that_a_row_names_exists() -> None:
    named = {(row.name, *test) for row in rows() for test in TEST.findall(row.tests)}
    sources = {file: _source(file) for _, file, _ in named}
    assert sorted(one for one in named if f"def {one[2]}(" not in sources[one[1]]) == []


def test_a_row_names_a_module_and_a_test_or_says_that_it_is_not_done() -> None:
    silent = [row.name for row in rows() if bool(MODULE.search(row.where) and TEST.search(row.tests)) == _is_gap(row)]
    assert silent == []
    others = [row.name for row in rows() if CODE.sub("", row.where + row.tests).strip(" ,")]
    assert others == [], "modules and tests stand in backticks, separated by commas, and nothing else beside them"


def test_no_other_row_is_without_a_test() -> None:
    assert {row.name for row in rows() if not TEST.search(row.tests)} <= OPEN


def test_the_summary_counts_the_rows() -> None:
    found = Counter((row.name[0], row.kind) for row in rows())
    counts = [[found[letter, kind] for kind in KINDS] for letter in DOCUMENTS.values()]
    counts.append([sum(column) for column in zip(*counts, strict=True)])
    names = [*(f"[{document}](#{document.replace('.', '')})" for document in DOCUMENTS), "all"]
    for name, numbers in zip(names, counts, strict=True):
        line = f"| {name} | {' | '.join(map(str, [sum(numbers), *numbers]))} |"
        assert line in PAGE.read_text("utf-8"), line


def _is_gap(row: Row) -> bool:
    return row.kind == "Not done"


def _source(file: str) -> str:
    return (ROOT / file).read_text("utf-8") if (ROOT / file).is_file() else ""
