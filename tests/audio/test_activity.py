import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.audio.activity import (
    BEFORE_FRAMES,
    REST_FRAMES,
    START_MS,
    STOP_MS,
    WINDOW_MS,
    Hysteresis,
    SpeechEdge,
    VoiceActivity,
)
from alicia_desktop.audio.contract import SILENCE
from tests.audio.sounds import frames_of, tone


def steps(machine, probabilities):
    return [machine.step(each, milliseconds=WINDOW_MS) for each in probabilities]


def test_speech_starts_after_a_tenth_of_a_second_and_ends_after_half_a_second():
    machine = Hysteresis(threshold=0.5)
    assert steps(machine, [0.9] * 3) == [None, None, SpeechEdge.STARTED]
    quiet = steps(machine, [0.1] * 16)
    assert quiet.index(SpeechEdge.STOPPED) * WINDOW_MS in range(STOP_MS - 2 * WINDOW_MS, STOP_MS + WINDOW_MS)


def test_a_click_is_no_speech():
    machine = Hysteresis()
    assert not any(steps(machine, [0.9, 0.9, 0.1] * 20))


def test_speech_goes_on_a_little_under_the_threshold():
    machine = Hysteresis(threshold=0.5)
    steps(machine, [0.9] * 3)
    assert not any(steps(machine, [0.4] * 100))


def test_more_can_be_asked_of_a_start():
    machine = Hysteresis()
    turns = [machine.step(0.9, milliseconds=WINDOW_MS, start_ms=2 * START_MS) for _ in range(6)]
    assert turns == [None] * 5 + [SpeechEdge.STARTED]


@given(st.lists(st.floats(0, 1), max_size=300), st.floats(0.2, 0.95))
def test_starts_and_ends_take_turns(probabilities, threshold):
    turns = [turn for turn in steps(Hysteresis(threshold=threshold), probabilities) if turn is not None]
    assert turns == ([SpeechEdge.STARTED, SpeechEdge.STOPPED] * len(turns))[: len(turns)]


@pytest.mark.slow
def test_the_model_hears_speech_and_its_end(speech_frames):
    activity = VoiceActivity()
    turns = [activity.feed(frame) for frame in [SILENCE] * 50 + speech_frames + [SILENCE] * 100]
    assert [turn for turn in turns if turn] == [SpeechEdge.STARTED, SpeechEdge.STOPPED]
    assert turns.index(SpeechEdge.STARTED) < 50 + 60
    assert activity.probability == 0.0


def test_neither_silence_nor_a_tone_is_speech():
    activity = VoiceActivity()
    assert not any(activity.feed(frame) for frame in [SILENCE] * 100 + frames_of(tone(2.0, hertz=1_000, level=0.1)))


def test_reset_forgets_who_spoke(speech_frames):
    activity = VoiceActivity()
    for frame in speech_frames[:150]:
        activity.feed(frame)
    spoke = activity.speaking
    activity.reset()
    assert (spoke, activity.speaking) == (True, False)
    assert activity.probability == 0.0


@pytest.mark.parametrize("rest", [0, 5, 11, 50, 333])
def test_speech_is_heard_as_soon_after_any_rest(speech_frames, rest):
    """Where the windows begin depends on the rest, so a start may be one window later or sooner, and no more."""
    unrested, rested = VoiceActivity(), VoiceActivity()
    starts = []
    for activity, before in ((unrested, 0), (rested, rest)):
        turns = [activity.feed(frame) for frame in [SILENCE] * before + speech_frames]
        starts.append(turns.index(SpeechEdge.STARTED) - before)
    assert abs(starts[0] - starts[1]) <= WINDOW_MS // 10 + 1


def test_what_came_right_before_the_first_loud_frame_is_judged_with_it(monkeypatch):
    activity = VoiceActivity()
    heard = []

    def push(frame):
        heard.append(frame)
        return b""

    monkeypatch.setattr(activity._resampler, "push", push)
    faint = frames_of(tone(1.0, hertz=300, level=0.0002))
    loud = frames_of(tone(0.02, hertz=300, level=0.2))
    for frame in faint + loud:
        activity.feed(frame)
    assert heard == faint[:REST_FRAMES] + faint[-BEFORE_FRAMES:] + loud
