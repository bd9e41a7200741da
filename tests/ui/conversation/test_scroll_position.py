import hypothesis.strategies as st
from hypothesis import given

from alicia_desktop.ui.conversation.scroll_position import Heights, ViewportPosition

VIEW = 300


class Page:
    """Rows whose true heights differ from what was estimated."""

    def __init__(self, true, estimate=50, *, above=0, below=0):
        self.true = list(true)
        self.heights = Heights([estimate] * len(self.true))
        self.position = ViewportPosition(self.heights, above=above, below=below)
        self.measured = set()

    def measure(self, row):
        self.measured.add(row)
        return self.true[row]

    def place(self):
        return self.position.place(VIEW, self.measure)

    def top_of(self, row):
        return dict(self.place().rows)[row]


TRUE = st.lists(st.integers(20, 200), min_size=10, max_size=60)


@given(TRUE, st.integers(0, 30), st.integers(-19, 20))
def test_the_end_is_seen_first_and_fully(true, above, below):
    page = Page(true, above=above, below=below)
    placement = page.place()
    row, top = placement.rows[-1]
    assert row == len(true) - 1
    assert placement.scroll == placement.max_scroll
    assert top + true[-1] + below == VIEW or page.heights.total + above + below < VIEW


@given(TRUE, st.data())
def test_rows_stand_one_under_the_other_wherever_somebody_jumps(true, data):
    page = Page(true, above=24, below=-8)
    page.position.jump(data.draw(st.integers(0, len(true) - 1)), data.draw(st.integers(-100, VIEW)))
    placement = page.place()
    assert placement == page.place(), "what came into view only now stands where it will"
    assert 0 <= placement.scroll <= placement.max_scroll
    for row, top in placement.rows:
        assert top == 24 + page.heights.top(row) - placement.scroll


def test_only_what_is_seen_is_measured():
    page = Page([50] * 100_000)
    page.place()
    assert len(page.measured) < 10


@given(TRUE, st.data())
def test_scrolling_by_hand_never_moves_the_rows_below_the_upper_edge(true, data):
    page = Page(true)
    value = data.draw(st.integers(0, max(0, page.heights.total - VIEW - 10)))
    first = page.heights.at(value)
    bottom = page.heights.top(first) + page.heights[first] - value
    page.position.scroll(value, VIEW)
    rows = dict(page.place().rows)
    if first + 1 in rows and not page.position.at_end and page.place().scroll < page.place().max_scroll:
        assert rows[first + 1] == bottom or page.place().scroll == 0


def test_the_view_follows_a_growing_answer_only_from_the_end():
    page = Page([100] * 10)
    page.place()
    page.true[-1] = 160
    assert page.place().scroll == page.place().max_scroll
    page.position.jump(2, 0)
    before = page.top_of(4)
    page.true[-1] = 400
    assert page.top_of(4) == before


def test_who_jumps_to_where_the_end_is_seen_follows_it():
    page = Page([100] * 10)
    page.position.jump(8, 10)
    page.place()
    page.true[-1] = 160
    placement = page.place()
    assert placement.scroll == placement.max_scroll
    row, top = placement.rows[-1]
    assert (row, top + 160) == (9, VIEW)


def test_rows_inserted_above_do_not_move_what_is_read():
    page = Page([100] * 20, estimate=100)
    page.position.jump(5, 10)
    page.place()
    page.true[0:0] = [70] * 4
    page.heights.replace(0, 0, [50] * 4)
    page.position.replace_rows(0, 0, 4)
    assert page.top_of(9) == 10


def test_an_empty_conversation_has_nothing_to_place():
    placement = Page([]).place()
    assert (placement.rows, placement.max_scroll) == ((), 0)
