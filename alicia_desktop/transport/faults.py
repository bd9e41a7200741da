"""What can happen to stanzas on a bad day, from a seed: the same seed gives the same day.

No real transport loses or turns stanzas while its connection lives. A connection that breaks does, together with the
resend that follows; these faults bring such days into a test without a network.
"""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """How often each fault happens to a stanza, as probabilities 0–1."""

    drop: float = 0.0
    duplicate: float = 0.0
    reorder: float = 0.0
    """The stanza arrives after its successor."""
    cut: float = 0.0
    """The connection breaks instead of carrying the stanza; what was under way is lost."""
    delay: float = 0.0
    """The longest time in seconds that a stanza takes; each takes a random part of it, in order."""


class BadDay:
    """The fate of each stanza of one direction, one after the other."""

    def __init__(self, faults: Faults, *, seed: str) -> None:
        self._faults = faults
        self._random = Random(seed)
        self._held: list[bytes] = []

    def cuts(self) -> bool:
        """Return whether the connection breaks now."""
        return self._random.random() < self._faults.cut

    def delay(self) -> float:
        """Return how many seconds the next stanza takes."""
        return self._random.uniform(0, self._faults.delay)

    def through(self, data: bytes) -> list[bytes]:
        """Return what arrives when `data` is sent: nothing, it, it twice, or it and one that was held back."""
        roll = self._random.random()
        if roll < self._faults.drop:
            return []
        roll -= self._faults.drop
        if roll < self._faults.duplicate:
            return [data, data, *self.held()]
        roll -= self._faults.duplicate
        if roll < self._faults.reorder and not self._held:
            self._held.append(data)
            return []
        return [data, *self.held()]

    def held(self) -> list[bytes]:
        """Give back what waits for a successor, when none comes any more."""
        held, self._held = self._held, []
        return held
