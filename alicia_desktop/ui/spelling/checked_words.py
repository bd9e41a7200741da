"""Find the words of a text whose spelling is checked. Code, addresses, numbers and names of programs are not.

    [word.text for word in checked_words("Run `mkdri` on wendsday, see https://alicia.home")]  # Run, on, wendsday, see

Positions are units of UTF-16, as Qt counts them.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MAX_WORD_CHARACTERS: Final = 40
"""Longer ones are no words that anybody writes, and dictionaries take long over them."""

_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_CODE: Final = re.compile(r"(`+)(?:.*?\1|.*)", re.DOTALL)
"""Code within a line; without a second mark it goes on to the end of the line, since it is still being written."""
_TOKEN: Final = re.compile(r"\S+")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NO_WORDS: Final = re.compile(r"[\d_@/\\#=<>{}|~$%^*]|\w[.:]\w|::|&\w")
"""What a token has that is no writing: a figure, an address, a path, a tag, code."""
_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
_EMPHASIS: Final = "*_~\"'’\N{LEFT SINGLE QUOTATION MARK}“”«»„([{<>)]}.,;:!?…—-\N{EN DASH}"
"""What stands around words, also as Markdown; `_` and `*` within a token are another matter."""


class CheckedWord(NamedTuple):
    """A word and where it begins."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """The position behind it."""
        return self.start + len(self.text)


def checked_words(line: str, *, start: int = 0, end: int | None = None) -> Iterator[CheckedWord]:
    """Yield the words of one paragraph that begin between `start` and `end`; it is not within a block of code."""
    units = in_units(line)
    end = len(units) if end is None else end
    code = [match.span() for match in _CODE.finditer(units)] if "`" in units else []
    start = _beginning_of_token(units, start)
    for token in _TOKEN.finditer(units, start):
        if token.start() >= end:
            return
        core = token.group().strip(_EMPHASIS)
        if core and not _NO_WORDS.search(core) and not _is_within(code, token.start(), token.end()):
            yield from _words(token.group(), token.start())


def is_fence(line: str) -> bool:
    """Return whether a paragraph begins or ends a block of code."""
    return _FENCE.match(line) is not None


def ends_in_code(text: str) -> bool:
    """Return whether what follows a text, which ends with a whole line, is within a block of code."""
    return len(_FENCE.findall(text)) % 2 == 1


def in_units(text: str) -> str:
    """Return a text in which each unit of UTF-16 is one character; those beyond the first plane are no words."""
    return _ASTRAL.sub("  ", text)


def _words(token: str, offset: int) -> Iterator[CheckedWord]:
    for found in _WORD.finditer(token):
        word = found.group()
        if 1 < len(word) <= MAX_WORD_CHARACTERS and not _is_name_of_its_own_case(word):
            yield CheckedWord(offset + found.start(), word)


def _is_name_of_its_own_case(word: str) -> bool:
    """Whether it is an abbreviation, such as NASA, or a name of programs, such as iPhone."""
    return any(letter.isupper() for letter in word[1:])


def _is_within(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    return any(first < end and start < last for first, last in spans)


def _beginning_of_token(text: str, position: int) -> int:
    """Return where the token begins that `position` is in, so that no half of one is taken for a word."""
    while position > 0 and not text[position - 1].isspace():
        position -= 1
    return position
