"""Split markdown into blocks of prose and code, and map offsets in the source to positions in the shown text.

Code blocks become widgets of their own (highlighted, with a Copy button), prose becomes documents. None costs more to
lay out than `MAX_COST`: what is longer is cut, at the end of a paragraph where there is one, else of a line, else
anywhere. A block is found from the `BlockStart` where the one before ended, so a text that grows is cut only at its
end, and one of megabytes only as far as it is shown. For that, where a block ends is never decided by a line after the
one that it ends at, since that line may not have come yet; and where the last line has not come whole, `tentative`
tells what the rest of it may change.

Spans that were sent as offsets into the source, such as the sentence being spoken, must be found again in what is
shown. No Qt here.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from alicia_desktop.ui.untrusted.layout_cost import CELL_COST, MAX_COST, affordable, layout_cost

FENCE: Final = re.compile(r" {0,3}(`{3,}+|~{3,}+)[ \t]*+([^\s`]*+)[^`\n]*")
LOOK_AHEAD: Final = 400
"""How much markup may stand between two characters that are shown: a long address of a link."""
CUT_COST: Final = 4_000
"""Cost from which on prose is cut at the end of its paragraph: an answer that grows is laid out anew from there."""
MAX_COLUMNS: Final = 20
"""A wider table is shown as it was written: each cell costs as much as a line, and nobody reads it side by side."""
MAX_WORD_LETTERS: Final = 5_000
"""Letters of a word that are laid out as one: what it takes to break a word grows with more than its length."""
_TABLE_LINE: Final = frozenset(" \t>|:-+*0123456789.)")
_UNDECIDED: Final = _TABLE_LINE | frozenset("`~")
"""A line of these alone may become a fence, the line under the head of a table, an empty one, or none of them."""
_LAST_SENTENCE: Final = 200
"""How far before the cost is reached a line is cut at the end of a sentence, or of a word, rather than in a word."""
_MAX_GAP: Final = 100
"""More space than this between two paragraphs is left out of both."""
_GAP: Final = re.compile(r"\s++")
_BLANK: Final = re.compile(r"^[ \t>]*+\r?$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    """A piece of a message."""

    kind: Literal["prose", "code", "text"]
    """`text` is no markdown: it is shown as it is, in lines that are broken where they must."""
    text: str
    """The markdown, the code without its fences, or the text."""
    start: int
    """Where `text` begins in the message."""
    language: str = ""
    head: str = ""
    """The head of the table that goes on in `text`: shown before it once more."""
    continues: bool = False
    """Whether it goes on with what the block before was cut from."""
    goes_on: bool = False
    """Whether the next block goes on with this code."""
    cost: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class BlockStart:
    """Where the next block begins, and what it continues."""

    at: int = 0
    fence: str = ""
    """What opened the code that goes on here."""
    language: str = ""
    table: str = ""
    """The head of the table that goes on here."""
    verbatim: Literal["", "table", "text"] = ""
    """Whether a table that is too wide goes on here, or text that is no markdown."""
    continues: bool = False
    tentative: bool = False
    """Whether it may be elsewhere once the last line has come whole: a text that grew is cut from a place before."""


def split_blocks(source: str) -> tuple[Block, ...]:
    """Cut `source` at its fences; a fence that is still open while the answer grows runs to the end."""
    return tuple(block for block, _ in blocks_from(source, BlockStart()))


def blocks_from(source: str, place: BlockStart) -> Iterator[tuple[Block, BlockStart]]:
    """Yield the blocks from `place` on, each with the place where the next one begins."""
    while place.at < len(source):
        block, after = _next_block(source, place)
        place = replace(after, tentative=True) if place.tentative else after
        if block is not None:
            yield block, place


def code_from(source: str, start: int) -> str:
    """Return the whole code that begins at `start`, up to the fence that closes it, or to the end of a wide table."""
    line_before = source.rfind("\n", 0, max(0, start - 1)) + 1
    found = FENCE.fullmatch(source[line_before:start].rstrip("\r\n"))
    closing = _closing(found[1]) if found else _BLANK
    closed = closing.search(source, start)
    return source[start : closed.start() if closed else len(source)].rstrip("\n")


def _next_block(source: str, place: BlockStart) -> tuple[Block | None, BlockStart]:
    if place.verbatim == "text":
        return _next_text(source, place)
    if place.fence or place.verbatim:
        return _next_code(source, place)
    return _Prose(source, replace(place, at=_line_after_gap(source, place.at))).taken()


def _next_code(source: str, place: BlockStart) -> tuple[Block | None, BlockStart]:
    """Take lines up to the fence that closes them, the end of a table that is too wide, or the cost."""
    cost = 0
    for start, end in _lines(source, place.at):
        line = source[start : min(end, start + MAX_COST + 1)]
        if place.fence and _closes(line, place.fence):
            return _code(source, place, start, cost), BlockStart(at=end)
        if place.verbatim and _is_empty(line):
            return _code(source, place, start, cost), BlockStart(at=start, tentative=_may_change(line))
        more = layout_cost(line, plain=True)
        if cost + more > MAX_COST and start > place.at:
            after = replace(place, at=start, continues=True, tentative=_may_change(line))
            return _code(source, place, start, cost, whole=False), after
        if more > MAX_COST:
            cut = affordable(source, start, MAX_COST, plain=True)
            after = replace(place, at=cut, continues=True, tentative=_may_change(line))
            return _code(source, place, cut, MAX_COST, whole=False), after
        cost += more
    return _code(source, place, len(source), cost), BlockStart(at=len(source))


def _next_text(source: str, place: BlockStart) -> tuple[Block | None, BlockStart]:
    """Take lines until there are enough; of one that alone is too much, as much as can be laid out."""
    cost, end = 0, place.at
    for start, after in _lines(source, place.at):
        line = source[start : min(after, start + MAX_COST + 1)]
        more = MAX_COST + 1 if _has_long_word(line) else layout_cost(line, plain=True)
        if cost + more > MAX_COST:
            end = (
                start
                if start > place.at
                else min(affordable(source, start, MAX_COST, plain=True), start + MAX_WORD_LETTERS)
            )
            break
        cost, end = cost + more, after
        if cost >= CUT_COST:
            break
    whole = end >= len(source)
    text = source[place.at : end]
    text = text if whole else text.removesuffix("\n")
    block = Block(kind="text", text=text, start=place.at, continues=True, cost=min(MAX_COST, max(cost, len(text))))
    return block, replace(place, at=end)


def _code(source: str, place: BlockStart, end: int, cost: int, *, whole: bool = True) -> Block | None:
    """Return the code up to `end`; where it is the end of the `whole`, empty lines there are left out."""
    text = source[place.at : end]
    text = text.rstrip("\n") if whole else text.removesuffix("\n")
    if place.continues and whole and not text:
        return None
    return Block(
        kind="code",
        text=text,
        start=place.at,
        language=place.language,
        continues=place.continues,
        goes_on=not whole,
        cost=cost,
    )


class _Prose:
    """Collect lines of prose until a fence, a table that is too wide, or the maximum cost."""

    def __init__(self, source: str, place: BlockStart) -> None:
        self._source = source
        self._place = place
        self._cost = layout_cost(place.table)
        self._paragraph = (place.at, 0)
        """Where the last paragraph ended that can be cut at, and the cost up to there."""
        self._head = place.table
        self._columns = _columns(place.table)
        self._before = ""
        """The line before, which may be the head of a table."""

    def taken(self) -> tuple[Block | None, BlockStart]:
        """Return the block, and the place of the next."""
        place = self._place
        for start, end in _lines(self._source, place.at):
            line = self._source[start : min(end, start + MAX_COST + 1)]
            found = None if start == place.at and place.continues else _fence(line)
            if found:
                return self._until(start, self._cost), BlockStart(at=end, fence=found[1], language=found[2])
            if self._begins_paragraph(line, start) and self._cost >= CUT_COST:
                return self._until(start, self._cost), BlockStart(at=start)
            after = start if line.strip() else _line_after_gap(self._source, start)
            if after - start > _MAX_GAP:
                return self._until(start, self._cost), BlockStart(at=after)
            head = self._head_of_wide_table(line, start)
            if head is not None:
                table = BlockStart(at=head, verbatim="table", tentative=_may_change(line))
                return self._until(head, self._cost), table
            self._follow_table(line)
            cost = self._cost_of(line)
            if self._cost + cost > MAX_COST:
                if after == len(self._source):  # a gap may yet become one that is left out: no reason to cut before it
                    return self._until(start, self._cost), BlockStart(at=after)
                block, place = self._cut(start, end)
                return block, replace(place, tentative=_may_change(line))
            self._cost += cost
            self._before = line
        return self._until(len(self._source), self._cost), BlockStart(at=len(self._source))

    def _begins_paragraph(self, line: str, start: int) -> bool:
        """Whether this line and what comes before it can be shown apart; remembers the place."""
        apart = not self._before.strip() and line.strip() != "" and line[0] not in {" ", "\t"}
        if apart and start > self._place.at:
            self._paragraph = (start, self._cost)
            return True
        return False

    def _head_of_wide_table(self, line: str, start: int) -> int | None:
        """Return where the table begins of which this line says that it is too wide."""
        wide = not self._columns and not _is_empty(self._before) and self._is_under_head(line)
        return start - len(self._before) if wide else None

    def _is_head_of_wide_table(self, start: int, end: int) -> bool:
        """Whether a line whose first piece this is looks like the head of one.

        The line under it, which would say so, may not have come yet, so that the pieces of the head would be shown.
        """
        in_line = start > 0 and self._source[start - 1] != "\n"
        return not in_line and not self._columns and self._source.count("|", start, end) >= MAX_COLUMNS

    def _is_under_head(self, line: str) -> bool:
        """Whether this is the line under the head of a table that is too wide."""
        return line.count("|") >= MAX_COLUMNS and _is_table_line(line)

    def _follow_table(self, line: str) -> None:
        """Follow where tables begin and end; a head that costs much is not shown again."""
        if _is_empty(line):
            self._head, self._columns = "", 0
        elif not self._columns and _is_table_line(line) and not _is_empty(self._before):
            head = self._before + line
            self._head = head if layout_cost(head) <= CUT_COST else ""
            self._columns = _columns(line)

    def _cost_of(self, line: str) -> int:
        return MAX_COST + 1 if _has_long_word(line) else max(layout_cost(line), self._columns * CELL_COST)

    def _cut(self, start: int, line_end: int) -> tuple[Block | None, BlockStart]:
        """Cut before the line that is too much: at the last paragraph, at the line, or in a line that alone is."""
        paragraph, cost = self._paragraph
        if cost >= CUT_COST // 2:
            return self._until(paragraph, cost), BlockStart(at=paragraph)
        if start > self._place.at:
            return self._until(start, self._cost), BlockStart(at=start, table=self._head, continues=True)
        return self._cut_in_line(start, line_end)

    def _cut_in_line(self, start: int, line_end: int) -> tuple[Block | None, BlockStart]:
        """Cut in the line that the block begins with; one of as many cells as a table that is too wide begins one."""
        end = affordable(self._source, start, MAX_COST - self._cost)
        if _has_long_word(self._source[start:end]):
            end = start + MAX_WORD_LETTERS
        if self._is_head_of_wide_table(start, min(end, line_end)):
            return None, BlockStart(at=start, verbatim="table")
        late = max(start + 1, end - _LAST_SENTENCE)
        space = max(0, self._source.rfind(". ", late, end) + 1) or self._source.rfind(" ", late, end)
        end = space + 1 if space > start else end
        return self._until(end, MAX_COST), BlockStart(at=end, continues=True)

    def _until(self, end: int, cost: int) -> Block | None:
        place = self._place
        text = self._source[place.at : end]
        if not text.strip():
            return None
        return Block(kind="prose", text=text, start=place.at, head=place.table, continues=place.continues, cost=cost)


def _lines(source: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each line from `at`, its line end in it."""
    while at < len(source):
        found = source.find("\n", at)
        end = len(source) if found < 0 else found + 1
        yield at, end
        at = end


