"""What a server tells of its time is others' data: whatever it says, phases stay within what can be."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.server_timings import MAX_MS, MAX_PHASES, read_timings
from alicia_desktop.view.turn_records import TurnClock, TurnRecords
from tests.view.records import START, answer, bundle, message

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers(-(2**40), 2**40) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
PHASE = st.fixed_dictionaries({"name": JSON | st.just("prompt"), "start": JSON, "end": JSON})


def read(told, arrived=500.0):
    said = bundle(message=answer(), meta={"timings": told if isinstance(told, str) else json.dumps(told)})
    meta = {"client.sent_at": START.isoformat()}
    turn = TurnRecords(
        question=message(), question_meta=meta, answer=said, answer_meta=said.meta, journal=(), number=1, count=1
    )
    return read_timings(turn, TurnClock(turn), arrived=arrived)


@given(st.fixed_dictionaries({"receivedAt": JSON, "end": JSON, "phases": st.lists(PHASE, max_size=5) | JSON}))
def test_whatever_is_told_no_phase_begins_before_the_question_left_or_ends_before_it_begins(told):
    found = read(told)
    assert found is None or all(0 <= phase.start <= phase.end <= found.end + 1e-3 for phase in found.phases)


@pytest.mark.parametrize(
    "told", ["", "{", "3", "[]", "{}", '{"phases": []}', '{"phases": [{"name": "", "start": 0, "end": 1}]}']
)
def test_what_tells_no_phase_tells_nothing(told):
    assert read(told) is None


def test_no_more_phases_are_read_than_can_be_shown():
    phases = [{"name": "tool", "start": 0, "end": 1}] * (3 * MAX_PHASES)
    found = read({"phases": phases, "leftOut": 7})
    assert found is not None
    assert len(found.phases) == MAX_PHASES
    assert found.left_out == 2 * MAX_PHASES + 7


@pytest.mark.parametrize("told", [-3, "many", True, 1e300, None])
def test_a_number_of_missing_phases_that_cannot_be_is_bounded(told):
    found = read({"phases": [{"name": "tool", "start": 0, "end": 1}], "leftOut": told})
    assert found is not None
    assert 0 <= found.left_out <= MAX_MS


def test_without_a_common_clock_the_answer_came_as_soon_as_it_was_told():
    found = read({"receivedAt": 5, "end": 120, "phases": [{"name": "prompt", "start": 20, "end": 120}]})
    assert found is not None
    assert (found.start, found.end) == (380, 500)
