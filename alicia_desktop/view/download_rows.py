"""Rows of a model's download: suggestions, what a repository has, and how far each download is.

rate = TransferRate()
rate.add(now, 1_000_000)
progress_text(done=1_000_000, total=2_000_000, rate=rate.bytes_per_second)   →  "1 MB of 2 MB, 0.5 MB/s, 2 s left"
"""

from collections import deque
from dataclasses import dataclass
from typing import Final, Literal

DownloadPhase = Literal["running", "checking", "paused", "whole"]
WINDOW_SECONDS: Final = 8.0
"""Over which the rate is measured: shorter it jumps, longer it lags behind."""
MIN_SECONDS: Final = 0.5
"""Below that there is no rate yet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SuggestionRow:
    """A repository that is suggested."""

    title: str
    licence: str
    repository: str


@dataclass(frozen=True, kw_only=True, slots=True)
class HubFileRow:
    """A model of a repository that can be downloaded."""

    name: str
    title: str
    """Name, size, and whether it fits."""
    details: str
    """Size, whether it fits, and what is free: where the title has no room."""
    fits: bool
    is_here: bool = False
    """Whether it was downloaded already, or is being."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RepositoryRow:
    """What a repository has."""

    repository: str
    licence: str
    """As the hub tells it, with the hub's name; or that it tells none."""
    files: tuple[HubFileRow, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DownloadRow:
    """A model that was downloaded, or is being."""

    path: str
    """Of its file: what it is known by."""
    title: str
    source: str
    """Repository and licence."""
    phase: DownloadPhase
    status: str
    size: str
    """What deleting it frees."""
    fraction: float = 0.0
    problem: str = ""
    in_use: bool = False


class TransferRate:
    """How fast bytes come, over the last seconds."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()

    def add(self, now: float, count: int) -> None:
        """Note how many bytes there are at a time in seconds; fewer than before begin anew."""
        if self._points and count < self._points[-1][1]:
            self._points.clear()
        self._points.append((now, count))
        while len(self._points) > 2 and now - self._points[1][0] > WINDOW_SECONDS:
            self._points.popleft()

    @property
    def bytes_per_second(self) -> float | None:
        """The rate; None where there is none yet."""
        if not self._points:
            return None
        (first, before), (last, after) = self._points[0], self._points[-1]
        return (after - before) / (last - first) if last - first >= MIN_SECONDS else None


def bytes_text(count: int) -> str:
    """Return a number of bytes: `98 MB`, `2.5 GB`."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{round(count / 1e6)} MB"


def progress_text(*, done: int, total: int, rate: float | None = None) -> str:
    """Return how far a download is: bytes, rate, time left; the last two as far as they are known."""
    text = f"{bytes_text(done)} of {bytes_text(total)}"
    if rate is None:
        return text
    if rate < 1_000:
        return f"{text}, waiting for more"
    return f"{text}, {rate / 1e6:.1f} MB/s, {_left((total - done) / rate)} left"


def fits_text(*, fits: bool) -> str:
    """Return whether a model fits into the memory that is free."""
    return "fits" if fits else "too large for the free memory"


def _left(seconds: float) -> str:
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{round(whole / 60)} min"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
