"""Markdown cut into prose and fenced code with the place of each in the source, and source offsets mapped to shown.

Code blocks become widgets of their own (highlighted, with a Copy button), prose becomes documents. Spans that were
sent as offsets into the source, such as the sentence being spoken, must be found again in what is shown. No Qt here.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final, Literal

FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`\n]*$")
LOOK_AHEAD: Final = 400
"""How much markup may stand between two characters that are shown: a long address of a link."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A piece of a message."""

    kind: Literal["prose", "code"]
    text: str
    """The markdown, or the code without its fences."""
    start: int
    """Where `text` begins in the message."""
    language: str = ""


def split_blocks(source: str) -> tuple[Block, ...]:
    """Cut `source` at its fences; a fence that is still open while the answer grows runs to the end."""
    blocks: list[Block] = []
    fence, language, start, at = "", "", 0, 0
    for line in source.splitlines(keepends=True):
        found = FENCE.match(line.rstrip("\r\n"))
        if found and not fence:
            blocks.append(_prose(source[start:at], start))
            fence, language, start = found[1], found[2], at + len(line)
        elif found and _closes(found, fence):
            blocks.append(_code(source[start:at], start, language))
            fence, start = "", at + len(line)
        at += len(line)
    rest = source[start:]
    blocks.append(_code(rest, start, language) if fence else _prose(rest, start))
    return tuple(block for block in blocks if block.kind == "code" or block.text.strip())


def _closes(found: re.Match[str], fence: str) -> bool:
    return not found[2] and found[1][0] == fence[0] and len(found[1]) >= len(fence)


def _prose(text: str, start: int) -> Block:
    return Block(kind="prose", text=text, start=start)


def _code(text: str, start: int, language: str) -> Block:
    return Block(kind="code", text=text.rstrip("\n"), start=start, language=language)


def align(source: str, shown: str) -> tuple[int, ...]:
    """Return for each character of `shown` where it stands in `source`: never falling, every kind of space equal.

    What is shown is the source without its markup, so each character is looked for behind the one before. A character
    that is not found (an entity, a bullet) takes the place of its predecessor.
    """
    places: list[int] = []
    at, last = 0, 0
    for character in shown:
        found = _find(source, character, at)
        if found >= 0:
            last, at = found, found + 1
        places.append(last)
    return tuple(places)


def _find(source: str, character: str, at: int) -> int:
    end = at + LOOK_AHEAD
    if not character.isspace():
        return source.find(character, at, end)
    # Only the very next run of spaces: a line end that markdown made up must not swallow the words before the next one.
    return at if source[at : at + 1].isspace() else -1


def shown_range(places: tuple[int, ...], start: int, end: int) -> tuple[int, int]:
    """Return which part of the shown text lies in `start`…`end` of the source, end exclusive."""
    return bisect_left(places, start), bisect_left(places, end)
