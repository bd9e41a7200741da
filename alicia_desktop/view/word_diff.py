"""Compare two texts word by word: what stayed, what was removed and what was added, in reading order.

What both have at their beginning and at their end is set aside first, so a word that was changed in a long text is
found in it. The rest is compared as far as a bounded number of steps goes; what is then left counts as changed.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Final, Literal

MAX_CHARACTERS: Final = 50_000
"""Of what differs in one text; nobody reads a longer difference."""

MAX_STEPS: Final = 300_000
"""Pairs of equal words that are looked at: comparing costs up to the product of the lengths, and more."""

_WORD: Final = re.compile(r"\s+|\w+|[^\w\s]")

Kind = Literal["same", "removed", "added"]


@dataclass(frozen=True, kw_only=True, slots=True)
class DiffPiece:
    """A run of words that both texts have, or only one of them."""

    kind: Literal["same", "removed", "added"]
    text: str


def word_diff(before: str, after: str) -> tuple[DiffPiece, ...]:
    """Return the pieces of both texts; joined without the added ones they are `before`, without the removed `after`."""
    start = _common(before, after)
    while start and (_parts_word(before, start) or _parts_word(after, start)):
        start -= 1
    rest_before, rest_after = before[start:], after[start:]
    end = _common(rest_before[::-1], rest_after[::-1])
    while end and (_parts_word(rest_before, len(rest_before) - end) or _parts_word(rest_after, len(rest_after) - end)):
        end -= 1
    old, new = rest_before[: len(rest_before) - end], rest_after[: len(rest_after) - end]
    pieces: list[tuple[Kind, str]] = [("same", before[:start])]
    if max(len(old), len(new)) > MAX_CHARACTERS:
        pieces += [("removed", old), ("added", new)]
    else:
        pieces += _compared(_WORD.findall(old), _WORD.findall(new))
    return _joined([*pieces, ("same", rest_before[len(rest_before) - end :])])


def _compared(old: Sequence[str], new: Sequence[str]) -> list[tuple[Kind, str]]:
    pieces: list[tuple[Kind, str]] = []
    at, new_at = 0, 0
    for start, new_start, length in (*_same_runs(old, new), (len(old), len(new), 0)):
        pieces += [("removed", "".join(old[at:start])), ("added", "".join(new[new_at:new_start]))]
        at, new_at = start + length, new_start + length
        pieces.append(("same", "".join(old[start:at])))
    return pieces


def _same_runs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Return begin in both, and length, of the runs of words that both have, the longest looked for first."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    times = Counter(new)
    steps = [0, *accumulate(1 + times[word] for word in old)]
    left, waiting, found = MAX_STEPS, [(0, len(old), 0, len(new))], []
    while waiting:
        first, last, new_first, new_last = waiting.pop(0)
        left -= steps[last] - steps[first]
        if left < 0:
            break
        run = matcher.find_longest_match(first, last, new_first, new_last)
        if run.size:
            found.append((run.a, run.b, run.size))
            waiting.append((first, run.a, new_first, run.b))
            waiting.append((run.a + run.size, last, run.b + run.size, new_last))
    return sorted(found)


def _common(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one.startswith(other[least:middle], least):
            least = middle
        else:
            most = middle - 1
    return least


def _parts_word(text: str, at: int) -> bool:
    """Whether a place is in a word, or in a space of several characters."""
    if not 0 < at < len(text):
        return False
    before, behind = text[at - 1], text[at]
    return (_is_word(before) and _is_word(behind)) or (before.isspace() and behind.isspace())


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _joined(pieces: Sequence[tuple[Kind, str]]) -> tuple[DiffPiece, ...]:
    """Return what is not empty; what stayed on both sides of nothing is one."""
    made: list[DiffPiece] = []
    for kind, words in pieces:
        if words and made and made[-1].kind == kind:
            made[-1] = DiffPiece(kind=kind, text=made[-1].text + words)
        elif words:
            made.append(DiffPiece(kind=kind, text=words))
    return tuple(made)
