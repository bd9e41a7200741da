"""Some minutes of use leave no file open; `make soak` looks at memory, over hours."""

import pytest

from tests.app.stage import stage_on
from tests.soak.hurried import HurriedClock
from tests.soak.use import Sample, Use, open_files, slope
from tests.support.scripted_model import ScriptedModel


@pytest.mark.slow
async def test_files_that_use_opens_are_closed_again(theme, folder) -> None:
    clock = HurriedClock(40.0)
    async with ScriptedModel("Of course.") as model, stage_on(folder, model, theme, clock=clock) as stage:
        await stage.online()
        use = Use(stage, clock=clock, questions=2, hour=0)
        for _ in range(2):
            await use.hour()
        most = max(one.files for one in use.samples)  # with or without a connection that is kept for the next call
        for _ in range(2):
            await use.hour()
        await stage.until(lambda: open_files() <= most)


def test_the_slope_is_what_an_hour_adds() -> None:
    assert slope([Sample(hours=hour, megabytes=200 + 3 * hour, files=1) for hour in (1, 2, 4)]) == pytest.approx(3)
