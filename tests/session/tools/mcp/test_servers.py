"""Several servers side by side: which run, what they offer together, and that none means no library."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import SystemClock, settle
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.mcp.connection import McpServer
from alicia_desktop.session.tools.mcp.servers import McpServers
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.e2e
PROGRAM = Path(__file__).parents[3] / "support" / "hostile_mcp_server.py"
UNUSED = """
import asyncio, sys
import alicia_desktop.app.root, alicia_desktop.cli.talk_run
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.session.tools.mcp.servers import McpServers

async def main():
    servers = McpServers(clock=SystemClock())
    servers.configure([])
    await servers.settled(1)
    await servers.close()

asyncio.run(main())
print([name for name in ("mcp", "mcp_types", "anyio", "httpx2", "jsonschema") if name in sys.modules])
"""


def server(name: str, *more: str) -> McpServer:
    return McpServer(name=name, command=(sys.executable, str(PROGRAM), "lies", *more))


def test_without_a_server_the_library_is_not_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", UNUSED], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout == "[]\n"


async def test_closing_waits_for_servers_that_were_removed_just_before(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[asyncio.subprocess.Process] = []
    create = asyncio.create_subprocess_exec

    async def remembered(*command: str, **options: Any) -> asyncio.subprocess.Process:
        started.append(await create(*command, **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remembered)
    servers = McpServers(clock=SystemClock())
    servers.configure([server("one"), server("two")])
    await servers.settled(PATIENCE)
    servers.restart("one")
    servers.configure([server("one")])
    await settle()
    servers.configure([])
    await servers.close()
    assert len(started) >= 2
    assert [one.returncode is None for one in started] == [False] * len(started)


async def test_the_tools_of_all_are_offered_and_only_what_changed_is_started_anew() -> None:
    servers = McpServers(clock=SystemClock())
    servers.configure([server("one"), server("two"), McpServer(name="gone", command=("no-such-program",))])
    await servers.settled(PATIENCE)
    assert [(state.name, state.status) for state in servers.states] == [
        ("one", "ready"),
        ("two", "ready"),
        ("gone", "failed"),
    ]
    assert [tool.name for tool in servers.tools] == ["one__good", "one__liar", "two__good", "two__liar"]
    assert (await servers.run("two__good", {"text": "hello"}))["text"] == "hello"
    kept = servers.states[0]
    servers.configure([server("one"), server("two", "--other")])
    assert [state.status for state in servers.states] == ["ready", "starting"]
    assert servers.states[0] is kept
    with pytest.raises(ToolRefusalError, match="not connected any more"):
        await servers.run("two__good", {"text": "hello"})
    servers.restart("one")
    await servers.settled(PATIENCE)
    assert [(state.name, state.status) for state in servers.states] == [("one", "ready"), ("two", "ready")]
    assert servers.states[0] is not kept
    await servers.close()
    assert servers.tools == ()
