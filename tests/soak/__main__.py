"""`make soak HOURS=8`: so many virtual hours of use, and what they cost of memory and file handles."""

import asyncio
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import qasync

from alicia_desktop.app.root import collect_on_this_thread
from alicia_desktop.ui.application import create_application
from alicia_desktop.ui.theme import Theme
from tests.app.stage import stage_on
from tests.soak.hurried import HurriedClock
from tests.soak.use import Sample, Use, slope
from tests.support.isolation import isolate
from tests.support.scripted_model import ScriptedModel

TIMES: Final = 40.0
"""Virtual seconds a second."""
MAX_PER_HOUR: Final = 1.0
"""Megabytes that an hour of use may add."""
WARM_UP: Final = 3
"""Hours in which caches fill, which are not counted."""


def main() -> int:
    """Use the window for the hours that the command line asks for; 1 when it grows too fast."""
    hours = int(sys.argv[1])
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alicia-soak-")))
        isolate(home)
        app = create_application()
        app.setQuitOnLastWindowClosed(False)
        theme = Theme(choice="light", reduced_motion=True)
        theme.install(app)
        loop = stack.enter_context(qasync.QEventLoop(app))
        asyncio.set_event_loop(loop)
        samples = loop.run_until_complete(_use(home / "alicia", theme, hours))
    counted = [one for one in samples if one.hours > WARM_UP] or samples
    growth, files = slope(counted), [one.files for one in counted]
    sys.stdout.write(f"{growth:+.2f} MB an hour over {len(counted)} samples; {min(files)} to {max(files)} files open\n")
    return 0 if growth <= MAX_PER_HOUR and files[-1] <= files[0] else 1


async def _use(folder: Path, theme: Theme, hours: int) -> list[Sample]:
    collecting = asyncio.ensure_future(collect_on_this_thread())  # noqa: TID251 - this is the program's root here
    clock = HurriedClock(TIMES)
    async with (
        ScriptedModel("Of course. I will. That is all there is to say of it.") as model,
        stage_on(folder, model, theme, clock=clock) as stage,
    ):
        await stage.online()
        use = Use(stage, clock=clock)
        for _ in range(hours):
            await use.hour()
            last = use.samples[-1]
            sys.stdout.write(f"{last.hours:.1f} h: {last.megabytes:.1f} MB, {last.files} files\n")
            sys.stdout.flush()
    collecting.cancel()
    return use.samples


if __name__ == "__main__":
    sys.exit(main())
