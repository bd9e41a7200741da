"""Notice that the settings file was changed by somebody else: by a command, or with an editor.

    await watch_settings(paths.settings, clock=clock, changed=take)     # until it is cancelled

The file is looked at rather than watched by the system: it is replaced as a whole, it may lie where nothing tells of
changes, and a look costs some microseconds.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.config import Settings, load_settings

LOOK_SECONDS: Final = 2.0
log = get_logger(__name__)
_Mark = tuple[int, int, int] | None


async def watch_settings(path: Path, *, clock: Clock, changed: Callable[[Settings], Awaitable[None]]) -> None:
    """Call `changed` with the settings whenever their file is another one, also after a change of this process's own.

    A file that cannot be read changes nothing until it can.
    """
    seen = await asyncio.to_thread(_mark_of, path)
    while True:
        await clock.sleep(LOOK_SECONDS)
        mark = await asyncio.to_thread(_mark_of, path)
        if mark == seen:
            continue
        seen = mark
        try:
            settings = await asyncio.to_thread(load_settings, path)
        except WorldError as error:
            log.info("the settings file cannot be read any more", code=error.code)
        else:
            await changed(settings)


def taken_over(settings: Settings, stored: Settings) -> Settings:
    """Return a run's settings with what commands change in their file: MCP servers, and the local server's model."""
    return msgspec.structs.replace(settings, mcp=stored.mcp, local=stored.local)


def _mark_of(path: Path) -> _Mark:
    """Return what is another for another file; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
