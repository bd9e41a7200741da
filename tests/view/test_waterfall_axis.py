from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.waterfall import FIRST_PART, MARK_ROOM, Axis, axis_of, first_word_ms
from tests.ui.inspector import samples

ROWS = samples.turn().waterfall


def test_the_first_part_ends_after_two_seconds():
    axis = axis_of(ROWS, whole=False, width=427)
    assert (axis.first, axis.last) == FIRST_PART


def test_the_whole_turn_reaches_from_speech_to_the_end():
    axis = axis_of(ROWS, whole=True, width=427)
    assert (axis.first, axis.last) == (-4200, 9802)


def test_a_typed_turn_begins_at_zero():
    rows = [samples.bar("start", "start", "StartAnswer", 160, None)]
    assert axis_of(rows, whole=False, width=300).first == 0
    assert axis_of([], whole=True, width=300).first == 0


def test_the_picture_has_its_marks():
    axis = Axis(first=-600, last=2_000, width=427)
    assert axis.marks() == [-500, 0, 500, 1_000, 1_500, 2_000]
    assert axis.x(0) == pytest.approx(98.5, abs=0.1)


def test_what_lies_outside_is_at_the_edge():
    axis = Axis(first=0, last=100, width=50)
    assert (axis.x(-5), axis.x(50), axis.x(500)) == (0, 25, 50)


def test_the_first_word_is_the_end_of_the_first_sentence():
    assert first_word_ms(ROWS) == 624
    assert first_word_ms([]) is None


spans = st.floats(min_value=-600_000, max_value=0), st.floats(min_value=1, max_value=600_000)


@given(first=spans[0], last=spans[1], width=st.floats(min_value=60, max_value=2_000))
def test_marks_are_inside_apart_and_hold_zero(first, last, width):
    axis = Axis(first=first, last=last, width=width)
    marks = axis.marks()
    assert 0 in marks
    assert all(first <= mark <= last for mark in marks)
    places = [axis.x(mark) for mark in marks]
    assert all(after - before >= MARK_ROOM - 0.01 for before, after in pairwise(places))
