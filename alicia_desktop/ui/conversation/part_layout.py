"""Where the parts of the messages stand in the viewport, and how many of them are laid out in one turn of the loop.

What is laid out at once costs no more than `MAX_COST`, or is one part: the rest keeps its estimated height and stays
empty until the next turn, so that no screenful, however it is filled, holds the window. No Qt here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from alicia_desktop.base.observable import RowsChange
from alicia_desktop.ui.conversation.cut_message import MessagePart, cost_under
from alicia_desktop.ui.conversation.heights import Heights
from alicia_desktop.ui.conversation.part_index import Parts
from alicia_desktop.ui.conversation.viewport import Placement, ViewportPosition
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.view.rows import MessageRow

WIDGET_COST: Final = 300
"""What a message costs beside its words and what stands under them."""
CHARACTERS_A_LINE: Final = 60
MAX_ESTIMATED_CHARACTERS: Final = 20_000
"""Characters of a message that its height is estimated from before it is seen: of more, most is folded."""


class Layouts(Protocol):
    """Lays out parts; what was laid out costs nothing until it is another."""

    def height_of(self, row: int, part: MessagePart) -> int | None:
        """Return the height of a part that is laid out already; None for another."""

    def lay_out(self, row: int, part: MessagePart) -> int:
        """Lay out a part of the message at a place and return its height."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VisibleParts:
    """What is to be shown."""

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
class _Turn:
    """What is laid out in one turn."""

    layouts: Layouts
    spent: int = 0
    complete: bool = True
    laid: dict[int, MessagePart] = field(default_factory=dict)
    miscounted: set[int] = field(default_factory=set)
    """Messages that have more parts or fewer than were counted."""


class PartLayout:
    """Heights of all parts and which of them are looked at."""

    def __init__(self, *, above: int, below: int, line: int, under: Callable[[MessageRow], int]) -> None:
        """Take the height of a `line` of words, and what of a message's height is not its words."""
        self._line = line
        self._under = under
        self._rows: Sequence[MessageRow] = ()
        self._parts = Parts()
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

    def place(self, view: int, layouts: Layouts) -> VisibleParts:
        """Lay out what is visible in a viewport `view` high, as much of it as one turn can take."""
        turn = _Turn(layouts=layouts)
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

    def cut_more(self, row: int) -> None:
        """Cut some more of one of them."""
        self._parts.cut_more(self._rows[row].id)
        self._recount(row)

    def _placed(self, view: int, turn: _Turn) -> Placement:
        turn.laid.clear()
        turn.miscounted.clear()
        return self.standing.place(view, lambda index: self._measure(index, turn))

    def _measure(self, index: int, turn: _Turn) -> int:
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
        under = self._under(part.row) if part.last else 0
        return self._lines(part.text) * self._line + under

    def _estimate(self, row: MessageRow) -> int:
        return self._lines(row.text[:MAX_ESTIMATED_CHARACTERS]) * self._line + self._under(row)

    def _lines(self, words: str) -> int:
        return len(words) // CHARACTERS_A_LINE + words.count("\n") + 1


def cost_of(part: MessagePart) -> int:
    """Return what a part costs to lay out, with what stands under it."""
    return WIDGET_COST + part.cost + (cost_under(part.row) if part.last else 0)
