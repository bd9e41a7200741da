"""Two devices and a server under random acts, lost calls and kills; `make converge` plays many more."""

import pytest

from tests.converge.schedules import Failure, schedules

pytestmark = pytest.mark.slow

SEEDS = 18
PARTS = 3


@pytest.mark.parametrize("part", range(PARTS))
def test_all_say_the_same_in_the_end_and_nothing_of_the_persons_is_overwritten(part: int) -> None:
    each = SEEDS // PARTS
    with schedules() as world:
        runs = list(world.play(range(part * each, (part + 1) * each)))
    failures = [str(run) for run in runs if isinstance(run, Failure)]
    assert not failures, "\n".join(failures)
    played = [run for run in runs if not isinstance(run, Failure)]
    assert sum(run.kills for run in played) > 0
    assert sum(run.conflicts for run in played) > 0
