"""The heights of many rows with their running sums: where is row i, which row is at pixel y, in logarithmic time.

A Fenwick tree. A hundred thousand messages are one list of estimates; a row gets its true height when it is first laid
out.
"""

from collections.abc import Sequence


class Heights:
    """Heights in pixels, by row number."""

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
        """The height of all rows."""
        return self.top(len(self._heights))

    def top(self, row: int) -> int:
        """Return the height of all rows before `row`."""
        total, node = 0, row
        while node:
            total += self._tree[node]
            node &= node - 1
        return total

    def set(self, row: int, height: int) -> int:
        """Give `row` its height; returns by how much it grew."""
        growth = height - self._heights[row]
        self._heights[row] = height
        node = row + 1
        while growth and node < len(self._tree):
            self._tree[node] += growth
            node += node & -node
        return growth

    def at(self, pixel: int) -> int:
        """Return the row that covers `pixel`; the last one below the end, 0 when there is none."""
        row, rest, step = 0, max(0, pixel), 1 << len(self._heights).bit_length()
        while step:
            following = row + step
            if following < len(self._tree) and self._tree[following] <= rest:
                row = following
                rest -= self._tree[following]
            step >>= 1
        return min(row, max(0, len(self._heights) - 1))

    def replace(self, first: int, count: int, heights: Sequence[int]) -> None:
        """Put `heights` in the place of `count` rows from `first`; appending is cheap, anything else is linear."""
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
