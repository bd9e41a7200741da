"""A clock that goes faster than the wall's, so that hours of pauses, heartbeats and deadlines pass in minutes."""

import asyncio
import time
from datetime import UTC, datetime, timedelta


class HurriedClock:
    """`base.clock.Clock`, `times` as fast as the computer's own."""

    def __init__(self, times: float) -> None:
        self._times = times
        self._start, self._begun = datetime.now(UTC), time.monotonic()

    def now(self) -> datetime:
        """Return the virtual wall time."""
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Return the virtual seconds since it was made."""
        return (time.monotonic() - self._begun) * self._times

    async def sleep(self, seconds: float) -> None:
        """Wait for virtual seconds."""
        await asyncio.sleep(seconds / self._times)
