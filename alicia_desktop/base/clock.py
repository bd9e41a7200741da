"""Time as a dependency: the system's clock, and one that jumps for tests and simulations.

Decisions never read a clock; whoever needs the time is given a `Clock` by keyword. asyncio is loaded by who waits: the
window tells the time before there is a loop.
"""

import heapq
import itertools
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio


class Clock(Protocol):
    """A source of time: wall time to store, monotonic time to measure, and waiting."""

    def now(self) -> datetime:
        """Return the wall time, always in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back; only differences have a meaning."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for `seconds` of this clock."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now(self) -> datetime:
        """Return the wall time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return `time.monotonic()`."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait for `seconds`."""
        import asyncio  # noqa: PLC0415 - see the module

        await asyncio.sleep(seconds)


class JumpingClock:
    """A clock that stands still until moved: `await clock.advance(3)` wakes every sleeper that is due, in order."""

    def __init__(self, *, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed = 0.0
        self._order = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        """Return the start plus what was advanced."""
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """Return the seconds advanced so far."""
        return self._elapsed

    async def sleep(self, seconds: float) -> None:
        """Wait until `advance` has passed `seconds`; a sleep of nothing still gives others a turn."""
        import asyncio  # noqa: PLC0415 - see the module

        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._elapsed + seconds, next(self._order), future))
        await future

    async def advance(self, seconds: float) -> None:
        """Move time by `seconds`, stopping at every sleeper on the way so that it runs at its own moment.

        Raises `ValueError` for a step back, which no clock here ever takes.
        """
        if seconds < 0:
            raise ValueError(f"A clock never goes back: {seconds}")
        await settle()
        target = self._elapsed + seconds
        while self._sleepers and self._sleepers[0][0] <= target:
            due, _, future = heapq.heappop(self._sleepers)
            self._elapsed = max(self._elapsed, due)
            if not future.done():
                future.set_result(None)
            await settle()
        self._elapsed = target
        await settle()


async def settle(turns: int = 20) -> None:
    """Give every ready task of the loop `turns` turns to run."""
    import asyncio  # noqa: PLC0415 - see the module

    for _ in range(turns):
        await asyncio.sleep(0)
