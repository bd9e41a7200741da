"""The line dies five times under a window that talks over LiveKit; `make torture-line` does it two hundred times."""

import pytest

from tests.support.driven_window import driven_window
from tests.support.scripted_model import ModelBeside, Script
from tests.torture.lines import ANSWER, BACK_SECONDS, kill_lines

KILLS = 5


@pytest.mark.e2e
def test_a_line_that_dies_is_back_in_time_and_nothing_is_lost(livekit_server):
    with (
        ModelBeside(Script(pieces=ANSWER)) as model,
        driven_window(environment={**livekit_server.environment, **model.environment}) as window,
    ):
        report = kill_lines(window, kills=KILLS, seed=0)
        assert window.process.poll() is None
    assert min(report.away) < BACK_SECONDS  # a busy machine spoils one and the next, a defect all of them
