"""The end of a child process that lives as long as its pipe."""

import asyncio
import contextlib
from typing import Final

STOP_SECONDS: Final = 2.0
"""How long a child may take to hear that its pipe is closed."""


async def end_child(process: asyncio.subprocess.Process) -> None:
    """Close the pipe, which ends it; kill it when it does not hear."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
