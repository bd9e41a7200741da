"""Estimate the cost of laying out a text, in one linear pass over it. No Qt here.

Qt lays out a document whole, and what it takes depends on more than the length: a cell of a table costs as much as a
hundred letters, a letter without a font of its own as much as fifteen. The unit is a letter of plain prose, about a
microsecond to shape, lay out and paint. `MAX_COST` is what is handed to Qt at once, so that no text, however it is
made, holds the window for longer than a fraction of what users notice.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import Final

MAX_COST: Final = 12_000
"""Of one document, and of all that is laid out in one turn of the loop."""
CELL_COST: Final = 90
LINE_COST: Final = 20
MAX_MARKS: Final = 8
"""Marks without a width of their own that one letter keeps; more than this is no writing."""
_STEP: Final = 512
_SIGNS: Final = dict.fromkeys("()[]{}<>-+=:~@*/|#^&", 6)
"""The font shapes these by what stands beside them, which takes seven times as long as a letter."""
_DENSE: Final = {
    **_SIGNS,
    "\n": LINE_COST,
    "!": 120,  # an image
    "|": CELL_COST,
    "`": 12,
    "[": 14,
    ":": 12,  # an address
    ".": 6,
    "@": 16,
    "*": 8,
    "_": 8,
    "~": 8,
    "&": 8,
    ">": 8,
    "\t": 4,
    "\0": 4,
}
_MARKS: Final = re.compile(rf"[^\w\s\x00-\x7f]{{{MAX_MARKS + 1},}}")
_WIDTHLESS: Final = frozenset({"Mn", "Me", "Cf"})


def _weights(dense: Mapping[str, int]) -> bytes:
    """Return the cost of each byte of UTF-8: a letter costs the sum of its bytes."""
    weights = bytearray([1] * 256)
    for character, cost in dense.items():
        weights[ord(character)] = cost
    weights[0xC2:0xE0] = bytes([2] * (0xE0 - 0xC2))
    weights[0xE0:0xF8] = bytes([12] * (0xF8 - 0xE0))
    weights[0xE2] = 4  # punctuation and symbols
    return bytes(weights)


_MARKDOWN: Final = _weights(_DENSE)
_PLAIN: Final = _weights({**_SIGNS, "\n": LINE_COST, "\t": 4, "\0": 4})
_INNER: Final = bytes(range(0x80, 0xC0))
"""Bytes that begin no character."""


def layout_cost(text: str, *, plain: bool = False) -> int:
    """Return what `text` costs as markdown, or as `plain` text, without the cells of a table that have no bars."""
    return sum(_encoded(text).translate(_PLAIN if plain else _MARKDOWN))


def affordable(text: str, start: int, most: int, *, plain: bool = False) -> int:
    """Return the end of the longest part of `text` from `start` that costs no more than `most`.

    It holds a character at least, and parts a mark from the letter that it belongs to only where it must.
    """
    at, weights = start, _PLAIN if plain else _MARKDOWN
    while at < len(text):
        raw = _encoded(text[at : at + _STEP])
        costs = list(accumulate(raw.translate(weights)))
        if costs[-1] > most:
            inside = raw[: bisect_right(costs, most)]
            cut_short = len(inside) < len(raw) and raw[len(inside)] in _INNER
            at += len(inside.translate(None, _INNER)) - (1 if cut_short and inside else 0)
            break
        most -= costs[-1]
        at += _STEP
    return max(_before_marks(text, start, min(at, len(text))), start + 1)


def limit_marks(text: str) -> str:
    """Return `text` with at most `MAX_MARKS` marks without a width in a row: letters are not buried under them."""
    return text if text.isascii() else _MARKS.sub(_limited, text)


def _before_marks(text: str, start: int, end: int) -> int:
    """Return `end`, moved before the last letter where its marks would be cut from it."""
    at = end
    while at > start and end - at <= MAX_MARKS and at < len(text) and unicodedata.combining(text[at]):
        at -= 1
    return at if at < len(text) and not unicodedata.combining(text[at]) else end


def _limited(run: re.Match[str]) -> str:
    kept, marks = [], 0
    for character in run[0]:
        marks = marks + 1 if unicodedata.category(character) in _WIDTHLESS else 0
        if marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
