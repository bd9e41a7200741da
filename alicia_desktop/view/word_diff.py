"""Two texts word by word: what stayed, what went and what came, in reading order."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, Literal

from alicia_desktop.view.memory_rows import DiffPiece

MOST_WORDS: Final = 2_000
"""Of each text; comparing costs their product, and nobody reads a longer difference."""
_WORD: Final = re.compile(r"\s+|\w+|[^\w\s]")


def word_diff(before: str, after: str) -> tuple[DiffPiece, ...]:
    """Return the pieces of both texts; joined without the added ones they are `before`, without the removed `after`."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    if len(old) > MOST_WORDS or len(new) > MOST_WORDS:
        return _pieces([("removed", before), ("added", after)])
    pieces: list[tuple[Literal["same", "removed", "added"], str]] = []
    for tag, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(("same", "".join(old[start:end])))
        else:
            pieces += [("removed", "".join(old[start:end])), ("added", "".join(new[new_start:new_end]))]
    return _pieces(pieces)


def _pieces(pieces: Sequence[tuple[Literal["same", "removed", "added"], str]]) -> tuple[DiffPiece, ...]:
    return tuple(DiffPiece(kind=kind, text=words) for kind, words in pieces if words)
