"""Esc as soon as an answer stands there, before its first sound: it stays silent, and the next one is spoken."""

import pytest

from tests.support.driven_window import driven_window, is_answered, last_answer
from tests.support.hearing import has_fallen_silent

pytestmark = pytest.mark.e2e


def test_an_answer_after_a_silenced_one_is_spoken(environment, sound_card, tmp_path):
    with driven_window(environment=environment) as window:
        window.online()
        window.open_microphone()
        window.write("What is 17 * 23?")
        window.until(lambda seen: last_answer(seen)["text"], what="the text of an answer")
        window.press("Key_Escape")
        window.until(lambda seen: is_answered(seen, 1) and is_listening(seen), what="silence")
        with sound_card.recording(tmp_path / "room.wav"):
            window.write("What is 12 * 12?")
            window.until(lambda _: has_fallen_silent(tmp_path / "room.wav"), what="her voice in the room")
        window.until(lambda seen: is_answered(seen, 2) and is_listening(seen), what="the end of it")


def is_listening(seen):
    """Whether she waits for words, and says none herself."""
    return seen["voice"]["state"] == "listening"
