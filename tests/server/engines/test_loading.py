"""A model is loaded when it is first needed, once, and its state says how far that is."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import EngineState
from alicia_desktop.server.engines.loading import WHEN_NEEDED, Loading
from tests.support.scripted_server import until

READY = EngineState(phase="ready")
GETTING_READY = EngineState(phase="getting_ready")
ON_DEMAND = EngineState(phase="ready", sentence=WHEN_NEEDED)


class Counted(Loading[int]):
    """Loads the number of its loads."""

    def __init__(self):
        self.loads = 0
        self.states: list[EngineState] = []
        super().__init__(name="number", find=lambda: None, load=self._count, remedy="Count again.")
        self.state_changed.connect(self.states.append)

    def _count(self):
        self.loads += 1
        return self.loads


@pytest.fixture
async def number():
    loading = Counted()
    async with Scope("test") as scope:
        loading.start(scope)
        await until(lambda: loading.states)
        yield loading
        loading.close()


async def test_what_is_there_is_ready_and_not_loaded(number):
    assert (number.states, number.loads) == ([ON_DEMAND], 0)


async def test_it_is_loaded_once_before_it_is_needed(number):
    number.prepare()
    assert number.state == GETTING_READY
    number.prepare()
    await until(lambda: number.state == READY)
    assert await number.use(lambda loaded: loaded) == 1
    number.prepare()
    assert (number.states, number.loads) == ([ON_DEMAND, GETTING_READY, READY], 1)


async def test_who_needs_it_loads_it(number):
    assert [await number.use(lambda loaded: loaded + 1), await number.use(lambda loaded: loaded + 2)] == [2, 3]
    assert (number.states, number.loads) == ([ON_DEMAND, GETTING_READY, READY], 1)


async def test_what_is_needed_at_once_is_never_told_to_wait_for_that():
    loading = Counted()
    async with Scope("test") as scope:
        loading.start(scope)
        assert await loading.use(lambda loaded: loaded) == 1
        loading.close()
    assert loading.states == [GETTING_READY, READY]


async def test_before_its_start_nothing_is_loaded():
    loading = Counted()
    loading.prepare()
    with pytest.raises(WorldError, match="was not started"):
        await loading.use(lambda loaded: loaded)
    assert loading.states == []
