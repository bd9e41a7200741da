"""What docstrings and comments of the sources name is there: a module that was renamed leaves no old name behind."""

import functools
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
DOTTED: Final = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)`(?!`)")
A_WORD: Final = re.compile(r"[A-Za-z_]\w*")
ENDINGS: Final = frozenset({"py", "toml"})


def modules() -> list[Path]:
    """Return every module of the program and its tests."""
    return [path for folder in ("alicia_desktop", "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


def tokens(path: Path) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of a module."""
    return tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)


def is_prose(token: tokenize.TokenInfo) -> bool:
    """Return whether a token is a comment or a docstring."""
    is_docstring = token.type == tokenize.STRING and token.string.startswith('"""')
    return is_docstring or token.type == tokenize.COMMENT


@functools.cache
def read() -> tuple[frozenset[str], tuple[tuple[str, str], ...]]:
    """Return each name of the code, and each dotted name of its prose with the place where it stands."""
    known, named = set(ENDINGS), []
    for path in modules():
        known |= {path.stem, path.parent.name}
        for token in tokens(path):
            if is_prose(token):
                place = f"{path.relative_to(ROOT)}:{token.start[0]}"
                named += [(place, name) for name in DOTTED.findall(token.string)]
            elif token.type in {tokenize.NAME, tokenize.STRING}:
                known |= set(A_WORD.findall(token.string))
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
