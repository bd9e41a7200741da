"""Whether who speaks over her stops her: the pause and its end, timed."""

import numpy as np
import pytest

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.audio.echo_filter import EchoFilter
from alicia_desktop.audio.interruption import (
    HOLD_MS,
    OVER_MS,
    STOP_MS,
    InterruptionDetector,
    InterruptionJudge,
    Verdict,
)
from alicia_desktop.audio.levels import dbfs
from tests.audio.sounds import OTHER_SENTENCE, RATE, frames_of, speech

ROOM_DELAY_FRAMES = 5


def said(judge, *, speech_ms, then_ms=0):
    """The verdicts on so much speech, and so much silence after it."""
    spoken = [judge.step(begins=True, goes_on=True) for _ in range(speech_ms // 10)]
    return [
        each for each in [*spoken, *(judge.step(begins=False, goes_on=False) for _ in range(then_ms // 10))] if each
    ]


def test_she_pauses_at_once_and_stops_when_they_go_on():
    assert said(InterruptionJudge(), speech_ms=STOP_MS + 10) == [Verdict.HOLD, Verdict.STOP]


def test_mhm_makes_her_pause_and_go_on():
    assert said(InterruptionJudge(), speech_ms=250, then_ms=500) == [Verdict.HOLD, Verdict.RESUME]


def test_a_door_makes_her_pause_for_300_ms():
    judge = InterruptionJudge()
    assert judge.step(begins=True, goes_on=False) is Verdict.HOLD
    verdicts = [judge.step(begins=False, goes_on=False) for _ in range(100)]
    assert verdicts.index(Verdict.RESUME) + 1 == HOLD_MS // 10
    assert OVER_MS < HOLD_MS


def test_one_word_before_a_pause_counts_when_they_go_on_and_is_forgotten_later():
    judge = InterruptionJudge()
    assert said(judge, speech_ms=300, then_ms=200) == [Verdict.HOLD, Verdict.RESUME]
    assert Verdict.STOP in said(judge, speech_ms=300)
    patient = InterruptionJudge()
    assert said(patient, speech_ms=300, then_ms=2_000) == [Verdict.HOLD, Verdict.RESUME]
    assert Verdict.STOP not in said(patient, speech_ms=300)


def levels(pcm):
    """The mean loudness of frames."""
    return dbfs(b"".join(pcm))


def echoes(played, *, gain=0.5):
    """What comes back of it: later, weaker, and with a reverberation."""
    sound = np.frombuffer(b"".join(played), "<i2").astype(np.float32) * gain
    late = np.concatenate([np.zeros(ROOM_DELAY_FRAMES * 480, np.float32), sound])[: len(sound)]
    later = np.concatenate([np.zeros(1_700, np.float32), late])[: len(sound)]
    return frames_of((late + 0.3 * later).astype("<i2").tobytes())


def test_the_echo_filter_takes_her_out_and_leaves_who_speaks_besides_as_they_are(speech_frames):
    echo_filter, played = EchoFilter(), [*speech_frames, *speech_frames]
    back = echoes(played)
    question = frames_of(speech(OTHER_SENTENCE))[:100]
    begin = len(played) - len(question)
    near = [np.frombuffer(frame, "<i2").astype(np.int32) for frame in back]
    for number, frame in enumerate(question):
        near[begin + number] = near[begin + number] + np.frombuffer(frame, "<i2")
    left = []
    for far, frame in zip(played, near, strict=True):
        echo_filter.far(far)
        left.append(echo_filter.near(np.clip(frame, -32_768, 32_767).astype("<i2").tobytes()))
    assert levels(left[300:begin]) < levels(back[300:begin]) - 12
    assert levels(left[begin:]) == pytest.approx(levels(question), abs=1.5)


def test_what_is_no_echo_passes_as_it_is(speech_frames):
    echo_filter = EchoFilter()
    quiet = frames_of(np.random.default_rng(1).normal(0, 6, RATE * 3).astype("<i2").tobytes())
    for far, near in zip(speech_frames, quiet, strict=False):
        echo_filter.far(far)
        assert dbfs(echo_filter.near(near)) <= dbfs(near)
    unheard = EchoFilter()
    assert [unheard.near(frame) for frame in quiet] == quiet


def test_with_headphones_the_first_tenths_of_a_second_are_enough(speech_frames):
    detector = InterruptionDetector(activity=VoiceActivity(floor_dbfs=-45.0))
    question = frames_of(speech(OTHER_SENTENCE))
    first = next(number for number, frame in enumerate(question) if dbfs(frame) > -40)
    silent = frames_of(np.random.default_rng(1).normal(0, 6, RATE * 2).astype("<i2").tobytes())
    verdicts = []
    for far, near in zip(speech_frames * 2, [*silent, *question], strict=False):
        detector.far(far)
        verdicts.append(detector.judge(detector.near(near)))
    onset = len(silent) + first
    assert 0 < verdicts.index(Verdict.HOLD) - onset <= 20
    assert Verdict.STOP in verdicts
