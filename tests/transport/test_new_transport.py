"""Each kind has its transport, and a kind that nobody uses is not loaded."""

import subprocess
import sys

import pytest

from alicia_desktop.transport import new_transport
from alicia_desktop.transport.memory import MemoryTransport
from alicia_desktop.transport.websocket import WebSocketTransport
from tests.support.patience import PATIENCE

PROBE = """
import sys
from alicia_desktop.transport import token
from alicia_desktop.transport import new_transport
new_transport("{kind}")
print(*sorted(name for name in ("aiohttp", "livekit.rtc", "livekit.api") if name in sys.modules))
"""


@pytest.mark.parametrize(("kind", "loaded"), [("memory", ""), ("websocket", "aiohttp"), ("livekit", "livekit.rtc")])
@pytest.mark.e2e
def test_only_what_is_used_is_loaded(kind, loaded):
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(kind=kind)], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.strip() == loaded


async def test_each_kind_has_its_own_transport():
    assert isinstance(new_transport("memory"), MemoryTransport)
    assert isinstance(new_transport("websocket"), WebSocketTransport)
