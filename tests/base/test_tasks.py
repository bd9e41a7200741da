"""A scope names, keeps, reports and awaits its tasks."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from structlog.testing import capture_logs

from alicia_desktop.base.clock import settle
from alicia_desktop.base.tasks import Scope


async def forever() -> None:
    await asyncio.Event().wait()


async def fail(text: str = "bug") -> None:
    raise LookupError(text)


async def run_in_scope(work: Coroutine[Any, Any, None], *, then: Callable[[], object] = lambda: None) -> None:
    """Let `work` run in a scope of its own, do `then`, and leave the scope."""
    async with Scope("test") as scope:
        scope.spawn("work", work)
        await settle()
        then()


async def test_a_task_gives_its_value_under_its_name():
    async def seven() -> int:
        return 7

    async with Scope("numbers") as scope:
        task = scope.spawn("seven", seven())
        assert task.get_name() == "numbers/seven"
        assert await task == 7


async def test_leaving_cancels_and_waits_for_what_runs():
    ended: list[str] = []

    async def work() -> None:
        try:
            await forever()
        finally:
            await asyncio.sleep(0)
            ended.append("work")

    async with Scope("test") as scope:
        task = scope.spawn("work", work())
        await settle()
    assert (ended, task.cancelled()) == (["work"], True)


async def test_a_task_that_is_born_while_others_end_is_awaited_too():
    ended: list[str] = []

    async def last_words() -> None:
        try:
            await forever()
        finally:
            ended.append("last words")

    async def work(scope: Scope) -> None:
        try:
            await forever()
        finally:
            scope.spawn("last words", last_words())
            await asyncio.sleep(0)

    async with Scope("test") as scope:
        scope.spawn("work", work(scope))
        await settle()
    assert ended == ["last words"]


async def test_who_is_cancelled_while_leaving_still_waits_for_what_runs():
    may_end, ended = asyncio.Event(), list[str]()

    async def work() -> None:
        try:
            await forever()
        finally:
            await may_end.wait()
            ended.append("work")

    async def leave(scope: Scope) -> None:
        await scope.close()
        ended.append("never: it was cancelled")

    async with Scope("outer") as outer:
        inner = Scope("inner")
        inner.spawn("work", work())
        await settle()
        leaving = outer.spawn("leave", leave(inner))
        for _ in range(3):
            await settle()
            leaving.cancel()
        await settle()
        assert not leaving.done()
        may_end.set()
        await asyncio.wait({leaving})
    assert (ended, leaving.cancelled()) == (["work"], True)


async def test_a_failure_is_logged_and_raised_when_the_scope_is_left():
    with capture_logs() as logs, pytest.raises(LookupError, match="bug"):
        await run_in_scope(fail())
    assert [(one["event"], one["task"]) for one in logs] == [("task failed", "test/work")]


async def test_a_failure_goes_to_who_asked_for_it_instead():
    seen: list[tuple[str, BaseException]] = []
    with capture_logs() as logs:
        async with Scope("test", on_error=lambda name, error: seen.append((name, error))) as scope:
            scope.spawn("fail", fail())
            await settle()
    assert [(name, type(error)) for name, error in seen] == [("test/fail", LookupError)]
    assert logs == []


async def test_a_failure_while_ending_is_not_lost():
    async def work() -> None:
        try:
            await forever()
        finally:
            await fail("at the end")

    with capture_logs(), pytest.raises(LookupError, match="at the end"):
        await run_in_scope(work())


async def test_the_error_of_the_body_goes_before_those_of_tasks():
    with capture_logs(), pytest.raises(ZeroDivisionError):
        await run_in_scope(fail(), then=lambda: 1 // 0)


async def test_a_task_may_close_its_own_scope():
    async def work(scope: Scope) -> str:
        await scope.close()
        return "closed"

    async with Scope("test") as scope:
        other = scope.spawn("other", forever())
        assert await scope.spawn("work", work(scope)) == "closed"
        assert other.cancelled()


async def test_what_has_ended_is_not_kept():
    async with Scope("test") as scope:
        for _ in range(3):
            await scope.spawn("nothing", asyncio.sleep(0))
        await settle()
        assert not scope._tasks


def test_a_task_that_ends_the_program_is_no_failure() -> None:
    failed: list[str] = []

    async def leave() -> None:
        raise SystemExit(141)

    async def run() -> None:
        async with Scope("test", on_error=lambda name, _: failed.append(name)) as scope:
            scope.spawn("leave", leave())
            await asyncio.Event().wait()

    with pytest.raises(SystemExit, match="141"):
        asyncio.run(run())
    assert failed == []


async def test_a_part_ends_by_itself_and_reports_where_the_whole_does() -> None:
    told: list[str] = []

    async def fail() -> None:
        raise ValueError

    async with Scope("whole", on_error=lambda name, error: told.append(name)) as whole:
        part = whole.part("part")
        part.spawn("fails", fail())
        waiting = part.spawn("waits", asyncio.Event().wait())
        await asyncio.sleep(0)
        await part.close()
        assert waiting.cancelled()
    assert len(told) == 1
