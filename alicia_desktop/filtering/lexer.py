"""Cut what is typed into a search or a filter into pieces, each with its place: words, "quoted texts", /patterns/.

The sidebar's search and the inspector's filters share it, so that quotes and the minus mean the same in both. Reading
never fails: a quote or a pattern without its end is a piece that says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

Form = Literal["word", "quoted", "pattern", "open", "close"]

BEFORE_PATTERN: Final = ":=~"
"""Signs after which a slash inside a word begins a pattern."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lexeme:
    """A run of what was typed; `text[start:end]` is all of it, its minus included."""

    form: Form
    said: str
    """What it says: of a quoted text or a pattern what is between its signs, the escapes resolved."""
    start: int
    end: int
    minus: bool = False
    closed: bool = True
    """Whether every quote and pattern in it has its end."""


def simple_pieces(text: str) -> Iterator[Lexeme]:
    """Cut into words and quoted texts only; brackets, slashes and backslashes are letters like others."""
    at = 0
    while (at := _skip_space(text, at)) < len(text):
        minus = text[at] == "-" and at + 1 < len(text) and not text[at + 1].isspace()
        first = at + minus
        if text[first] == '"':
            ending = text.find('"', first + 1)
            end = len(text) if ending < 0 else ending + 1
            said = text[first + 1 : len(text) if ending < 0 else ending]
            yield Lexeme(form="quoted", said=said, start=at, end=end, minus=minus, closed=ending >= 0)
        else:
            end = first
            while end < len(text) and not text[end].isspace():
                end += 1
            yield Lexeme(form="word", said=text[first:end], start=at, end=end, minus=minus)
        at = end


def pieces(text: str) -> Iterator[Lexeme]:
    """Cut into words with quotes and patterns inside them, quoted texts, patterns, and brackets."""
    at = 0
    while (at := _skip_space(text, at)) < len(text):
        if text[at] in "()":
            yield Lexeme(form="open" if text[at] == "(" else "close", said=text[at], start=at, end=at + 1)
            at += 1
            continue
        minus = text[at] == "-"
        piece = _piece(text, at, first=at + minus, minus=minus)
        yield piece
        at = piece.end


def _piece(text: str, start: int, *, first: int, minus: bool) -> Lexeme:
    if text[first : first + 1] in {'"', "/"} and text[first : first + 1]:
        sign = text[first]
        said, end, closed = delimited(text, first)
        if end == len(text) or text[end].isspace() or text[end] in "()":
            form: Form = "quoted" if sign == '"' else "pattern"
            return Lexeme(form=form, said=said, start=start, end=end, minus=minus, closed=closed)
    end, closed = _word_end(text, first)
    return Lexeme(form="word", said=text[first:end], start=start, end=end, minus=minus, closed=closed)


def _word_end(text: str, first: int) -> tuple[int, bool]:
    at, closed = first, True
    while at < len(text) and not text[at].isspace() and text[at] not in "()":
        if text[at] == '"' or (text[at] == "/" and at > first and text[at - 1] in BEFORE_PATTERN):
            _, at, ended = delimited(text, at)
            closed = closed and ended
        else:
            at += 1
    return at, closed


def delimited(text: str, start: int) -> tuple[str, int, bool]:
    r"""Read a quoted text or a pattern from its first sign: what it says, its end, and whether it has one.

    In both a backslash makes the sign a letter. In a quoted text a backslash is written as `\\`; in a pattern all
    other escapes are the pattern's own.
    """
    sign, said, at = text[start], [], start + 1
    while at < len(text) and text[at] != sign:
        pair = text[at : at + 2] if text[at] == "\\" else text[at]
        is_escape = len(pair) == 2 and (pair[1] == sign or (sign == '"' and pair[1] == "\\"))
        said.append(pair[1] if is_escape else pair)
        at += len(pair)
    closed = at < len(text)
    return "".join(said), at + 1 if closed else len(text), closed


def quoted(said: str) -> str:
    r"""Return a text in quotes, so that `delimited` reads it back."""
    escaped = said.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def slashed(source: str) -> str:
    """Return a pattern between slashes, so that `delimited` reads it back."""
    written, at = [], 0
    while at < len(source):
        pair = source[at : at + 2] if source[at] == "\\" else source[at]
        written.append("\\/" if pair == "/" else pair)
        at += len(pair)
    return f"/{''.join(written)}/"


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
