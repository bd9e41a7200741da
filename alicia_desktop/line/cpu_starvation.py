"""Whether a process is kept from running by others, where the system tells: who starves does not hang.

Linux tells of each thread its state (`/proc/<pid>/task/<tid>/stat`, R: runs or is ready to) and how long it has run
(`schedstat`, the first figure, nanoseconds; proc(5)). Elsewhere nobody is taken to starve.
"""

import time
from contextlib import suppress
from pathlib import Path
from typing import Final

ENOUGH: Final = 0.5
"""Who gets such a share of a processor does not starve."""


class Starving:
    """Watches the threads of one process."""

    def __init__(self, pid: int) -> None:
        self._threads = Path(f"/proc/{pid}/task")
        self._ran: dict[str, int] = {}
        self._looked = 0.0

    def look(self) -> bool:
        """Tell whether some thread wants to run and had hardly a processor since the last look; at first no.

        Any thread may hold what the others wait for, as Python's lock.
        """
        now, ran, ready = time.monotonic(), *self._threads_now()
        enough = ENOUGH * (now - self._looked) * 1e9
        starves = any(thread in self._ran and ran[thread] - self._ran[thread] < enough for thread in ready)
        self._ran, self._looked = ran, now
        return starves

    def _threads_now(self) -> tuple[dict[str, int], list[str]]:
        """Return how long each thread has run, in nanoseconds, and which are ready."""
        ran: dict[str, int] = {}
        ready: list[str] = []
        with suppress(OSError):  # the process is gone, or this is not Linux
            for thread in self._threads.iterdir():
                with suppress(OSError, IndexError, ValueError):  # a thread that has just ended
                    ran[thread.name] = int((thread / "schedstat").read_text().split()[0])
                    if (thread / "stat").read_text().rpartition(")")[2].split()[0] == "R":
                        ready.append(thread.name)
        return ran, ready
