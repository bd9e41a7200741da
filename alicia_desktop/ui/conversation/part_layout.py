"""The layout of message parts in the viewport: their numbers and heights, and how many are laid out in one turn.

What is laid out at once costs no more than `MAX_COST`, or is one part: the rest keeps its estimated height and stays
empty until the next turn, so that no screenful, however it is filled, holds the window. A message is split when it is
first visible. No Qt here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from alicia_desktop.base.observable import RowsChange
from alicia_desktop.ui.conversation.attachments import GAP, LINE_SIZE, PICTURE_SIZE
from alicia_desktop.ui.conversation.message_parts import MessagePart, SplitMessage, footer_cost
from alicia_desktop.ui.conversation.scroll_position import Heights, Placement, ViewportPosition
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.view.rows import MessageRow

WIDGET_COST: Final = 300
"""Layout cost of a message widget without its text and footer."""
CHARACTERS_A_LINE: Final = 60
MAX_ESTIMATED_CHARACTERS: Final = 20_000
"""Maximum number of characters used to estimate the height of a message: most of a longer one is folded."""


class PartIndex:
    """Number the parts of all messages; a message that was not visible yet counts as one part."""

    def __init__(self) -> None:
        self._rows: Sequence[MessageRow] = ()
        self._counts = Heights()
        self._split: dict[str, SplitMessage] = {}
        self._whole: set[str] = set()
        """Ids of the messages that are unfolded."""
        self._unfinished: set[str] = set()
        """Ids of those that are not split to their end yet."""

    def reset(self, rows: Sequence[MessageRow]) -> None:
        """Replace all messages."""
        self._rows = rows
        self._split.clear()
        self._whole.clear()
        self._unfinished.clear()
        self._counts.replace(0, len(self._counts), [1] * len(rows))

    def row_of(self, index: int) -> int:
        """Return the row number of the message that a part belongs to."""
        return self._counts.at(index)

    def first_of(self, row: int) -> int:
        """Return the number of the first part of the message at `row`."""
        return self._counts.top(row)

    def part(self, index: int) -> MessagePart | None:
        """Return a part, or None if the number of parts of its message changed and `recount` must be called first."""
        row = self.row_of(index)
        split = self._split_message(self._rows[row])
        return split.part(index - self.first_of(row)) if len(split) == self._counts[row] else None

    def recount(self, row: int) -> tuple[int, int]:
        """Update the number of parts of the message at `row`; return the numbers before and after."""
        before, after = self._counts[row], len(self._split_message(self._rows[row]))
        self._counts.set(row, after)
        return before, after

    def update(self, row: int, before: MessageRow) -> None:
        """Update the message at `row`, which was `before`."""
        message = self._rows[row]
        if before.id != message.id:
            self._discard(before.id)
        split = self._split.get(message.id)
        if split is not None:
            split.update(message)
            self._update(message.id, split)

    def replace(self, first: int, before: Sequence[MessageRow], after: int) -> tuple[int, int]:
        """Replace the messages `before` from row `first` on by `after` new ones.

        Returns the number of the first part that was removed, and how many were removed.
        """
        begin = self.first_of(first)
        gone = self.first_of(first + len(before)) - begin
        self._counts.replace(first, len(before), [1] * after)
        for message in before:
            self._discard(message.id)
        return begin, gone

    def show_whole(self, row: int, *, whole: bool) -> None:
        """Unfold or fold the message at `row`."""
        message = self._rows[row]
        (self._whole.add if whole else self._whole.discard)(message.id)
        split = self._split_message(message)
        split.show_whole(whole=whole)
        self._update(message.id, split)

    def number_at(self, row: int, offset: int) -> int | None:
        """Return the number of the part that shows a character, or None if the message is not split that far yet."""
        return self._split_message(self._rows[row]).number_at(offset)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The ids of the unfolded messages that are not split to their end yet."""
        return tuple(self._unfinished)

    def split_more(self, message_id: str) -> None:
        """Split the next parts of an unfolded message."""
        split = self._split[message_id]
        split.split_more()
        self._update(message_id, split)

    def _discard(self, message_id: str) -> None:
        self._split.pop(message_id, None)
        self._unfinished.discard(message_id)

    def _update(self, message_id: str, split: SplitMessage) -> None:
        (self._unfinished.discard if split.ended else self._unfinished.add)(message_id)

    def _split_message(self, message: MessageRow) -> SplitMessage:
        split = self._split.get(message.id)
        if split is None:
            split = self._split[message.id] = SplitMessage(message, whole=message.id in self._whole)
            self._update(message.id, split)
        return split


class PartRenderer(Protocol):
    """Lay out parts of messages; a part that is laid out already is not laid out again."""

    def height_of(self, row: int, part: MessagePart) -> int | None:
        """Return the height of a part that is laid out already, else None."""

    def lay_out(self, row: int, part: MessagePart) -> int:
        """Lay out a part of the message at `row` and return its height in pixels."""


@dataclass(frozen=True, kw_only=True, slots=True)
class VisibleParts:
    """The scroll position and the visible parts, after a layout pass."""

    scroll: int
    max_scroll: int
    first: int
    """Row numbers of the first and the last visible message."""
    last: int
    end: tuple[int, int] | None
    """Number of the last visible part among all parts, and its upper edge in pixels."""
    parts: tuple[tuple[MessagePart, int], ...]
    """Each part that is laid out, with its upper edge in the viewport."""
    complete: bool
    """Whether all visible parts are laid out; if not, the next turn lays out more."""


@dataclass(kw_only=True, slots=True)
class _LayoutPass:
    """The parts laid out in one turn of the event loop, and their cost."""

    renderer: PartRenderer
    spent: int = 0
    complete: bool = True
    parts: dict[int, MessagePart] = field(default_factory=dict)
    miscounted: set[int] = field(default_factory=set)
    """Row numbers of messages whose number of parts changed."""


