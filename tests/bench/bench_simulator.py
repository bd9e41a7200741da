"""How much time of a simulated day goes by in a second of this computer's: what `make simulate` can look at in an hour.

The baseline is the same clock moved through the same time in the same steps with nobody in the world.
"""

import asyncio
import time
from collections.abc import Iterator
from typing import Final

from tests.bench.measure import Figure, Measure, NotMeasuredError, Samples
from tests.simulate.seeds import Failure, seeds
from tests.simulate.simulation import STEP, WallClock

SEEDS: Final = 40
FIRST: Final = 1_000_000
"""Far from those that the tests play."""


async def _empty(virtual: float) -> None:
    clock = WallClock()
    while clock.monotonic() < virtual:
        await clock.advance(STEP)


def _sample() -> Samples:
    ours, baseline = [], []
    with seeds() as world:
        begun = time.perf_counter()
        for run in world.play(range(FIRST, FIRST + SEEDS)):
            between = time.perf_counter()
            if isinstance(run, Failure):
                raise NotMeasuredError(f"{run}")
            asyncio.run(_empty(run.seconds))
            ended = time.perf_counter()
            ours.append(run.seconds / (between - begun))
            baseline.append(run.seconds / (ended - between))
            begun = time.perf_counter()
    return Samples(ours=ours, baseline=baseline, note=f"{SEEDS} seeds")


def measures() -> Iterator[Measure]:
    """Yield the one."""
    yield Measure(
        name="Simulator",
        what="Virtual seconds a second, median of the seeds: session, driver and database against a simulated server "
        "and network, with all faults, on one core.",
        baseline="the same clock moved through the same time with nobody there",
        unit="virtual s a second",
        figure=Figure.MEDIAN,
        run=_sample,
    )
