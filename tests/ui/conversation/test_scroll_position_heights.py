import itertools

import hypothesis.strategies as st
from hypothesis import given

from alicia_desktop.ui.conversation.scroll_position import Heights

SIZES = st.lists(st.integers(1, 500), max_size=60)


@given(SIZES, st.data())
def test_sums_and_places_are_those_of_the_plain_list(sizes, data):
    heights = Heights(sizes)
    tops = [0, *itertools.accumulate(sizes)]
    assert [heights.top(row) for row in range(len(sizes) + 1)] == tops
    assert heights.total == tops[-1]
    pixel = data.draw(st.integers(-10, tops[-1] + 10))
    expected = next((row for row in range(len(sizes)) if pixel < tops[row + 1]), max(0, len(sizes) - 1))
    assert heights.at(pixel) == expected


@given(st.lists(st.integers(1, 500), min_size=1, max_size=40), st.integers(0, 39), st.integers(1, 900))
def test_a_row_that_grows_moves_all_below_it(sizes, row, height):
    row %= len(sizes)
    heights = Heights(sizes)
    assert heights.set(row, height) == height - sizes[row]
    changed = [*sizes[:row], height, *sizes[row + 1 :]]
    assert [heights.top(number) for number in range(len(sizes) + 1)] == [0, *itertools.accumulate(changed)]


@given(SIZES, st.integers(0, 60), st.integers(0, 20), SIZES)
def test_rows_may_be_replaced_anywhere(sizes, first, count, new):
    first = min(first, len(sizes))
    count = min(count, len(sizes) - first)
    heights = Heights(sizes)
    heights.replace(first, count, new)
    expected = [*sizes[:first], *new, *sizes[first + count :]]
    assert [heights[row] for row in range(len(heights))] == expected
    assert heights.total == sum(expected)
