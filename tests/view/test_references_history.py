"""Back and forward through where one was, over tabs."""

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.references import MAX_LOCATIONS, Location, LocationHistory, Reference


def stanza(number: int) -> Location:
    return Location(place="stanzas", what=Reference(kind="stanza", id=str(number)))


TRACE = Location(place="memory", what=Reference(kind="trace", id="amu_1"))
TOOL = Location(place="tools", what=Reference(kind="tool", id="atu_1"))


def test_one_goes_back_and_forward_over_tabs():
    history = LocationHistory()
    for location in (stanza(1), TRACE, TOOL):
        history.visit(location)
    assert (history.back(), history.back(), history.back()) == (TRACE, stanza(1), None)
    assert (history.forward(), history.forward(), history.forward()) == (TRACE, TOOL, None)


def test_what_one_went_back_from_is_forgotten_by_another_visit():
    history = LocationHistory()
    for location in (stanza(1), TRACE):
        history.visit(location)
    history.back()
    history.visit(TOOL)
    assert not history.can_go_forward
    assert history.back() == stanza(1)


def test_steps_in_one_tab_are_one_place_that_moves_on():
    history = LocationHistory()
    for number in range(50):
        history.move(stanza(number))
    history.move(TRACE)
    history.move(stanza(7))
    assert (history.back(), history.back(), history.can_go_back) == (TRACE, stanza(49), False)


def test_a_place_that_is_gone_is_dropped_and_the_one_before_is_current():
    history = LocationHistory()
    for location in (stanza(1), TRACE, TOOL):
        history.visit(location)
    history.back()
    history.drop_current()
    assert history.current == stanza(1)
    assert history.forward() == TOOL


def test_only_so_many_are_kept():
    history = LocationHistory()
    for number in range(3 * MAX_LOCATIONS):
        history.visit(stanza(number))
    went = 0
    while history.back() is not None:
        went += 1
    assert went == MAX_LOCATIONS - 1


STEPS = st.lists(
    st.one_of(
        st.sampled_from(["back", "forward", "drop_current", "clear"]),
        st.tuples(st.sampled_from(["visit", "move"]), st.sampled_from([stanza(1), stanza(2), TRACE, TOOL])),
    )
)


@given(STEPS)
def test_whatever_is_done_it_is_where_it_says(steps):
    history = LocationHistory()
    for step in steps:
        if isinstance(step, str):
            before, found = history.current, getattr(history, step)()
            assert found is None or (found == history.current and before is not None)
        else:
            getattr(history, step[0])(step[1])
            assert history.current == step[1]
        assert (history.current is None) <= (not history.can_go_back and not history.can_go_forward)
