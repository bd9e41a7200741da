import asyncio
import signal
import sys

import pytest

from alicia_desktop.server import server_child
from alicia_desktop.server.server_child import end_child

pytestmark = pytest.mark.e2e


async def _child(program: str) -> asyncio.subprocess.Process:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        f"print(1, flush=True); {program}",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert child.stdout is not None
    await child.stdout.readline()
    return child


async def test_a_child_that_reads_its_pipe_ends_by_itself() -> None:
    child = await _child("import sys; sys.stdin.read(); sys.exit(7)")
    await end_child(child)
    assert child.returncode == 7


async def test_a_child_that_does_not_hear_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_child, "STOP_SECONDS", 0.05)
    child = await _child("import time; time.sleep(600)")
    await end_child(child)
    assert child.returncode == -signal.SIGKILL


async def test_it_is_killed_also_while_the_task_that_ends_it_is_being_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_child, "STOP_SECONDS", 0.05)
    child = await _child("import time; time.sleep(600)")

    async def run() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await end_child(child)

    task = asyncio.create_task(run())  # noqa: TID251 - a task that is cancelled, as a scope cancels its own
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert child.returncode == -signal.SIGKILL
