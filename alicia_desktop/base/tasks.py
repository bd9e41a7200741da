"""Background work: tasks, which are born in a `Scope` and nowhere else, and calls in threads that nobody waits for.

    async with Scope("client") as scope:
        scope.spawn("sync", run_sync())
        value = await run_in_daemon_thread(read_keyring)

    flushing = Throttle("rows", flush, scope=scope, clock=clock, pause=1 / 30)
    flushing.request()                       # runs `flush` at once; more requests are one run after the pause

A scope names its tasks, holds them, reports their failures and awaits them: leaving it cancels what still runs and
waits for it. The error of a task that fails goes to `on_error`; where there is none, it is logged at once and raised
when the scope is left.

Calls that may hang, such as those to a system's keyring, run in daemon threads: `asyncio.to_thread` takes threads that
are joined at the end of the program, and one call that hangs would keep the process alive.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.logs import get_logger

T = TypeVar("T")
log = get_logger(__name__)


class Scope:
    """Owner of background tasks with one lifetime."""

    def __init__(self, name: str, *, on_error: Callable[[str, BaseException], None] | None = None) -> None:
        self._name = name
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()
        self._failed: list[BaseException] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
        if self._failed and error is None:
            raise self._failed[0]

    def spawn(self, name: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start `work` under `name`; the scope holds it until it ends."""
        task = asyncio.get_running_loop().create_task(work, name=f"{self._name}/{name}")
        self._tasks.add(task)
        task.add_done_callback(self._on_done)
        return task

    def part(self, name: str) -> "Scope":
        """Return a scope that ends by its own `close`; errors of its tasks are reported where this one's are."""
        return Scope(name, on_error=self._on_error)

    async def close(self) -> None:
        """Cancel what runs and wait until all of it has ended; tasks may spawn while they end.

        Who is cancelled while it waits still waits for the rest, as with `asyncio.TaskGroup`: a task that is left
        behind would outlive the loop.
        """
        current, told = asyncio.current_task(), set[asyncio.Task[Any]]()
        cancelled: asyncio.CancelledError | None = None
        while pending := {task for task in self._tasks if task is not current and not task.done()}:
            for task in pending - told:
                task.cancel()
            told |= pending
            try:
                await asyncio.wait(pending)
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            raise cancelled

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, SystemExit | KeyboardInterrupt):  # no failure: it ends the program, and the loop raises it
            return
        if self._on_error is not None:
            self._on_error(task.get_name(), error)
            return
        self._failed.append(error)
        log.error("task failed", task=task.get_name(), exc_info=error)


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
    """Await `function` in a daemon thread; a caller that is cancelled leaves the thread behind."""
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


class Throttle:
    """Runs `work` after each burst of requests, never twice at once, with `pause` seconds between the runs."""

    def __init__(
        self, name: str, work: Callable[[], Awaitable[None]], *, scope: Scope, clock: Clock, pause: float
    ) -> None:
        self._name = name
        self._work = work
        self._scope = scope
        self._clock = clock
        self._pause = pause
        self._asked = False
        self._running = False

    def request(self) -> None:
        """Ask for a run; one that is under way is followed by another."""
        self._asked = True
        if not self._running:
            self._running = True
            self._scope.spawn(self._name, self._run())

    async def _run(self) -> None:
        try:
            while self._asked:
                self._asked = False
                await self._work()
                await self._clock.sleep(self._pause)
        finally:
            self._running = False
