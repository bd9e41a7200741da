"""Calls that may hang: their result, their error, and the end of waiting."""

import asyncio
import threading

import pytest

from alicia_desktop.base.tasks import CallHangsError, call_with_timeout, run_in_daemon_thread
from tests.support.patience import PATIENCE


def fail() -> str:
    raise ValueError("told")


def test_a_call_gives_its_result_or_raises_its_error():
    assert call_with_timeout(lambda: "done", seconds=PATIENCE) == "done"
    assert call_with_timeout(lambda: None, seconds=PATIENCE) is None
    with pytest.raises(ValueError, match="told"):
        call_with_timeout(fail, seconds=PATIENCE)


def test_one_that_hangs_is_left_behind():
    end = threading.Event()
    with pytest.raises(CallHangsError) as left:
        call_with_timeout(end.wait, seconds=0.01)
    assert left.value.thread.is_alive()
    assert left.value.thread.daemon
    end.set()
    left.value.thread.join(PATIENCE)


async def test_the_loop_goes_on_meanwhile_and_whoever_is_cancelled_does_not_wait():
    assert await run_in_daemon_thread(lambda: "done") == "done"
    with pytest.raises(ValueError, match="told"):
        await run_in_daemon_thread(fail)
    end = threading.Event()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(run_in_daemon_thread(end.wait), 0.01)
    end.set()
