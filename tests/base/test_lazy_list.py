from array import array

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.lazy_list import MAX_RECORDS, PAGE, Pages

LISTS = st.lists(st.integers(0, 30), unique=True, max_size=30)


def pages(keys):
    made: Pages[str] = Pages()
    made.reset(array("q", keys))
    return made


def load(made, most=4):
    for places in made.pop_requested(most):
        made.put({made.key(place): f"row {made.key(place)}" for place in places}, places)


def test_a_record_is_none_until_its_page_is_put_in():
    made = pages(range(250))
    asked: list[None] = []
    loaded: list[tuple[int, int]] = []
    made.page_requested.connect(asked.append)
    made.loaded.connect(loaded.append)
    assert made.get(120) is None
    assert made.get(130) is None
    assert len(asked) == 1
    load(made)
    assert loaded == [(PAGE, 2 * PAGE - 1)]
    assert (made.get(120), made.peek(130), made.peek(0)) == ("row 120", "row 130", None)


def test_what_was_asked_for_last_is_taken_first_and_the_rest_forgotten():
    made = pages(range(1000))
    for place in (0, 100, 200, 300, 950):
        made.get(place)
    assert made.pop_requested(2) == [range(900, 1000), range(300, 400)]
    assert made.pop_requested(2) == []


def test_an_outdated_record_is_shown_until_it_is_read_again():
    made = pages(range(10))
    made.get(0)
    load(made)
    made.outdate()
    assert made.get(3) == "row 3"
    assert made.pop_requested(1) == [range(10)]
    made.put({3: "other"}, range(10))
    assert made.get(3) == "other"


def test_only_so_many_records_are_kept():
    made = pages(range(MAX_RECORDS + PAGE))
    for first in range(0, MAX_RECORDS + PAGE, PAGE):
        made.get(first)
        load(made, 1)
    assert made.peek(0) is None
    assert made.peek(MAX_RECORDS + PAGE - 1) == f"row {MAX_RECORDS + PAGE - 1}"


def test_a_page_that_comes_for_a_shorter_list_tells_of_its_own_places_only():
    made = pages(range(150))
    made.get(149)
    (places,) = made.pop_requested(1)
    made.reset(array("q", range(120)))
    loaded: list[tuple[int, int]] = []
    made.loaded.connect(loaded.append)
    made.put({}, places)
    assert loaded == [(100, 119)]


@given(before=LISTS, after=LISTS)
def test_only_the_run_that_differs_is_told(before, after):
    made = pages(before)
    shown = list(before)

    def follow(change):
        shown[change.first : change.first + change.removed] = list(made.keys)[
            change.first : change.first + change.added
        ]

    made.changed.connect(follow)
    made.reset(array("q", after))
    assert shown == after == list(made.keys)


def test_the_places_of_keys_are_found_in_order():
    made = pages([5, 3, 9])
    assert made.places_of([9, 5, 7]) == [0, 2]
    assert made.places_of([]) == []
