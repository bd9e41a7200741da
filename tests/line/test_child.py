"""Real processes: one that wants to run and may not, one that does not want to, and one that says a lot at once."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from alicia_desktop.line import frames, pipe
from alicia_desktop.line.child import TURN_SECONDS, LineChild, StarvationMonitor
from tests.support.processes import ending, wait_until

pytestmark = pytest.mark.e2e

BUSY = "while True: pass"


@pytest.fixture
def rivals():
    """Two processes that want all of one processor."""
    (cpu, *_) = os.sched_getaffinity(0)
    with ExitStack() as stack:
        begun = [stack.enter_context(ending(subprocess.Popen([sys.executable, "-c", BUSY]))) for _ in range(2)]
        for process in begun:
            os.sched_setaffinity(process.pid, {cpu})
        yield begun


def test_who_wants_to_run_and_may_not_starves(rivals):
    one, other = (StarvationMonitor(process.pid) for process in rivals)
    assert not one.check(), "nothing is known before the second look"
    wait_until(lambda: one.check() or other.check(), what="one that waits while the other runs")


def test_who_stands_still_does_not_starve(rivals):
    stopped = rivals[0]
    stopped.send_signal(signal.SIGSTOP)
    os.waitpid(stopped.pid, os.WUNTRACED)
    starving = StarvationMonitor(stopped.pid)
    for _ in range(3):
        assert not starving.check()
        time.sleep(0.1)  # noqa: TID251 - in which the other has the processor to itself


def test_of_one_that_is_gone_nothing_is_known():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    starving = StarvationMonitor(process.pid)
    assert not starving.check()
    assert not starving.check()


async def test_the_loop_gets_its_turns_while_a_full_pipe_is_read(tmp_path):
    said, count = tmp_path / "said", 2_000
    said.write_bytes(pipe.events().encode(frames.Pong(number=1)) * count)
    process = await asyncio.create_subprocess_exec("cat", said, stdin=asyncio.subprocess.DEVNULL, stdout=-1)
    turns, handed, busy = 0, [], TURN_SECONDS / 4

    def count_turns():
        nonlocal turns
        turns += 1
        counting[0] = loop.call_soon(count_turns)

    def hear(_):
        handed.append(turns)
        end = time.perf_counter() + busy
        while time.perf_counter() < end:
            pass

    loop = asyncio.get_running_loop()
    counting = [loop.call_soon(count_turns)]
    child = LineChild(process=process, emit=hear, on_up=lambda: None)
    assert await child.run() == "ended"
    counting[0].cancel()
    assert len(handed) == count
    assert max(handed.count(turn) for turn in set(handed)) <= TURN_SECONDS / busy + 1
