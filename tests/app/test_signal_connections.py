"""Actions of users run as tasks: errors are shown, and none is left behind."""

import asyncio
import inspect

from alicia_desktop.app.signal_connections import ActionRunner
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope


async def test_an_error_of_an_action_is_shown() -> None:
    shown: list[str] = []

    async def fail() -> None:
        raise WorldError(sentence="The server is away.")

    async with Scope("test") as scope:
        ActionRunner(scope=scope, show_error=shown.append).run("fail", fail())
        await asyncio.sleep(0)
    assert shown == ["The server is away."]


async def test_an_action_whose_scope_ends_before_it_begins_is_closed() -> None:
    begun: list[str] = []

    async def act() -> None:
        begun.append("act")

    action = act()
    async with Scope("test") as scope:
        ActionRunner(scope=scope, show_error=begun.append).run("act", action)
    assert (inspect.getcoroutinestate(action), begun) == (inspect.CORO_CLOSED, [])
