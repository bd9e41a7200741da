"""The tables of docs/protocol.md, as tests hold them against the program."""

import re
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[2] / "docs" / "protocol.md"


def marked(mark: str) -> str:
    """Return what stands on the page between the marks of that name."""
    return PAGE.read_text("utf-8").partition(f"<!-- {mark} -->")[2].partition(f"<!-- end of {mark} -->")[0]


def named_in(mark: str) -> set[str]:
    """Return all that is set as code in the first column of a marked table."""
    rows = re.findall(r"^\| (`.+?`) \|", marked(mark), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
