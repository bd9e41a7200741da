"""What the documentation says is held by a test is held by one."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
NAMED: Final = re.compile(r"`(tests/[\w/]+\.py)(?:::(test_\w+))?`")


def test_every_test_that_the_documentation_names_is_there() -> None:
    named = {found for page in (ROOT / "docs").glob("*.md") for found in NAMED.findall(page.read_text("utf-8"))}
    assert named
    missing = [
        f"{file}::{test}"
        for file, test in sorted(named)
        if not (ROOT / file).is_file() or (test and f"def {test}(" not in (ROOT / file).read_text("utf-8"))
    ]
    assert missing == []
