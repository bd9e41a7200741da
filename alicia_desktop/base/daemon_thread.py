"""Calls that may hang, such as those to a system's keyring, in threads that nobody waits for when the program ends.

`asyncio.to_thread` takes threads that are joined at the end: one call that hangs would keep the process alive.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


class CallHangsError(TimeoutError):
    """A call that did not come back in time; it goes on in `thread`."""

    def __init__(self, thread: threading.Thread) -> None:
        super().__init__()
        self.thread = thread


def call_with_timeout(function: Callable[[], T], *, seconds: float) -> T:
    """Call `function` in a daemon thread and return what it returns.

    Raises:
        CallHangsError: it takes longer than `seconds`.
        Exception: whatever `function` raises.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as error:  # noqa: BLE001 - handed to the caller
            errors.append(error)

    thread = threading.Thread(target=run, name="unhurried call", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise CallHangsError(thread)
    return results[0]


async def run_in_daemon_thread(function: Callable[[], T]) -> T:
    """Await `function` in a daemon thread; whoever is cancelled leaves it behind."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]  # None only where T has it

    def run() -> None:
        result, failure = None, None
        try:
            result = function()
        except BaseException as error:  # noqa: BLE001 - handed to whoever awaits
            failure = error
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=run, name="unhurried call", daemon=True).start()
    return await future
