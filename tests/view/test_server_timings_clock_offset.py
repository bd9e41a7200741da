"""Two computers' clocks: how far the server's is ahead, from what was sent and acknowledged, and how sure that is."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.store.exchanges import Exchange
from alicia_desktop.view.server_timings import ClockBound, ClockOffset, align_clocks, bound_of, epoch_ms
from tests.view.records import START

DELAYS = st.floats(0, 2_000)


def exchange(sent, there, back, *, ahead, at=0.0):
    """Return what an exchange shows that took `sent` ms there and `back` ms home, of a clock that is `ahead`."""
    left = START + timedelta(milliseconds=at)
    received = epoch_ms(left) + sent + ahead
    return Exchange(
        left_at=left,
        arrived_at=left + timedelta(milliseconds=sent + there + back),
        meta={"receivedAt": round(received), "timestamp": round(received + there)},
    )


@given(st.lists(st.tuples(DELAYS, DELAYS, DELAYS), min_size=1, max_size=12), st.floats(-1e7, 1e7))
def test_the_truth_lies_within_the_uncertainty_however_uneven_the_way(delays, ahead):
    bounds = [bound_of(exchange(*delay, ahead=ahead, at=number)) for number, delay in enumerate(delays)]
    offset = align_clocks(bounds)
    assert offset is not None
    assert offset.uncertainty_ms is not None
    assert abs(offset.ms - ahead) <= offset.uncertainty_ms + 0.01
    narrowest = min(sent + back for sent, _, back in delays)
    assert offset.uncertainty_ms <= narrowest / 2 + 1.01


def test_the_least_delayed_exchange_counts():
    slow, quick = exchange(400, 5, 20, ahead=90_000), exchange(3, 5, 3, ahead=90_000)
    offset = align_clocks([bound_of(slow), bound_of(quick)])
    assert offset is not None
    assert offset.uncertainty_ms is not None
    assert abs(offset.ms - 90_000) <= 1
    assert 2.5 <= offset.uncertainty_ms <= 4.5


def test_an_old_server_that_tells_no_receipt_leaves_the_way_there_unknown():
    there = Exchange(left_at=START, arrived_at=START + timedelta(milliseconds=40), meta={"timestamp": epoch_ms(START)})
    offset = align_clocks([bound_of(there)])
    assert offset == ClockOffset(ms=-40.5, uncertainty_ms=None)


@pytest.mark.parametrize("meta", [{}, {"timestamp": "yesterday", "receivedAt": None}, {"receivedAt": 1e18}])
def test_from_nothing_that_is_a_time_nothing_is_concluded(meta):
    assert align_clocks([bound_of(Exchange(left_at=None, arrived_at=START, meta=meta))]) is None


def test_a_clock_that_was_set_meanwhile_is_known_from_the_narrowest_exchange():
    wide, narrow = ClockBound(least=-50, most=50), ClockBound(least=3_600_000, most=3_600_004)
    assert align_clocks([wide, narrow]) == ClockOffset(ms=3_600_002, uncertainty_ms=2)
