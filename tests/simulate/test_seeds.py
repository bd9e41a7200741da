"""The session under everything that may go wrong, from seeds; `make simulate` plays many more."""

import pytest

from tests.simulate.network import Faults
from tests.simulate.seeds import Failure, seeds
from tests.simulate.simulation import Simulation

pytestmark = pytest.mark.slow

SEEDS = 36
PARTS = 4


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_doubled_or_turned_whatever_goes_wrong(part: int) -> None:
    each = SEEDS // PARTS
    with seeds() as world:
        runs = list(world.play(range(part * each, (part + 1) * each)))
    failures = [str(run) for run in runs if isinstance(run, Failure)]
    assert not failures, "\n".join(failures)
    played = [run for run in runs if not isinstance(run, Failure)]
    assert sum(len(run.said) for run in played) > each
    assert sum(run.kills for run in played) > 1


def test_the_same_seed_gives_the_same_run() -> None:
    with seeds() as world:
        first, second = world.play([7, 7])
    assert first == second


def test_the_seeds_have_all_faults() -> None:
    drawn = {name for seed in range(SEEDS) for name in Simulation.faults_of(seed).names()}
    assert drawn == set(Faults.__dataclass_fields__)
