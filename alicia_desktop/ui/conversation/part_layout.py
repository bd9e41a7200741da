"""The layout of message parts in the viewport: their numbers and heights, and how many are laid out in one turn.

What is laid out at once costs no more than `MAX_COST`, or is one part: the rest keeps its estimated height and stays
empty until the next turn, so that no screenful, however it is filled, holds the window. A message is split when it is
first visible. No Qt here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from alicia_desktop.base.observable import RowsChange
from alicia_desktop.ui.conversation.message_parts import MessagePart, SplitMessage, footer_cost
from alicia_desktop.ui.conversation.scroll_position import Heights, Placement, ViewportPosition
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.view.rows import MessageRow

WIDGET_COST: Final = 300
"""What a message costs beside its words and what stands under them."""
CHARACTERS_A_LINE: Final = 60
MAX_ESTIMATED_CHARACTERS: Final = 20_000
"""Characters of a message that its height is estimated from before it is seen: of more, most is folded."""


class PartIndex:
    """Number the parts of all messages; one that was never visible counts as one part."""

    def __init__(self) -> None:
        self._rows: Sequence[MessageRow] = ()
        self._counts = Heights()
        self._cut: dict[str, SplitMessage] = {}
        self._whole: set[str] = set()
        """Messages that are wanted whole."""
        self._growing: set[str] = set()
        """Those of them of which more is to be cut."""

    def reset(self, rows: Sequence[MessageRow]) -> None:
        """Take the messages of another conversation."""
        self._rows = rows
        self._cut.clear()
        self._whole.clear()
        self._growing.clear()
        self._counts.replace(0, len(self._counts), [1] * len(rows))

    def row_of(self, index: int) -> int:
        """Return the place of the message that a part belongs to."""
        return self._counts.at(index)

    def first_of(self, row: int) -> int:
        """Return the number of the first part of the message at a place."""
        return self._counts.top(row)

    def part(self, index: int) -> MessagePart | None:
        """Return a part; None where its message has to be counted anew first, because it is cut into others."""
        row = self.row_of(index)
        cut = self._known(self._rows[row])
        return cut.part(index - self.first_of(row)) if len(cut) == self._counts[row] else None

    def count(self, row: int) -> tuple[int, int]:
        """Count the parts of the message at a place anew; returns how many there were and how many there are."""
        before, after = self._counts[row], len(self._known(self._rows[row]))
        self._counts.set(row, after)
        return before, after

    def update(self, row: int, before: MessageRow) -> None:
        """Take over that the message at a place is another than `before`, or in another state."""
        message = self._rows[row]
        if before.id != message.id:
            self._forget(before.id)
        cut = self._cut.get(message.id)
        if cut is not None:
            cut.update(message)
            self._update(message.id, cut)

    def replace(self, first: int, before: Sequence[MessageRow], after: int) -> tuple[int, int]:
        """Take over that `after` messages stand in the place of `before`.

        Returns the number of the first part that went, and how many went.
        """
        begin = self.first_of(first)
        gone = self.first_of(first + len(before)) - begin
        self._counts.replace(first, len(before), [1] * after)
        for message in before:
            self._forget(message.id)
        return begin, gone

    def show_whole(self, row: int, *, whole: bool) -> None:
        """Unfold the message at a place, or fold it again."""
        message = self._rows[row]
        (self._whole.add if whole else self._whole.discard)(message.id)
        cut = self._known(message)
        cut.show_whole(whole=whole)
        self._update(message.id, cut)

    def number_at(self, row: int, offset: int) -> int | None:
        """Return which part of a message shows a character; None where it is not cut that far."""
        return self._known(self._rows[row]).number_at(offset)

    @property
    def growing(self) -> tuple[str, ...]:
        """The ids of the messages of which more is to be cut."""
        return tuple(self._growing)

    def split_more(self, message_id: str) -> None:
        """Cut some more of one of them."""
        cut = self._cut[message_id]
        cut.split_more()
        self._update(message_id, cut)

    def _forget(self, message_id: str) -> None:
        self._cut.pop(message_id, None)
        self._growing.discard(message_id)

    def _update(self, message_id: str, cut: SplitMessage) -> None:
        (self._growing.discard if cut.ended else self._growing.add)(message_id)

    def _known(self, message: MessageRow) -> SplitMessage:
        cut = self._cut.get(message.id)
        if cut is None:
            cut = self._cut[message.id] = SplitMessage(message, whole=message.id in self._whole)
            self._update(message.id, cut)
        return cut


class PartRenderer(Protocol):
    """Lays out parts; laying out the same part again costs nothing."""

    def height_of(self, row: int, part: MessagePart) -> int | None:
        """Return the height of a part that is laid out already; None for another."""

    def lay_out(self, row: int, part: MessagePart) -> int:
        """Lay out a part of the message at a place and return its height."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VisibleParts:
    """The visible parts and their positions."""

    scroll: int
    largest: int
    first: int
    """Places of the first and the last message that are visible."""
    last: int
    end: tuple[int, int] | None
    """The last part that is visible, by its number among all, with its upper edge."""
    parts: tuple[tuple[MessagePart, int], ...]
    """Each part that is laid out, with its upper edge in the viewport."""
    complete: bool
    """Whether all that is visible is laid out; the rest is for the next turn."""


