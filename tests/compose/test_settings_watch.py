"""What others write into the settings file is noticed, and what cannot be read is waited for."""

import asyncio

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.settings_watch import LOOK_SECONDS, watch_settings
from alicia_desktop.config import Settings, save_settings


async def test_each_change_of_the_file_is_told_once(tmp_path):
    path, clock, told = tmp_path / "settings.toml", JumpingClock(), []

    async def changed(settings):
        told.append(settings.first_run_done)

    async def look(times=3):
        for _ in range(times):
            await asyncio.sleep(0.01)  # the file is looked at in a thread
            await clock.advance(LOOK_SECONDS)

    async with Scope("test") as scope:
        watching = scope.spawn("watch", watch_settings(path, clock=clock, changed=changed))
        await look()
        save_settings(path, Settings(first_run_done=True))
        await look()
        path.write_text("first_run_done = 7")
        await look()
        assert told == [True]
        path.unlink()
        await look()
        watching.cancel()
    assert told == [True, False]
