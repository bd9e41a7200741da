import numpy as np
import pytest

from alicia_desktop.audio.contract import SILENCE
from alicia_desktop.line.audio_pipeline import BEFORE_FRAMES, MAX_BYTES, SpeechRecorder
from tests.audio.sounds import FRAME, OTHER_SENTENCE, frames_of, speech
from tests.bench.bench_barge_in import SETTLE_FRAMES, Scene
from tests.bench.interruptions import Labelled


def frame(number):
    return bytes([number % 251]) * FRAME


def test_a_stretch_comes_at_its_end_with_the_half_second_before_it():
    recorder = SpeechRecorder()
    heard = [recorder.feed(frame(number), speaking=80 <= number < 100) for number in range(120)]
    assert [number for number, sound in enumerate(heard) if sound] == [100]
    assert heard[100] == b"".join(frame(number) for number in range(80 - BEFORE_FRAMES, 100))


def test_what_is_heard_when_nobody_listens_any_more_ends_there_and_nothing_of_it_is_left():
    recorder = SpeechRecorder()
    assert recorder.end() == b""
    assert recorder.feed(frame(1), speaking=True) == b""
    assert recorder.end() == frame(1)
    assert recorder.feed(frame(2), speaking=True) == b""
    assert recorder.feed(frame(3), speaking=False) == frame(2)


def test_a_stretch_without_end_is_kept_for_two_minutes():
    recorder = SpeechRecorder()
    for _ in range(MAX_BYTES // FRAME + 10):
        recorder.feed(frame(1), speaking=True)
    assert len(recorder.end()) == MAX_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("begin_ms", [-200, 150])
def test_who_begins_in_a_pause_of_hers_interrupts_her_when_she_goes_on(begin_ms):
    sentence, pause = frames_of(speech()), 60
    said = np.frombuffer(speech(OTHER_SENTENCE), "<i2").astype(np.float32) / 32_768
    scene = Scene(
        said=Labelled(name="in a pause", stops=True, sound=said),
        place="quiet",
        her=b"".join([*sentence, *[SILENCE] * pause, *sentence, *sentence]),
        rng=np.random.default_rng(1),
        begins=SETTLE_FRAMES + len(sentence) + begin_ms // 10,
    )
    assert scene.run().stopped
