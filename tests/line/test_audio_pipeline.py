from alicia_desktop.line.audio_pipeline import BEFORE_FRAMES, MAX_BYTES, SpeechRecorder
from tests.audio.sounds import FRAME


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
