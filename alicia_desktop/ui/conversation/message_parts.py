"""Split a message into parts, each of which is laid out alone and costs no more than `MAX_COST`.

Nearly every message is one part. A very long one is folded, and split to its end only when the user asks for it, a few
parts at a time. One that grows is split again only in its last part. What users unfolded is kept by message id, because
widgets are pooled. No Qt here.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from alicia_desktop.ui.conversation.blocks import CUT_COST, Block, BlockStart, blocks_from
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.view.rows import ChipRow, MessageRow

MAX_PLACED_CHIPS: Final = 3
"""Maximum number of chips shown at first; the rest is "+n"."""
CHIPS_AT_ONCE: Final = 30
"""Number of chips that each click on "+n" adds; likewise for cards, notes and steps."""
CARDS_AT_ONCE: Final = 5
NOTES_AT_ONCE: Final = 5
STEPS_AT_ONCE: Final = 12


FOLD_COST: Final = 100_000
"""Layout cost after which the rest of a message is folded: some twenty screens of prose."""
WHOLE_COST: Final = 125_000
"""A message up to this cost is not folded: a fold that hides little is in the way."""
SPLIT_BATCH: Final = 16
"""Number of parts split at a time, once the whole message is to be shown."""
BLOCK_COST: Final = {"prose": 500, "code": 3_000, "text": 500}
"""Layout cost of a block without its text: it is a widget."""
CARD_COST: Final = 2_000
NOTE_COST: Final = 1_000
LINE_COST: Final = 300
"""Layout cost of a chip, a reasoning step or an error."""


@dataclass(kw_only=True, slots=True)
class MessageFolds:
    """What is unfolded under one message; changed in place by its widget."""

    reasoning: bool = False
    chips: int = 0
    """Number of chips shown after "+n" was clicked."""
    cards: int = CARDS_AT_ONCE
    notes: int = NOTES_AT_ONCE
    steps: int = STEPS_AT_ONCE
    tools: set[str] = field(default_factory=set)
    placed: tuple[str, ...] = ()
    """Ids of the chips shown first; while an answer is written, later ones only raise "+n"."""

    def chips_to_show(self, row: MessageRow) -> tuple[ChipRow, ...]:
        """Return the chips to show, and remember the first ones in `placed`."""
        if not (row.streaming and row.text and self.placed):
            self.placed = tuple(chip.id for chip in row.chips[:MAX_PLACED_CHIPS])
        if self.chips:
            return row.chips[: self.chips]
        return tuple(chip for chip in row.chips if chip.id in self.placed)


@dataclass(frozen=True, kw_only=True, slots=True)
class FoldMark:
    """The "Show all" or "Show less" button under a part: where a message is folded, or after its last part."""

    opened: bool
    size: int
    """Bytes of the whole message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessagePart:
    """A part of a message, shown by one widget."""

    row: MessageRow
    """The message; without its footer unless this is the last part."""
    number: int
    blocks: tuple[Block, ...]
    last: bool
    fold: FoldMark | None = None

    @property
    def id(self) -> str:
        """The id of the message, followed by the part's number unless it is the first."""
        return f"{self.row.id} {self.number}" if self.number else self.row.id

    @property
    def first(self) -> bool:
        """Whether this is the first part of the message."""
        return not self.number

    @property
    def cost(self) -> int:
        """The layout cost of the text."""
        return sum(block.cost + BLOCK_COST[block.kind] for block in self.blocks)

    @property
    def continues(self) -> bool:
        """Whether the text begins in the middle of a paragraph."""
        return bool(self.blocks) and self.blocks[0].continues

    @property
    def text(self) -> str:
        """The text, as for a screen reader."""
        return "\n".join(block.text for block in self.blocks)

    @property
    def complete(self) -> bool:
        """Whether this part is the whole message."""
        return self.first and self.last and self.fold is None


