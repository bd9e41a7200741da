"""The start of a child process: it is handed what it needs as one line, and answers with one.

Both lines are JSON on its standard streams, because arguments and environment of a process can be read by others.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Final

from alicia_desktop.base.decoding import decode_json

SETTINGS_ON_STDIN: Final = "--settings-on-stdin"
"""Has the server read its settings, keys among them, from the first line of its standard input."""
SILENT: Final = "silent"
"""Code where a process neither answers nor ends."""


async def start_handshake(
    process: asyncio.subprocess.Process, setup: Mapping[str, object], *, seconds: float
) -> dict[str, str]:
    """Send `setup` to a process and return what it says of its start; nothing when it ends without a word."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(setup).encode() + b"\n")
        async with asyncio.timeout(seconds):
            await process.stdin.drain()
            line = await process.stdout.readline()
        return decode_json(line, dict[str, str]) if line else {}
    except TimeoutError:
        return {"code": SILENT}
    except (OSError, ValueError):
        return {}
