"""The spoken dialogue of the whole program on a real sound card: she says what she wrote, also when replayed."""

import os
from pathlib import Path

import pytest

from tests.support.driven_window import SETTINGS, driven_window, is_answered, is_connected, last_answer
from tests.support.hearing import has_fallen_silent, is_heard, transcribed

pytestmark = pytest.mark.e2e

FACT = "My daughter Emma has a piano recital on Friday."
QUESTION = "When is the piano recital of my daughter Emma?"


def test_a_fact_that_is_spoken_answers_a_question_that_is_spoken(environment, sound_card, spoken, ears, tmp_path):
    (Path(os.environ["ALICIA_DATA_DIR"]) / "settings.toml").write_text(f"{SETTINGS}[voice]\nkeep_speech = true\n")
    with driven_window(environment=environment) as window:
        first = window.online()["conversation"]
        window.open_microphone()
        told = hear(window, sound_card, spoken(FACT), tmp_path / "told.wav")
        assert is_heard(FACT, told["messages"][0]["text"])
        window.press("Key_N", "ControlModifier")
        window.until(
            lambda seen: (
                seen["conversation"].startswith("ac_")
                and seen["conversation"] != first
                and is_connected(seen)
                and seen["voice"]["state"] == "listening"
            ),
            what="a new conversation that listens",
        )
        asked = hear(window, sound_card, spoken(QUESTION), tmp_path / "answer.wav")
        answer = last_answer(asked)
        assert "Friday" in answer["text"]
        assert "retrieved" in [chip["action"] for chip in answer["chips"]]
        assert is_heard(answer["text"], transcribed(ears, tmp_path / "answer.wav"))
        window.until(lambda seen: all(row["replayable"] for row in seen["messages"]), what="sounds that are kept")
        for button, said in (("Replay answer", answer["text"]), ("Replay recording", QUESTION)):
            assert is_heard(said, transcribed(ears, replayed(window, sound_card, button, tmp_path / f"{button}.wav")))


def replayed(window, card, button, to):
    """Click, and record what the loudspeaker gives until it is silent again."""
    with card.recording(to):
        window.click(button)
        window.until(lambda seen: is_over(seen, to), what="the end of a replay")
    return to


def hear(window, card, said, to):
    """Say something into the microphone, and record what the loudspeaker gives until she is silent again."""
    with card.recording(to):
        card.play(said)
        seen = window.until(lambda seen: is_answered(seen, 1), what="an answer")
        window.until(lambda seen: is_over(seen, to), what="the end of her voice")
    return seen


def is_over(seen, recording):
    """Whether she was heard and waits for words again; a busy machine makes gaps in the middle of what she says."""
    return seen["voice"]["state"] == "listening" and has_fallen_silent(recording)
