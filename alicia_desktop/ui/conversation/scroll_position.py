"""The scroll position in a list of rows: running sums of heights, and an anchor that keeps what is read in place.

Two ways to stand: at the *end*, which is followed as it grows; or *anchored*: one row keeps its distance to the upper
edge whatever changes above or below it. Rows have estimated heights until they are measured; measuring above the
anchor moves the scroll bar, never what is seen. Sums are kept in a Fenwick tree: in 100,000 messages the row at a pixel
is found in logarithmic time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Measure = Callable[[int], int]
"""Lays out the row of that number and returns its height."""
NEAR_END_PIXELS = 4
"""Distance from the end, in pixels, that counts as being at the end."""
MAX_PASSES = 8
"""Maximum number of placements: measuring rows at an end of the list changes the heights, and so the placement."""


class Heights:
    """The heights of rows in pixels, with running sums in a Fenwick tree."""

    def __init__(self, heights: Sequence[int] = ()) -> None:
        self._heights: list[int] = []
        self._tree: list[int] = [0]
        self.replace(0, 0, heights)

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> int:
        return self._heights[row]

    @property
    def total(self) -> int:
        """The height of all rows together."""
        return self.top(len(self._heights))

    def top(self, row: int) -> int:
        """Return the upper edge of `row`: the height of all rows before it."""
        total, node = 0, row
        while node:
            total += self._tree[node]
            node &= node - 1
        return total

    def set(self, row: int, height: int) -> int:
        """Set the height of `row`; return by how much it grew."""
        growth = height - self._heights[row]
        self._heights[row] = height
        node = row + 1
        while growth and node < len(self._tree):
            self._tree[node] += growth
            node += node & -node
        return growth

    def at(self, pixel: int) -> int:
        """Return the row at `pixel`; the last one if below the end, 0 if there are none."""
        row, rest, step = 0, max(0, pixel), 1 << len(self._heights).bit_length()
        while step:
            following = row + step
            if following < len(self._tree) and self._tree[following] <= rest:
                row = following
                rest -= self._tree[following]
            step >>= 1
        return min(row, max(0, len(self._heights) - 1))

    def replace(self, first: int, count: int, heights: Sequence[int]) -> None:
        """Replace `count` rows from `first` by `heights`; appending takes logarithmic time, anything else linear."""
        if first == len(self._heights) and not count:
            for height in heights:
                self._append(height)
            return
        self._heights[first : first + count] = heights
        self._tree = [0, *self._heights]
        for node in range(1, len(self._tree)):
            above = node + (node & -node)
            if above < len(self._tree):
                self._tree[above] += self._tree[node]

    def _append(self, height: int) -> None:
        self._heights.append(height)
        node = len(self._heights)
        total, child = height, node - 1
        while child > node - (node & -node):
            total += self._tree[child]
            child &= child - 1
        self._tree.append(total)


@dataclass(frozen=True, kw_only=True, slots=True)
class Placement:
    """The scroll position and the visible rows, after measuring."""

    scroll: int
    """The value of the scroll bar."""
    max_scroll: int
    """Its maximum."""
    rows: tuple[tuple[int, int], ...]
    """Row number and upper edge in the viewport, in pixels, of each visible row."""


class ViewportPosition:
    """The scroll position: at the end, or anchored to a row."""

    def __init__(self, heights: Heights, *, above: int, below: int) -> None:
        self._heights = heights
        self._above = above
        self._below = below
        self._measured_from_below = False
        self.at_end = True
        self._row = 0
        self._offset = 0

    def jump(self, row: int, offset: int) -> None:
        """Anchor `row` at `offset` pixels below the upper edge."""
        self.at_end = False
        self._row, self._offset, self._measured_from_below = row, offset, False

    def scroll(self, value: int, view: int) -> None:
        """Scroll to `value` of the scroll bar in a viewport `view` pixels high."""
        if value >= self._max_scroll(view) - NEAR_END_PIXELS:
            self.at_end = True
            return
        row = self._heights.at(value - self._above)
        self.jump(row, self._above + self._heights.top(row) - value)
        self._measured_from_below = True

    def replace_rows(self, first: int, before: int, after: int) -> None:
        """Keep the anchor on its row when rows are inserted or removed above it."""
        if first + before <= self._row:
            self._row = max(0, self._row + after - before)
        elif first <= self._row:
            self._row = min(self._row, max(0, first + after - 1))

    def anchor_first_visible(self) -> None:
        """Move the anchor to the first row that is not above the upper edge."""
        while self._row + 1 < len(self._heights) and self._offset + self._heights[self._row] <= 0:
            self._offset += self._heights[self._row]
            self._row += 1

    def place(self, view: int, measure: Measure) -> Placement:
        """Measure the visible rows in a viewport `view` pixels high and return where they are placed."""
        if not len(self._heights):
            return Placement(scroll=0, max_scroll=0, rows=())
        placement = self._compute_placement(view, measure)
        for _ in range(MAX_PASSES):
            if placement.max_scroll == self._max_scroll(view):
                break
            placement = self._compute_placement(view, measure)
        return placement

    def _compute_placement(self, view: int, measure: Measure) -> Placement:
        scroll = self._place_at_end(view, measure) if self.at_end else self._place_anchored(view, measure)
        max_scroll = self._max_scroll(view)
        self.at_end = self.at_end or scroll >= max_scroll  # whoever sees the end follows it, however they came there
        scroll = min(max_scroll, max(0, scroll))
        return Placement(scroll=scroll, max_scroll=max_scroll, rows=self._visible(scroll, view, measure))

    def _max_scroll(self, view: int) -> int:
        return max(0, self._heights.total + self._above + self._below - view)

    def _place_at_end(self, view: int, measure: Measure) -> int:
        row, seen = len(self._heights) - 1, self._below
        while row >= 0 and seen < view:
            self._heights.set(row, measure(row))
            seen += self._heights[row]
            row -= 1
        return self._heights.total + self._above + self._below - view

    def _place_anchored(self, view: int, measure: Measure) -> int:
        self._measure_anchor(measure)
        while self._move_anchor(max(1, view)):
            self._measure_anchor(measure)
        row, seen = self._row + 1, self._offset + self._heights[self._row]
        while row < len(self._heights) and seen < view:
            self._heights.set(row, measure(row))
            seen += self._heights[row]
            row += 1
        row, seen = self._row - 1, self._offset
        while row >= 0 and seen > 0:
            self._heights.set(row, measure(row))
            seen -= self._heights[row]
            row -= 1
        return self._above + self._heights.top(self._row) - self._offset

    def _measure_anchor(self, measure: Measure) -> None:
        grown = self._heights.set(self._row, measure(self._row))
        if self._measured_from_below:
            self._offset -= grown
            self._measured_from_below = False

    def _move_anchor(self, view: int) -> bool:
        """Move the anchor to the nearest visible row if it is out of view; return whether it moved.

        A row that is measured and then not visible is forgotten: with such an anchor nothing else is ever measured
        where measuring takes several turns.
        """
        if self._offset + self._heights[self._row] <= 0 and self._row + 1 < len(self._heights):
            self.anchor_first_visible()
            return True
        if self._offset < view or not self._row:
            return False
        while self._row and self._offset >= view:
            self._row -= 1
            self._offset -= self._heights[self._row]
        self._measured_from_below = True
        return True

    def _visible(self, scroll: int, view: int, measure: Measure) -> tuple[tuple[int, int], ...]:
        row = self._heights.at(scroll - self._above)
        top = self._above + self._heights.top(row) - scroll
        rows = []
        while row < len(self._heights) and top < view:
            height = measure(row)
            self._heights.set(row, height)
            rows.append((row, top))
            top += height
            row += 1
        return tuple(rows)