class PartLayout:
    """The heights of all parts, and the scroll position among them."""

    def __init__(self, *, above: int, below: int, line: int, footer_height: Callable[[MessageRow], int]) -> None:
        """Set up an empty layout.

        Args:
            above: padding over the first part, in pixels.
            below: padding under the last part, in pixels.
            line: height of a line of text, in pixels.
            footer_height: estimates the height of a message's footer, in pixels.
        """
        self._line_height = line
        self._footer_height = footer_height
        self._rows: Sequence[MessageRow] = ()
        self._parts = PartIndex()
        self._heights = Heights()
        self.position = ViewportPosition(self._heights, above=above, below=below)

    def reset(self, rows: Sequence[MessageRow]) -> None:
        """Replace all messages."""
        self._rows = rows
        self._parts.reset(rows)
        self._heights.replace(0, len(self._heights), [self._estimate_message(row) for row in rows])

    def apply_change(self, change: RowsChange[MessageRow]) -> None:
        """Apply a change of the messages to parts, heights and scroll position."""
        if len(change.before) == len(change.after):
            for place, before in enumerate(change.before, change.first):
                self._parts.update(place, before)
                self._recount(place)
            return
        first, gone = self._parts.replace(change.first, change.before, len(change.after))
        self._heights.replace(first, gone, [self._estimate_message(row) for row in change.after])
        self.position.replace_rows(first, gone, len(change.after))

    def place(self, view: int, renderer: PartRenderer) -> VisibleParts:
        """Lay out the visible parts in a viewport `view` pixels high, up to the cost limit of one turn."""
        layout_pass = _LayoutPass(renderer=renderer)
        placement = self._compute_placement(view, layout_pass)
        while layout_pass.miscounted:
            for row in sorted(layout_pass.miscounted, reverse=True):
                self._recount(row)
            placement = self._compute_placement(view, layout_pass)
        rows = placement.rows
        return VisibleParts(
            scroll=placement.scroll,
            max_scroll=placement.max_scroll,
            first=self._parts.row_of(rows[0][0]) if rows else 0,
            last=self._parts.row_of(rows[-1][0]) if rows else -1,
            end=rows[-1] if rows else None,
            parts=tuple((layout_pass.parts[index], top) for index, top in rows if index in layout_pass.parts),
            complete=layout_pass.complete,
        )

    def jump(self, row: int, offset: int, number: int = 0) -> None:
        """Anchor part `number` of the message at `row` at `offset` pixels below the upper edge."""
        self.position.jump(self._parts.first_of(row) + number, offset)

    def show_whole(self, row: int, *, whole: bool) -> None:
        """Unfold or fold the message at `row`."""
        self._parts.show_whole(row, whole=whole)
        self._recount(row)

    def number_at(self, row: int, offset: int) -> int | None:
        """Return the number of the part that shows a character, or None if the message is not split that far yet."""
        return self._parts.number_at(row, offset)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The ids of the unfolded messages that are not split to their end yet."""
        return self._parts.unfinished

    def split_more(self, row: int) -> None:
        """Split the next parts of an unfolded message."""
        self._parts.split_more(self._rows[row].id)
        self._recount(row)

    def _compute_placement(self, view: int, layout_pass: _LayoutPass) -> Placement:
        layout_pass.parts.clear()
        layout_pass.miscounted.clear()
        return self.position.place(view, lambda index: self._measure(index, layout_pass))

    def _measure(self, index: int, layout_pass: _LayoutPass) -> int:
        row, part = self._parts.row_of(index), self._parts.part(index)
        if part is None:
            layout_pass.miscounted.add(row)
            return self._heights[index]
        height = layout_pass.renderer.height_of(row, part)
        if height is None:
            cost = cost_of(part)
            if layout_pass.spent and layout_pass.spent + cost > MAX_COST:
                layout_pass.complete = False
                return self._heights[index]
            layout_pass.spent += cost
            height = layout_pass.renderer.lay_out(row, part)
        layout_pass.parts[index] = part
        return height

    def _recount(self, row: int) -> None:
        before, after = self._parts.recount(row)
        if before == after:
            return
        first, kept = self._parts.first_of(row), min(before, after)
        added = [self._estimate_part(first + number) for number in range(kept, after)]
        self._heights.replace(first + kept, before - kept, added)
        if kept == 1:
            self._heights.set(first, self._estimate_part(first))
        self.position.replace_rows(first + kept, before - kept, after - kept)
        self.position.anchor_first_visible()

    def _estimate_part(self, index: int) -> int:
        part = self._parts.part(index)
        assert part is not None
        footer = self._footer_height(part.row) if part.last else 0
        above = files_height(part.row) if part.first else 0
        return self._lines(part.text) * self._line_height + above + footer

    def _estimate_message(self, row: MessageRow) -> int:
        lines = self._lines(row.text[:MAX_ESTIMATED_CHARACTERS])
        return lines * self._line_height + files_height(row) + self._footer_height(row)

    def _lines(self, words: str) -> int:
        return len(words) // CHARACTERS_A_LINE + words.count("\n") + 1


def files_height(row: MessageRow) -> int:
    """Return the height that the files of a message take, as if they stood in one line."""
    if not row.files:
        return 0
    return (PICTURE_SIZE if any(file.kind == "image" for file in row.files) else LINE_SIZE).height() + GAP


def cost_of(part: MessagePart) -> int:
    """Return the layout cost of a part, including the footer under it."""
    return WIDGET_COST + part.cost + (footer_cost(part.row) if part.last else 0)
