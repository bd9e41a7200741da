"""Closing the window while she speaks: silence at once, no process left after two seconds, and the answer is kept."""

import asyncio
import os
import time

import pytest

from tests.support.driven_window import driven_window, last_answer
from tests.support.hearing import loud_until, recorded
from tests.support.patience import PATIENCE
from tests.support.processes import Waits, wait_until
from tests.support.scripted_model import ModelBeside, Script
from tests.support.talking import is_alive

pytestmark = pytest.mark.e2e

QUIET_SECONDS = 0.4
"""What was handed to the sound system before the window was closed is still played."""
DOWN_SECONDS = 2.0
ATTEMPTS = 3
"""A busy machine spoils one and the next; a defect all of them."""
BYTES_A_SECOND = 96_000
STORY = (
    "The keeper of the lighthouse counted ships all night long. ",
    "He never slept before the sun was up. ",
    "End.",
)


def test_sound_stops_at_once_and_all_is_down_within_two_seconds(environment, sound_card, tmp_path):
    with ModelBeside(Script(pieces=STORY, hold=asyncio.Event())) as model:
        told = {**environment, **model.environment}
        seconds, sound = DOWN_SECONDS, QUIET_SECONDS
        for attempt in range(ATTEMPTS):
            seconds, sound = quit_while_she_speaks(told, sound_card, tmp_path / f"heard-{attempt}.wav")
            if seconds < DOWN_SECONDS and sound < QUIET_SECONDS:
                break
        assert seconds < DOWN_SECONDS
        assert sound < QUIET_SECONDS
        with driven_window(environment=told) as again:
            kept = last_answer(again.until(lambda seen: last_answer(seen)["incomplete"], what="the answer, cut off"))
    assert kept["text"].startswith(STORY[0].strip())


def quit_while_she_speaks(environment, sound_card, heard):
    """Close the window in the middle of a sentence.

    Returns the seconds until all processes were gone, and of sound, each less those for which they waited for a core.
    """
    with driven_window(environment=environment) as window, sound_card.recording(heard):
        window.online()
        window.open_microphone()
        window.write("Tell me a story.")
        wait_until(lambda: loud_until(recorded(heard)) > 0, what="her voice in the room")
        family = [window.process.pid, *window.children()]
        waits = Waits([os.getpid(), *family])

        def all_gone():
            waits.look()
            return not any(is_alive(pid) for pid in family)

        said, begun = len(recorded(heard)), time.monotonic()
        window.close()
        wait_until(all_gone, what=f"the end of {family}")
        seconds = time.monotonic() - begun - waits.seconds
        wait_until(lambda: len(recorded(heard)) > said + BYTES_A_SECOND, what="what is heard afterwards")
    assert window.process.wait(PATIENCE) == 0
    return seconds, loud_until(recorded(heard, after=said)) / BYTES_A_SECOND - waits.seconds
