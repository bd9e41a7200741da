"""A message in parts, each of which is laid out alone and costs no more than `MAX_COST`.

Nearly every message is one part. What is very long is folded, and cut to its end only when somebody asks for it, a few
parts at a time. One that grows is cut anew only in its last part. No Qt here.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from alicia_desktop.ui.conversation.blocks import ENOUGH, Block, BlockStart, blocks_from
from alicia_desktop.ui.conversation.folds import CARDS_AT_ONCE, CHIPS_AT_ONCE, NOTES_AT_ONCE
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.view.rows import MessageRow

FOLD_COST: Final = 100_000
"""Cost from which on the rest of a message is folded: some twenty screens of prose."""
WHOLE_COST: Final = 125_000
"""A message that ends before this one is shown whole: a fold that hides little is in the way."""
AT_ONCE: Final = 16
"""Parts that a message is cut into at a time while all of it is wanted."""
BLOCK_COST: Final = {"prose": 500, "code": 3_000, "text": 500}
"""What a block costs beside its text: it is a widget."""
CARD_COST: Final = 2_000
NOTE_COST: Final = 1_000
LINE_COST: Final = 300
"""Of a chip, a step of the reasoning, an error."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoldMark:
    """Stands under the part at which a message is folded, and under the last part of one that is shown whole."""

    opened: bool
    size: int
    """Bytes of the whole message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MessagePart:
    """Part of a message: what one widget shows."""

    row: MessageRow
    """The message; of a part that is not the last one without what stands under its words."""
    number: int
    blocks: tuple[Block, ...]
    last: bool
    fold: FoldMark | None = None

    @property
    def id(self) -> str:
        """The id of its message, with its number where it is not the first."""
        return f"{self.row.id} {self.number}" if self.number else self.row.id

    @property
    def first(self) -> bool:
        """Whether the message begins with it."""
        return not self.number

    @property
    def cost(self) -> int:
        """What it costs to lay out its words."""
        return sum(block.cost + BLOCK_COST[block.kind] for block in self.blocks)

    @property
    def continues(self) -> bool:
        """Whether its words go on in the middle of a paragraph."""
        return bool(self.blocks) and self.blocks[0].continues

    @property
    def text(self) -> str:
        """Its words, as a screen reader says them."""
        return "\n".join(block.text for block in self.blocks)

    @property
    def complete(self) -> bool:
        """Whether it is all of its message."""
        return self.first and self.last and self.fold is None


class CutMessage:
    """One message in its parts, as far as they are wanted."""

    def __init__(self, row: MessageRow, *, whole: bool) -> None:
        self._row = row
        self._folds = row.role != "text"  # what is in a window of its own was asked for whole
        self._whole = whole or not self._folds
        self._groups: list[tuple[Block, ...]] = []
        self._places: list[BlockStart] = []
        """Where each group begins."""
        self._next = self._begin = BlockStart(verbatim="text" if row.role == "text" else "")
        self._boundary = 0
        """Parts before the fold; 0 where it hides nothing."""
        self._size: int | None = None
        self._cut_wanted()

    def __len__(self) -> int:
        return max(1, len(self._groups)) + self._stands_apart

    @property
    def ended(self) -> bool:
        """Whether nothing more is to be cut: the rest is folded, or there is none."""
        return not self._whole or self._reached_end

    def part(self, number: int) -> MessagePart:
        """Return one of its parts."""
        last = self.ended and number + 1 == len(self)
        return MessagePart(
            row=self._row if last else _worded(self._row),
            number=number,
            blocks=self._groups[number] if number < len(self._groups) else (),
            last=last,
            fold=self._fold() if self._folds and self._boundary and (last or number + 1 == self._boundary) else None,
        )

    @property
    def _stands_apart(self) -> bool:
        """Whether what stands under the words is a part of its own, because both together are too much."""
        return bool(self._groups) and _cost_of(self._groups[-1]) + cost_under(self._row) > MAX_COST + NOTE_COST

    def number_at(self, offset: int) -> int | None:
        """Return which part shows the character at `offset`; None where that is not cut yet, or folded."""
        if offset >= self._next.at and not self._reached_end:
            return None
        return max(0, bisect_right([place.at for place in self._places], offset) - 1)

    def update(self, row: MessageRow) -> None:
        """Take another state of the same message: where it only grew, what is before its last part stays."""
        before, self._row, self._size = self._row.text, row, None
        if not row.text.startswith(before):
            self._boundary = 0
            self._drop(0)
        elif len(row.text) > len(before):
            self._drop(self._settled(before))
        self._cut_wanted()

    def show_whole(self, *, whole: bool) -> None:
        """Unfold it, or fold it again."""
        self._whole = whole
        if not whole and 0 < self._boundary < len(self._groups):
            self._drop(self._boundary)
        self._cut_wanted()

    def cut_more(self) -> None:
        """Cut some more of what is wanted whole."""
        self._cut(parts=AT_ONCE)

    @property
    def _reached_end(self) -> bool:
        return self._reached_end_of(self._row.text)

    def _reached_end_of(self, text: str) -> bool:
        return self._next.at >= len(text)

    def _settled(self, text: str) -> int:
        """Return how many parts of `text` are the same however it goes on."""
        places = [*self._places, self._next]
        kept = len(self._groups) - (1 if self._groups and self._reached_end_of(text) else 0)
        while kept and places[kept].tentative:
            kept -= 1
        return kept

    def _drop(self, kept: int) -> None:
        """Drop the parts from `kept` on; they are cut anew, those before the fold too."""
        self._boundary = self._boundary if kept >= self._boundary else 0
        self._next = [*self._places, self._next][kept] if self._groups else self._begin
        del self._groups[kept:], self._places[kept:]

    def _cut_wanted(self) -> None:
        if not self._boundary:
            self._cut(cost=WHOLE_COST)
            self._boundary = 0 if self._reached_end else self._place_of_fold()
            if not self._whole and 0 < self._boundary < len(self._groups):
                self._drop(self._boundary)
        elif self._whole:
            self._cut(parts=AT_ONCE)

    def _place_of_fold(self) -> int:
        sums = list(accumulate(map(_cost_of, self._groups)))
        return max(1, bisect_right(sums, FOLD_COST))

    def _cut(self, *, parts: int | None = None, cost: int | None = None) -> None:
        """Cut so many parts more, or until all together cost so much."""
        wanted = None if parts is None else len(self._groups) + parts
        spent = 0 if cost is None else sum(map(_cost_of, self._groups))
        group: list[Block] = []
        group_cost, begins = 0, self._next
        for block, after in blocks_from(self._row.text, self._next):
            weight = _cost_of((block,))
            if group and (group_cost >= ENOUGH or group_cost + weight > MAX_COST):
                self._add(group, begins)
                spent += group_cost
                group, group_cost, begins = [], 0, self._next
                if len(self._groups) == wanted or (cost is not None and spent > cost):
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

    def _fold(self) -> FoldMark:
        if self._size is None:
            self._size = len(self._row.text.encode("utf-8", "surrogatepass"))
        return FoldMark(opened=self._whole, size=self._size)


def cost_under(row: MessageRow) -> int:
    """Return what the things cost that stand under the words of a message, as many of them as are shown at first."""
    cards = CARD_COST * min(len(row.tools), CARDS_AT_ONCE)
    notes = NOTE_COST * min(len(row.notes), NOTES_AT_ONCE)
    return cards + notes + LINE_COST * (min(len(row.chips), CHIPS_AT_ONCE) + len(row.errors))


def _cost_of(group: Sequence[Block]) -> int:
    return sum(block.cost + BLOCK_COST[block.kind] for block in group)


def _worded(row: MessageRow) -> MessageRow:
    """Return the message without what stands under its words, and without the words, which the blocks have."""
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
