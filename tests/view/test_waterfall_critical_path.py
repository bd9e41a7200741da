"""The critical path through things that happened at once: what was waited for, without a gap."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.waterfall import Span, critical_path

TIMES = st.floats(-1e4, 1e4, allow_nan=False)
SPANS = st.lists(
    st.builds(
        lambda number, start, length: Span(id=f"s{number}", start=start, end=start + length),
        st.integers(0, 9),
        TIMES,
        st.floats(0, 5e3),
    ),
    max_size=25,
)


def walked(*spans, start, end):
    made = [Span(id=name, start=begin, end=until) for name, begin, until in spans]
    return [(step.id, step.start, step.end) for step in critical_path(made, start=start, end=end)]


@given(SPANS, TIMES, st.floats(0, 2e4))
def test_the_steps_lie_behind_each_other_without_a_gap_and_add_up(spans, start, length):
    steps = critical_path(spans, start=start, end=start + length)
    assert sum(step.end - step.start for step in steps) == pytest.approx(length, abs=1e-5)
    assert all(a.end == b.start for a, b in pairwise(steps))
    assert {step.id for step in steps} <= {span.id for span in spans} | {""}


@given(SPANS, TIMES, st.floats(0, 2e4))
def test_a_step_lies_within_what_it_names(spans, start, length):
    for step in critical_path(spans, start=start, end=start + length):
        assert not step.id or any(
            one.id == step.id and one.start - 1e-5 <= step.start and step.end <= one.end + 1e-5 for one in spans
        )


def test_of_two_at_once_the_later_one_was_waited_for():
    assert walked(("a", 0, 3), ("b", 0, 5), ("c", 5, 6), start=0, end=6) == [("b", 0, 5), ("c", 5, 6)]


def test_what_goes_on_beside_what_came_next_is_left_at_the_moment_it_was_no_longer_waited_for():
    spans = ("tokens", 0, 500), ("voice", 100, 140), ("sound", 140, 3_000)
    assert walked(*spans, start=0, end=3_000) == [("tokens", 0, 100), ("voice", 100, 140), ("sound", 140, 3_000)]


def test_what_nothing_lasted_in_has_no_name():
    assert walked(("a", 1, 2), ("b", 4, 5), start=0, end=6) == [
        ("", 0, 1), ("a", 1, 2), ("", 2, 4), ("b", 4, 5), ("", 5, 6),
    ]  # fmt: skip
