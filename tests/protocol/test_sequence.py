"""Stanza ids: ours grow, theirs are followed through gaps, late comers, repeats and new epochs."""

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.sequence import Order, PeerSequence, next_server_id


def follow(*ids: int, state: PeerSequence | None = None) -> tuple[PeerSequence, list[Order]]:
    state, orders = state or PeerSequence(), []
    for one in ids:
        state, order = state.observe(one)
        orders.append(order)
    return state, orders


def test_a_server_counts_from_minus_two():
    assert [next_server_id(last) for last in (0, -1, -2, -3)] == [-2, -2, -3, -4]


def test_steps_of_one_and_of_two_are_both_in_order():
    assert follow(-2, -3, -4)[1] == [Order.NEXT] * 3
    assert follow(-2, -4, -6)[1] == [Order.NEXT] * 3


def test_a_gap_is_what_is_wider_than_the_steps_so_far():
    assert follow(-2, -5)[1] == [Order.NEXT, Order.GAP]
    assert follow(-2, -3, -5)[1] == [Order.NEXT, Order.NEXT, Order.GAP]
    assert follow(-2, -4, -8)[1] == [Order.NEXT, Order.NEXT, Order.GAP]


def test_what_comes_a_little_late_fills_its_place():
    state, orders = follow(-6, -8, -7, -9)
    assert orders == [Order.NEXT, Order.NEXT, Order.LATE, Order.NEXT]
    assert (state.last, state.unseen) == (9, ())


def test_a_run_that_was_passed_over_is_filled_from_anywhere():
    state, orders = follow(-2, -10, -6)
    assert (orders[-1], state.unseen) == (Order.LATE, ((3, 5), (7, 9)))


def test_a_repeat_is_told_by_its_content():
    state, _ = follow(-2, -3)
    assert state.observe(-3, same_content=True) == (state, Order.REPEATED)
    assert state.observe(-3) == (state, Order.OUT_OF_ORDER)


def test_ids_that_start_again_are_a_new_epoch_and_no_gap():
    state, orders = follow(-2, -3, -4, -2, -3)
    assert orders[-2:] == [Order.NEW_EPOCH, Order.NEXT]
    assert (state.epoch, state.last) == (1, 3)


def test_a_repeated_first_stanza_is_no_epoch():
    state, _ = follow(-2, -3)
    assert state.observe(-2, same_content=True) == (state, Order.REPEATED)


def test_zero_and_the_other_side_s_sign_have_no_place():
    state, _ = follow(-2)
    assert state.observe(0) == (state, Order.UNPLACED)
    assert state.observe(3) == (state, Order.UNPLACED)


def test_a_resumed_sequence_goes_on_where_it_stood():
    state = PeerSequence(last=40)
    assert follow(-41, state=state)[1] == [Order.NEXT]
    assert follow(-39, state=state)[1] == [Order.OUT_OF_ORDER]


@given(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=200), st.lists(st.booleans(), min_size=200, max_size=200))
def test_any_ids_leave_a_sound_state(ids: list[int], same: list[bool]):
    state = PeerSequence()
    for one, known in zip(ids, same, strict=False):
        before, (state, order) = state, state.observe(one, same_content=known)
        assert len(state.unseen) <= 64
        assert all(0 < start <= end < state.last for start, end in state.unseen)
        assert state.last >= before.last or order is Order.NEW_EPOCH


@given(st.permutations(range(3, 40)))
def test_in_whatever_order_all_come_none_is_missing_in_the_end(values: list[int]):
    state, orders = follow(-2, *(-value for value in values))
    assert set(orders) <= {Order.NEXT, Order.GAP, Order.LATE}
    assert (state.last, state.unseen) == (39, ())
