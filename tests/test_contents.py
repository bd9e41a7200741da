"""Every page is found from the contents, and the glossary knows where each term lives."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
READERS: Final = ("people who talk with Alicia", "LiveKit developers", "operators of an Alicia server", "contributors")
LINK: Final = re.compile(r"\]\(([^()\s]+)\)")
MODULE: Final = re.compile(r"`([\w/]+\.py)`")


def test_the_contents_name_every_page_and_every_reader() -> None:
    contents = (DOCS / "README.md").read_text("utf-8")
    headings = re.findall(r"(?m)^## For (.*)$", contents)
    assert headings == list(READERS)
    assert all("Start with" in part for part in contents.split("\n## ")[1:])
    linked = {link.partition("#")[0] for link in LINK.findall(contents)}
    pages = {page.name for page in DOCS.glob("*.md")} - {"README.md"}
    assert pages <= linked


def test_the_glossary_is_sorted_into_tables_of_one_line_a_term_and_names_modules_that_exist() -> None:
    rows = [row.split(" | ") for row in (DOCS / "glossary.md").read_text("utf-8").splitlines() if row.startswith("| ")]
    terms = [row[0].removeprefix("| ") for row in rows if row[0] != "| term"]
    assert len(terms) >= 40
    assert len(set(terms)) == len(terms)
    missing = [
        path for row in rows for path in MODULE.findall(row[2]) if not (ROOT / "alicia_desktop" / path).is_file()
    ]
    assert missing == []
    assert all(len(row) == 3 for row in rows)


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md", "docs/README.md"])
def test_the_glossary_is_linked_from_where_people_begin(page: str) -> None:
    assert "glossary.md)" in (ROOT / page).read_text("utf-8")


def test_the_workflow_runs_what_has_to_be_green() -> None:
    (run,) = re.findall(r"(?m)^ +run: (\.ci/\S+)$", (ROOT / ".github/workflows/ci.yml").read_text("utf-8"))
    assert (ROOT / run).is_file()
