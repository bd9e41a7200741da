"""The clock of a replay: it goes on without jumps, at every speed, within its turn, and never back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.view.replay_track import SPEEDS, ReplayClock

MOMENTS = st.floats(-1e6, 1e6)
WAITS = st.floats(0, 100)
TURNS = st.tuples(MOMENTS, st.floats(0, 1e6)).map(lambda one: ReplayClock(first=one[0], last=one[0] + one[1]))
ACTIONS = st.lists(
    st.tuples(st.sampled_from(["play", "pause", "seek", "speed"]), st.one_of(MOMENTS, st.sampled_from(SPEEDS)), WAITS),
    max_size=20,
)


def act(clock, name, value, now):
    match name:
        case "play":
            return clock.play(now)
        case "pause":
            return clock.pause(now)
        case "seek":
            return clock.seek(value, now)
        case _:
            return clock.change_speed(value, now)


@given(TURNS, ACTIONS)
def test_it_stays_within_its_turn_and_only_seeking_or_playing_from_the_end_makes_it_jump(clock, actions):
    now = 1_000.0
    for name, value, wait in actions:
        before = clock.at(now)
        starts_anew = name == "play" and not clock.playing and before >= clock.last
        clock = act(clock, name, value, now)
        assert clock.first <= clock.at(now) <= clock.last
        if name == "seek":
            assert clock.at(now) == min(max(value, clock.first), clock.last)
        elif starts_anew:
            assert clock.at(now) == clock.first
        else:
            assert clock.at(now) == pytest.approx(before)
        after = clock.at(now + wait)
        assert after >= clock.at(now)
        assert clock.playing or after == clock.at(now)
        now += wait


@given(st.sampled_from(SPEEDS), st.floats(0, 10))
def test_so_much_of_the_turn_passes_as_the_speed_says(speed, seconds):
    clock = ReplayClock(first=0.0, last=1e9).change_speed(speed, now=5.0).play(now=5.0)
    assert clock.at(5.0 + seconds) == pytest.approx(seconds * 1_000 * speed)
    assert not clock.has_ended(5.0 + seconds)


def test_a_clock_of_the_computer_that_goes_back_moves_nothing_and_the_end_is_the_end():
    clock = ReplayClock(first=-600.0, last=900.0).seek(100.0, now=50.0).play(now=50.0)
    assert clock.at(20.0) == 100.0
    assert clock.at(1e12) == 900.0
    assert clock.has_ended(1e12)
    assert clock.pause(1e12).play(1e12).at(1e12) == -600.0
    assert clock.change_speed(1_000.0, now=50.0).speed == 4.0
    with pytest.raises(ValueError, match="before it begins"):
        ReplayClock(first=1.0, last=0.0)
