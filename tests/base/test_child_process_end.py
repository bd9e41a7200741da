"""How a child ends: by itself, killed, and also where whoever ends it is cancelled, once or again and again."""

import asyncio
import signal
import sys

import pytest

from alicia_desktop.base.child_process import end_child
from alicia_desktop.base.tasks import Scope
from tests.support.patience import PATIENCE
from tests.support.processes import is_running

pytestmark = pytest.mark.e2e

DEAF = "import time; time.sleep(600)"
OBEDIENT = "import sys; sys.stdin.read(); sys.exit(7)"
TALKATIVE = "import itertools; [print('x' * 1000) for _ in itertools.count()]"


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
    child = await _child(OBEDIENT)
    await end_child(child, seconds=PATIENCE)
    assert child.returncode == 7


async def test_a_child_that_does_not_hear_is_killed() -> None:
    child = await _child(DEAF)
    await end_child(child, seconds=0.05)
    assert child.returncode == -signal.SIGKILL


async def test_a_child_that_has_ended_already_is_waited_for_no_more() -> None:
    child = await _child("pass")
    await child.wait()
    await end_child(child, seconds=PATIENCE)
    assert child.returncode == 0


async def test_a_child_whose_output_nobody_reads_is_killed() -> None:
    child = await _child(TALKATIVE)
    async with asyncio.timeout(PATIENCE):
        await end_child(child, seconds=0.05)
    assert child.returncode == -signal.SIGKILL


@pytest.mark.parametrize(("program", "seconds", "code"), [(DEAF, 0.3, -signal.SIGKILL), (OBEDIENT, PATIENCE, 7)])
@pytest.mark.parametrize("times", [1, 2, 3])
async def test_it_is_waited_for_also_while_the_task_that_ends_it_is_cancelled(program, seconds, code, times) -> None:
    child = await _child(program)

    async def run() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await end_child(child, seconds=seconds)

    async with Scope("test") as scope:
        task = scope.spawn("run", run())
        for _ in range(times):
            await asyncio.sleep(0)
            task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        assert child.returncode == code
        assert not is_running(child.pid)
