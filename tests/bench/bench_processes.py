"""What the program takes while nobody does anything: memory of each process, and processor time of all together.

The window runs as it does for a person, on Qt's offscreen platform, with its line, its server and the language model,
after a conversation was held. Memory is what the system calls resident, shared pages counted in full. For the open
microphone there is a sound card of the measurement's own, a private PulseAudio whose microphone hears silence.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, Literal

from tests.bench.alicia import environment
from tests.bench.bench_window import something_to_read
from tests.bench.measure import Figure, Goal, Measure, NotMeasuredError, Samples
from tests.support.livekit_server import livekit_server
from tests.support.processes import ending, wait_until
from tests.support.sound_card import sound_card

SETTLE_SECONDS: Final = 30.0
"""Models load and caches fill; then it is idle."""
WATCHED_SECONDS: Final = 60.0
MEGABYTES: Final = 1e6
APP_MEGABYTES: Final = Goal(limit=250)
PARTS: Final = (
    ("line", "alicia_desktop.line.process"),
    ("server", "alicia_desktop.server.main"),
    ("language model", "model_process"),
)
"""Part → what its command line holds."""
Part = Literal["window", "line", "server", "language model"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Running:
    """A window with all that it started."""

    window: int

    def processes(self) -> dict[str, int]:
        """Return part → process id."""
        return dict(self._parts())

    def megabytes(self, part: str) -> Samples:
        """Return the resident memory of one part."""
        number = self.processes().get(part)
        if number is None:
            raise NotMeasuredError("it does not run")
        return Samples(ours=(_resident(number) / MEGABYTES,))

    def processor_share(self) -> Samples:
        """Return how much of one core all of them took in a minute, in percent."""
        return self.share_of(_idle)

    def share_of(self, pass_time: Callable[[], float]) -> Samples:
        """Return the same of what `pass_time` does, which returns its length in seconds."""
        before = self._processor_seconds()
        watched = pass_time()
        after = self._processor_seconds()
        if before.keys() != after.keys():
            raise NotMeasuredError("a process ended or began in the meantime")
        spent = {part: 100 * (after[part] - before[part]) / watched for part in after}
        each = ", ".join(f"{part} {share:.1f} %" for part, share in spent.items())
        return Samples(ours=(sum(spent.values()),), note=each)

    def processor_share_beside(self, other: "Running") -> Samples:
        """Return what all of them took in a minute, and the same of another window in that minute as the baseline."""
        theirs: list[Samples] = []

        def pass_time() -> float:
            begun = time.monotonic()
            theirs.append(other.processor_share())
            return time.monotonic() - begun

        return replace(self.share_of(pass_time), baseline=theirs[0].ours)

    def megabytes_of_each(self) -> Mapping[str, float]:
        """Return the resident memory of each part."""
        return {part: _resident(number) / MEGABYTES for part, number in self.processes().items()}

    def _processor_seconds(self) -> Mapping[str, float]:
        spent: defaultdict[str, float] = defaultdict(float)
        for part, number in self._parts():
            spent[part] += _processor_seconds(number)
        return spent

    def _parts(self) -> Iterator[tuple[str, int]]:
        """Yield part and process id of each; over LiveKit the server has a line of its own."""
        yield "window", self.window
        for number in _descendants(self.window):
            command = Path(f"/proc/{number}/cmdline").read_bytes().decode(errors="replace")
            yield from ((part, number) for part, mark in PARTS if mark in command)


def resident_megabytes(running: Running) -> Samples:
    """Return the resident memory of all parts together."""
    each = running.megabytes_of_each()
    return Samples(ours=(sum(each.values()),), note=", ".join(f"{part} {size:.0f} MB" for part, size in each.items()))


def _idle() -> float:
    begun = time.monotonic()
    time.sleep(WATCHED_SECONDS)  # noqa: TID251 - real idling takes real time
    return time.monotonic() - begun


def _descendants(parent: int) -> Iterator[int]:
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield int(child)
            yield from _descendants(int(child))


def _resident(number: int) -> float:
    pages = int(Path(f"/proc/{number}/statm").read_text().split()[1])
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


def _processor_seconds(number: int) -> float:
    fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _running(home: Path, kind: Literal["idle", "voice"], extra: Mapping[str, str]) -> Iterator[Running]:
    """The window, left alone until it is quiet."""
    told = home / "moments.json"
    told.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.bench.probe", kind, str(told)]
    with ending(subprocess.Popen(command, env={**environment(home), **extra})) as process:
        wait_until(told.exists, what="the window", within=60)
        time.sleep(SETTLE_SECONDS)  # noqa: TID251 - real models load in real time
        yield Running(window=process.pid)


def _measure_memory(part: Part, running: Running) -> Measure:
    return Measure(
        name=f"Memory: {part}",
        what="Resident memory, idle, half a minute after the window was ready.",
        unit="MB",
        figure=Figure.MEDIAN,
        goal=APP_MEGABYTES if part == "window" else None,
        run=partial(running.megabytes, part),
    )


def _measure_processor(name: str, limit: float, running: Running) -> Measure:
    return Measure(
        name=name,
        what="Processor time of window, line, server and language model together in a minute, as a share of one core.",
        unit="%",
        figure=Figure.MEDIAN,
        goal=Goal(limit=limit),
        run=running.processor_share,
    )


def _measure_livekit(home: Path, card: Mapping[str, str], without: Running) -> Iterator[Measure]:
    """Yield idling of a second window, whose room is on a LiveKit server."""
    home.mkdir()
    something_to_read(home)
    with (
        livekit_server(home / "livekit") as livekit,
        _running(home, "idle", {**card, **livekit.environment}) as running,
    ):
        yield Measure(
            name="Idle over LiveKit, microphone closed",
            what="The same, with a room on a LiveKit server, whose own time does not count; both lines are summed up.",
            unit="%",
            figure=Figure.COST,
            baseline="the window without LiveKit in the same minute",
            run=partial(running.processor_share_beside, without),
        )


def measures() -> Iterator[Measure]:
    """Yield memory and idling with one window, idling over LiveKit with one beside it, listening with a third."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alicia-bench-")))
        something_to_read(home)
        card = stack.enter_context(sound_card(home / "card"))
        with _running(home, "idle", card.environment) as running:
            for part in ("window", "line", "server", "language model"):
                yield _measure_memory(part, running)
            yield _measure_processor("Idle, microphone closed", 3, running)
            yield from _measure_livekit(home / "over LiveKit", card.environment, running)
        with _running(home, "voice", card.environment) as running:
            yield _measure_processor("Microphone open in silence", 10, running)
