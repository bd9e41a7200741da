"""Stories from many seeds, within 64 MB, each packet within a bounded piece of processor time, and what does not hold.

Processors differ, and a busy machine makes processor time longer, too. So a packet's time is told in yardsticks: a
piece of Python's own work that is measured in the same moment. A packet that took too long is played again with its
story; it is a finding when it takes too long every time.
"""

import asyncio
import gc
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.clock import JumpingClock
from tests.fuzz.course import STORY, Course, Measure
from tests.fuzz.mutations import golden
from tests.simulate.inline import make_template

MAX_YARDSTICKS: Final = 11.0
"""What a packet may take: 10 ms where the yardstick takes 0.9 ms."""
MAX_BYTES: Final = 64 * 1024 * 1024
TRIES: Final = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """A packet that did what none may do."""

    story: int
    packet: int
    what: str
    data: bytes = b""

    def __str__(self) -> str:
        """Return one line that says how to see it again."""
        shown = f"{self.data[:200].hex()}{'…' if len(self.data) > 200 else ''}"
        return f"story {self.story}, packet {self.packet}: {self.what} {shown}".rstrip()


class Fuzz:
    """Plays stories in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = make_template(folder / "template.db", JumpingClock())
        self._stanzas = golden()
        self.slowest: dict[str, float] = {}
        """Station → seconds of the packet that took longest there, the busy machine's delays included."""

    def play(self, story: int, length: int = STORY) -> list[Finding]:
        """Play one story and return what is wrong in it."""
        (measures, finding), yardstick = self._play(story, length), yardstick_seconds()
        for one in measures:
            self.slowest[one.station] = max(self.slowest.get(one.station, 0.0), one.seconds)
        found = [finding] if finding else []
        slow = _slow(measures, yardstick)
        for _ in range(TRIES - 1):
            if slow:
                again = _slow(self._play(story, length)[0], yardstick_seconds())
                slow = {place: min(times, again[place]) for place, times in slow.items() if place in again}
        found += [
            Finding(story=story, packet=packet, what=f"{station}: {times:.1f} yardsticks of {MAX_YARDSTICKS:g}")
            for (packet, station, _), times in slow.items()
        ]
        return found

    def _play(self, story: int, length: int) -> tuple[list[Measure], Finding | None]:
        course = Course(story, stanzas=self._stanzas, folder=self._folder, template=self._template)
        try:
            asyncio.run(course.play(length))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            packet, data = course.last
            return course.measures, Finding(story=story, packet=packet, what=repr(error)[:300], data=data)
        return course.measures, None


def yardstick_seconds() -> float:
    """Return how long a fixed piece of Python's own work takes now, in seconds of processor time: the best of five."""
    return min(_time_yardstick() for _ in range(5))


def _time_yardstick() -> float:
    began = time.thread_time()
    for number in range(20_000):
        str(number)
    return time.thread_time() - began


def _slow(measures: list[Measure], yardstick: float) -> dict[tuple[int, str, int], float]:
    """Return packet, station and place in the story → yardsticks, of all that took too long."""
    return {
        (one.packet, one.station, place): one.seconds / yardstick
        for place, one in enumerate(measures)
        if one.seconds > MAX_YARDSTICKS * yardstick
    }


def limit_memory() -> None:
    """From here on this process gets 64 MB more than it has, and no more: what takes more raises `MemoryError`."""
    gc.collect()
    gc.freeze()  # what is loaded is not looked through again at each collection
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MAX_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


@contextmanager
def fuzz() -> Iterator[Fuzz]:
    """Give stories a folder, in memory where there is one."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Fuzz(Path(folder))
