"""Runs the timers that the machine starts and stops, on the session's clock, and adds the jitter of a pause."""

from collections.abc import Callable
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session import commands
from alicia_desktop.session.events import Timer

JITTER: Final = 0.2
"""A pause is between 80 % and 120 % of what the machine asked for, so that clients do not all come back at once."""


class Timers:
    """Runs at most one timer of each name; calls `on_elapsed` with each that runs out."""

    def __init__(
        self, *, clock: Clock, scope: Scope, jitter: Callable[[], float], on_elapsed: Callable[[Timer], None]
    ) -> None:
        self._clock = clock
        self._scope = scope
        self._jitter = jitter
        self._on_elapsed = on_elapsed
        self._stops: dict[Timer, Callable[[], object]] = {}
        self._next_try_at: float | None = None
        self.paused: Signal[float | None] = Signal()
        """A pause begins, of so many seconds, or, None, it is over."""

    @property
    def next_try(self) -> float | None:
        """Seconds until the next try to connect, jitter and all; None while there is no pause."""
        return None if self._next_try_at is None else max(0.0, self._next_try_at - self._clock.monotonic())

    def set(self, command: commands.StartTimer | commands.StopTimer) -> None:
        """Start a timer anew, or stop it."""
        if (stop := self._stops.pop(command.timer, None)) is not None:
            stop()
        if command.timer == "back_off":
            self._next_try_at = None
        if isinstance(command, commands.StartTimer):
            seconds = command.seconds
            if command.timer == "back_off":
                seconds *= 1 + JITTER * (2 * self._jitter() - 1)
                self._next_try_at = self._clock.monotonic() + seconds
            self._stops[command.timer] = self._scope.spawn(
                f"timer {command.timer}", self._elapse(command.timer, seconds)
            ).cancel
        if command.timer == "back_off":
            self.paused.emit(self.next_try)

    async def _elapse(self, timer: Timer, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._stops.pop(timer, None)
        self._on_elapsed(timer)