def _line_after_gap(source: str, at: int) -> int:
    """Return where the first line that is not empty begins, from the line at `at` on."""
    found = _GAP.match(source, at)
    end = found.end() if found else at
    return end if end == len(source) else max(at, source.rfind("\n", at, end) + 1)


def _fence(line: str) -> re.Match[str] | None:
    return FENCE.fullmatch(line.rstrip("\r\n"))


def _closes(line: str, fence: str) -> bool:
    found = _fence(line)
    return found is not None and not found[2] and found[1][0] == fence[0] and len(found[1]) >= len(fence)


def _closing(fence: str) -> re.Pattern[str]:
    """Return what closes code that was opened with `fence`."""
    return re.compile(rf"^ {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}+[ \t]*+\r?$", re.MULTILINE)


def _may_change(line: str) -> bool:
    """Whether what comes behind `line`, the last one, may change what it is; more of it than this is not looked at."""
    return not line.endswith("\n") and len(line) <= MAX_COST and _UNDECIDED.issuperset(line)


def _has_long_word(line: str) -> bool:
    return len(line) > MAX_WORD_LETTERS and max(map(len, line.split(" "))) > MAX_WORD_LETTERS


def _is_empty(line: str) -> bool:
    """Whether the line ends a table, in a quote too, and so is not the head of one."""
    return not line.strip(" \t>\r\n")


def _is_table_line(line: str) -> bool:
    """Whether it could be the line under the head of a table, in a quote or a list too."""
    bare = line.rstrip("\r\n")
    return "|" in bare and "-" in bare and _TABLE_LINE.issuperset(bare)


def _columns(table: str) -> int:
    """Return how many columns the head of a table has at most."""
    return table.rstrip("\r\n").rpartition("\n")[2].count("|") + 1 if table else 0


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
