"""Run work that is requested often at most once per pause.

Example::

    flushing = Throttle("rows", flush, scope=scope, clock=clock, pause=1 / 30)
    flushing.request()  # runs `flush` at once
    flushing.request()  # once more, when that run and the pause are over
    flushing.request()  # nothing more: the waiting run covers it
"""

from collections.abc import Awaitable, Callable

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope


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
