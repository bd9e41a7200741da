"""The display goes away under the window as a session of X11 ends: one sentence, no process left, nothing lost."""

from contextlib import ExitStack

import pytest

from tests.support.driven_window import driven_window, is_answered, last_answer
from tests.support.patience import PATIENCE
from tests.support.processes import wait_until
from tests.support.scripted_model import ModelBeside
from tests.support.talking import is_alive
from tests.support.x11_display import running_display

pytestmark = pytest.mark.e2e


def test_a_display_that_goes_away_ends_the_window_in_a_sentence_and_what_was_said_is_kept(home):
    with ModelBeside("Ships carry cargo.") as model, ExitStack() as screen:
        display = {"DISPLAY": screen.enter_context(running_display()), "QT_QPA_PLATFORM": "xcb"}
        with driven_window(environment={**model.environment, **display}) as window:
            window.online()
            window.write("What do ships carry?")
            window.until(lambda seen: is_answered(seen, 1), what="an answer")
            children = window.children()
            screen.close()
            assert window.process.wait(PATIENCE) == 1
            wait_until(lambda: not any(map(is_alive, children)), what="the end of all that it had started")
            told = window.log.read_text()
        assert "alicia-desktop: The display is gone, so the window has ended." in told
        assert "Traceback" not in told
        with driven_window(environment=model.environment) as again:
            assert last_answer(again.until(lambda seen: is_answered(seen, 1), what="what was said"))["text"]