@dataclass(kw_only=True, slots=True)
class _LayoutPass:
    """State of one layout pass: what was laid out and at what cost."""

    layouts: PartRenderer
    spent: int = 0
    complete: bool = True
    laid: dict[int, MessagePart] = field(default_factory=dict)
    miscounted: set[int] = field(default_factory=set)
    """Messages that have more parts or fewer than were counted."""


class PartLayout:
    """Compute heights and positions of all parts, and which are visible."""

    def __init__(self, *, above: int, below: int, line: int, under: Callable[[MessageRow], int]) -> None:
        """Take the height of a `line` of words, and what of a message's height is not its words."""
        self._line = line
        self._footer_height = under
        self._rows: Sequence[MessageRow] = ()
        self._parts = PartIndex()
        self._heights = Heights()
        self.standing = ViewportPosition(self._heights, above=above, below=below)

    def reset(self, rows: Sequence[MessageRow]) -> None:
        """Take the messages of another conversation."""
        self._rows = rows
        self._parts.reset(rows)
        self._heights.replace(0, len(self._heights), [self._estimate(row) for row in rows])

    def change(self, change: RowsChange[MessageRow]) -> None:
        """Follow a change of the messages."""
        if len(change.before) == len(change.after):
            for place, before in enumerate(change.before, change.first):
                self._parts.update(place, before)
                self._recount(place)
            return
        first, gone = self._parts.replace(change.first, change.before, len(change.after))
        self._heights.replace(first, gone, [self._estimate(row) for row in change.after])
        self.standing.replaced(first, gone, len(change.after))

    def place(self, view: int, layouts: PartRenderer) -> VisibleParts:
        """Lay out what is visible in a viewport `view` high, as much of it as one turn can take."""
        turn = _LayoutPass(layouts=layouts)
        placement = self._placed(view, turn)
        while turn.miscounted:
            for row in sorted(turn.miscounted, reverse=True):
                self._recount(row)
            placement = self._placed(view, turn)
        rows = placement.rows
        return VisibleParts(
            scroll=placement.scroll,
            largest=placement.largest,
            first=self._parts.row_of(rows[0][0]) if rows else 0,
            last=self._parts.row_of(rows[-1][0]) if rows else -1,
            end=rows[-1] if rows else None,
            parts=tuple((turn.laid[index], top) for index, top in rows if index in turn.laid),
            complete=turn.complete,
        )

    def jump(self, row: int, offset: int, number: int = 0) -> None:
        """Anchor a part of the message at a place at `offset` pixels below the upper edge."""
        self.standing.jump(self._parts.first_of(row) + number, offset)

    def show_whole(self, row: int, *, whole: bool) -> None:
        """Unfold a message, or fold it again."""
        self._parts.show_whole(row, whole=whole)
        self._recount(row)

    def number_at(self, row: int, offset: int) -> int | None:
        """Return which part of a message shows a character; None where it is not cut that far."""
        return self._parts.number_at(row, offset)

    @property
    def growing(self) -> tuple[str, ...]:
        """The ids of the messages of which more is to be cut."""
        return self._parts.growing

    def split_more(self, row: int) -> None:
        """Cut some more of one of them."""
        self._parts.split_more(self._rows[row].id)
        self._recount(row)

    def _placed(self, view: int, turn: _LayoutPass) -> Placement:
        turn.laid.clear()
        turn.miscounted.clear()
        return self.standing.place(view, lambda index: self._measure(index, turn))

    def _measure(self, index: int, turn: _LayoutPass) -> int:
        row, part = self._parts.row_of(index), self._parts.part(index)
        if part is None:
            turn.miscounted.add(row)
            return self._heights[index]
        height = turn.layouts.height_of(row, part)
        if height is None:
            cost = cost_of(part)
            if turn.spent and turn.spent + cost > MAX_COST:
                turn.complete = False
                return self._heights[index]
            turn.spent += cost
            height = turn.layouts.lay_out(row, part)
        turn.laid[index] = part
        return height

    def _recount(self, row: int) -> None:
        before, after = self._parts.count(row)
        if before == after:
            return
        first, kept = self._parts.first_of(row), min(before, after)
        added = [self._estimated(first + number) for number in range(kept, after)]
        self._heights.replace(first + kept, before - kept, added)
        if kept == 1:
            self._heights.set(first, self._estimated(first))
        self.standing.replaced(first + kept, before - kept, after - kept)
        self.standing.settle()

    def _estimated(self, index: int) -> int:
        part = self._parts.part(index)
        assert part is not None
        under = self._footer_height(part.row) if part.last else 0
        return self._lines(part.text) * self._line + under

    def _estimate(self, row: MessageRow) -> int:
        return self._lines(row.text[:MAX_ESTIMATED_CHARACTERS]) * self._line + self._footer_height(row)

    def _lines(self, words: str) -> int:
        return len(words) // CHARACTERS_A_LINE + words.count("\n") + 1


def cost_of(part: MessagePart) -> int:
    """Return what a part costs to lay out, with what stands under it."""
    return WIDGET_COST + part.cost + (footer_cost(part.row) if part.last else 0)
