"""How often a server is looked at: soon while something changes, ever more seldom while nothing does."""

from typing import Final

MIN_SECONDS: Final = 15.0
MAX_SECONDS: Final = 300.0
FAILED_SECONDS: Final = 2.0
FAILED_MOST_SECONDS: Final = 300.0


class Pace:
    """Seconds until the next look; `jitter` (0–1) keeps many devices from coming at the same time."""

    def __init__(self) -> None:
        self._quiet = MIN_SECONDS
        self._failures = 0

    def looked(self, *, changed: bool) -> float:
        """A look went well."""
        self._failures = 0
        self._quiet = MIN_SECONDS if changed else min(self._quiet * 2, MAX_SECONDS)
        return self._quiet

    def failed(self, jitter: float) -> float:
        """A look failed: half to all of a time that doubles."""
        whole = min(FAILED_SECONDS * 2.0**self._failures, FAILED_MOST_SECONDS)
        self._failures = min(self._failures + 1, 16)
        return whole * (0.5 + jitter / 2)

    def hurry(self) -> None:
        """Somebody is here again, or something changes: begin anew."""
        self._quiet = MIN_SECONDS
        self._failures = 0
