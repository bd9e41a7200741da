"""What docstrings and comments of the sources name is there: a module that was renamed leaves no old name behind."""

import functools
import re
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
DOTTED: Final = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)`(?!`)")
A_WORD: Final = re.compile(r"[A-Za-z_]\w*")
PIECES: Final = re.compile(
    r"""
      (?P<prose> (?<!\w)"{3}(?:\\.|[^\\])*?"{3} | \#[^\n]* )  # docstrings and comments
    | [A-Za-z]* (?: "{3}(?:\\.|[^\\])*?"{3} | '{3}(?:\\.|[^\\])*?'{3} | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | \b[A-Za-z_]\w*
    """,
    re.DOTALL | re.VERBOSE,
)
"""Prose, other strings and names, as `tokenize` finds them in a quarter of the time."""
NEWLINE: Final = "\n"
ENDINGS: Final = frozenset({"py", "toml"})


def modules() -> list[Path]:
    """Return every module of the program and its tests."""
    return [path for folder in ("alicia_desktop", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


@functools.cache
def read() -> tuple[frozenset[str], tuple[tuple[str, str], ...]]:
    """Return each name of the code, and each dotted name of its prose with the place where it stands."""
    known, named = set(ENDINGS), []
    for path in modules():
        known |= {path.stem, path.parent.name}
        text = path.read_text("utf-8")
        for piece in PIECES.finditer(text):
            if piece["prose"] is None:
                known |= set(A_WORD.findall(piece[0]))
            elif dotted := DOTTED.findall(piece[0]):
                place = f"{path.relative_to(ROOT)}:{text.count(NEWLINE, 0, piece.start()) + 1}"
                named += [(place, name) for name in dotted]
    return frozenset(known), tuple(named)


@pytest.mark.slow
def test_every_dotted_name_in_docstrings_and_comments_is_made_of_names_of_the_code() -> None:
    known, named = read()
    assert len(named) > 200
    unknown = [
        f"{place}: {name}"
        for place, name in named
        if name.partition(".")[0] not in sys.stdlib_module_names and not known.issuperset(name.split("."))
    ]
    assert unknown == []
