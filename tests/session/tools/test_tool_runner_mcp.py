"""Tools of a real MCP server, which a server under control asks for: announced, permitted as they were, and run."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from alicia_desktop.base.clock import JumpingClock, SystemClock
from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.session.tools.mcp.connection import McpServer
from alicia_desktop.session.tools.mcp.servers import McpServers
from alicia_desktop.store.conversations import tools
from alicia_desktop.transport.memory import MemoryHub
from tests.session.tools.stage import Stage
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.e2e
PROGRAM = Path(__file__).parents[2] / "support" / "hostile_mcp_server.py"


def server(*more: str) -> McpServer:
    return McpServer(name="echo", command=(sys.executable, str(PROGRAM), "lies", *more))


@pytest.fixture
async def mcp() -> AsyncIterator[McpServers]:
    servers = McpServers(clock=SystemClock())
    servers.configure([server()])
    await servers.settled(PATIENCE)
    yield servers
    await servers.close()


@pytest.fixture
async def stage(tmp_path: Path, mcp: McpServers) -> AsyncIterator[Stage]:
    made = Stage(tmp_path / "client.db", JumpingClock(), MemoryHub())
    await made.start(mcp=mcp)
    yield made
    await made.end()
    await made.server.close()


def announced(stage: Stage) -> list[str]:
    """Return the tools that the last Configuration announces."""
    last = [stanza for stanza in stage.server.received if isinstance(stanza.body, Configuration)][-1]
    return [tool["name"] for tool in last.meta.get("tools", ())]


async def test_its_tools_are_announced_and_run_when_the_person_agrees(stage: Stage) -> None:
    await stage.until(lambda: announced(stage) == ["echo__good", "echo__liar"])
    await stage.request("echo__good", text="hello")
    await stage.until(lambda: stage.person.asked)
    assert (stage.person.asked[0].tool, dict(stage.person.asked[0].arguments)) == ("echo__good", {"text": "hello"})
    stage.person.say("once")
    result = await stage.result()
    assert (result.success, result.result) == (True, {"text": "hello", "truncated": False})
    use = await stage.database.read(tools.get, "atu_1")
    assert use is not None
    assert (use.status, use.permission) == ("success", "once")


async def test_what_can_never_be_right_is_refused_unasked(stage: Stage) -> None:
    await stage.request("echo__good")
    result = await stage.result()
    assert (result.error_code, result.error_message) == ("invalid_parameters", "`text` is missing.")
    await stage.request("echo__naked", "atu_2")
    assert (await stage.result(2)).error_code == "unknown_tool"
    assert stage.person.asked == []


async def test_what_is_always_allowed_is_asked_again_when_the_tool_has_become_another(
    stage: Stage, mcp: McpServers
) -> None:
    stage.person.say("always")
    await stage.request("echo__good", text="1")
    await stage.result()
    await stage.request("echo__good", "atu_2", text="2")
    assert (await stage.result(2)).success
    assert len(stage.person.asked) == 1
    mcp.configure([server("--other")])
    await mcp.settled(PATIENCE)
    stage.person.say("never")
    await stage.request("echo__good", "atu_3", text="3")
    assert (await stage.result(3)).error_code == "permission_denied"
    assert len(stage.person.asked) == 2
    mcp.configure([server("--third")])
    await mcp.settled(PATIENCE)
    await stage.request("echo__good", "atu_4", text="4")
    assert (await stage.result(4)).error_code == "permission_denied"
    assert len(stage.person.asked) == 2


async def test_a_server_that_is_removed_is_announced_no_more(stage: Stage, mcp: McpServers) -> None:
    await stage.until(lambda: announced(stage))
    mcp.configure([])
    await stage.until(lambda: not announced(stage))
    await stage.request("echo__good", text="hello")
    assert (await stage.result()).error_code == "unknown_tool"
