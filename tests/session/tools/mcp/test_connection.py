"""A real server over pipes and over HTTP: its tools, calls with results, failures and cancelling, its end."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.files import make_private_folder
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.mcp.connection import McpConnection, McpServer, McpState, McpTool
from tests.support.patience import PATIENCE
from tests.support.ports import free_ports
from tests.support.processes import is_running

pytestmark = pytest.mark.e2e
HERE = Path(__file__).parents[4]


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await SystemClock().sleep(0.02)


def over_pipes(notes: Path, **variables: str) -> McpServer:
    return McpServer(
        name="notes",
        command=(sys.executable, "-m", "tests.support.mcp_server"),
        variables={"MCP_NOTES": str(notes), "PYTHONPATH": str(HERE), **variables},
    )


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    make_private_folder(folder)
    return folder


@pytest.fixture
async def connection(notes: Path) -> AsyncIterator[McpConnection]:
    made = McpConnection(over_pipes(notes, NOTES_KEY="hush"), clock=SystemClock())
    made.start()
    yield made
    await made.close()


def tool(state: McpState, name: str) -> McpTool:
    return next(one for one in state.tools if one.own_name == name)


async def call(connection: McpConnection, name: str, **arguments: object) -> dict[str, object]:
    return await connection.call(tool(connection.state, name), arguments)


async def test_its_tools_are_listed_under_its_name_and_called(connection: McpConnection) -> None:
    state = await connection.settled()
    assert (state.status, state.reason, state.refused) == ("ready", "", ())
    assert tool(state, "add").name == "notes__add"
    assert tool(state, "add").description == "Add two numbers."
    assert await call(connection, "shout", text="hello") == {"text": "HELLO", "truncated": False}
    assert (await call(connection, "add", first=2, second=3))["text"] == "5"


async def test_it_gets_its_own_variables_and_no_secret_of_ours(
    connection: McpConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await connection.settled()
    assert (await call(connection, "secret"))["text"] == "hush"
    named = str((await call(connection, "variables"))["text"]).split()
    assert not [name for name in named if name.startswith(("ALICIA_", "QT_"))]


async def test_a_failure_is_told_in_the_tools_own_words(connection: McpConnection) -> None:
    await connection.settled()
    with pytest.raises(ToolRefusalError, match="the shelf is empty"):
        await call(connection, "fail")


async def test_a_long_result_is_cut(connection: McpConnection) -> None:
    await connection.settled()
    result = await call(connection, "long", count=50_000)
    assert (len(str(result["text"])), result["truncated"]) == (20_000, True)


async def test_who_gives_up_cancels_the_call_at_the_server(connection: McpConnection, notes: Path) -> None:
    await connection.settled()
    calling = asyncio.gather(call(connection, "wait"))
    await until((notes / "waiting").exists)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    await until((notes / "cancelled").exists)
    assert (await call(connection, "shout", text="on"))["text"] == "ON"


async def test_a_server_that_dies_fails_its_call_and_is_started_again(connection: McpConnection) -> None:
    await connection.settled()
    states: list[McpState] = []
    connection.changed.connect(states.append)
    with pytest.raises(ToolRefusalError, match="It ended while it worked"):
        await call(connection, "die")
    await until(lambda: [state.status for state in states] == ["failed", "ready"])
    assert states[0].tools == ()
    assert (await call(connection, "shout", text="back"))["text"] == "BACK"


async def test_closing_ends_the_program(connection: McpConnection, notes: Path) -> None:
    await connection.settled()
    pid = int((notes / "pid").read_text())
    await connection.close()
    await until(lambda: not is_running(pid))


async def test_a_program_that_does_not_exist_is_said() -> None:
    connection = McpConnection(McpServer(name="x", command=("no-such-program", "-y")), clock=SystemClock())
    connection.start()
    state = await connection.settled()
    await connection.close()
    assert (state.status, state.reason) == ("failed", "There is no program no-such-program on this computer.")


async def test_a_program_that_ends_at_once_is_told_by_its_last_words() -> None:
    program = "import sys; print('no key given', file=sys.stderr); sys.exit(2)"
    connection = McpConnection(McpServer(name="x", command=(sys.executable, "-c", program)), clock=SystemClock())
    connection.start()
    state = await connection.settled()
    await connection.close()
    assert (state.status, state.reason) == ("failed", "no key given")


@pytest.fixture
async def web_server(notes: Path) -> AsyncIterator[tuple[str, Callable[[], object]]]:
    (port,) = free_ports(1)
    environment = {**os.environ, "MCP_NOTES": str(notes), "PYTHONPATH": str(HERE)}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.support.mcp_server",
        "--port",
        str(port),
        env=environment,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    break
        yield f"http://127.0.0.1:{port}/mcp", process.kill
    finally:
        with suppress(ProcessLookupError):  # it was killed by the test, and its end is not told yet
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def test_over_http_the_same(web_server: tuple[str, Callable[[], object]], notes: Path) -> None:
    connection = McpConnection(McpServer(name="web", url=web_server[0]), clock=SystemClock())
    connection.start()
    assert (await connection.settled()).status == "ready"
    assert (await call(connection, "shout", text="hello"))["text"] == "HELLO"
    calling = asyncio.gather(call(connection, "wait"))
    await until((notes / "waiting").exists)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    await until((notes / "cancelled").exists)
    await connection.close()


async def test_over_http_a_server_that_died_is_noticed_by_the_next_call(
    web_server: tuple[str, Callable[[], object]],
) -> None:
    connection = McpConnection(McpServer(name="web", url=web_server[0]), clock=SystemClock())
    connection.start()
    assert (await connection.settled()).status == "ready"
    web_server[1]()
    with pytest.raises(ToolRefusalError, match="The MCP server web failed"):
        await call(connection, "shout", text="hello")
    await until(lambda: connection.state.status == "failed")
    await connection.close()


async def test_over_http_what_is_no_mcp_server_is_said() -> None:
    connection = McpConnection(McpServer(name="web", url="http://127.0.0.1:9/mcp"), clock=SystemClock())
    connection.start()
    state = await connection.settled()
    await connection.close()
    assert state.status == "failed"
    assert state.reason.endswith(".")
