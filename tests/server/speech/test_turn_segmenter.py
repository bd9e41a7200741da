import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.server.speech.endpointing import PAUSE_MS
from alicia_desktop.server.speech.turn_segmenter import (
    FLOOR_FRAMES,
    MAX_TURN_FRAMES,
    MAX_UNNOTICED_FRAMES,
    PAUSE_FRAMES,
    PRE_ROLL_FRAMES,
    RESUMED_FRAMES,
    EndpointingStep,
    TurnSegmenter,
)
from alicia_desktop.transport.contract import FRAME_BYTES

FRAME = bytes(FRAME_BYTES)
WAIT_MS = 700


def feed(turn, speaking, *, wait_ms=WAIT_MS):
    return turn.take(FRAME, speaking=speaking, voiced=speaking, wait_ms=wait_ms)


def test_a_turn_holds_what_came_half_a_second_before_it_was_certain():
    turn = TurnSegmenter()
    for _ in range(PRE_ROLL_FRAMES * 3):
        assert feed(turn, False) is None
    assert feed(turn, True) is EndpointingStep.STARTED
    assert len(turn.sound) == PRE_ROLL_FRAMES


def test_a_short_pause_is_part_of_the_turn_and_a_long_one_its_end():
    turn = TurnSegmenter()
    feed(turn, True)
    pause = [feed(turn, False) for _ in range(WAIT_MS // 10 - 1)]
    assert [step for step in pause if step] == [EndpointingStep.PAUSED]
    speech = [feed(turn, True) for _ in range(RESUMED_FRAMES)]
    assert speech == [None] * (RESUMED_FRAMES - 1) + [EndpointingStep.RESUMED]
    assert turn.last_pause_ms == WAIT_MS - 10 + (RESUMED_FRAMES - 1) * 10
    moments = [feed(turn, False) for _ in range(WAIT_MS // 10)]
    assert moments[PAUSE_FRAMES - 1] is EndpointingStep.PAUSED
    assert moments[-1] is EndpointingStep.ENDED
    assert EndpointingStep.ENDED not in moments[:-1]
    assert len(turn.finish()) < FRAME_BYTES * 2 * WAIT_MS // 10
    assert turn.sound == []


def test_a_click_ends_no_pause_and_no_turn_ends_while_somebody_begins_to_speak():
    turn = TurnSegmenter()
    feed(turn, True)
    for _ in range(PAUSE_FRAMES):
        feed(turn, False)
    assert [feed(turn, True) for _ in range(RESUMED_FRAMES - 1)] == [None] * (RESUMED_FRAMES - 1)
    assert not turn.is_over(PAUSE_MS)
    assert feed(turn, False, wait_ms=PAUSE_MS) is EndpointingStep.ENDED


def test_how_much_silence_ends_a_turn_may_be_learned_while_it_lasts():
    turn = TurnSegmenter()
    feed(turn, True)
    assert EndpointingStep.ENDED not in [feed(turn, False) for _ in range(30)]
    assert turn.silence_ms == 300
    assert turn.is_over(300)
    assert not turn.is_over(310)


@given(st.lists(st.booleans(), max_size=400))
def test_every_turn_begins_once_and_ends_at_most_once(speech):
    turn, is_open = TurnSegmenter(), False
    for speaking in speech:
        moment = feed(turn, speaking, wait_ms=200)
        if moment is EndpointingStep.STARTED:
            assert not is_open
            is_open = True
        elif moment is EndpointingStep.ENDED:
            assert is_open
            is_open = False
            turn.finish()
    assert bool(turn.sound) == is_open


def test_a_turn_without_end_is_cut_after_a_minute():
    turn = TurnSegmenter()
    moments = [feed(turn, True) for _ in range(MAX_TURN_FRAMES)]
    assert moments[-1] is EndpointingStep.ENDED


def noise(dbfs, *, seed):
    """10 ms of a room, or of somebody in it."""
    sound = np.random.default_rng(seed).standard_normal(FRAME_BYTES // 2) * 32_768 * 10 ** (dbfs / 20)
    return sound.clip(-32_768, 32_767).astype("<i2").tobytes()


def silence_after(spoken_dbfs, room_dbfs, *, late):
    """Silence that is counted when voice activity first says so, `late` frames behind the last word."""
    turn = TurnSegmenter()
    for number in range(100):
        turn.take(noise(spoken_dbfs, seed=number), speaking=True, voiced=True, wait_ms=WAIT_MS)
    for number in range(late + FLOOR_FRAMES):
        frame = noise(room_dbfs, seed=1_000 + number)
        turn.take(frame, speaking=True, voiced=number < late, wait_ms=WAIT_MS)
    return turn.silence_ms


@pytest.mark.parametrize("room_dbfs", [-90, -70, -45])
@pytest.mark.parametrize("late", [0, 6, 14])
def test_silence_counts_from_the_last_word_though_voice_activity_notices_it_later(room_dbfs, late):
    assert silence_after(-25, room_dbfs, late=late) == (late + FLOOR_FRAMES) * 10


def test_no_more_than_a_syllable_is_taken_for_silence_that_nobody_noticed():
    assert silence_after(-25, -70, late=80) == (MAX_UNNOTICED_FRAMES + FLOOR_FRAMES) * 10


def test_where_the_room_is_as_loud_as_who_speaks_voice_activity_alone_counts():
    assert silence_after(-25, -30, late=6) == FLOOR_FRAMES * 10


def test_a_pause_begins_as_soon_as_it_is_long_enough_with_what_was_not_noticed():
    turn = TurnSegmenter()
    for number in range(100):
        turn.take(noise(-25, seed=number), speaking=True, voiced=True, wait_ms=WAIT_MS)
    steps = [
        turn.take(noise(-70, seed=number), speaking=True, voiced=number < 6, wait_ms=WAIT_MS)
        for number in range(6 + FLOOR_FRAMES)
    ]
    assert steps == [*[None] * (len(steps) - 1), EndpointingStep.PAUSED]
    assert turn.silence_ms == len(steps) * 10 < (6 + PAUSE_FRAMES) * 10