class SplitMessage:
    """Split one message into parts, up to its fold or, if unfolded, to its end."""

    def __init__(self, row: MessageRow, *, whole: bool) -> None:
        self._row = row
        self._folds = row.role != "text"  # what is in a window of its own was asked for whole
        self._whole = whole or not self._folds
        self._groups: list[tuple[Block, ...]] = []
        self._places: list[BlockStart] = []
        """The start of each group."""
        self._next = self._begin = BlockStart(verbatim="text" if row.role == "text" else "")
        self._boundary = 0
        """Number of parts before the fold; 0 if nothing is folded."""
        self._size: int | None = None
        self._split_as_needed()

    def __len__(self) -> int:
        return max(1, len(self._groups)) + self._has_separate_footer

    @property
    def ended(self) -> bool:
        """Whether splitting is finished: the end is reached, or the rest is folded."""
        return not self._whole or self._is_split

    def part(self, number: int) -> MessagePart:
        """Return the part with this number."""
        last = self.ended and number + 1 == len(self)
        return MessagePart(
            row=self._row if last else _text_only(self._row),
            number=number,
            blocks=self._groups[number] if number < len(self._groups) else (),
            last=last,
            fold=self._fold_mark()
            if self._folds and self._boundary and (last or number + 1 == self._boundary)
            else None,
        )

    @property
    def _has_separate_footer(self) -> bool:
        """Whether the footer is a part of its own, because it costs too much together with the last text."""
        return bool(self._groups) and _cost_of(self._groups[-1]) + footer_cost(self._row) > MAX_COST + NOTE_COST

    def number_at(self, offset: int) -> int | None:
        """Return the number of the part with the character at `offset`, or None if it is folded or not split yet."""
        if offset >= self._next.at and not self._is_split:
            return None
        return max(0, bisect_right([place.at for place in self._places], offset) - 1)

    def update(self, row: MessageRow) -> None:
        """Update the message; if its text only grew, the parts that its end may change are split again."""
        before, self._row, self._size = self._row.text, row, None
        if not row.text.startswith(before):
            self._boundary = 0
            self._drop(0)
        elif len(row.text) > len(before):
            self._drop(self._settled_parts(before))
        self._split_as_needed()

    def show_whole(self, *, whole: bool) -> None:
        """Unfold or fold the message."""
        self._whole = whole
        if not whole and 0 < self._boundary < len(self._groups):
            self._drop(self._boundary)
        self._split_as_needed()

    def split_more(self) -> None:
        """Split the next `SPLIT_BATCH` parts."""
        self._split(parts=SPLIT_BATCH)

    @property
    def _is_split(self) -> bool:
        return self._is_split_up_to(self._row.text)

    def _is_split_up_to(self, text: str) -> bool:
        return self._next.at >= len(text)

    def _settled_parts(self, text: str) -> int:
        """Return how many parts of `text` stay the same however it goes on."""
        places = [*self._places, self._next]
        kept = len(self._groups) - (1 if self._groups and self._is_split_up_to(text) else 0)
        while kept and places[kept].tentative:
            kept -= 1
        return kept

    def _drop(self, kept: int) -> None:
        """Drop the parts from `kept` on, to be split again; a fold behind them is found anew."""
        self._boundary = self._boundary if kept >= self._boundary else 0
        self._next = [*self._places, self._next][kept] if self._groups else self._begin
        del self._groups[kept:], self._places[kept:]

    def _split_as_needed(self) -> None:
        if not self._boundary:
            self._split(cost=WHOLE_COST)
            self._boundary = 0 if self._is_split else self._fold_position()
            if not self._whole and 0 < self._boundary < len(self._groups):
                self._drop(self._boundary)
        elif self._whole:
            self._split(parts=SPLIT_BATCH)

    def _fold_position(self) -> int:
        sums = list(accumulate(map(_cost_of, self._groups)))
        return max(1, bisect_right(sums, FOLD_COST))

    def _split(self, *, parts: int | None = None, cost: int | None = None) -> None:
        """Split the next `parts` parts, or until all parts together reach `cost`."""
        limit = None if parts is None else len(self._groups) + parts
        spent = 0 if cost is None else sum(map(_cost_of, self._groups))
        group: list[Block] = []
        group_cost, begins = 0, self._next
        for block, after in blocks_from(self._row.text, self._next):
            weight = _cost_of((block,))
            if group and (group_cost >= CUT_COST or group_cost + weight > MAX_COST):
                self._add(group, begins)
                spent += group_cost
                group, group_cost, begins = [], 0, self._next
                if len(self._groups) == limit or (cost is not None and spent > cost):
                    return
            group.append(block)
            group_cost += weight
            self._next = after
        self._next = BlockStart(at=len(self._row.text))
        if group:
            self._add(group, begins)

    def _add(self, group: Sequence[Block], begins: BlockStart) -> None:
        self._groups.append(tuple(group))
        self._places.append(begins)

    def _fold_mark(self) -> FoldMark:
        if self._size is None:
            self._size = len(self._row.text.encode("utf-8", "surrogatepass"))
        return FoldMark(opened=self._whole, size=self._size)


def footer_cost(row: MessageRow) -> int:
    """Return the layout cost of the footer of a message, with as many entries as are shown at first."""
    cards = CARD_COST * min(len(row.tools), CARDS_AT_ONCE)
    notes = NOTE_COST * min(len(row.notes), NOTES_AT_ONCE)
    return cards + notes + LINE_COST * (min(len(row.chips), CHIPS_AT_ONCE) + len(row.errors))


def _cost_of(group: Sequence[Block]) -> int:
    return sum(block.cost + BLOCK_COST[block.kind] for block in group)


def _text_only(row: MessageRow) -> MessageRow:
    """Return a copy of the message without footer and text; the blocks hold the text."""
    return MessageRow(
        id=row.id,
        role=row.role,
        name=row.name,
        time=row.time,
        text="",
        revision=0,
        state=row.state,
        interim=row.interim,
        stopped_after=row.stopped_after,
    )
