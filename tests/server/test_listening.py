import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.server.listening import (
    LONGEST_FRAMES,
    PAUSE_FRAMES,
    PRE_ROLL_FRAMES,
    Moment,
    TurnGatherer,
    to_samples,
)
from alicia_desktop.transport.contract import FRAME_BYTES

FRAME = bytes(FRAME_BYTES)


def test_a_turn_holds_what_came_half_a_second_before_it_was_certain():
    turn = TurnGatherer()
    for _ in range(PRE_ROLL_FRAMES * 3):
        assert turn.take(FRAME, speaking=False) is None
    assert turn.take(FRAME, speaking=True) is Moment.STARTED
    assert len(turn.sound) == PRE_ROLL_FRAMES


def test_a_short_pause_is_part_of_the_turn_and_a_long_one_its_end():
    turn = TurnGatherer()
    turn.take(FRAME, speaking=True)
    for _ in range(PAUSE_FRAMES - 1):
        assert turn.take(FRAME, speaking=False) is None
    assert turn.take(FRAME, speaking=True) is None
    moments = [turn.take(FRAME, speaking=False) for _ in range(PAUSE_FRAMES)]
    assert moments == [None] * (PAUSE_FRAMES - 1) + [Moment.ENDED]
    assert len(turn.finish()) < FRAME_BYTES * 2 * PAUSE_FRAMES
    assert turn.sound == []


@given(st.lists(st.booleans(), max_size=400))
def test_every_turn_begins_once_and_ends_at_most_once(speech):
    turn, is_open = TurnGatherer(), False
    for speaking in speech:
        moment = turn.take(FRAME, speaking=speaking)
        if moment is Moment.STARTED:
            assert not is_open
            is_open = True
        elif moment is Moment.ENDED:
            assert is_open
            is_open = False
            turn.finish()
    assert bool(turn.sound) == is_open


def test_a_turn_without_end_is_cut_after_a_minute():
    turn = TurnGatherer()
    moments = [turn.take(FRAME, speaking=True) for _ in range(LONGEST_FRAMES)]
    assert moments[-1] is Moment.ENDED


def test_sound_comes_to_the_recogniser_at_its_own_rate():
    tone = (np.sin(np.arange(48_000) / 30) * 10_000).astype("<i2").tobytes()
    samples = to_samples(tone)
    assert abs(len(samples) - 16_000) < 400
    assert 0.2 < float(np.abs(samples).max()) < 0.4
