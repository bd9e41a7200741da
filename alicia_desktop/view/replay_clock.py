"""Move through a past turn at a chosen speed: play, pause, seek, without a timer of its own. Pure.

    clock = ReplayClock(first=0.0, last=4_100.0).play(now=loop_time)
    clock.at(now=loop_time + 0.5)      # → 500.0 at a speed of 1
    clock = clock.change_speed(0.25, now=loop_time + 0.5).seek(2_000.0, now=loop_time + 0.6).pause(now=loop_time + 1)

Positions are milliseconds on the turn's clock (`view.turn_records`), `now` is seconds of any monotonic clock.
"""

from dataclasses import dataclass, replace
from typing import Final, Self

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True, kw_only=True, slots=True)
class ReplayClock:
    """Where a replay is, and how fast it goes on."""

    first: float
    """Where the turn begins."""
    last: float
    position: float = 0.0
    """Where it was at `since`; where it stays while it is paused."""
    speed: float = 1.0
    since: float | None = None
    """From when on it plays; None while it is paused."""

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("a turn cannot end before it begins")
        object.__setattr__(self, "position", self._within(self.position))

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self.since is not None

    def at(self, now: float) -> float:
        """Return the position at a moment; it stops at the end, and a clock that goes back moves it nowhere."""
        if self.since is None:
            return self.position
        return self._within(self.position + max(0.0, now - self.since) * 1_000 * self.speed)

    def has_ended(self, now: float) -> bool:
        """Whether there is nothing more to play."""
        return self.at(now) >= self.last

    def play(self, now: float) -> Self:
        """Go on; from the beginning where it is at the end."""
        if self.playing:
            return self
        return replace(self, position=self.first if self.position >= self.last else self.position, since=now)

    def pause(self, now: float) -> Self:
        """Stay where it is."""
        return replace(self, position=self.at(now), since=None)

    def seek(self, position: float, now: float) -> Self:
        """Go elsewhere; what plays goes on from there."""
        return replace(self, position=self._within(position), since=now if self.playing else None)

    def change_speed(self, speed: float, now: float) -> Self:
        """Go on at another speed from where it is."""
        return replace(self.seek(self.at(now), now), speed=min(max(speed, SPEEDS[0]), SPEEDS[-1]))

    def _within(self, position: float) -> float:
        return min(max(position, self.first), self.last)
