"""Tasks are born here and nowhere else: a scope names them, keeps them, reports their failures and awaits them.

A scope is an async context manager. Leaving it cancels what still runs and waits for it. The error of a task that fails
goes to `on_error`; where there is none, it is logged at once and raised when the scope is left.
"""

import asyncio
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

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

    async def close(self) -> None:
        """Cancel what runs and wait until all of it has ended; tasks may spawn while they end."""
        current = asyncio.current_task()
        while pending := [task for task in self._tasks if task is not current]:
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
            self._tasks.difference_update(pending)

    def _on_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if self._on_error is not None:
            self._on_error(task.get_name(), error)
            return
        self._failed.append(error)
        log.error("task failed", task=task.get_name(), exc_info=error)
