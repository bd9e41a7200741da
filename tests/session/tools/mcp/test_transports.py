"""Servers that lie, flood, say nothing or do not end: what they do to us, and what is said of them."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.mcp import connection as connections
from alicia_desktop.session.tools.mcp import transports
from alicia_desktop.session.tools.mcp.connection import McpConnection, McpServer, McpState
from tests.support.patience import PATIENCE
from tests.support.processes import is_running

pytestmark = pytest.mark.e2e
APP = """
import asyncio, sys
from alicia_desktop.base.clock import SystemClock
from alicia_desktop.session.tools.mcp.connection import McpConnection, McpServer

async def main():
    program, notes = sys.argv[1:]
    command = (sys.executable, program, "deaf")
    connection = McpConnection(
        McpServer(name="bad", command=command, variables={"MCP_NOTES": notes}), clock=SystemClock()
    )
    connection.start()
    print((await connection.settled()).status, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""
PROGRAM = Path(__file__).parents[3] / "support" / "hostile_mcp_server.py"


def server(what: str, notes: Path) -> McpServer:
    command = (sys.executable, str(PROGRAM), what)
    return McpServer(name="bad", command=command, variables={"MCP_NOTES": str(notes)})


@asynccontextmanager
async def connected(what: str, notes: Path) -> AsyncIterator[McpConnection]:
    connection = McpConnection(server(what, notes), clock=SystemClock())
    connection.start()
    try:
        yield connection
    finally:
        await connection.close()


async def test_tools_with_a_lying_description_are_not_offered_and_it_is_said_why(tmp_path: Path) -> None:
    async with connected("lies", tmp_path) as connection:
        state = await connection.settled()
        assert [tool.own_name for tool in state.tools] == ["good", "liar"]
        assert {(refused.name, refused.reason) for refused in state.refused} == {
            ("", "It has no name."),
            ("", "It is no JSON object."),
            ("naked", "It has no schema for its parameters."),
            ("wordy", "It has no schema for its parameters."),
            ("listed", "Its schema is not one of an object."),
            ("odd", "Its schema is no JSON schema: 'strin' is not valid under any of the given schemas."),
            ("far", "Its schema refers to another document."),
            ("huge", "Its schema is larger than 16,384 bytes."),
            ("good", "Another tool of the server has the same name."),
            ("n" * 70, "Its name is longer than models take (64 characters with the server's)."),
        }
        result = await connection.call(state.tools[0], {"text": "still works"})
        assert result["text"] == "still works"


@pytest.mark.parametrize(
    ("what", "sentence"),
    [("flood", "It sent too much"), ("line", "It sent a message that is too long"), ("errors", "It sent too much")],
)
async def test_a_flood_ends_the_connection_and_is_said(what: str, sentence: str, tmp_path: Path) -> None:
    async with connected(what, tmp_path) as connection:
        state = await connection.settled()
        with pytest.raises(ToolRefusalError, match=sentence):
            await connection.call(state.tools[0], {"text": ""})
        async with asyncio.timeout(PATIENCE):
            while connection.state.status != "failed":
                await SystemClock().sleep(0.02)
        assert connection.state.reason.startswith(sentence)
        assert connection.state.tools == ()


async def test_a_list_without_end_is_cut(tmp_path: Path) -> None:
    async with connected("pages", tmp_path) as connection:
        state = await connection.settled()
        assert len(state.tools) == 64
        assert {refused.reason for refused in state.refused} == {"Only 64 tools of a server are offered."}


async def test_what_is_no_message_is_passed_over(tmp_path: Path) -> None:
    async with connected("chatty", tmp_path) as connection:
        state = await connection.settled()
        assert (await connection.call(state.tools[0], {"text": "hello"}))["text"] == "hello"


async def test_a_server_that_always_has_other_tools_is_asked_now_and_then(tmp_path: Path) -> None:
    async with connected("changing", tmp_path) as connection:
        lists: list[McpState] = []
        connection.changed.connect(lists.append)
        await connection.settled()
        await SystemClock().sleep(0.5)
        assert len(lists) <= 3
        assert (await connection.call(connection.state.tools[0], {"text": "hello"}))["text"] == "hello"


async def test_a_server_that_says_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "START_SECONDS", 1.0)
    async with connected("silent", tmp_path) as connection:
        state = await connection.settled()
        assert (state.status, state.reason) == ("failed", "It did not answer within 1 seconds.")


async def test_a_server_that_does_not_end_is_killed_with_its_children(tmp_path: Path) -> None:
    async with connected("deaf", tmp_path) as connection:
        await connection.settled()
        pids = list(map(int, (tmp_path / "pids").read_text().split()))
    for pid in pids:
        await gone(pid)


async def test_who_is_cancelled_while_a_server_is_being_ended_still_waits_for_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[asyncio.subprocess.Process] = []
    create = asyncio.create_subprocess_exec

    async def remembered(*command: str, **options: Any) -> asyncio.subprocess.Process:
        started.append(await create(*command, **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remembered)
    held = asyncio.Event()

    async def hold() -> None:
        deaf = server("deaf", tmp_path)
        traffic = transports.Traffic(clock=SystemClock())
        async with transports.connect(
            command=deaf.command,
            variables=deaf.variables,
            traffic=traffic,
            on_listing=lambda refused: None,
            on_changed=lambda: None,
        ):
            held.set()
            await asyncio.Event().wait()

    async with Scope("test") as scope:
        task = scope.spawn("hold", hold())
        async with asyncio.timeout(PATIENCE):
            await held.wait()
            task.cancel()
            await SystemClock().sleep(0.2)
            assert not task.done(), "it is given time to end by itself"
            task.cancel()
            await asyncio.wait({task})
    assert started[0].returncode is not None


async def test_when_the_app_is_killed_no_server_is_left(tmp_path: Path) -> None:
    given = (str(PROGRAM), str(tmp_path))
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", APP, *given, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    pids = list(map(int, (tmp_path / "pids").read_text().split()))
    process.kill()
    await process.wait()
    for pid in pids:
        await gone(pid)


async def gone(pid: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while is_running(pid):
            await SystemClock().sleep(0.02)
