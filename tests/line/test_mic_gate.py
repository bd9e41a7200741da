from alicia_desktop.audio.contract import SILENCE
from alicia_desktop.line.mic_gate import (
    DIRECT_FRAMES,
    LOOKBACK_FRAMES,
    RELEASE_FRAMES,
    CutGuard,
    Lookback,
    MicrophoneGate,
)

SAID = b"\1\0" * 480


def test_hands_free_lets_everything_through():
    assert MicrophoneGate().filter(SAID) == SAID


def test_muted_sends_silence_and_does_not_listen():
    gate = MicrophoneGate()
    gate.set_mode("muted")
    assert gate.hold(down=True) == ()
    assert (gate.filter(SAID), gate.listening) == (SILENCE, False)


def test_hold_to_talk_lets_through_while_held_and_ends_the_turn_at_release():
    gate = MicrophoneGate()
    gate.set_mode("hold")
    assert gate.filter(SAID) == SILENCE
    gate.hold(down=True)
    assert gate.filter(SAID) == SAID
    assert gate.hold(down=False) == (SILENCE,) * RELEASE_FRAMES
    after = [gate.filter(SAID) for _ in range(RELEASE_FRAMES + 1)]
    assert after == [None] * RELEASE_FRAMES + [SILENCE]
    assert gate.hold(down=False) == ()


def test_who_holds_again_at_once_is_heard_at_once():
    gate = MicrophoneGate()
    gate.set_mode("hold")
    gate.hold(down=True)
    gate.hold(down=False)
    gate.hold(down=True)
    assert gate.filter(SAID) == SAID


def test_the_rest_of_a_cut_answer_is_kept_out_until_another_is_announced():
    guard = CutGuard()
    assert guard.admits_sound(silent=False, now=10.0)
    guard.cut(message_id="am_1")
    assert not guard.admits_sound(silent=False, now=10.1)
    assert not guard.admits_segment(message_id="am_1", now=10.2)
    assert guard.admits_segment(message_id="am_2", now=10.3)
    assert guard.admits_sound(silent=False, now=10.4)


def test_after_a_second_without_sound_what_comes_is_new():
    guard = CutGuard()
    guard.admits_sound(silent=False, now=10.0)
    guard.cut(message_id=None)
    assert not guard.admits_sound(silent=False, now=10.9)
    assert not guard.admits_sound(silent=True, now=11.8)
    assert guard.admits_sound(silent=False, now=11.9)


def test_an_answer_that_is_cut_before_its_first_sound_is_kept_out_and_the_next_is_not():
    guard = CutGuard()
    guard.cut(message_id="am_1", now=10.0)
    assert not guard.admits_segment(message_id="am_1", now=10.1)
    assert not guard.admits_sound(silent=False, now=10.2)
    assert guard.admits_segment(message_id="am_2", now=10.3)
    assert guard.admits_sound(silent=False, now=10.4)


def test_an_answer_that_is_cut_before_its_first_sound_may_go_on_later():
    guard = CutGuard()
    guard.cut(message_id="am_1", now=10.0)
    assert guard.admits_segment(message_id="am_1", now=11.0)


def test_a_cut_of_nothing_keeps_nothing_out():
    guard = CutGuard()
    guard.cut(message_id=None)
    assert guard.admits_sound(silent=False, now=500.0)


def spoken(number):
    """A frame as the echo canceller and as the echo filter make it."""
    return b"clean %d" % number, b"direct %d" % number


def test_who_is_noticed_late_is_sent_from_their_first_sound_on_as_it_was_said():
    lookback = Lookback()
    sent = [frame for number in range(100) for frame in lookback.feed(*spoken(number), delays=True)]
    assert sent == [SILENCE] * LOOKBACK_FRAMES + [spoken(number)[0] for number in range(100 - LOOKBACK_FRAMES)]
    assert lookback.begin() == [spoken(number)[1] for number in range(100 - LOOKBACK_FRAMES, 100)]
    after = [frame for number in range(100, 200) for frame in lookback.feed(*spoken(number), delays=False)]
    assert after[:DIRECT_FRAMES] == [spoken(number)[1] for number in range(100, 100 + DIRECT_FRAMES)]
    assert after[DIRECT_FRAMES:] == [spoken(number)[0] for number in range(100 + DIRECT_FRAMES, 200)]


def test_when_she_has_ended_only_speech_is_sent_late():
    quiet, speaking = Lookback(), Lookback()
    for number in range(LOOKBACK_FRAMES):
        assert quiet.feed(*spoken(number), delays=True) == [SILENCE], "the stream never pauses"
        assert speaking.feed(*spoken(number), delays=True, speaking=True) == []
    assert quiet.feed(*spoken(99), delays=False) == [b"clean 99"]
    waited = speaking.feed(*spoken(99), delays=False, speaking=True)
    assert waited == [*(spoken(number)[0] for number in range(LOOKBACK_FRAMES)), b"clean 99"]
