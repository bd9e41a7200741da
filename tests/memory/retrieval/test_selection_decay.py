import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.retrieval.selection import MAX_THRESHOLD_RISE, decay_factor, decayed_threshold


def test_what_was_used_today_needs_what_is_asked():
    assert decay_factor(0, importance=0.5, uses=0) == 1
    assert decayed_threshold(0.34, 0, importance=0.5, uses=0) == pytest.approx(0.34)


def test_the_threshold_rises_with_time_and_never_beyond_half():
    days = [decay_factor(days, importance=0.5, uses=0) for days in (0, 7, 30, 365, 10_000)]
    assert days == sorted(days)
    assert days[-1] == pytest.approx(1 + MAX_THRESHOLD_RISE)


def test_it_rises_slower_for_what_is_important_and_for_what_is_used():
    plain = decay_factor(100, importance=0.1, uses=0)
    assert decay_factor(100, importance=0.9, uses=0) < plain
    assert decay_factor(100, importance=0.1, uses=10) < plain


@given(st.floats(-1e6, 1e6), st.floats(0, 1), st.integers(0, 10**6))
def test_it_stays_within_its_bounds(days: float, importance: float, uses: int):
    assert 1 <= decay_factor(days, importance=importance, uses=uses) <= 1 + MAX_THRESHOLD_RISE
    assert decayed_threshold(0.0, days, importance=importance, uses=uses) == 0
