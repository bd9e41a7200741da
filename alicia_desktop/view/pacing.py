"""Work that is asked for often and done seldom: however many requests come, one run follows, then a pause."""

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
