"""The jumping clock wakes sleepers at their own moments, in order; the system's is in UTC."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from alicia_desktop.base.clock import JumpingClock, SystemClock, settle
from alicia_desktop.base.tasks import Scope


async def test_sleepers_wake_in_order_each_at_its_own_moment():
    clock, woken = JumpingClock(), list[tuple[str, float]]()

    async def sleep(name: str, seconds: float) -> None:
        await clock.sleep(seconds)
        woken.append((name, clock.monotonic()))

    async with Scope("test") as scope:
        for name, seconds in (("late", 3), ("early", 1), ("same", 1), ("never", 9)):
            scope.spawn(name, sleep(name, seconds))
        await clock.advance(5)
    assert woken == [("early", 1), ("same", 1), ("late", 3)]
    assert clock.monotonic() == 5


async def test_who_sleeps_again_on_the_way_is_woken_again():
    clock, beats = JumpingClock(), list[float]()

    async def beat() -> None:
        while True:
            await clock.sleep(1)
            beats.append(clock.monotonic())

    async with Scope("test") as scope:
        scope.spawn("beat", beat())
        await clock.advance(3.5)
    assert beats == [1, 2, 3]


async def test_a_sleeper_that_was_cancelled_is_passed_over():
    clock = JumpingClock()
    async with Scope("test") as scope:
        task = scope.spawn("sleep", clock.sleep(1))
        await settle()
        task.cancel()
        await clock.advance(2)
        assert task.cancelled()


async def test_a_sleep_of_nothing_gives_others_a_turn():
    clock, turns = JumpingClock(), list[str]()

    async def other() -> None:
        turns.append("other")

    async with Scope("test") as scope:
        scope.spawn("other", other())
        await clock.sleep(0)
        assert turns == ["other"]


async def test_wall_time_follows():
    start = datetime(2026, 11, 21, tzinfo=UTC)
    clock = JumpingClock(start=start)
    await clock.advance(90)
    assert clock.now() == start + timedelta(seconds=90)


async def test_a_clock_never_goes_back():
    with pytest.raises(ValueError, match="never goes back"):
        await JumpingClock().advance(-1)


async def test_the_system_s_clock_is_utc_and_monotonic():
    clock = SystemClock()
    before = clock.monotonic()
    await clock.sleep(0)
    assert clock.now().tzinfo is UTC
    assert clock.monotonic() >= before


async def test_settle_lets_a_chain_of_tasks_run():
    steps: list[int] = []

    async def step(number: int, scope: Scope) -> None:
        steps.append(number)
        if number < 5:
            scope.spawn("next", step(number + 1, scope))

    async with Scope("test") as scope:
        scope.spawn("first", step(0, scope))
        await settle()
        assert steps == [0, 1, 2, 3, 4, 5]
    assert asyncio.all_tasks() == {asyncio.current_task()}
