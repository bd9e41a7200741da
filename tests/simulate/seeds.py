"""Many seeds, one after the other; a seed that fails is made as small as it gets, so that a person can read it."""

import asyncio
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from alicia_desktop.base.clock import JumpingClock
from tests.simulate.inline import make_template
from tests.simulate.network import Faults
from tests.simulate.simulation import TROUBLE, Run, Simulation


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """A seed that does not hold, and the least that still goes wrong with it."""

    seed: int
    error: str
    faults: tuple[str, ...]
    steps: int

    def __str__(self) -> str:
        """Return one line that says how to see it again."""
        return f"seed {self.seed}: {self.error} · with {', '.join(self.faults) or 'no faults'} in {self.steps} steps"


class Seeds:
    """Plays seeds in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._template = make_template(folder / "template.db", JumpingClock())

    def play(self, seeds: Iterable[int]) -> Iterator[Run | Failure]:
        """Play one after the other."""
        for seed in seeds:
            run = self._play(seed, None, TROUBLE)
            yield self._shrunk(seed, run) if isinstance(run, str) else run

    def _play(self, seed: int, faults: Faults | None, steps: int) -> Run | str:
        async def played() -> Run | str:
            simulation = Simulation(seed, folder=self._folder, template=self._template, faults=faults, trouble=steps)
            try:
                return await simulation.play()
            except AssertionError as error:
                return str(error).partition("\n")[0]
            finally:
                await simulation.end()

        return asyncio.run(played())

    def _shrunk(self, seed: int, error: str) -> Failure:
        """Leave out one fault after the other, then the end, for as long as something is still wrong."""
        faults, steps = Simulation.faults_of(seed), TROUBLE
        for name in faults.names():
            found = self._play(seed, faults.without(name), steps)
            if isinstance(found, str):
                faults, error = faults.without(name), found
        while steps > 1 and isinstance(found := self._play(seed, faults, steps // 2), str):
            steps, error = steps // 2, found
        return Failure(seed=seed, error=error, faults=tuple(faults.names()), steps=steps)


@contextmanager
def seeds() -> Iterator[Seeds]:
    """Give seeds a folder, in memory where there is one."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Seeds(Path(folder))
